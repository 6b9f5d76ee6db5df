//! The sparse first layer: rows are added, and gradients are added to rows.

use super::BLOCK;
use crate::nnue::batch::Batch;
use crate::nnue::shape::NetShape;

type Block = [f32; BLOCK];

/// The features that are on in each view of a position.
fn views<'a>(shape: &NetShape, batch: &'a Batch, position: usize) -> [&'a [u16]; 2] {
    let slots = shape.slots();
    let count = usize::from(batch.counts[position]);
    let start = position * 2 * slots;
    [start, start + slots].map(|start| &batch.features[start..start + count])
}

/// The sums of the positions from `first` on, as many as there is room for.
pub(super) fn forward(
    shape: &NetShape,
    weights: &[f32],
    batch: &Batch,
    first: usize,
    sums: &mut [f32],
) {
    let (rows, hidden) = (shape.rows(), shape.hidden());
    for (index, block) in weights.chunks_exact((rows + 1) * BLOCK).enumerate() {
        let (block, _) = block.as_chunks::<BLOCK>();
        for (offset, places) in sums.chunks_exact_mut(2 * hidden).enumerate() {
            let views = views(shape, batch, first + offset);
            for (view, place) in views.iter().zip(places.chunks_exact_mut(hidden)) {
                let mut sum: Block = block[rows];
                for &feature in *view {
                    let row = &block[usize::from(feature)];
                    for (sum, weight) in sum.iter_mut().zip(row) {
                        *sum += weight;
                    }
                }
                place[index * BLOCK..(index + 1) * BLOCK].copy_from_slice(&sum);
            }
        }
    }
}

/// The gradient of one block of units, from the gradients of all sums.
pub(super) fn backward(
    shape: &NetShape,
    batch: &Batch,
    slopes: &[f32],
    index: usize,
    gradient: &mut [f32],
) {
    let hidden = shape.hidden();
    gradient.fill(0.0);
    let (rows, _) = gradient.as_chunks_mut::<BLOCK>();
    let mut bias: Block = [0.0; BLOCK];
    for (position, slopes) in slopes.chunks_exact(2 * hidden).enumerate() {
        let views = views(shape, batch, position);
        for (view, slopes) in views.iter().zip(slopes.chunks_exact(hidden)) {
            let mut slope: Block = [0.0; BLOCK];
            slope.copy_from_slice(&slopes[index * BLOCK..(index + 1) * BLOCK]);
            for (sum, slope) in bias.iter_mut().zip(slope) {
                *sum += slope;
            }
            for &feature in *view {
                for (sum, slope) in rows[usize::from(feature)].iter_mut().zip(slope) {
                    *sum += slope;
                }
            }
        }
    }
    rows[shape.rows()] = bias;
}
