//! The loops behind the accumulators: products of pairs, the second layer, and the
//! floats of the last ones. Floats are added in a fixed order and never fused with
//! multiplications, so that all levels give the same bits.

use crate::Level;
use crate::nnue::deep_layers::{FloatBlock, InputGroup, IntBlock, OutputLayers};
#[cfg(target_arch = "x86_64")]
use crate::nnue::kernel::{deep_avx2, deep_avx512};
use crate::nnue::layers::Block;
use crate::nnue::{DeepSizes, INPUT_UNIT, PAIR_SHIFT, SECOND_UNIT};

/// Numbers of a block.
const STEP: usize = DeepSizes::STEP;

/// Blocks of the largest layer.
const MAX_BLOCKS: usize = DeepSizes::MAX / STEP;

/// Sums of the second layer; those of blocks that it has not stay zero.
pub(super) type SecondSums = [IntBlock; MAX_BLOCKS];

impl Level {
    /// The inputs of the second layer that an accumulator makes: each number of its
    /// first half, clamped, times the one as far behind in its second half.
    #[inline]
    pub(crate) fn pairwise(self, sums: &[Block], into: &mut [InputGroup]) {
        // A block of sums in each half makes 32 inputs.
        assert!(sums.len().is_multiple_of(2) && into.len() == sums.len() / 2 * 8);
        match self {
            Level::Scalar => pairwise(sums, into),
            // SAFETY: a `Detected` exists, so the machine has AVX2; there is room for
            // the inputs.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2(_) => unsafe { deep_avx2::pairwise(sums, into) },
            // SAFETY: as above, with AVX-512F and BW.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512(_) => unsafe { deep_avx512::pairwise(sums, into) },
        }
    }

    /// What an output says of these inputs.
    #[inline]
    pub(crate) fn deep_output(self, inputs: &[InputGroup], layers: &OutputLayers<'_>) -> f32 {
        let blocks = layers.second_bias.len();
        assert!(blocks <= MAX_BLOCKS && layers.second_weights.len() == inputs.len() * blocks);
        match self {
            Level::Scalar => last_layers(&second_layer(inputs, layers), layers),
            // SAFETY: a `Detected` exists, so the machine has AVX2; there is a block of
            // weights for each group of inputs and block of units.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2(_) => unsafe { deep_avx2::output(inputs, layers) },
            // SAFETY: as above, with AVX-512F and BW.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512(_) => unsafe { deep_avx512::output(inputs, layers) },
        }
    }
}

fn pairwise(sums: &[Block], into: &mut [InputGroup]) {
    let (firsts, seconds) = sums.split_at(sums.len() / 2);
    let pairs = firsts.iter().zip(seconds).flat_map(|(Block(a), Block(b))| a.iter().zip(b));
    for ((&a, &b), input) in pairs.zip(into.as_flattened_mut()) {
        let clamped = |sum: i16| i32::from(sum).clamp(0, INPUT_UNIT);
        *input = (clamped(a) * clamped(b) >> PAIR_SHIFT) as u8;
    }
}

fn second_layer(inputs: &[InputGroup], layers: &OutputLayers<'_>) -> SecondSums {
    let blocks = layers.second_bias.len();
    let mut sums = [IntBlock([0; STEP]); MAX_BLOCKS];
    sums[..blocks].copy_from_slice(layers.second_bias);
    for (group, rows) in inputs.iter().zip(layers.second_weights.chunks_exact(blocks)) {
        for (IntBlock(sums), weights) in sums.iter_mut().zip(rows) {
            for (sum, weights) in sums.iter_mut().zip(weights.0.as_chunks::<4>().0) {
                let products = group.iter().zip(weights);
                let products =
                    products.map(|(&input, &weight)| i32::from(input) * i32::from(weight));
                *sum = sum.wrapping_add(products.sum());
            }
        }
    }
    sums
}

/// From the sums of the second layer to the output. Inlined into functions with the
/// instructions of a level, for which it is compiled anew.
#[inline(always)]
pub(super) fn last_layers(sums: &SecondSums, layers: &OutputLayers<'_>) -> f32 {
    let units = layers.second_bias.len() * STEP;
    let mut inputs = [0.0f32; 2 * DeepSizes::MAX];
    let (clamped, squares) = inputs[..2 * units].split_at_mut(units);
    for (block, IntBlock(sums)) in sums[..layers.second_bias.len()].iter().enumerate() {
        for (lane, &sum) in sums.iter().enumerate() {
            let unit = sum as f32 * (1.0 / SECOND_UNIT);
            clamped[block * STEP + lane] = unit.clamp(0.0, 1.0);
            squares[block * STEP + lane] = (unit * unit).min(1.0);
        }
    }
    let inputs = &inputs[..2 * units];
    match layers.third_bias.len() {
        1 => third_layer::<1>(inputs, layers),
        2 => third_layer::<2>(inputs, layers),
        3 => third_layer::<3>(inputs, layers),
        _ => third_layer::<MAX_BLOCKS>(inputs, layers),
    }
}

/// A third layer of so many blocks, and the output. Inputs are added one after the
/// other; the output adds its blocks, and then its lanes by halves.
#[inline(always)]
fn third_layer<const BLOCKS: usize>(inputs: &[f32], layers: &OutputLayers<'_>) -> f32 {
    let mut sums = [[0.0f32; STEP]; BLOCKS];
    for (sums, FloatBlock(bias)) in sums.iter_mut().zip(layers.third_bias) {
        *sums = *bias;
    }
    for (&input, row) in inputs.iter().zip(layers.third_weights.chunks_exact(BLOCKS)) {
        for (sums, FloatBlock(weights)) in sums.iter_mut().zip(row) {
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += input * weight;
            }
        }
    }
    let mut lanes = [0.0f32; STEP];
    for (sums, FloatBlock(weights)) in sums.iter().zip(layers.last_weights) {
        for ((lane, sum), weight) in lanes.iter_mut().zip(sums).zip(weights) {
            let clamped = sum.clamp(0.0, 1.0);
            *lane += clamped * clamped * weight;
        }
    }
    let mut half = STEP / 2;
    while half > 0 {
        for lane in 0..half {
            lanes[lane] += lanes[lane + half];
        }
        half /= 2;
    }
    lanes[0] + layers.last_bias
}
