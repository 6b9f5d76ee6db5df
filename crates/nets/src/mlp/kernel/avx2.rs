//! The kernel with AVX2 and FMA: a panel is two registers wide.

use std::arch::x86_64::{
    __m256, _mm256_broadcast_ss, _mm256_fmadd_ps, _mm256_load_ps, _mm256_setzero_ps,
    _mm256_storeu_ps,
};

use crate::mlp::HIDDEN1;
use crate::mlp::second_layer::{Group, Row, Sums};

/// Twelve sums, two of a row and one activation fill fifteen of sixteen registers.
pub(super) const GROUP: usize = 6;

pub(super) const fn panels(members: usize) -> usize {
    match members {
        1 => 4,
        2 | 3 => 2,
        _ => 1,
    }
}

/// # Safety
///
/// The machine has AVX2 and FMA. There are `HIDDEN1` rows for each panel, and a panel
/// for each sum of a member.
#[target_feature(enable = "avx2,fma")]
pub(super) unsafe fn product(rows: &[Row], group: &Group, sums: &mut Sums) {
    // SAFETY: what is asked of the caller is what these ask for.
    unsafe {
        match group.members() {
            1 => block::<1, 4>(rows, group, sums),
            2 => block::<2, 2>(rows, group, sums),
            3 => block::<3, 2>(rows, group, sums),
            4 => block::<4, 1>(rows, group, sums),
            5 => block::<5, 1>(rows, group, sums),
            6 => block::<6, 1>(rows, group, sums),
            members => unreachable!("a group of {members}"),
        }
    }
}

/// # Safety
///
/// As [`product`]; the group has `M` members and `sums` has `P` panels for each.
#[target_feature(enable = "avx2,fma")]
unsafe fn block<const M: usize, const P: usize>(rows: &[Row], group: &Group, sums: &mut Sums) {
    let mut totals: [[[__m256; 2]; P]; M] = [[[_mm256_setzero_ps(); 2]; P]; M];
    let (values, _) = group.values().as_chunks::<M>();
    for (&unit, values) in group.units().iter().zip(values) {
        let mut weights = [[_mm256_setzero_ps(); 2]; P];
        for (panel, weights) in weights.iter_mut().enumerate() {
            // SAFETY: units are less than HIDDEN1, and there are P · HIDDEN1 rows, each
            // of sixteen numbers at an address that 64 divides.
            *weights = unsafe {
                let row = rows.as_ptr().add(panel * HIDDEN1 + usize::from(unit)).cast::<f32>();
                [_mm256_load_ps(row), _mm256_load_ps(row.add(8))]
            };
        }
        for (value, totals) in values.iter().zip(&mut totals) {
            let value = _mm256_broadcast_ss(value);
            for (total, weights) in totals.iter_mut().zip(&weights) {
                total[0] = _mm256_fmadd_ps(value, weights[0], total[0]);
                total[1] = _mm256_fmadd_ps(value, weights[1], total[1]);
            }
        }
    }
    for (sums, total) in sums.iter_mut().zip(totals.as_flattened()) {
        // SAFETY: sixteen numbers have room for eight and eight more.
        unsafe {
            _mm256_storeu_ps(sums.as_mut_ptr(), total[0]);
            _mm256_storeu_ps(sums.as_mut_ptr().add(8), total[1]);
        }
    }
}
