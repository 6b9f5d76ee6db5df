//! The net of moves: its weights in whole numbers, and what it says.

use std::path::Path;

use chess::{Move, Position};

use super::{INPUTS, MAX_HIDDEN, OUTPUTS, Sight, file};
use crate::nnue::kernel::RowChanges;
use crate::nnue::layers::{Block, Layers};
use crate::nnue::parameters::LayerSizes;
use crate::nnue::{Architecture, INPUT_UNIT, NnueError, OUTPUT_UNIT, Parameters, Provenance};
use crate::{Level, NetOpenError, tensor_file};

/// Blocks of the largest accumulator.
const MAX_BLOCKS: usize = MAX_HIDDEN / Architecture::HIDDEN_STEP;

/// One logit in the sum of an output.
const LOGIT: f32 = (INPUT_UNIT * INPUT_UNIT * OUTPUT_UNIT) as f32;

/// A net of moves that was checked.
#[derive(Clone)]
pub struct PolicyNetwork {
    provenance: Provenance,
    layers: Layers,
    level: Level,
}

/// The sizes of the layers of a net with so many hidden units, if there is one.
pub(super) fn sizes(hidden: usize) -> Result<LayerSizes, NnueError> {
    if hidden == 0 || hidden > MAX_HIDDEN || !hidden.is_multiple_of(Architecture::HIDDEN_STEP) {
        let expected = "a multiple of 32, at most 1024";
        return Err(NnueError::Shape { field: "hidden", found: hidden as u64, expected });
    }
    Ok(LayerSizes { features: INPUTS, hidden, views: 1, outputs: OUTPUTS, deep: None })
}

impl PolicyNetwork {
    /// A net of these weights. Its sums stay within 16 bits, whatever the position.
    pub fn new(
        parameters: &Parameters,
        provenance: Provenance,
    ) -> Result<PolicyNetwork, NnueError> {
        let layers = Layers::new(parameters, sizes(parameters.feature_bias.len())?, INPUTS)?;
        Ok(PolicyNetwork { provenance, layers, level: Level::best() })
    }

    /// The net of a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<PolicyNetwork, NnueError> {
        let (parameters, provenance) = file::read(bytes)?;
        PolicyNetwork::new(&parameters, provenance)
    }

    /// The net of the file at this path.
    pub fn open(path: &Path) -> Result<PolicyNetwork, NetOpenError> {
        let bytes = tensor_file::read(path, file::MAX_FILE)?;
        let path = path.display().to_string();
        PolicyNetwork::from_bytes(&bytes).map_err(|error| NetOpenError::Nnue { path, error })
    }

    /// The bytes of its file: the same net gives the same bytes. Fails only when the
    /// provenance is too long for a header.
    pub fn to_bytes(&self) -> Result<Vec<u8>, NnueError> {
        file::write(&self.parameters(), &self.provenance)
    }

    /// The same with other instructions than the best of this machine.
    #[must_use]
    pub fn with_level(self, level: Level) -> PolicyNetwork {
        PolicyNetwork { level, ..self }
    }

    /// Units of the hidden layer.
    pub fn hidden(&self) -> usize {
        self.layers.blocks() * Architecture::HIDDEN_STEP
    }

    /// Where it comes from.
    pub fn provenance(&self) -> &Provenance {
        &self.provenance
    }

    /// The SHA-256 of its weights, in hexadecimal.
    pub fn hash(&self) -> String {
        self.layers.hash()
    }

    /// Its weights as its file has them.
    pub fn parameters(&self) -> Parameters {
        self.layers.parameters()
    }

    /// Calls `tell` with the logit of each legal move of a position, in their order.
    pub fn logits(&self, position: &Position, moves: &[Move], tell: impl FnMut(f32)) {
        let sight = Sight::new(position);
        let outputs = moves.iter().map(|&mv| sight.index(mv));
        self.outputs(&sight.features(), outputs, tell);
    }

    /// Calls `tell` with some outputs for some features, of which 32 count at most.
    ///
    /// # Panics
    ///
    /// If there is no such feature or output.
    pub fn outputs(
        &self,
        features: &[u16],
        outputs: impl Iterator<Item = usize>,
        mut tell: impl FnMut(f32),
    ) {
        let mut changes = RowChanges::default();
        let rows = features.iter().map(|&feature| self.layers.row(feature.into()));
        changes.added.extend(rows.take(changes.added.capacity()));
        let mut sums = [const { Block([0; Architecture::HIDDEN_STEP]) }; MAX_BLOCKS];
        let sums = &mut sums[..self.layers.blocks()];
        self.level.update(self.layers.bias(), sums, &changes);
        for output in outputs {
            let (weights, bias) = self.layers.output(output);
            let sum = self.level.dot(sums, weights);
            let bias = i64::from(bias) * i64::from(INPUT_UNIT);
            tell((i64::from(sum) + bias) as f32 / LOGIT);
        }
    }
}

impl std::fmt::Debug for PolicyNetwork {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "PolicyNetwork({INPUTS}->{}->{OUTPUTS}, {:?})", self.hidden(), self.level)
    }
}
