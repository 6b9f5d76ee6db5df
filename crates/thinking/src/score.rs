//! Values as people read them.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::value::{MATE, TABLEBASE, is_decided, is_mate};

/// A value as people read it.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Score {
    /// Hundredths of a pawn for the side to move.
    Cp(i32),
    /// Mate in so many moves of the side to move; negative when it is the one
    /// that is mated, 0 when it is mated already.
    Mate(i32),
    /// Won for the side to move, by endgame tables that are reached with its
    /// move of this number, from 1; negative when it is lost.
    Tablebase(i32),
}

impl Score {
    /// The score that a value at the root stands for.
    pub fn from_value(value: i32) -> Score {
        match (is_mate(value), is_decided(value), value > 0) {
            (true, _, true) => Score::Mate((MATE - value + 1) / 2),
            (true, _, false) => Score::Mate(-((MATE + value) / 2)),
            (_, true, true) => Score::Tablebase((TABLEBASE - value) / 2 + 1),
            (_, true, false) => Score::Tablebase(-((TABLEBASE + value) / 2 + 1)),
            (_, false, _) => Score::Cp(value),
        }
    }

    /// The score for the other side.
    #[must_use]
    pub fn flipped(self) -> Score {
        match self {
            Score::Cp(centipawns) => Score::Cp(-centipawns),
            Score::Mate(moves) => Score::Mate(-moves),
            Score::Tablebase(moves) => Score::Tablebase(-moves),
        }
    }

    /// In hundredths of a pawn for those who know nothing else: a win by tables
    /// is worth 200 pawns, a mate more, and the nearer the better.
    pub fn centipawns(self) -> i32 {
        match self {
            Score::Cp(centipawns) => centipawns,
            Score::Mate(moves) if moves > 0 => 30_000 - moves,
            Score::Mate(moves) => -30_000 - moves,
            Score::Tablebase(moves) if moves > 0 => 20_000 - moves,
            Score::Tablebase(moves) => -20_000 - moves,
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Cp(cp) => write!(f, "{:+.2}", f64::from(*cp) / 100.0),
            Score::Mate(moves) => write!(f, "#{moves}"),
            Score::Tablebase(moves) => write!(f, "TB{moves}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::{EVAL_BOUND, MAX_PLY, TABLEBASE_BOUND, mated_at, mates_at};

    #[test]
    fn mates_count_in_moves() {
        assert_eq!(Score::from_value(mates_at(1)), Score::Mate(1));
        assert_eq!(Score::from_value(mates_at(3)), Score::Mate(2));
        assert_eq!(Score::from_value(mated_at(0)), Score::Mate(0));
        assert_eq!(Score::from_value(mated_at(2)), Score::Mate(-1));
        assert_eq!(Score::from_value(-250), Score::Cp(-250));
        assert_eq!(Score::Cp(-35).to_string(), "-0.35");
        assert!(is_mate(mates_at(MAX_PLY)) && !is_mate(EVAL_BOUND));
    }

    #[test]
    fn tables_come_between_mates_and_evaluations() {
        assert_eq!(Score::from_value(TABLEBASE), Score::Tablebase(1));
        assert_eq!(Score::from_value(TABLEBASE - 3), Score::Tablebase(2));
        assert_eq!(Score::from_value(-TABLEBASE), Score::Tablebase(-1));
        assert_eq!(Score::from_value(4 - TABLEBASE), Score::Tablebase(-3));
        assert_eq!(Score::from_value(TABLEBASE_BOUND - 1), Score::Cp(EVAL_BOUND));
        assert!(is_decided(TABLEBASE_BOUND) && !is_decided(EVAL_BOUND) && !is_mate(TABLEBASE));
        let values = [mated_at(2), mated_at(5), -TABLEBASE, 8 - TABLEBASE, -50, 700];
        let falls = |values: &[i32]| {
            let centipawns = values.iter().map(|&value| Score::from_value(value).centipawns());
            centipawns.collect::<Vec<_>>()
        };
        assert!(falls(&values).is_sorted());
        assert!(falls(&values.map(|value| -value)).is_sorted_by(|a, b| a > b));
    }
}
