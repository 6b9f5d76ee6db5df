//! The header of a run on disk.

use anyhow::Result;
use nets::nnue::{Architecture, KingBuckets};
use serde::{Deserialize, Serialize};

use super::shape::NetShape;
use crate::run::checkpoint::{RunProgress, SavedShape};

#[derive(Serialize, Deserialize)]
struct Header {
    progress: RunProgress,
    king_buckets: KingBuckets,
    hidden: usize,
    output_buckets: usize,
    factoriser: bool,
}

impl SavedShape for NetShape {
    const MAGIC: &'static str = "KYTHUCP1";
    const NAME: &'static str = "checkpoint";

    fn parameters(&self) -> usize {
        self.len()
    }

    fn header(&self, progress: &RunProgress) -> serde_json::Result<Vec<u8>> {
        let NetShape { architecture, has_factoriser } = self;
        serde_json::to_vec(&Header {
            progress: progress.clone(),
            king_buckets: architecture.king_buckets.clone(),
            hidden: architecture.hidden,
            output_buckets: architecture.output_buckets,
            factoriser: *has_factoriser,
        })
    }

    fn from_header(header: &[u8]) -> Result<(RunProgress, NetShape)> {
        let Header { progress, king_buckets, hidden, output_buckets, factoriser } =
            serde_json::from_slice(header)?;
        let architecture = Architecture { king_buckets, hidden, output_buckets };
        architecture.check()?;
        Ok((progress, NetShape { architecture, has_factoriser: factoriser }))
    }
}
