//! Which side of the split a game is on.

use thinking::SplitMix64;

/// What a position is for.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Split {
    /// The weights are fitted to it.
    Train = 0,
    /// It chooses among nets: the best epoch, when to stop.
    Validation = 1,
    /// It is looked at once, when all is chosen.
    Test = 2,
}

impl Split {
    /// All three.
    pub const ALL: [Split; 3] = [Split::Train, Split::Validation, Split::Test];

    /// From the byte of a file.
    pub fn from_byte(byte: u8) -> Option<Split> {
        Split::ALL.get(usize::from(byte)).copied()
    }

    /// Its name in tables and file names.
    pub fn name(self) -> &'static str {
        match self {
            Split::Train => "train",
            Split::Validation => "validation",
            Split::Test => "test",
        }
    }
}

/// The shares of the games that are kept apart; the rest is for training.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct SplitShares {
    /// For validation.
    pub validation: f64,
    /// For the test.
    pub test: f64,
    /// Another seed splits in another way.
    pub seed: u64,
}

impl Default for SplitShares {
    fn default() -> SplitShares {
        SplitShares { validation: 0.05, test: 0.05, seed: 1 }
    }
}

/// The stream of random numbers that splits use, apart from those that pick.
const STREAM: u64 = 0x5EED_0F5B_1175;

impl SplitShares {
    /// The side of the game with this id. Positions of one game are alike, so
    /// a game is on one side only.
    pub fn side(&self, game: u64) -> Split {
        let parts = 1u64 << 32;
        let place = SplitMix64::new(self.seed ^ STREAM, game).below(parts) as f64 / parts as f64;
        match place {
            place if place < self.validation => Split::Validation,
            place if place < self.validation + self.test => Split::Test,
            _ => Split::Train,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_kept_and_seeds_differ() {
        let shares = SplitShares { validation: 0.1, test: 0.2, seed: 7 };
        let mut counts = [0; 3];
        (0..10_000).for_each(|game| counts[shares.side(game) as usize] += 1);
        assert!((6_800..7_200).contains(&counts[0]), "{counts:?}");
        assert!((850..1_150).contains(&counts[1]), "{counts:?}");
        let other = SplitShares { seed: 8, ..shares };
        assert!((0..1_000).any(|game| shares.side(game) != other.side(game)));
        assert!((0..1_000).all(|game| shares.side(game) == shares.side(game)));
        let all = SplitShares { validation: 0.0, test: 0.0, seed: 7 };
        assert!((0..1_000).all(|game| all.side(game) == Split::Train));
        assert_eq!(Split::from_byte(3), None);
    }
}
