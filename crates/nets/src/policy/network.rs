//! The net of moves: its weights in whole numbers, and what it says.

use std::path::Path;

use chess::{Move, Position};

use super::{INPUTS, MAX_HIDDEN, OUTPUTS, active_features, file, move_index};
use crate::nnue::kernel::RowChanges;
use crate::nnue::network::{Block, blocks, check_sums};
use crate::nnue::{
    Architecture, INPUT_UNIT, MAX_OUTPUT_WEIGHT, NnueError, OUTPUT_UNIT, Provenance,
};
use crate::{Level, NetOpenError, tensor_file};

/// Blocks of the largest accumulator.
const MAX_BLOCKS: usize = MAX_HIDDEN / Architecture::HIDDEN_STEP;

/// One logit in the sum of an output.
const LOGIT: f32 = (INPUT_UNIT * INPUT_UNIT * OUTPUT_UNIT) as f32;

/// The weights of a net as its file has them, for those who make nets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PolicyParameters {
    /// \[3072\]\[N\], in units of 1/255.
    pub feature_weights: Vec<i16>,
    /// \[N\], in units of 1/255.
    pub feature_bias: Vec<i16>,
    /// \[11748\]\[N\], in units of 1/64.
    pub output_weights: Vec<i16>,
    /// \[11748\], in units of 1/(255 · 64).
    pub output_bias: Vec<i32>,
}

/// A net of moves that was checked.
#[derive(Clone)]
pub struct PolicyNetwork {
    provenance: Provenance,
    feature_weights: Vec<Block>,
    feature_bias: Vec<Block>,
    output_weights: Vec<Block>,
    output_bias: Vec<i32>,
    level: Level,
}

/// Is there a net with so many hidden units?
pub(super) fn check_hidden(hidden: usize) -> Result<(), NnueError> {
    if hidden == 0 || hidden > MAX_HIDDEN || !hidden.is_multiple_of(Architecture::HIDDEN_STEP) {
        let expected = "a multiple of 32, at most 1024";
        return Err(NnueError::Shape { field: "hidden", found: hidden as u64, expected });
    }
    Ok(())
}

impl PolicyNetwork {
    /// A net of these weights. Its sums stay within 16 bits, whatever the position.
    pub fn new(
        parameters: &PolicyParameters,
        provenance: Provenance,
    ) -> Result<PolicyNetwork, NnueError> {
        let PolicyParameters { feature_weights, feature_bias, output_weights, output_bias } =
            parameters;
        let hidden = feature_bias.len();
        check_hidden(hidden)?;
        for (array, found, expected) in [
            ("feature_weights", feature_weights.len(), INPUTS * hidden),
            ("output_weights", output_weights.len(), OUTPUTS * hidden),
            ("output_bias", output_bias.len(), OUTPUTS),
        ] {
            if found != expected {
                return Err(NnueError::Array { array, found, expected });
            }
        }
        check_sums(feature_weights, feature_bias)?;
        let fits = |weight: &i16| (-MAX_OUTPUT_WEIGHT..=MAX_OUTPUT_WEIGHT).contains(weight);
        if let Some(index) = output_weights.iter().position(|weight| !fits(weight)) {
            return Err(NnueError::OutputWeight { index, found: output_weights[index] });
        }
        Ok(PolicyNetwork {
            provenance,
            feature_weights: blocks(feature_weights),
            feature_bias: blocks(feature_bias),
            output_weights: blocks(output_weights),
            output_bias: output_bias.clone(),
            level: Level::best(),
        })
    }

    /// The net of a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<PolicyNetwork, NnueError> {
        let (parameters, provenance) = file::read(bytes)?;
        PolicyNetwork::new(&parameters, provenance)
    }

    /// The net of the file at this path.
    pub fn open(path: &Path) -> Result<PolicyNetwork, NetOpenError> {
        let name = || path.display().to_string();
        let bytes = tensor_file::read(path, file::MAX_FILE)
            .map_err(|error| NetOpenError::Io { path: name(), error })?;
        PolicyNetwork::from_bytes(&bytes)
            .map_err(|error| NetOpenError::Nnue { path: name(), error })
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
        self.feature_bias.len() * Architecture::HIDDEN_STEP
    }

    /// Where it comes from.
    pub fn provenance(&self) -> &Provenance {
        &self.provenance
    }

    /// The SHA-256 of its weights, in hexadecimal.
    pub fn hash(&self) -> String {
        crate::nnue::file::hash(&file::weight_bytes(&self.parameters()))
    }

    /// Its weights as its file has them.
    pub fn parameters(&self) -> PolicyParameters {
        let values = |blocks: &[Block]| blocks.iter().flat_map(|block| block.0).collect();
        PolicyParameters {
            feature_weights: values(&self.feature_weights),
            feature_bias: values(&self.feature_bias),
            output_weights: values(&self.output_weights),
            output_bias: self.output_bias.clone(),
        }
    }

    /// Calls `tell` with the logit of each legal move of a position, in their order.
    pub fn logits(&self, position: &Position, moves: &[Move], tell: impl FnMut(f32)) {
        let features = active_features(position);
        let outputs = moves.iter().map(|&mv| move_index(position, mv));
        self.outputs(&features, outputs, tell);
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
        let count = self.feature_bias.len();
        let row = |index: usize| index * count..(index + 1) * count;
        let mut changes = RowChanges::default();
        let rows = features.iter().map(|&feature| &self.feature_weights[row(feature.into())]);
        changes.added.extend(rows.take(changes.added.capacity()));
        let mut sums = [const { Block([0; Architecture::HIDDEN_STEP]) }; MAX_BLOCKS];
        let sums = &mut sums[..count];
        self.level.update(&self.feature_bias, sums, &changes);
        for output in outputs {
            let sum = self.level.dot(sums, &self.output_weights[row(output)]);
            let bias = i64::from(self.output_bias[output]) * i64::from(INPUT_UNIT);
            tell((i64::from(sum) + bias) as f32 / LOGIT);
        }
    }
}

impl std::fmt::Debug for PolicyNetwork {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "PolicyNetwork({INPUTS}->{}->{OUTPUTS}, {:?})", self.hidden(), self.level)
    }
}
