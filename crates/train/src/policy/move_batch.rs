//! Positions in the form in which a device takes them.

use super::move_sample::MoveSample;
use crate::nnue::permutation::Permutation;

/// Some positions, one behind the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct MoveBatch {
    /// The [words](MoveSample::words) of each position.
    pub(crate) words: Vec<u16>,
    /// Where each begins, and where the last ends.
    pub(crate) starts: Vec<u32>,
}

/// Words of a position, about; room is made for so many.
const USUAL_WORDS: usize = 64;

impl MoveBatch {
    pub(crate) fn new<'a>(samples: impl ExactSizeIterator<Item = &'a MoveSample>) -> MoveBatch {
        let mut words = Vec::with_capacity(samples.len() * USUAL_WORDS);
        let mut starts = Vec::with_capacity(samples.len() + 1);
        starts.push(0);
        for sample in samples {
            words.extend_from_slice(sample.words());
            // Batches have at most a million positions, of 289 words at most.
            starts.push(words.len() as u32);
        }
        MoveBatch { words, starts }
    }

    /// The batch with this number of so many samples in an order.
    pub(crate) fn of_order(
        samples: &[MoveSample],
        order: Permutation,
        size: usize,
        number: usize,
    ) -> MoveBatch {
        let end = ((number + 1) * size).min(order.len());
        let places = (number * size) as u32..end as u32;
        MoveBatch::new(places.map(|place| &samples[order.at(place) as usize]))
    }

    /// How many positions there are.
    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The part of a position in the mean over the batch.
    pub(crate) fn weight(&self) -> f32 {
        1.0 / self.len().max(1) as f32
    }

    /// The words of each position.
    pub(crate) fn positions(&self) -> impl ExactSizeIterator<Item = &[u16]> {
        self.starts.windows(2).map(|ends| &self.words[ends[0] as usize..ends[1] as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nnue::random_games::random_samples_of;

    #[test]
    fn positions_come_back_in_the_order() {
        let samples: Vec<MoveSample> = random_samples_of(2, 100);
        let order = Permutation::shuffled(100, 1, 1);
        let mut place = 0;
        for (number, size) in [(0, 40), (1, 40), (2, 20)] {
            let batch = MoveBatch::of_order(&samples, order, 40, number);
            assert_eq!(batch.len(), size);
            assert_eq!(batch.weight(), 1.0 / size as f32);
            for words in batch.positions() {
                assert_eq!(words, samples[order.at(place) as usize].words());
                place += 1;
            }
        }
        assert_eq!(place, 100);
        assert_eq!(MoveBatch::new([].iter()).len(), 0);
    }
}
