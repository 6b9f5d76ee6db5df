//! The kernel with AVX-512: a panel is one register wide.

use std::arch::x86_64::{
    __m512, _mm512_fmadd_ps, _mm512_load_ps, _mm512_set1_ps, _mm512_setzero_ps, _mm512_storeu_ps,
};

use crate::mlp::HIDDEN1;
use crate::mlp::second_layer::{Group, Row, Sums};

/// Twenty-four sums and two rows; activations come from memory as they are needed.
pub(super) const GROUP: usize = 12;

pub(super) const fn panels(members: usize) -> usize {
    match members {
        1 | 2 => 8,
        3..=6 => 4,
        _ => 2,
    }
}

/// # Safety
///
/// The machine has AVX-512F. There are `HIDDEN1` rows for each panel, and a panel for
/// each sum of a member.
#[target_feature(enable = "avx512f")]
pub(super) unsafe fn product(rows: &[Row], group: &Group, sums: &mut Sums) {
    // SAFETY: what is asked of the caller is what these ask for.
    unsafe {
        match group.members() {
            1 => block::<1, 8>(rows, group, sums),
            2 => block::<2, 8>(rows, group, sums),
            3 => block::<3, 4>(rows, group, sums),
            4 => block::<4, 4>(rows, group, sums),
            5 => block::<5, 4>(rows, group, sums),
            6 => block::<6, 4>(rows, group, sums),
            7 => block::<7, 2>(rows, group, sums),
            8 => block::<8, 2>(rows, group, sums),
            9 => block::<9, 2>(rows, group, sums),
            10 => block::<10, 2>(rows, group, sums),
            11 => block::<11, 2>(rows, group, sums),
            12 => block::<12, 2>(rows, group, sums),
            members => unreachable!("a group of {members}"),
        }
    }
}

/// # Safety
///
/// As [`product`]; the group has `M` members and `sums` has `P` panels for each.
#[target_feature(enable = "avx512f")]
unsafe fn block<const M: usize, const P: usize>(rows: &[Row], group: &Group, sums: &mut Sums) {
    let mut totals: [[__m512; P]; M] = [[_mm512_setzero_ps(); P]; M];
    let (values, _) = group.values().as_chunks::<M>();
    for (&unit, values) in group.units().iter().zip(values) {
        let mut weights = [_mm512_setzero_ps(); P];
        for (panel, weights) in weights.iter_mut().enumerate() {
            // SAFETY: units are less than HIDDEN1, and there are P · HIDDEN1 rows, each
            // of sixteen numbers at an address that 64 divides.
            *weights = unsafe {
                _mm512_load_ps(rows.as_ptr().add(panel * HIDDEN1 + usize::from(unit)).cast())
            };
        }
        for (&value, totals) in values.iter().zip(&mut totals) {
            let value = _mm512_set1_ps(value);
            for (total, &weights) in totals.iter_mut().zip(&weights) {
                *total = _mm512_fmadd_ps(value, weights, *total);
            }
        }
    }
    for (sums, total) in sums.iter_mut().zip(totals.as_flattened()) {
        // SAFETY: sixteen numbers have room for sixteen.
        unsafe { _mm512_storeu_ps(sums.as_mut_ptr(), *total) };
    }
}
