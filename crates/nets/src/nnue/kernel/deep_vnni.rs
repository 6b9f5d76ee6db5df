//! The second layer with AVX-512 and VNNI: four products and their sum are one
//! instruction. The rest is that of AVX-512.

use std::arch::x86_64::{
    __m512i, _mm512_add_epi32, _mm512_dpbusd_epi32, _mm512_load_si512, _mm512_set1_epi32,
    _mm512_setzero_si512,
};

use super::deep::NO_INPUTS;
use super::deep_avx512::{CHAINS, activations, output_of};
use crate::nnue::deep_layers::{InputGroup, OutputLayers};

/// # Safety
///
/// The machine has AVX-512F, BW and VNNI. There is a block of weights for each group of
/// inputs and block of units, of which there are no more than the largest layer has; and
/// in the third layer for each of its inputs and block of units.
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
pub(super) unsafe fn output(inputs: &[InputGroup], layers: &OutputLayers<'_>) -> f32 {
    let blocks = layers.second_bias.len();
    let mut units = NO_INPUTS;
    for block in 0..blocks {
        // SAFETY: there is such a block of units.
        let sums = unsafe { second_layer(inputs, layers, block) };
        (units[block], units[blocks + block]) = activations(sums);
    }
    // SAFETY: so many units has the second layer.
    unsafe { output_of(&units[..2 * blocks], layers) }
}

/// The sums of a block of units.
///
/// # Safety
///
/// As [`output`], of which there is such a block.
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
#[inline]
unsafe fn second_layer(inputs: &[InputGroup], layers: &OutputLayers<'_>, block: usize) -> __m512i {
    let blocks = layers.second_bias.len();
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
            *total = _mm512_dpbusd_epi32(*total, input, weights);
        }
    }
    let [a, b, c, d] = totals;
    _mm512_add_epi32(_mm512_add_epi32(a, b), _mm512_add_epi32(c, d))
}
