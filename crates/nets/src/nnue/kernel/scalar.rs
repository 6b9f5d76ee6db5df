//! The loops in plain Rust: the twin of the others. Compilers make what they can of
//! them on machines that have no loops of their own here.

use super::RowChanges;
use crate::nnue::INPUT_UNIT;
use crate::nnue::layers::Block;

pub(super) fn change(sums: &mut [Block], changes: &RowChanges<'_>) {
    let mut each = |row: &[Block], with: fn(i16, i16) -> i16| {
        for (Block(sums), Block(weights)) in sums.iter_mut().zip(row) {
            for (sum, &weight) in sums.iter_mut().zip(weights) {
                *sum = with(*sum, weight);
            }
        }
    };
    changes.added.iter().for_each(|row| each(row, i16::wrapping_add));
    changes.removed.iter().for_each(|row| each(row, i16::wrapping_sub));
}

pub(super) fn output(sums: &[Block], weights: &[Block]) -> i32 {
    let mut total = 0i32;
    for (Block(sums), Block(weights)) in sums.iter().zip(weights) {
        for (&sum, &weight) in sums.iter().zip(weights) {
            let activation = i32::from(sum).clamp(0, INPUT_UNIT);
            total = total.wrapping_add(activation * activation * i32::from(weight));
        }
    }
    total
}
