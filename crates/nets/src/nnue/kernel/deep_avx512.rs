//! The loops behind the accumulators with AVX-512: a block is one register.

use std::arch::x86_64::{
    __m512i, _mm256_storeu_si256, _mm512_add_epi32, _mm512_cvtepi16_epi8, _mm512_load_si512,
    _mm512_madd_epi16, _mm512_maddubs_epi16, _mm512_max_epi16, _mm512_min_epi16,
    _mm512_mullo_epi16, _mm512_set1_epi16, _mm512_set1_epi32, _mm512_setzero_si512,
    _mm512_srli_epi16, _mm512_store_si512,
};

use super::deep::{SecondSums, last_layers};
use crate::nnue::deep_layers::{InputGroup, IntBlock, OutputLayers};
use crate::nnue::layers::Block;
use crate::nnue::{DeepSizes, INPUT_UNIT, PAIR_SHIFT};

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
/// and block of units, of which there are no more than the largest layer has.
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) unsafe fn output(inputs: &[InputGroup], layers: &OutputLayers<'_>) -> f32 {
    let blocks = layers.second_bias.len();
    let mut sums: SecondSums = [IntBlock([0; DeepSizes::STEP]); _];
    let ones = _mm512_set1_epi16(1);
    for (block, (sums, bias)) in sums.iter_mut().zip(layers.second_bias).enumerate() {
        let mut totals: [__m512i; CHAINS] = [_mm512_setzero_si512(); CHAINS];
        // SAFETY: a block is as large as a register, and 64 divides its address.
        totals[0] = unsafe { _mm512_load_si512(std::ptr::from_ref(bias).cast()) };
        let (groups, _) = inputs.as_chunks::<CHAINS>();
        for (chunk, groups) in groups.iter().enumerate() {
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
        let total = _mm512_add_epi32(_mm512_add_epi32(a, b), _mm512_add_epi32(c, d));
        // SAFETY: as for the bias.
        unsafe { _mm512_store_si512(std::ptr::from_mut(sums).cast(), total) };
    }
    last_layers(&sums, layers)
}
