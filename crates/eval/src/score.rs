//! A middlegame and an endgame value in one number.

use std::fmt;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// The value of something in the middlegame and in the endgame.
///
/// Both are in one `i32`, the endgame value in the upper half, so that one
/// addition adds both. Each must stay within `i16`.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default)]
pub struct Score(i32);

impl Score {
    /// Nothing in either phase.
    pub const ZERO: Score = Score(0);

    /// Puts the two values together.
    #[inline]
    pub const fn new(middlegame: i32, endgame: i32) -> Score {
        Score((endgame << 16) + middlegame)
    }

    /// The value in the middlegame.
    #[inline]
    pub const fn middlegame(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The value in the endgame.
    #[inline]
    pub const fn endgame(self) -> i32 {
        // A negative lower half has borrowed one from the upper half.
        self.0.wrapping_add(0x8000) >> 16
    }
}

impl Add for Score {
    type Output = Score;

    #[inline]
    fn add(self, other: Score) -> Score {
        Score(self.0 + other.0)
    }
}

impl AddAssign for Score {
    #[inline]
    fn add_assign(&mut self, other: Score) {
        self.0 += other.0;
    }
}

impl Sub for Score {
    type Output = Score;

    #[inline]
    fn sub(self, other: Score) -> Score {
        Score(self.0 - other.0)
    }
}

impl SubAssign for Score {
    #[inline]
    fn sub_assign(&mut self, other: Score) {
        self.0 -= other.0;
    }
}

impl Neg for Score {
    type Output = Score;

    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Mul<i32> for Score {
    type Output = Score;

    #[inline]
    fn mul(self, factor: i32) -> Score {
        Score(self.0 * factor)
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "S({}, {})", self.middlegame(), self.endgame())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_do_not_disturb_each_other() {
        let values = [-9000, -301, -1, 0, 1, 77, 12000];
        for mg in values {
            for eg in values {
                let score = Score::new(mg, eg);
                assert_eq!((score.middlegame(), score.endgame()), (mg, eg));
                assert_eq!(-score, Score::new(-mg, -eg));
                assert_eq!(score + Score::new(-5, 9), Score::new(mg - 5, eg + 9));
                assert_eq!(score - Score::new(-5, 9), Score::new(mg + 5, eg - 9));
                assert_eq!(Score::new(mg / 9, eg / 9) * -3, Score::new(mg / 9 * -3, eg / 9 * -3));
            }
        }
    }
}
