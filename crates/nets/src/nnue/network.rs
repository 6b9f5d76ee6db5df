//! The net: its weights in whole numbers.

use std::collections::BTreeMap;
use std::path::Path;

use super::{Architecture, FEATURES, MAX_OUTPUT_WEIGHT, NnueError, file};
use crate::{Level, NetOpenError, tensor_file};

/// Where a net comes from, in its author's words: data, command, seed, losses, ….
pub type Provenance = BTreeMap<String, String>;

/// 32 numbers of the hidden layer: a register of AVX-512, two of AVX2.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub(crate) struct Block(pub(crate) [i16; Architecture::HIDDEN_STEP]);

/// The weights of a net as its file has them, for those who make nets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameters {
    /// \[K\]\[768\]\[N\], in units of 1/255.
    pub feature_weights: Vec<i16>,
    /// \[N\], in units of 1/255.
    pub feature_bias: Vec<i16>,
    /// \[B\]\[2N\], those of the side to move first, in units of 1/64.
    pub output_weights: Vec<i16>,
    /// \[B\], in units of 1/(255 · 64).
    pub output_bias: Vec<i32>,
}

/// A net that was checked.
#[derive(Clone)]
pub struct Network {
    architecture: Architecture,
    provenance: Provenance,
    /// By feature: as many blocks as [`Network::blocks`] says.
    feature_weights: Vec<Block>,
    feature_bias: Vec<Block>,
    /// By output bucket: the blocks of the side to move, then the other's.
    output_weights: Vec<Block>,
    output_bias: Vec<i32>,
    level: Level,
}

impl Network {
    /// A net of these weights. Its sums stay within 16 bits, whatever the position.
    pub fn new(
        architecture: Architecture,
        parameters: &Parameters,
        provenance: Provenance,
    ) -> Result<Network, NnueError> {
        architecture.check()?;
        let hidden = architecture.hidden;
        let outputs = architecture.output_buckets;
        let Parameters { feature_weights, feature_bias, output_weights, output_bias } = parameters;
        for (array, found, expected) in [
            ("feature_weights", feature_weights.len(), architecture.features() * hidden),
            ("feature_bias", feature_bias.len(), hidden),
            ("output_weights", output_weights.len(), outputs * 2 * hidden),
            ("output_bias", output_bias.len(), outputs),
        ] {
            if found != expected {
                return Err(NnueError::Array { array, found, expected });
            }
        }
        check_range(&architecture, feature_weights, feature_bias)?;
        let fits = |weight: &i16| (-MAX_OUTPUT_WEIGHT..=MAX_OUTPUT_WEIGHT).contains(weight);
        if let Some(index) = output_weights.iter().position(|weight| !fits(weight)) {
            return Err(NnueError::OutputWeight { index, found: output_weights[index] });
        }
        Ok(Network {
            architecture,
            provenance,
            feature_weights: blocks(feature_weights),
            feature_bias: blocks(feature_bias),
            output_weights: blocks(output_weights),
            output_bias: output_bias.clone(),
            level: Level::best(),
        })
    }

    /// The net of a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, NnueError> {
        let (architecture, parameters, provenance) = file::read(bytes)?;
        Network::new(architecture, &parameters, provenance)
    }

    /// The net of the file at this path.
    pub fn open(path: &Path) -> Result<Network, NetOpenError> {
        let name = || path.display().to_string();
        let bytes = tensor_file::read(path, file::MAX_FILE)
            .map_err(|error| NetOpenError::Io { path: name(), error })?;
        Network::from_bytes(&bytes).map_err(|error| NetOpenError::Nnue { path: name(), error })
    }

    /// The bytes of its file: the same net gives the same bytes. Fails only when the
    /// provenance is too long for a header.
    pub fn to_bytes(&self) -> Result<Vec<u8>, NnueError> {
        file::write(&self.architecture, &self.parameters(), &self.provenance)
    }

    /// The same with other instructions than the best of this machine.
    #[must_use]
    pub fn with_level(self, level: Level) -> Network {
        Network { level, ..self }
    }

    /// Which instructions it is evaluated with.
    #[inline]
    pub fn level(&self) -> Level {
        self.level
    }

    /// Its weights, as its file has them.
    pub fn parameters(&self) -> Parameters {
        let values = |blocks: &[Block]| blocks.iter().flat_map(|block| block.0).collect();
        Parameters {
            feature_weights: values(&self.feature_weights),
            feature_bias: values(&self.feature_bias),
            output_weights: values(&self.output_weights),
            output_bias: self.output_bias.clone(),
        }
    }

    /// The SHA-256 of its weights, in hexadecimal, as the header of its file has it.
    pub fn hash(&self) -> String {
        file::hash(&file::weight_bytes(&self.parameters()))
    }

    /// Its shape.
    pub fn architecture(&self) -> &Architecture {
        &self.architecture
    }

    /// Where it comes from.
    pub fn provenance(&self) -> &Provenance {
        &self.provenance
    }

    /// Blocks of an accumulator.
    #[inline]
    pub(super) fn blocks(&self) -> usize {
        self.feature_bias.len()
    }

    /// The weights of a feature.
    #[inline]
    pub(super) fn row(&self, feature: usize) -> &[Block] {
        let blocks = self.blocks();
        &self.feature_weights[feature * blocks..(feature + 1) * blocks]
    }

    /// What every accumulator begins with.
    #[inline]
    pub(super) fn bias(&self) -> &[Block] {
        &self.feature_bias
    }

    /// The weights of an output, those of the side to move first, and its bias.
    #[inline]
    pub(super) fn output(&self, bucket: usize) -> (&[Block], i32) {
        let blocks = 2 * self.blocks();
        let weights = &self.output_weights[bucket * blocks..(bucket + 1) * blocks];
        (weights, self.output_bias[bucket])
    }
}

/// Can no sum leave 16 bits? At most 32 features of one bucket are on.
fn check_range(
    architecture: &Architecture,
    weights: &[i16],
    bias: &[i16],
) -> Result<(), NnueError> {
    let mut buckets = weights.chunks_exact(FEATURES * architecture.hidden);
    buckets.try_for_each(|rows| check_sums(rows, bias))
}

/// Can no sum of the bias and 32 of these rows leave 16 bits?
pub(crate) fn check_sums(rows: &[i16], bias: &[i16]) -> Result<(), NnueError> {
    let mut largest = vec![0u16; bias.len()];
    for row in rows.chunks_exact(bias.len()) {
        for (largest, weight) in largest.iter_mut().zip(row) {
            *largest = (*largest).max(weight.unsigned_abs());
        }
    }
    for (unit, (&largest, bias)) in largest.iter().zip(bias).enumerate() {
        let sum = 32 * i32::from(largest) + i32::from(bias.unsigned_abs());
        if sum > i32::from(i16::MAX) {
            return Err(NnueError::Range { unit, sum });
        }
    }
    Ok(())
}

/// Values in blocks; there are whole ones only.
pub(crate) fn blocks(values: &[i16]) -> Vec<Block> {
    values.as_chunks().0.iter().map(|&chunk| Block(chunk)).collect()
}

impl std::fmt::Debug for Network {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Network({}, {:?})", self.architecture, self.level)
    }
}
