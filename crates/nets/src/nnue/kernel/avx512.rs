//! The loops with AVX-512: a block is one register.

use std::arch::x86_64::{
    __m512i, _mm512_add_epi16, _mm512_add_epi32, _mm512_load_si512, _mm512_madd_epi16,
    _mm512_max_epi16, _mm512_min_epi16, _mm512_mullo_epi16, _mm512_reduce_add_epi32,
    _mm512_set1_epi16, _mm512_setzero_si512, _mm512_store_si512, _mm512_sub_epi16,
};

use super::RowChanges;
use crate::nnue::INPUT_UNIT;
use crate::nnue::layers::Block;

/// Blocks that are kept in registers while all rows pass by.
const TILE: usize = 8;

/// # Safety
///
/// The machine has AVX-512F and BW. There are `blocks` blocks at `from`, at `into`
/// (which may be the same) and in every row.
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) unsafe fn update(
    from: *const Block,
    into: *mut Block,
    blocks: usize,
    changes: &RowChanges<'_>,
) {
    let whole = blocks - blocks % TILE;
    // SAFETY: the tiles end within the blocks.
    unsafe {
        (0..whole).step_by(TILE).for_each(|block| tile::<TILE>(from, into, block, changes));
        (whole..blocks).for_each(|block| tile::<1>(from, into, block, changes));
    }
}

/// # Safety
///
/// As [`update`], of which there are `W` blocks at `first` and after it.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
unsafe fn tile<const W: usize>(
    from: *const Block,
    into: *mut Block,
    first: usize,
    changes: &RowChanges<'_>,
) {
    // SAFETY: W blocks are there, and blocks lie at addresses that 64 divides.
    let load = |blocks: *const Block, index: usize| unsafe {
        _mm512_load_si512(blocks.add(first + index).cast())
    };
    let mut sums: [__m512i; W] = [_mm512_setzero_si512(); W];
    for (index, sum) in sums.iter_mut().enumerate() {
        *sum = load(from, index);
    }
    for row in &changes.added {
        for (index, sum) in sums.iter_mut().enumerate() {
            *sum = _mm512_add_epi16(*sum, load(row.as_ptr(), index));
        }
    }
    for row in &changes.removed {
        for (index, sum) in sums.iter_mut().enumerate() {
            *sum = _mm512_sub_epi16(*sum, load(row.as_ptr(), index));
        }
    }
    for (index, sum) in sums.into_iter().enumerate() {
        // SAFETY: as for loading.
        unsafe { _mm512_store_si512(into.add(first + index).cast(), sum) };
    }
}

/// # Safety
///
/// The machine has AVX-512F and BW. There are as many weights as sums.
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) unsafe fn output(sums: &[Block], weights: &[Block]) -> i32 {
    let (zero, one) = (_mm512_setzero_si512(), _mm512_set1_epi16(INPUT_UNIT as i16));
    let mut total = zero;
    for (sums, weights) in sums.iter().zip(weights) {
        // SAFETY: a block is as large as a register, and 64 divides its address.
        let (sum, weight) = unsafe {
            let load = |block: &Block| _mm512_load_si512(std::ptr::from_ref(block).cast());
            (load(sums), load(weights))
        };
        let activation = _mm512_min_epi16(_mm512_max_epi16(sum, zero), one);
        // Within 16 bits: see MAX_OUTPUT_WEIGHT.
        let product = _mm512_mullo_epi16(activation, weight);
        total = _mm512_add_epi32(total, _mm512_madd_epi16(product, activation));
    }
    _mm512_reduce_add_epi32(total)
}
