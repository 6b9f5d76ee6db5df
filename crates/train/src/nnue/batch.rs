//! Positions in the form in which a device takes them, made ahead by threads.

use std::ops::{ControlFlow, Range};

use anyhow::Result;

use super::packed_sample::PackedSample;
use super::permutation::Permutation;
use super::shape::NetShape;
use super::target::target;
use crate::feeders::made_ahead;

/// Positions that a device takes together if it wants those of one output.
pub(crate) const TILE: usize = 64;

/// No position.
pub(crate) const NOBODY: u32 = u32::MAX;

/// Some positions: which features are on, and what the net should say.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Batch {
    /// For each position the slots of the side to move, then those of the other.
    pub(crate) features: Vec<u16>,
    /// How many slots of each view are used.
    pub(crate) counts: Vec<u8>,
    /// Which output is used.
    pub(crate) outputs: Vec<u8>,
    /// Expected scores of the side to move.
    pub(crate) targets: Vec<f32>,
    /// For a net with more layers: positions by output, in tiles that have one output
    /// each. [`NOBODY`] fills the last tile of an output.
    pub(crate) order: Vec<u32>,
    /// What the squared error of a position counts in the loss: one part in the
    /// size of a full batch, so that a short one makes a short step.
    pub(crate) weight: f32,
}

impl Batch {
    /// How many positions there are.
    pub(crate) fn len(&self) -> usize {
        self.targets.len()
    }

    /// A batch of these samples; a full one has `full` of them.
    pub(crate) fn new<'a>(
        samples: impl ExactSizeIterator<Item = &'a PackedSample>,
        shape: &NetShape,
        result_share: f64,
        full: usize,
    ) -> Batch {
        let (slots, count) = (shape.slots(), samples.len());
        let mut batch = Batch {
            features: vec![0; count * 2 * slots],
            counts: Vec::with_capacity(count),
            outputs: Vec::with_capacity(count),
            targets: Vec::with_capacity(count),
            order: Vec::new(),
            weight: 1.0 / full.max(1) as f32,
        };
        for (sample, views) in samples.zip(batch.features.chunks_exact_mut(2 * slots)) {
            let (own, other) = views.split_at_mut(slots);
            batch.counts.push(sample.write_features(shape, own, other) as u8);
            batch.outputs.push(shape.architecture.output_bucket(sample.count()) as u8);
            batch.targets.push(target(sample, result_share));
        }
        if shape.layers().is_some() {
            batch.order = tiles(&batch.outputs, shape.outputs());
        }
        batch
    }
}

/// Positions by output, each output in whole tiles.
fn tiles(outputs: &[u8], count: usize) -> Vec<u32> {
    let mut counts = vec![0; count];
    outputs.iter().for_each(|&output| counts[usize::from(output)] += 1);
    let mut end = 0;
    let room = |count: &usize| {
        let start = end;
        end += count.next_multiple_of(TILE);
        start
    };
    let mut places: Vec<usize> = counts.iter().map(room).collect();
    let mut order = vec![NOBODY; end];
    for (position, &output) in outputs.iter().enumerate() {
        let place = &mut places[usize::from(output)];
        order[*place] = position as u32;
        *place += 1;
    }
    order
}

/// Samples in an order, to be cut into batches.
pub(crate) struct BatchPlan<'a> {
    pub(crate) samples: &'a [PackedSample],
    pub(crate) order: Permutation,
    /// Positions in a full batch.
    pub(crate) size: usize,
    pub(crate) shape: &'a NetShape,
    /// The share of the result by the number of the batch.
    pub(crate) result_share: &'a (dyn Fn(usize) -> f64 + Sync),
}

impl BatchPlan<'_> {
    /// How many batches there are.
    pub(crate) fn len(&self) -> usize {
        self.order.len().div_ceil(self.size)
    }

    fn batch(&self, number: usize) -> Batch {
        let start = number * self.size;
        let end = (start + self.size).min(self.order.len());
        let places = start as u32..end as u32;
        let samples = places.map(|place| &self.samples[self.order.at(place) as usize]);
        Batch::new(samples, self.shape, (self.result_share)(number), self.size)
    }

    /// Gives some of the batches to `take` in their order, while threads make
    /// the next ones. Stops when `take` breaks.
    pub(crate) fn each(
        &self,
        numbers: Range<usize>,
        threads: usize,
        take: impl FnMut(Batch) -> Result<ControlFlow<()>>,
    ) -> Result<()> {
        made_ahead(numbers, threads, |number| self.batch(number), take)
    }
}

#[cfg(test)]
mod tests {
    use nets::nnue::Architecture;

    use super::*;
    use crate::nnue::random_games::random_samples;

    #[test]
    fn tiles_have_one_output_each_and_all_positions() {
        let outputs: Vec<u8> = (0..500u32).map(|n| (n * n % 7) as u8).collect();
        let order = tiles(&outputs, 8);
        for tile in order.chunks(TILE) {
            assert_eq!(tile.len(), TILE);
            let output = outputs[tile[0] as usize];
            let end = tile.iter().position(|&position| position == NOBODY).unwrap_or(TILE);
            assert!(tile[..end].iter().all(|&position| outputs[position as usize] == output));
            assert!(tile[end..].iter().all(|&position| position == NOBODY));
        }
        let mut all: Vec<u32> = order.into_iter().filter(|&place| place != NOBODY).collect();
        all.sort_unstable();
        assert_eq!(all, (0..500).collect::<Vec<u32>>());
        assert!(tiles(&[], 8).is_empty());
    }

    #[test]
    fn batches_come_in_their_order_whatever_the_threads() {
        let samples = random_samples(1, 500);
        let shape = NetShape { architecture: Architecture::plain(32), has_factoriser: false };
        let order = Permutation::shuffled(500, 1, 1);
        let share = |number: usize| number as f64 / 10.0;
        let plan =
            BatchPlan { samples: &samples, order, size: 64, shape: &shape, result_share: &share };
        assert_eq!(plan.len(), 8);
        let all = |threads| {
            let mut batches = Vec::new();
            plan.each(1..8, threads, |batch| {
                batches.push(batch);
                Ok(ControlFlow::Continue(()))
            })
            .unwrap();
            batches
        };
        let one = all(1);
        assert_eq!(one, all(3));
        assert_eq!(one.iter().map(Batch::len).collect::<Vec<_>>(), [64, 64, 64, 64, 64, 64, 52]);
        let second = (64..128u32).map(|place| &samples[order.at(place) as usize]);
        assert_eq!(one[0], Batch::new(second, &shape, 0.1, 64));
        assert_eq!(one[6].weight, 1.0 / 64.0);
        // Stopping early leaves no thread behind.
        let mut count = 0;
        let stop = |_| {
            count += 1;
            Ok(if count == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        };
        plan.each(0..8, 2, stop).unwrap();
        assert_eq!(count, 2);
    }
}
