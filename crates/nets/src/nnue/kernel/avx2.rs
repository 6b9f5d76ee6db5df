//! The loops with AVX2: a block is two registers.

use std::arch::x86_64::{
    __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm256_add_epi16,
    _mm256_add_epi32, _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_load_si256,
    _mm256_madd_epi16, _mm256_max_epi16, _mm256_min_epi16, _mm256_mullo_epi16, _mm256_set1_epi16,
    _mm256_setzero_si256, _mm256_store_si256, _mm256_sub_epi16,
};

use super::RowChanges;
use crate::nnue::INPUT_UNIT;
use crate::nnue::layers::Block;

/// Registers that hold sums while all rows pass by: half of those there are.
const TILE: usize = 8;

/// # Safety
///
/// The machine has AVX2. There are `blocks` blocks at `from`, at `into` (which may be
/// the same) and in every row.
#[target_feature(enable = "avx2")]
pub(super) unsafe fn update(
    from: *const Block,
    into: *mut Block,
    blocks: usize,
    changes: &RowChanges<'_>,
) {
    let registers = 2 * blocks;
    let whole = registers - registers % TILE;
    // SAFETY: the tiles end within the blocks.
    unsafe {
        (0..whole).step_by(TILE).for_each(|register| tile::<TILE>(from, into, register, changes));
        (whole..registers).for_each(|register| tile::<1>(from, into, register, changes));
    }
}

/// # Safety
///
/// As [`update`], of which there are `W` registers at `first` and after it.
#[target_feature(enable = "avx2")]
#[inline]
unsafe fn tile<const W: usize>(
    from: *const Block,
    into: *mut Block,
    first: usize,
    changes: &RowChanges<'_>,
) {
    // SAFETY: W registers are there, at addresses that 32 divides.
    let load = |blocks: *const Block, index: usize| unsafe {
        _mm256_load_si256(blocks.cast::<__m256i>().add(first + index))
    };
    let mut sums: [__m256i; W] = [_mm256_setzero_si256(); W];
    for (index, sum) in sums.iter_mut().enumerate() {
        *sum = load(from, index);
    }
    for row in &changes.added {
        for (index, sum) in sums.iter_mut().enumerate() {
            *sum = _mm256_add_epi16(*sum, load(row.as_ptr(), index));
        }
    }
    for row in &changes.removed {
        for (index, sum) in sums.iter_mut().enumerate() {
            *sum = _mm256_sub_epi16(*sum, load(row.as_ptr(), index));
        }
    }
    for (index, sum) in sums.into_iter().enumerate() {
        // SAFETY: as for loading.
        unsafe { _mm256_store_si256(into.cast::<__m256i>().add(first + index), sum) };
    }
}

/// # Safety
///
/// The machine has AVX2. There are as many weights as sums.
#[target_feature(enable = "avx2")]
pub(super) unsafe fn output(sums: &[Block], weights: &[Block]) -> i32 {
    let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(INPUT_UNIT as i16));
    let mut totals = [zero; 2];
    for (sums, weights) in sums.iter().zip(weights) {
        for (half, total) in totals.iter_mut().enumerate() {
            // SAFETY: a block is two registers, and 64 divides its address.
            let (sum, weight) = unsafe {
                let load = |block: &Block| {
                    _mm256_load_si256(std::ptr::from_ref(block).cast::<__m256i>().add(half))
                };
                (load(sums), load(weights))
            };
            let activation = _mm256_min_epi16(_mm256_max_epi16(sum, zero), one);
            // Within 16 bits: see MAX_OUTPUT_WEIGHT.
            let product = _mm256_mullo_epi16(activation, weight);
            *total = _mm256_add_epi32(*total, _mm256_madd_epi16(product, activation));
        }
    }
    let total = _mm256_add_epi32(totals[0], totals[1]);
    let four = _mm_add_epi32(_mm256_castsi256_si128(total), _mm256_extracti128_si256::<1>(total));
    let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b01_00_11_10>(four));
    _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32::<0b10_11_00_01>(two)))
}
