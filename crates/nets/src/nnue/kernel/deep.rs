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
pub(super) const STEP: usize = DeepSizes::STEP;

/// Blocks of the largest layer.
pub(super) const MAX_BLOCKS: usize = DeepSizes::MAX / STEP;

/// Room for the inputs of a third layer: activations of the second one, then squares.
pub(super) const NO_INPUTS: [FloatBlock; 2 * MAX_BLOCKS] = [FloatBlock([0.0; STEP]); _];

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
        let (second, third) = (layers.second_bias.len(), layers.third_bias.len());
        assert!(
            second <= MAX_BLOCKS
                && layers.second_weights.len() == inputs.len() * second
                && (1..=MAX_BLOCKS).contains(&third)
                && layers.third_weights.len() == 2 * second * STEP * third
                && layers.last_weights.len() == third
        );
        match self {
            Level::Scalar => last_layers(&second_layer(inputs, layers)[..2 * second], layers),
            // SAFETY: a `Detected` exists, so the machine has AVX2; there is a block of
            // weights for each input, or group of inputs, and block of units.
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
        *input = ((clamped(a) * clamped(b)) >> PAIR_SHIFT) as u8;
    }
}

fn second_layer(inputs: &[InputGroup], layers: &OutputLayers<'_>) -> [FloatBlock; 2 * MAX_BLOCKS] {
    let blocks = layers.second_bias.len();
    let mut units = NO_INPUTS;
    for (block, bias) in layers.second_bias.iter().enumerate() {
        let IntBlock(mut sums) = *bias;
        let rows = layers.second_weights.iter().skip(block).step_by(blocks);
        for (group, weights) in inputs.iter().zip(rows) {
            for (sum, weights) in sums.iter_mut().zip(weights.0.as_chunks::<4>().0) {
                let product = |(&input, &weight): (&u8, &i8)| i32::from(input) * i32::from(weight);
                *sum = sum.wrapping_add(group.iter().zip(weights).map(product).sum());
            }
        }
        for (lane, sum) in sums.into_iter().enumerate() {
            let unit = sum as f32 * (1.0 / SECOND_UNIT);
            units[block].0[lane] = unit.clamp(0.0, 1.0);
            units[blocks + block].0[lane] = (unit * unit).min(1.0);
        }
    }
    units
}

/// From the activations of the second layer to the output. The third layer adds its
/// inputs one after the other; the output adds its blocks, and then its lanes by halves.
fn last_layers(inputs: &[FloatBlock], layers: &OutputLayers<'_>) -> f32 {
    let inputs = inputs.iter().flat_map(|block| block.0);
    let mut lanes = [0.0f32; STEP];
    let blocks = layers.third_bias.len();
    for (block, (bias, last)) in layers.third_bias.iter().zip(layers.last_weights).enumerate() {
        let FloatBlock(mut sums) = *bias;
        let rows = layers.third_weights.iter().skip(block).step_by(blocks);
        for (input, FloatBlock(weights)) in inputs.clone().zip(rows) {
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += input * weight;
            }
        }
        for ((lane, sum), weight) in lanes.iter_mut().zip(sums).zip(last.0) {
            let clamped = sum.clamp(0.0, 1.0);
            *lane += clamped * clamped * weight;
        }
    }
    for half in [STEP / 2, STEP / 4, STEP / 8, STEP / 16] {
        (0..half).for_each(|lane| lanes[lane] += lanes[lane + half]);
    }
    lanes[0] + layers.last_bias
}
