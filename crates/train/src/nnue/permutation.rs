//! Numbers in random order without a list of them: threads can ask for any
//! place, and a shuffle of a hundred million costs no memory and no time.

use thinking::SplitMix64;

const ROUNDS: usize = 6;

/// An order of the numbers below `len`.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(crate) struct Permutation {
    len: u32,
    /// Bits of the left and of the right half. Empty: the order is their own.
    halves: Option<(u32, u32)>,
    keys: [u64; ROUNDS],
}

impl Permutation {
    /// From 0 to the last.
    pub(crate) fn identity(len: u32) -> Permutation {
        Permutation { len, halves: None, keys: [0; ROUNDS] }
    }

    /// In the random order of a stream of a seed.
    pub(crate) fn shuffled(len: u32, seed: u64, stream: u64) -> Permutation {
        let mut random = SplitMix64::new(seed, stream);
        let bits = (u32::BITS - len.saturating_sub(1).leading_zeros()).max(2);
        Permutation {
            len,
            halves: Some((bits / 2, bits - bits / 2)),
            keys: [(); ROUNDS].map(|()| random.below(u64::MAX)),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.len as usize
    }

    /// The number at this place, which is below `len`.
    pub(crate) fn at(&self, place: u32) -> u32 {
        debug_assert!(place < self.len);
        let Some(halves) = self.halves else { return place };
        // The network permutes a power of two below 2·len; what falls outside
        // is permuted again until it is inside (cycle walking).
        let mut number = place;
        loop {
            number = self.network(number, halves);
            if number < self.len {
                return number;
            }
        }
    }

    /// A Feistel network: whatever is added to a half can be taken away again,
    /// so that no two numbers become one.
    fn network(&self, number: u32, (mut left_bits, mut right_bits): (u32, u32)) -> u32 {
        let number = u64::from(number);
        let mut left = number >> right_bits;
        let mut right = number & ((1 << right_bits) - 1);
        for key in self.keys {
            let mixed = (right ^ key).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 32;
            let sum = (left ^ mixed) & ((1 << left_bits) - 1);
            (left, right) = (right, sum);
            (left_bits, right_bits) = (right_bits, left_bits);
        }
        (left << right_bits | right) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_comes_once() {
        for len in [1, 2, 3, 4, 5, 17, 1000, 4096, 4097] {
            for seed in 0..3 {
                let order = Permutation::shuffled(len, seed, 9);
                let mut numbers: Vec<u32> = (0..len).map(|place| order.at(place)).collect();
                numbers.sort_unstable();
                assert!(numbers.into_iter().eq(0..len), "{len} {seed}");
            }
        }
        assert_eq!(Permutation::identity(9).at(4), 4);
    }

    #[test]
    fn neighbours_are_parted() {
        let order = |stream| {
            let order = Permutation::shuffled(100_000, 1, stream);
            (0..100_000).map(|place| f64::from(order.at(place))).collect::<Vec<_>>()
        };
        let one = order(1);
        assert_ne!(one, order(2));
        // Correlations of places with numbers, and of neighbours: 0 ± 0.01 by chance.
        let places: Vec<f64> = (0..100_000).map(f64::from).collect();
        let correlation = |a: &[f64], b: &[f64]| {
            let mean = 49_999.5;
            let sum: f64 = a.iter().zip(b).map(|(a, b)| (a - mean) * (b - mean)).sum();
            sum / (1e10 / 12.0 * a.len() as f64)
        };
        assert!(correlation(&places, &one).abs() < 0.015);
        assert!(correlation(&one[1..], &one[..99_999]).abs() < 0.015);
        // A batch has samples of the whole range.
        let tenths = one[..1000].iter().filter(|&&number| number < 10_000.0).count();
        assert!((60..140).contains(&tenths), "{tenths}");
    }
}
