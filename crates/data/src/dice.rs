//! Random numbers that are the same on every machine and in every version.

/// The SplitMix64 generator of Steele, Lea and Flood. A library could change
/// its numbers with the next version, and the games of a seed with them.
#[derive(Clone, Debug)]
pub(crate) struct Dice {
    state: u64,
}

impl Dice {
    /// The dice of one game of one seed.
    pub(crate) fn new(seed: u64, game: u64) -> Dice {
        // Both numbers are stirred before they meet, or the second game of
        // seed 1 would be the first of seed 2.
        Dice { state: mix(mix(seed.wrapping_add(STEP)) ^ game) }
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        mix(self.state)
    }

    /// A number below `bound`, which is not 0.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u64
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
    use std::collections::HashSet;

    use super::*;

    /// The first numbers of the authors' program for seed 1234567.
    #[test]
    fn published_numbers() {
        let mut dice = Dice { state: 1_234_567 };
        let numbers = [(); 3].map(|()| dice.next());
        assert_eq!(
            numbers,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn neighbours_have_nothing_in_common() {
        let first = |seed, game| Dice::new(seed, game).next();
        let all: HashSet<u64> =
            (0..100).flat_map(|seed| (0..100).map(move |game| first(seed, game))).collect();
        assert_eq!(all.len(), 10_000);
    }

    #[test]
    fn every_number_comes_up() {
        let mut dice = Dice::new(7, 0);
        let mut counts = [0; 6];
        (0..6_000).for_each(|_| counts[dice.below(6) as usize] += 1);
        assert!(counts.iter().all(|count| (850..1150).contains(count)), "{counts:?}");
    }
}
