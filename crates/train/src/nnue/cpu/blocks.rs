//! From rows of N units to blocks of rows, and back.

use super::BLOCK;

/// \[rows\]\[N\] to \[N/BLOCK\]\[rows\]\[BLOCK\].
pub(super) fn to_blocks(values: &[f32], hidden: usize) -> Vec<f32> {
    let mut blocks = Vec::with_capacity(values.len());
    for block in 0..hidden / BLOCK {
        for row in values.chunks_exact(hidden) {
            blocks.extend_from_slice(&row[block * BLOCK..(block + 1) * BLOCK]);
        }
    }
    blocks
}

/// The other way.
pub(super) fn from_blocks(blocks: &[f32], hidden: usize) -> Vec<f32> {
    let mut values = vec![0.0; blocks.len()];
    let rows = blocks.len() / hidden;
    for (block, rows) in blocks.chunks_exact(rows * BLOCK).enumerate() {
        let places = values.chunks_exact_mut(hidden);
        for (row, place) in rows.chunks_exact(BLOCK).zip(places) {
            place[block * BLOCK..(block + 1) * BLOCK].copy_from_slice(row);
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        let values: Vec<f32> = (0..5 * 96).map(|number| number as f32).collect();
        let blocks = to_blocks(&values, 96);
        // The second row of the second block.
        assert_eq!(blocks[5 * BLOCK + BLOCK], 96.0 + 32.0);
        assert_eq!(from_blocks(&blocks, 96), values);
    }
}
