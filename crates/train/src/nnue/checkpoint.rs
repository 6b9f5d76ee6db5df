//! The header of a run on disk.

use anyhow::Result;
use nets::nnue::{Architecture, DeepSizes, KingBuckets, Network};
use serde::{Deserialize, Serialize};

use super::export::dequantise;
use super::refinement::refined;
use super::shape::NetShape;
use crate::run::checkpoint::{RunProgress, SavedShape};

#[derive(Serialize, Deserialize)]
struct Header {
    progress: RunProgress,
    king_buckets: KingBuckets,
    hidden: usize,
    output_buckets: usize,
    factoriser: bool,
    /// Checkpoints of nets without them do not name them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    layers: Option<[usize; 2]>,
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
            layers: architecture.layers.map(|sizes| [sizes.second, sizes.third]),
        })
    }

    fn from_header(header: &[u8]) -> Result<(RunProgress, NetShape)> {
        let Header { progress, king_buckets, hidden, output_buckets, factoriser, layers } =
            serde_json::from_slice(header)?;
        let layers = layers.map(|[second, third]| DeepSizes { second, third });
        let architecture = Architecture { king_buckets, hidden, output_buckets, layers };
        architecture.check()?;
        Ok((progress, NetShape { architecture, has_factoriser: factoriser }))
    }

    fn from_net(bytes: &[u8]) -> Result<(NetShape, Vec<f32>)> {
        let network = Network::from_bytes(bytes)?;
        let architecture = network.architecture().clone();
        let shape = NetShape { architecture, has_factoriser: false };
        let parameters = dequantise(&shape, &network.parameters());
        Ok((shape, parameters))
    }

    fn beginning(&self, parameters: Vec<f32>, to: &NetShape) -> Result<Vec<f32>> {
        if self == to { Ok(parameters) } else { refined(self, &parameters, to) }
    }
}
