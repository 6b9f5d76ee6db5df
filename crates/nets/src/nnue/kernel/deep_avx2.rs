//! The loops behind the accumulators with AVX2: a block is two registers.

use std::arch::x86_64::{
    __m256, __m256i, _mm_add_ps, _mm_add_ss, _mm_cvtss_f32, _mm_movehl_ps, _mm_shuffle_ps,
    _mm256_add_epi32, _mm256_add_ps, _mm256_castps256_ps128, _mm256_cvtepi32_ps,
    _mm256_extractf128_ps, _mm256_load_ps, _mm256_load_si256, _mm256_madd_epi16,
    _mm256_maddubs_epi16, _mm256_max_epi16, _mm256_max_ps, _mm256_min_epi16, _mm256_min_ps,
    _mm256_mul_ps, _mm256_mullo_epi16, _mm256_packus_epi16, _mm256_permute4x64_epi64,
    _mm256_set1_epi16, _mm256_set1_epi32, _mm256_set1_ps, _mm256_setzero_ps, _mm256_setzero_si256,
    _mm256_srli_epi16, _mm256_store_ps, _mm256_storeu_si256,
};

use super::deep::{MAX_BLOCKS, NO_INPUTS, STEP};
use crate::nnue::deep_layers::{FloatBlock, InputGroup, OutputLayers};
use crate::nnue::layers::Block;
use crate::nnue::{INPUT_UNIT, PAIR_SHIFT, SECOND_UNIT};

/// # Safety
///
/// The machine has AVX2. Sums are an even number of blocks, of which each pair has room
/// for eight groups.
#[target_feature(enable = "avx2")]
pub(super) unsafe fn pairwise(sums: &[Block], into: &mut [InputGroup]) {
    let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(INPUT_UNIT as i16));
    let (firsts, seconds) = sums.split_at(sums.len() / 2);
    for ((first, second), into) in firsts.iter().zip(seconds).zip(into.chunks_exact_mut(8)) {
        let product = |half: usize| {
            // SAFETY: a block is two registers, and 64 divides its address.
            let load = |block: &Block| unsafe {
                _mm256_load_si256(std::ptr::from_ref(block).cast::<__m256i>().add(half))
            };
            let clamped = |block| _mm256_min_epi16(_mm256_max_epi16(load(block), zero), one);
            // 255² fits 16 bits without a sign.
            let product = _mm256_mullo_epi16(clamped(first), clamped(second));
            _mm256_srli_epi16::<{ PAIR_SHIFT as i32 }>(product)
        };
        // Packing takes turns between the registers, eight bytes each.
        let bytes = _mm256_packus_epi16(product(0), product(1));
        let bytes = _mm256_permute4x64_epi64::<0b11_01_10_00>(bytes);
        // SAFETY: eight groups are 32 bytes.
        unsafe { _mm256_storeu_si256(into.as_mut_ptr().cast(), bytes) };
    }
}

/// # Safety
///
/// The machine has AVX2. There is a block of weights for each group of inputs and block
/// of units, of which there are no more than the largest layer has; and in the third
/// layer for each of its inputs and block of units.
#[target_feature(enable = "avx2")]
pub(super) unsafe fn output(inputs: &[InputGroup], layers: &OutputLayers<'_>) -> f32 {
    let blocks = layers.second_bias.len();
    let mut units = NO_INPUTS;
    let (zero, one) = (_mm256_setzero_ps(), _mm256_set1_ps(1.0));
    for block in 0..blocks {
        // SAFETY: there is such a block of units.
        let halves = unsafe { second_layer(inputs, layers, block) };
        for (half, sums) in halves.into_iter().enumerate() {
            let unit = _mm256_mul_ps(_mm256_cvtepi32_ps(sums), _mm256_set1_ps(1.0 / SECOND_UNIT));
            let clamped = _mm256_min_ps(_mm256_max_ps(unit, zero), one);
            let square = _mm256_min_ps(_mm256_mul_ps(unit, unit), one);
            // SAFETY: a block is two registers, and 64 divides its address.
            unsafe {
                _mm256_store_ps(units[block].0.as_mut_ptr().add(half * 8), clamped);
                _mm256_store_ps(units[blocks + block].0.as_mut_ptr().add(half * 8), square);
            }
        }
    }
    let units = &units[..2 * blocks];
    // SAFETY: as above.
    unsafe {
        match layers.third_bias.len() {
            1 => last_layers::<1>(units, layers),
            2 => last_layers::<2>(units, layers),
            3 => last_layers::<3>(units, layers),
            _ => last_layers::<MAX_BLOCKS>(units, layers),
        }
    }
}

/// The sums of a block of units.
///
/// # Safety
///
/// As [`output`], of which there is such a block.
#[target_feature(enable = "avx2")]
#[inline]
unsafe fn second_layer(
    inputs: &[InputGroup],
    layers: &OutputLayers<'_>,
    block: usize,
) -> [__m256i; 2] {
    let blocks = layers.second_bias.len();
    let ones = _mm256_set1_epi16(1);
    // SAFETY: a block is two registers, and 64 divides its address.
    let load = |place: *const __m256i| unsafe {
        [_mm256_load_si256(place), _mm256_load_si256(place.add(1))]
    };
    // SAFETY: there is such a block.
    let mut totals = load(unsafe { layers.second_bias.as_ptr().add(block).cast() });
    for (group, &input) in inputs.iter().enumerate() {
        let input = _mm256_set1_epi32(i32::from_le_bytes(input));
        // SAFETY: there are so many blocks of weights.
        let weights =
            load(unsafe { layers.second_weights.as_ptr().add(group * blocks + block).cast() });
        for (total, weights) in totals.iter_mut().zip(weights) {
            // Inputs have seven bits: two products fit 16.
            let products = _mm256_madd_epi16(_mm256_maddubs_epi16(input, weights), ones);
            *total = _mm256_add_epi32(*total, products);
        }
    }
    totals
}

/// A third layer of so many blocks, and the output.
///
/// # Safety
///
/// As [`output`], of which the third layer has so many blocks.
#[target_feature(enable = "avx2")]
#[inline]
unsafe fn last_layers<const BLOCKS: usize>(
    inputs: &[FloatBlock],
    layers: &OutputLayers<'_>,
) -> f32 {
    // SAFETY: blocks are two registers, and 64 divides their addresses.
    let load = |blocks: &[FloatBlock], index: usize| unsafe {
        let place = blocks.as_ptr().add(index).cast::<f32>();
        [_mm256_load_ps(place), _mm256_load_ps(place.add(8))]
    };
    let mut sums: [[__m256; 2]; BLOCKS] = [[_mm256_setzero_ps(); 2]; BLOCKS];
    for (block, sum) in sums.iter_mut().enumerate() {
        *sum = load(layers.third_bias, block);
    }
    for (block, inputs) in inputs.iter().enumerate() {
        for (lane, &input) in inputs.0.iter().enumerate() {
            let input = _mm256_set1_ps(input);
            let row = (block * STEP + lane) * BLOCKS;
            for (index, sum) in sums.iter_mut().enumerate() {
                let weights = load(layers.third_weights, row + index);
                sum[0] = _mm256_add_ps(sum[0], _mm256_mul_ps(input, weights[0]));
                sum[1] = _mm256_add_ps(sum[1], _mm256_mul_ps(input, weights[1]));
            }
        }
    }
    let (zero, one) = (_mm256_setzero_ps(), _mm256_set1_ps(1.0));
    let mut lanes = [zero; 2];
    for (block, sums) in sums.into_iter().enumerate() {
        let weights = load(layers.last_weights, block);
        for (half, sum) in sums.into_iter().enumerate() {
            let clamped = _mm256_min_ps(_mm256_max_ps(sum, zero), one);
            let square = _mm256_mul_ps(clamped, clamped);
            lanes[half] = _mm256_add_ps(lanes[half], _mm256_mul_ps(square, weights[half]));
        }
    }
    sum_of_eight(_mm256_add_ps(lanes[0], lanes[1])) + layers.last_bias
}

/// Lanes added by halves.
#[target_feature(enable = "avx2")]
#[inline]
pub(super) fn sum_of_eight(lanes: __m256) -> f32 {
    let four = _mm_add_ps(_mm256_castps256_ps128(lanes), _mm256_extractf128_ps::<1>(lanes));
    let two = _mm_add_ps(four, _mm_movehl_ps(four, four));
    _mm_cvtss_f32(_mm_add_ss(two, _mm_shuffle_ps::<1>(two, two)))
}
