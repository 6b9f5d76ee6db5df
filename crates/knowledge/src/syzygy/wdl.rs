//! The outcome that an endgame table knows.

use std::fmt;
use std::ops::Neg;

/// The outcome under best play, for the side to move.
///
/// The fifty-move rule turns some wins into draws. Such a win is cursed, and the
/// loss that it saves the other side from is blessed. Ordered from the worst to
/// the best; the negative is the other side's view.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Wdl {
    /// The side to move is mated in time.
    Loss,
    /// Lost, but for the fifty-move rule.
    BlessedLoss,
    /// Drawn.
    Draw,
    /// Won, but for the fifty-move rule.
    CursedWin,
    /// The side to move mates in time.
    Win,
}

impl Wdl {
    /// All five, the worst first.
    pub const ALL: [Wdl; 5] = [Wdl::Loss, Wdl::BlessedLoss, Wdl::Draw, Wdl::CursedWin, Wdl::Win];

    /// What it comes to when the fifty-move rule does not hold: a cursed win is
    /// a win, a blessed loss a loss.
    pub const fn without_fifty_move_rule(self) -> Wdl {
        match self {
            Wdl::Loss | Wdl::BlessedLoss => Wdl::Loss,
            Wdl::Draw => Wdl::Draw,
            Wdl::CursedWin | Wdl::Win => Wdl::Win,
        }
    }
}

impl Neg for Wdl {
    type Output = Wdl;

    fn neg(self) -> Wdl {
        match self {
            Wdl::Loss => Wdl::Win,
            Wdl::BlessedLoss => Wdl::CursedWin,
            Wdl::Draw => Wdl::Draw,
            Wdl::CursedWin => Wdl::BlessedLoss,
            Wdl::Win => Wdl::Loss,
        }
    }
}

impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Wdl::Loss => "loss",
            Wdl::BlessedLoss => "blessed loss",
            Wdl::Draw => "draw",
            Wdl::CursedWin => "cursed win",
            Wdl::Win => "win",
        })
    }
}

impl From<shakmaty_syzygy::Wdl> for Wdl {
    fn from(wdl: shakmaty_syzygy::Wdl) -> Wdl {
        match wdl {
            shakmaty_syzygy::Wdl::Loss => Wdl::Loss,
            shakmaty_syzygy::Wdl::BlessedLoss => Wdl::BlessedLoss,
            shakmaty_syzygy::Wdl::Draw => Wdl::Draw,
            shakmaty_syzygy::Wdl::CursedWin => Wdl::CursedWin,
            shakmaty_syzygy::Wdl::Win => Wdl::Win,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_other_side_sees_the_reverse() {
        for (wdl, mirrored) in Wdl::ALL.into_iter().zip(Wdl::ALL.into_iter().rev()) {
            assert_eq!(-wdl, mirrored);
        }
        assert!(Wdl::ALL.is_sorted());
    }

    #[test]
    fn without_the_rule_nothing_is_cursed() {
        assert_eq!(Wdl::CursedWin.without_fifty_move_rule(), Wdl::Win);
        assert_eq!(Wdl::BlessedLoss.without_fifty_move_rule(), Wdl::Loss);
        for wdl in [Wdl::Loss, Wdl::Draw, Wdl::Win] {
            assert_eq!(wdl.without_fifty_move_rule(), wdl);
        }
    }
}
