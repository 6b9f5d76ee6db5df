//! The layers behind the accumulators, as they are computed with.

use super::layers::Block;
use super::{DeepParameters, DeepSizes, MAX_FLOAT, NnueError, SCALE};
use crate::Level;

/// Four inputs of the second layer, which are multiplied at once.
pub(crate) type InputGroup = [u8; 4];

/// Four weights for each of 16 units: a register of AVX-512, two of AVX2. So are the
/// others.
#[derive(Copy, Clone, Debug)]
#[repr(C, align(64))]
pub(crate) struct ByteBlock(pub(crate) [i8; 4 * DeepSizes::STEP]);

/// Sums of 16 units of the second layer.
#[derive(Copy, Clone, Debug)]
#[repr(C, align(64))]
pub(crate) struct IntBlock(pub(crate) [i32; DeepSizes::STEP]);

/// Numbers of 16 units of the last layers.
#[derive(Copy, Clone, Debug)]
#[repr(C, align(64))]
pub(crate) struct FloatBlock(pub(crate) [f32; DeepSizes::STEP]);

/// Weights that were checked, in blocks.
#[derive(Clone)]
pub(crate) struct DeepLayers {
    sizes: DeepSizes,
    outputs: usize,
    second_weights: Vec<ByteBlock>,
    second_bias: Vec<IntBlock>,
    third_weights: Vec<FloatBlock>,
    third_bias: Vec<FloatBlock>,
    last_weights: Vec<FloatBlock>,
    last_bias: Vec<f32>,
}

/// The layers of one output.
#[derive(Copy, Clone, Debug)]
pub(crate) struct OutputLayers<'a> {
    /// By group of inputs, then units.
    pub(crate) second_weights: &'a [ByteBlock],
    pub(crate) second_bias: &'a [IntBlock],
    /// By input, then units.
    pub(crate) third_weights: &'a [FloatBlock],
    pub(crate) third_bias: &'a [FloatBlock],
    pub(crate) last_weights: &'a [FloatBlock],
    pub(crate) last_bias: f32,
}

impl DeepLayers {
    /// Those of arrays that have the lengths of these sizes, if their floats are numbers
    /// to count with.
    pub(super) fn new(
        (parameters, sizes): (&DeepParameters, DeepSizes),
    ) -> Result<DeepLayers, NnueError> {
        for (array, values) in parameters.floats() {
            // What is no number is not within the bound either.
            let fits = |value: &f32| value.abs() <= MAX_FLOAT;
            if let Some(index) = values.iter().position(|value| !fits(value)) {
                return Err(NnueError::Float { array, index, found: values[index].to_string() });
            }
        }
        let floats = |values: &[f32]| values.as_chunks().0.iter().map(|&c| FloatBlock(c)).collect();
        let bytes = parameters.second_weights.as_chunks().0;
        Ok(DeepLayers {
            sizes,
            outputs: parameters.last_bias.len(),
            second_weights: bytes.iter().map(|&chunk| ByteBlock(chunk)).collect(),
            second_bias: parameters
                .second_bias
                .as_chunks()
                .0
                .iter()
                .map(|&c| IntBlock(c))
                .collect(),
            third_weights: floats(&parameters.third_weights),
            third_bias: floats(&parameters.third_bias),
            last_weights: floats(&parameters.last_weights),
            last_bias: parameters.last_bias.clone(),
        })
    }

    /// The weights as a file has them.
    pub(super) fn parameters(&self) -> DeepParameters {
        let floats = |blocks: &[FloatBlock]| blocks.iter().flat_map(|block| block.0).collect();
        DeepParameters {
            second_weights: self.second_weights.iter().flat_map(|block| block.0).collect(),
            second_bias: self.second_bias.iter().flat_map(|block| block.0).collect(),
            third_weights: floats(&self.third_weights),
            third_bias: floats(&self.third_bias),
            last_weights: floats(&self.last_weights),
            last_bias: self.last_bias.clone(),
        }
    }

    pub(super) fn sizes(&self) -> DeepSizes {
        self.sizes
    }

    /// The layers of an output.
    ///
    /// # Panics
    ///
    /// If there is no such output.
    #[inline]
    pub(super) fn output(&self, output: usize) -> OutputLayers<'_> {
        OutputLayers {
            second_weights: part(&self.second_weights, output, self.outputs),
            second_bias: part(&self.second_bias, output, self.outputs),
            third_weights: part(&self.third_weights, output, self.outputs),
            third_bias: part(&self.third_bias, output, self.outputs),
            last_weights: part(&self.last_weights, output, self.outputs),
            last_bias: self.last_bias[output],
        }
    }

    /// The value of two accumulators in centipawns. `inputs` has room for those of the
    /// second layer; what was in it does not matter.
    #[inline]
    pub(super) fn evaluate(
        &self,
        level: Level,
        us: &[Block],
        them: &[Block],
        output: usize,
        inputs: &mut [InputGroup],
    ) -> i32 {
        let (ours, theirs) = inputs.split_at_mut(inputs.len() / 2);
        level.pairwise(us, ours);
        level.pairwise(them, theirs);
        to_centipawns(level.deep_output(inputs, &self.output(output)))
    }
}

/// One of so many equal parts.
#[inline]
fn part<T>(all: &[T], index: usize, parts: usize) -> &[T] {
    let length = all.len() / parts;
    &all[index * length..(index + 1) * length]
}

/// The value of an output, rounded towards zero.
#[inline]
pub(super) fn to_centipawns(output: f32) -> i32 {
    (output * SCALE as f32) as i32
}
