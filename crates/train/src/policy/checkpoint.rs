//! The header of a run on disk.

use anyhow::{Result, ensure};
use nets::policy::{MAX_HIDDEN, PolicyNetwork};
use serde::{Deserialize, Serialize};

use super::shape::PolicyShape;
use crate::nnue::export::dequantise_shallow;
use crate::run::checkpoint::{RunProgress, SavedShape};

#[derive(Serialize, Deserialize)]
struct Header {
    progress: RunProgress,
    hidden: usize,
}

impl SavedShape for PolicyShape {
    const MAGIC: &'static str = "KYTHUCP2";
    const NAME: &'static str = "checkpoint of a policy";

    fn parameters(&self) -> usize {
        self.len()
    }

    fn header(&self, progress: &RunProgress) -> serde_json::Result<Vec<u8>> {
        serde_json::to_vec(&Header { progress: progress.clone(), hidden: self.hidden })
    }

    fn from_header(header: &[u8]) -> Result<(RunProgress, PolicyShape)> {
        let Header { progress, hidden } = serde_json::from_slice(header)?;
        let is_known = hidden <= MAX_HIDDEN && hidden > 0 && hidden % 32 == 0;
        ensure!(is_known, "it has {hidden} hidden units");
        Ok((progress, PolicyShape { hidden }))
    }

    fn from_net(bytes: &[u8]) -> Result<(PolicyShape, Vec<f32>)> {
        let network = PolicyNetwork::from_bytes(bytes)?;
        let shape = PolicyShape { hidden: network.hidden() };
        Ok((shape, dequantise_shallow(&network.parameters())))
    }
}

#[cfg(test)]
mod tests {
    use nets::nnue::Provenance;

    use super::*;
    use crate::policy::export::quantise;

    #[test]
    fn a_net_gives_back_its_weights() {
        let shape = PolicyShape { hidden: 32 };
        let quantised = quantise(shape, &shape.first_parameters(3));
        let bytes = PolicyNetwork::new(&quantised, Provenance::new()).unwrap().to_bytes().unwrap();
        let (found, parameters) = PolicyShape::from_net(&bytes).unwrap();
        assert_eq!((found, parameters.len()), (shape, shape.len()));
        assert!(quantise(shape, &parameters) == quantised);
        assert!(PolicyShape::from_net(&bytes[..1000]).is_err());
    }
}
