//! Random numbers that are the same on every machine and in every version.

/// The SplitMix64 generator of Steele, Lea and Flood. A library could change
/// its numbers with the next version, and the games of a seed with them.
#[derive(Clone, Debug)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// The generator of one stream of a seed, such as one game of self-play or
    /// one epoch of training.
    pub fn new(seed: u64, stream: u64) -> SplitMix64 {
        // Both numbers are mixed before they meet, or the second game of
        // seed 1 would be the first of seed 2.
        SplitMix64 { state: mix(mix(seed.wrapping_add(STEP)) ^ stream) }
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        mix(self.state)
    }

    /// A number below `bound`, which is not 0. The bias is below `bound` / 2⁶⁴.
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u64
    }

    /// Puts `items` into random order (Fisher–Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u64 + 1) as usize);
        }
    }
}

const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

fn mix(mut z: u64) -> u64 {
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use super::*;

    /// The first numbers of the authors' program for seed 1234567.
    #[test]
    fn published_numbers() {
        let mut random = SplitMix64 { state: 1_234_567 };
        let numbers = [(); 3].map(|()| random.next());
        assert_eq!(
            numbers,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn neighbours_have_nothing_in_common() {
        let first = |seed, stream| SplitMix64::new(seed, stream).next();
        let all: HashSet<u64> =
            (0..100).flat_map(|seed| (0..100).map(move |stream| first(seed, stream))).collect();
        assert_eq!(all.len(), 10_000);
    }

    #[test]
    fn every_number_comes_up() {
        let mut random = SplitMix64::new(7, 0);
        let mut counts = [0; 6];
        (0..6_000).for_each(|_| counts[random.below(6) as usize] += 1);
        assert!(counts.iter().all(|count| (850..1150).contains(count)), "{counts:?}");
    }

    #[test]
    fn every_order_comes_up() {
        let mut random = SplitMix64::new(7, 0);
        let mut counts: HashMap<[u8; 3], u32> = HashMap::new();
        for _ in 0..6_000 {
            let mut items = [1, 2, 3];
            random.shuffle(&mut items);
            *counts.entry(items).or_default() += 1;
        }
        assert_eq!(counts.len(), 6);
        assert!(counts.values().all(|count| (850..1150).contains(count)), "{counts:?}");
        random.shuffle::<u8>(&mut []);
    }
}
