//! How far it is to the next capture or pawn move.

use std::fmt;

use shakmaty_syzygy::MaybeRounded;

use super::Wdl;

/// The distance to zeroing: how many half-moves it takes, under best play, to
/// the next capture, pawn move or mate that keeps the outcome.
///
/// | plies | meaning for the side to move |
/// |---|---|
/// | 1 to 100 | a win when the half-move clock stands at 0 |
/// | above 100 | a cursed win; 100 more than the way to zeroing if the curse comes later |
/// | 0 | a draw |
/// | below 0 | the same for the other side |
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Dtz {
    /// Half-moves, negative when the side to move loses, 0 when it draws.
    pub plies: i32,
    /// Most tables count in whole moves: the true distance is then `plies` or
    /// one half-move further from zero. Tables in which that half-move could
    /// change the outcome right after zeroing are not rounded.
    pub rounded: bool,
}

impl Dtz {
    /// A distance known to the half-move.
    pub(super) const fn exact(plies: i32) -> Dtz {
        Dtz { plies, rounded: false }
    }

    /// The distance when the best move zeroes, now.
    pub(super) const fn before_zeroing(wdl: Wdl) -> Dtz {
        Dtz::exact(match wdl {
            Wdl::Loss => -1,
            Wdl::BlessedLoss => -101,
            Wdl::Draw => 0,
            Wdl::CursedWin => 101,
            Wdl::Win => 1,
        })
    }

    /// The distance one move earlier: that of the side whose move leads to
    /// where this is the distance.
    pub(super) const fn before_move(self) -> Dtz {
        Dtz { plies: -(self.plies + self.plies.signum()), rounded: self.rounded }
    }

    /// The longest that it may be, without sign.
    pub(super) const fn at_most(self) -> i32 {
        self.plies.abs() + self.rounded as i32
    }
}

impl From<MaybeRounded<shakmaty_syzygy::Dtz>> for Dtz {
    fn from(dtz: MaybeRounded<shakmaty_syzygy::Dtz>) -> Dtz {
        match dtz {
            MaybeRounded::Precise(dtz) => Dtz { plies: dtz.0, rounded: false },
            // Nothing is rounded about a draw.
            MaybeRounded::Rounded(dtz) => Dtz { plies: dtz.0, rounded: dtz.0 != 0 },
        }
    }
}

/// The number of half-moves, with `~` where it is rounded.
impl fmt::Display for Dtz {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}{}", if self.rounded { "~" } else { "" }, self.plies))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_earlier_is_a_half_move_further() {
        assert_eq!(Dtz::exact(-3).before_move(), Dtz::exact(4));
        assert_eq!(Dtz::exact(3).before_move(), Dtz::exact(-4));
        assert_eq!(Dtz::exact(0).before_move(), Dtz::exact(0));
        let rounded = Dtz { plies: -10, rounded: true };
        assert_eq!(rounded.before_move(), Dtz { plies: 11, rounded: true });
        assert_eq!((rounded.at_most(), Dtz::exact(-10).at_most()), (11, 10));
        assert_eq!((rounded.to_string(), Dtz::exact(7).to_string()), ("~-10".into(), "7".into()));
    }
}
