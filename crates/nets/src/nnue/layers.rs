//! The weights of a net, as they are computed with.

use super::deep_layers::DeepLayers;
use super::envelope::hash;
use super::parameters::LayerSizes;
use super::{Architecture, MAX_OUTPUT_WEIGHT, NnueError, Parameters};

/// 32 numbers of the hidden layer: a register of AVX-512, two of AVX2.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub(crate) struct Block(pub(crate) [i16; Architecture::HIDDEN_STEP]);

/// Weights that were checked, in blocks.
#[derive(Clone)]
pub(crate) struct Layers {
    /// By feature: as many blocks as [`Layers::blocks`] says.
    feature_weights: Vec<Block>,
    feature_bias: Vec<Block>,
    /// By output: blocks for each hidden layer that it sees.
    output_weights: Vec<Block>,
    output_bias: Vec<i32>,
    /// Blocks of an output.
    output_blocks: usize,
    /// What takes the place of the output weights in a net that has more layers.
    deep: Option<DeepLayers>,
}

impl Layers {
    /// Those of a net with these sizes, if its sums stay within 16 bits whatever the
    /// position. Features come in buckets of so many; at most 32 are on, all of them of
    /// one bucket.
    pub(crate) fn new(
        parameters: &Parameters,
        sizes: LayerSizes,
        bucket: usize,
    ) -> Result<Layers, NnueError> {
        let Parameters { feature_weights, feature_bias, output_weights, output_bias, .. } =
            parameters;
        for ((array, expected), found) in sizes.arrays().into_iter().zip(parameters.lengths()) {
            if found != expected {
                return Err(NnueError::Array { array, found, expected });
            }
        }
        for rows in feature_weights.chunks_exact(bucket * sizes.hidden) {
            check_sums(rows, feature_bias)?;
        }
        let fits = |weight: &i16| (-MAX_OUTPUT_WEIGHT..=MAX_OUTPUT_WEIGHT).contains(weight);
        if let Some(index) = output_weights.iter().position(|weight| !fits(weight)) {
            return Err(NnueError::OutputWeight { index, found: output_weights[index] });
        }
        Ok(Layers {
            feature_weights: blocks(feature_weights),
            feature_bias: blocks(feature_bias),
            output_weights: blocks(output_weights),
            output_bias: output_bias.clone(),
            output_blocks: sizes.views * sizes.hidden / Architecture::HIDDEN_STEP,
            deep: parameters.deep.as_ref().zip(sizes.deep).map(DeepLayers::new).transpose()?,
        })
    }

    /// The weights as a file has them.
    pub(crate) fn parameters(&self) -> Parameters {
        let values = |blocks: &[Block]| blocks.iter().flat_map(|block| block.0).collect();
        Parameters {
            feature_weights: values(&self.feature_weights),
            feature_bias: values(&self.feature_bias),
            output_weights: values(&self.output_weights),
            output_bias: self.output_bias.clone(),
            deep: self.deep.as_ref().map(DeepLayers::parameters),
        }
    }

    /// The SHA-256 of the weights, in hexadecimal, as the header of a file has it.
    pub(crate) fn hash(&self) -> String {
        hash(&self.parameters().to_bytes())
    }

    /// Blocks of an accumulator.
    #[inline]
    pub(crate) fn blocks(&self) -> usize {
        self.feature_bias.len()
    }

    /// The weights of a feature.
    #[inline]
    pub(crate) fn row(&self, feature: usize) -> &[Block] {
        let blocks = self.blocks();
        &self.feature_weights[feature * blocks..(feature + 1) * blocks]
    }

    /// What every accumulator begins with.
    #[inline]
    pub(crate) fn bias(&self) -> &[Block] {
        &self.feature_bias
    }

    /// The layers behind the accumulators, if there are any.
    #[inline]
    pub(crate) fn deep(&self) -> Option<&DeepLayers> {
        self.deep.as_ref()
    }

    /// The weights of an output and its bias, in a net without more layers.
    #[inline]
    pub(crate) fn output(&self, output: usize) -> (&[Block], i32) {
        let blocks = self.output_blocks;
        let weights = &self.output_weights[output * blocks..(output + 1) * blocks];
        (weights, self.output_bias[output])
    }
}

/// Can no sum of the bias and 32 of these rows leave 16 bits?
fn check_sums(rows: &[i16], bias: &[i16]) -> Result<(), NnueError> {
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
fn blocks(values: &[i16]) -> Vec<Block> {
    values.as_chunks().0.iter().map(|&chunk| Block(chunk)).collect()
}
