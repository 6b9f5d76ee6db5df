//! How weights become chances.

use super::BookMove;

/// How readily other moves than the best are played, 0 to 100.
///
/// The chance of a move is proportional to its weight to the power of
/// (100 − v) / v. At 0 the best move is always played (the first of several
/// with the same weight), at 50 chances are as weights, and at 100 all moves
/// are equally likely. A move that weighs nothing is never played.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Variety(u8);

impl Variety {
    /// Always the best move.
    pub const BEST: Variety = Variety(0);
    /// Chances are as weights.
    pub const WEIGHTED: Variety = Variety(50);
    /// All moves are equally likely.
    pub const EVEN: Variety = Variety(100);

    /// From a number, if it is one from 0 to 100.
    pub const fn new(percent: u8) -> Option<Variety> {
        if percent <= 100 { Some(Variety(percent)) } else { None }
    }

    /// As a number from 0 to 100.
    pub const fn percent(self) -> u8 {
        self.0
    }

    /// The chance of each of these moves, best first, as
    /// [`Book::moves`](super::Book::moves) lists them. They add up to 1 unless
    /// nothing weighs anything.
    pub fn chances(self, moves: &[BookMove]) -> Vec<f64> {
        let Some(heaviest) = moves.iter().map(|known| known.weight).max().filter(|&w| w > 0) else {
            return vec![0.0; moves.len()];
        };
        if self == Variety::BEST {
            let best = moves.iter().position(|known| known.weight == heaviest);
            return (0..moves.len()).map(|index| f64::from(Some(index) == best)).collect();
        }
        let exponent = f64::from(100 - self.0) / f64::from(self.0);
        // Relative to the heaviest, so that no power overflows.
        let share = |known: &BookMove| match known.weight {
            0 => 0.0,
            weight => (f64::from(weight) / f64::from(heaviest)).powf(exponent),
        };
        let shares: Vec<f64> = moves.iter().map(share).collect();
        let sum: f64 = shares.iter().sum();
        shares.into_iter().map(|share| share / sum).collect()
    }
}

impl Default for Variety {
    fn default() -> Variety {
        Variety::WEIGHTED
    }
}

#[cfg(test)]
mod tests {
    use chess::Position;

    use super::*;

    fn moves(weights: &[u32]) -> Vec<BookMove> {
        let legal = Position::initial().legal_moves();
        weights.iter().zip(&legal).map(|(&weight, &mv)| BookMove { mv, weight }).collect()
    }

    fn chances(percent: u8, weights: &[u32]) -> Vec<f64> {
        Variety::new(percent).unwrap().chances(&moves(weights))
    }

    #[track_caller]
    fn assert_near(found: &[f64], expected: &[f64]) {
        let near = found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12);
        assert!(near && found.len() == expected.len(), "{found:?} for {expected:?}");
    }

    #[test]
    fn from_the_best_to_all_alike() {
        let weights = [60, 30, 10, 0];
        assert_near(&chances(0, &weights), &[1.0, 0.0, 0.0, 0.0]);
        assert_near(&chances(50, &weights), &[0.6, 0.3, 0.1, 0.0]);
        assert_near(&chances(100, &weights), &[1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0, 0.0]);
        // Cubes at 25, where the exponent is 75 / 25.
        assert_near(&chances(25, &[2, 1]), &[8.0 / 9.0, 1.0 / 9.0]);
        assert_eq!(Variety::new(101), None);
    }

    #[test]
    fn the_best_is_less_likely_the_more_variety() {
        let best = (0..=100).map(|percent| chances(percent, &[60, 30, 10])[0]);
        assert!(best.is_sorted_by(|a, b| a >= b));
    }

    #[test]
    fn extremes() {
        for percent in 0..=100 {
            assert_eq!(chances(percent, &[0, 0]), [0.0, 0.0]);
            assert!(chances(percent, &[]).is_empty());
            let sum: f64 = chances(percent, &[u32::MAX, 1, u32::MAX, 0]).iter().sum();
            assert!((sum - 1.0).abs() < 1e-12, "{percent}: {sum}");
        }
        // Of two best, the first.
        assert_eq!(chances(0, &[7, 7]), [1.0, 0.0]);
    }
}
