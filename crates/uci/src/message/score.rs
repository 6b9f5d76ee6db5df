//! How good a position is, as UCI says it.

use std::fmt;

/// A score from the view of the side to move.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum UciScore {
    /// Hundredths of a pawn.
    Cp(i32),
    /// Mate in so many moves, not plies; negative when being mated, zero
    /// when mated already.
    Mate(i32),
}

/// What a search knows about the true score.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum UciBound {
    /// The score itself.
    #[default]
    Exact,
    /// It is at least this.
    Lower,
    /// It is at most this.
    Upper,
}

/// A score and how certain it is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ScoreReport {
    /// The score.
    pub score: UciScore,
    /// Whether it is one, or a bound of it.
    pub bound: UciBound,
}

/// The chances of the side to move, each in thousandths.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct UciWdl {
    /// To win.
    pub win: u16,
    /// To draw.
    pub draw: u16,
    /// To lose.
    pub loss: u16,
}

impl fmt::Display for UciScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UciScore::Cp(centipawns) => write!(f, "cp {centipawns}"),
            UciScore::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

impl fmt::Display for ScoreReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.score)?;
        match self.bound {
            UciBound::Exact => Ok(()),
            UciBound::Lower => f.write_str(" lowerbound"),
            UciBound::Upper => f.write_str(" upperbound"),
        }
    }
}

impl fmt::Display for UciWdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.win, self.draw, self.loss)
    }
}
