//! How many things of a long row have been there before, in bounded memory.

use std::collections::HashMap;

use crate::params::REPEATS_IN_MEMORY;

/// Counts repeats among 64-bit hashes. While there are few different ones,
/// the count is exact. Then only hashes that begin with a zero bit are watched, a
/// half of them, then with two, and so on (distinct sampling); the repeats of
/// those that are watched stand for all.
#[derive(Clone, Debug)]
pub(crate) struct RepeatCount {
    /// How often each came again.
    watched: HashMap<u64, u32>,
    most: usize,
    zeros: u32,
    repeats: u64,
}

impl Default for RepeatCount {
    fn default() -> RepeatCount {
        RepeatCount::within(REPEATS_IN_MEMORY)
    }
}

impl RepeatCount {
    /// With room for so many different hashes.
    fn within(most: usize) -> RepeatCount {
        RepeatCount { watched: HashMap::new(), most, zeros: 0, repeats: 0 }
    }

    /// One more.
    pub(crate) fn add(&mut self, hash: u64) {
        // Mixed, so that any hash has random high bits.
        let hash = hash.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        if hash.leading_zeros() < self.zeros {
            return;
        }
        let again = &mut self.repeats;
        self.watched
            .entry(hash)
            .and_modify(|count| {
                *count = count.saturating_add(1);
                *again += 1;
            })
            .or_insert(0);
        while self.watched.len() > self.most {
            self.zeros += 1;
            let zeros = self.zeros;
            self.watched.retain(|hash, _| hash.leading_zeros() >= zeros);
            self.repeats = self.watched.values().map(|&count| u64::from(count)).sum();
        }
    }

    /// How many had been there before.
    pub(crate) fn repeats(&self) -> u64 {
        self.repeats << self.zeros.min(32)
    }

    /// Keeps the count and forgets the rest.
    pub(crate) fn close(&mut self) {
        self.watched = HashMap::new();
    }

    /// Is that a guess?
    pub(crate) fn is_estimate(&self) -> bool {
        self.zeros > 0
    }
}

#[cfg(test)]
mod tests {
    use thinking::SplitMix64;

    use super::*;

    #[test]
    fn few_are_counted_and_many_estimated() {
        let mut count = RepeatCount::within(1_000);
        let mut random = SplitMix64::new(1, 1);
        let hashes: Vec<u64> = (0..40_000).map(|_| random.below(u64::MAX)).collect();
        for &hash in hashes[..900].iter().chain(&hashes[..300]) {
            count.add(hash);
        }
        assert_eq!((count.repeats(), count.is_estimate()), (300, false));
        // 10,300 of 50,300 are repeats by now.
        for &hash in hashes[900..].iter().chain(&hashes[5_000..15_000]) {
            count.add(hash);
        }
        assert!(count.is_estimate() && count.watched.len() <= 1_000);
        assert!((8_000..13_000).contains(&count.repeats()), "{}", count.repeats());
    }
}
