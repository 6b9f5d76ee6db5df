//! The loops behind the accumulators with AVX2: a block is two registers.

use std::arch::x86_64::{
    __m256i, _mm256_add_epi32, _mm256_load_si256, _mm256_madd_epi16, _mm256_maddubs_epi16,
    _mm256_max_epi16, _mm256_min_epi16, _mm256_mullo_epi16, _mm256_packus_epi16,
    _mm256_permute4x64_epi64, _mm256_set1_epi16, _mm256_set1_epi32, _mm256_setzero_si256,
    _mm256_srli_epi16, _mm256_store_si256, _mm256_storeu_si256,
};

use super::deep::{SecondSums, last_layers};
use crate::nnue::deep_layers::{InputGroup, IntBlock, OutputLayers};
use crate::nnue::layers::Block;
use crate::nnue::{DeepSizes, INPUT_UNIT, PAIR_SHIFT};

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
/// of units, of which there are no more than the largest layer has.
#[target_feature(enable = "avx2")]
pub(super) unsafe fn output(inputs: &[InputGroup], layers: &OutputLayers<'_>) -> f32 {
    let blocks = layers.second_bias.len();
    let mut sums: SecondSums = [IntBlock([0; DeepSizes::STEP]); _];
    let ones = _mm256_set1_epi16(1);
    for (block, (sums, bias)) in sums.iter_mut().zip(layers.second_bias).enumerate() {
        let place = std::ptr::from_ref(bias).cast::<__m256i>();
        // SAFETY: a block is two registers, and 64 divides its address.
        let mut totals = unsafe { [_mm256_load_si256(place), _mm256_load_si256(place.add(1))] };
        for (group, &input) in inputs.iter().enumerate() {
            let input = _mm256_set1_epi32(i32::from_le_bytes(input));
            // SAFETY: there are so many blocks of weights.
            let weights = unsafe {
                layers.second_weights.as_ptr().add(group * blocks + block).cast::<__m256i>()
            };
            for (half, total) in totals.iter_mut().enumerate() {
                // SAFETY: as for the bias.
                let weights = unsafe { _mm256_load_si256(weights.add(half)) };
                // Inputs have seven bits: two products fit 16.
                let products = _mm256_madd_epi16(_mm256_maddubs_epi16(input, weights), ones);
                *total = _mm256_add_epi32(*total, products);
            }
        }
        let place = std::ptr::from_mut(sums).cast::<__m256i>();
        // SAFETY: as for the bias.
        unsafe {
            _mm256_store_si256(place, totals[0]);
            _mm256_store_si256(place.add(1), totals[1]);
        }
    }
    last_layers(&sums, layers)
}
