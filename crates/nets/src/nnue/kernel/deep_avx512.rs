//! The loops behind the accumulators with AVX-512: a block is one register.

use std::arch::x86_64::{
    __m512, __m512i, _mm256_add_ps, _mm256_castpd_ps, _mm256_storeu_si256, _mm512_add_epi32,
    _mm512_add_ps, _mm512_castps_pd, _mm512_castps512_ps256, _mm512_cvtepi16_epi8,
    _mm512_cvtepi32_ps, _mm512_extractf64x4_pd, _mm512_load_ps, _mm512_load_si512,
    _mm512_madd_epi16, _mm512_maddubs_epi16, _mm512_max_epi16, _mm512_max_ps, _mm512_min_epi16,
    _mm512_min_ps, _mm512_mul_ps, _mm512_mullo_epi16, _mm512_set1_epi16, _mm512_set1_epi32,
    _mm512_set1_ps, _mm512_setzero_ps, _mm512_setzero_si512, _mm512_srli_epi16, _mm512_store_ps,
};

use super::deep::{MAX_BLOCKS, NO_INPUTS, STEP};
use super::deep_avx2::sum_of_eight;
use crate::nnue::deep_layers::{FloatBlock, InputGroup, OutputLayers};
use crate::nnue::layers::Block;
use crate::nnue::{INPUT_UNIT, PAIR_SHIFT, SECOND_UNIT};

/// Sums that are kept apart until the end, so that additions need not wait for each
/// other. A multiple of so many groups of inputs is always there.
const CHAINS: usize = 4;

/// # Safety
///
/// The machine has AVX-512F and BW. Sums are an even number of blocks, of which each
/// pair has room for eight groups.
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) unsafe fn pairwise(sums: &[Block], into: &mut [InputGroup]) {
    let (zero, one) = (_mm512_setzero_si512(), _mm512_set1_epi16(INPUT_UNIT as i16));
    let clamped = |block: &Block| {
        // SAFETY: a block is as large as a register, and 64 divides its address.
        let sums = unsafe { _mm512_load_si512(std::ptr::from_ref(block).cast()) };
        _mm512_min_epi16(_mm512_max_epi16(sums, zero), one)
    };
    let (firsts, seconds) = sums.split_at(sums.len() / 2);
    for ((first, second), into) in firsts.iter().zip(seconds).zip(into.chunks_exact_mut(8)) {
        // 255² fits 16 bits without a sign.
        let product = _mm512_mullo_epi16(clamped(first), clamped(second));
        let bytes = _mm512_cvtepi16_epi8(_mm512_srli_epi16::<PAIR_SHIFT>(product));
        // SAFETY: eight groups are 32 bytes.
        unsafe { _mm256_storeu_si256(into.as_mut_ptr().cast(), bytes) };
    }
}

/// # Safety
///
/// The machine has AVX-512F and BW. There is a block of weights for each group of inputs
/// and block of units, of which there are no more than the largest layer has; and in the
/// third layer for each of its inputs and block of units.
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) unsafe fn output(inputs: &[InputGroup], layers: &OutputLayers<'_>) -> f32 {
    let blocks = layers.second_bias.len();
    let mut units = NO_INPUTS;
    let (zero, one) = (_mm512_setzero_ps(), _mm512_set1_ps(1.0));
    for block in 0..blocks {
        // SAFETY: there is such a block of units.
        let sums = unsafe { second_layer(inputs, layers, block) };
        let unit = _mm512_mul_ps(_mm512_cvtepi32_ps(sums), _mm512_set1_ps(1.0 / SECOND_UNIT));
        let clamped = _mm512_min_ps(_mm512_max_ps(unit, zero), one);
        let square = _mm512_min_ps(_mm512_mul_ps(unit, unit), one);
        // SAFETY: a block is as large as a register, and 64 divides its address.
        unsafe {
            _mm512_store_ps(units[block].0.as_mut_ptr(), clamped);
            _mm512_store_ps(units[blocks + block].0.as_mut_ptr(), square);
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
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
unsafe fn second_layer(inputs: &[InputGroup], layers: &OutputLayers<'_>, block: usize) -> __m512i {
    let blocks = layers.second_bias.len();
    let ones = _mm512_set1_epi16(1);
    let mut totals: [__m512i; CHAINS] = [_mm512_setzero_si512(); CHAINS];
    // SAFETY: a block is as large as a register, and 64 divides its address.
    totals[0] = unsafe { _mm512_load_si512(layers.second_bias.as_ptr().add(block).cast()) };
    let (chunks, _) = inputs.as_chunks::<CHAINS>();
    for (chunk, groups) in chunks.iter().enumerate() {
        for (chain, (total, &input)) in totals.iter_mut().zip(groups).enumerate() {
            let index = (chunk * CHAINS + chain) * blocks + block;
            // SAFETY: there are so many blocks of weights.
            let weights =
                unsafe { _mm512_load_si512(layers.second_weights.as_ptr().add(index).cast()) };
            let input = _mm512_set1_epi32(i32::from_le_bytes(input));
            // Inputs have seven bits: two products fit 16.
            let products = _mm512_madd_epi16(_mm512_maddubs_epi16(input, weights), ones);
            *total = _mm512_add_epi32(*total, products);
        }
    }
    let [a, b, c, d] = totals;
    _mm512_add_epi32(_mm512_add_epi32(a, b), _mm512_add_epi32(c, d))
}

/// A third layer of so many blocks, and the output.
///
/// # Safety
///
/// As [`output`], of which the third layer has so many blocks.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
unsafe fn last_layers<const BLOCKS: usize>(
    inputs: &[FloatBlock],
    layers: &OutputLayers<'_>,
) -> f32 {
    // SAFETY: blocks are as large as registers, and 64 divides their addresses.
    let load = |blocks: &[FloatBlock], index: usize| unsafe {
        _mm512_load_ps(blocks.as_ptr().add(index).cast())
    };
    let mut sums: [__m512; BLOCKS] = [_mm512_setzero_ps(); BLOCKS];
    for (block, sum) in sums.iter_mut().enumerate() {
        *sum = load(layers.third_bias, block);
    }
    for (block, inputs) in inputs.iter().enumerate() {
        for (lane, &input) in inputs.0.iter().enumerate() {
            let input = _mm512_set1_ps(input);
            let row = (block * STEP + lane) * BLOCKS;
            for (index, sum) in sums.iter_mut().enumerate() {
                let product = _mm512_mul_ps(input, load(layers.third_weights, row + index));
                *sum = _mm512_add_ps(*sum, product);
            }
        }
    }
    let (zero, one) = (_mm512_setzero_ps(), _mm512_set1_ps(1.0));
    let mut lanes = zero;
    for (block, sum) in sums.into_iter().enumerate() {
        let clamped = _mm512_min_ps(_mm512_max_ps(sum, zero), one);
        let square = _mm512_mul_ps(clamped, clamped);
        lanes = _mm512_add_ps(lanes, _mm512_mul_ps(square, load(layers.last_weights, block)));
    }
    let upper = _mm256_castpd_ps(_mm512_extractf64x4_pd::<1>(_mm512_castps_pd(lanes)));
    sum_of_eight(_mm256_add_ps(_mm512_castps512_ps256(lanes), upper)) + layers.last_bias
}
