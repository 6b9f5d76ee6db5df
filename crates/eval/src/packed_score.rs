//! A middlegame and an endgame value in one number.

use std::fmt;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// The value of something in the middlegame and in the endgame.
///
/// Both are in one `i32`, the endgame value in the upper half, so that one
/// addition adds both. Each must stay within `i16`.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default)]
pub struct PackedScore(i32);

impl PackedScore {
    /// Nothing in either phase.
    pub const ZERO: PackedScore = PackedScore(0);

    /// Puts the two values together.
    #[inline]
    pub const fn new(middlegame: i32, endgame: i32) -> PackedScore {
        PackedScore((endgame << 16) + middlegame)
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

impl Add for PackedScore {
    type Output = PackedScore;

    #[inline]
    fn add(self, other: PackedScore) -> PackedScore {
        PackedScore(self.0 + other.0)
    }
}

impl AddAssign for PackedScore {
    #[inline]
    fn add_assign(&mut self, other: PackedScore) {
        self.0 += other.0;
    }
}

impl Sub for PackedScore {
    type Output = PackedScore;

    #[inline]
    fn sub(self, other: PackedScore) -> PackedScore {
        PackedScore(self.0 - other.0)
    }
}

impl SubAssign for PackedScore {
    #[inline]
    fn sub_assign(&mut self, other: PackedScore) {
        self.0 -= other.0;
    }
}

impl Neg for PackedScore {
    type Output = PackedScore;

    #[inline]
    fn neg(self) -> PackedScore {
        PackedScore(-self.0)
    }
}

impl Mul<i32> for PackedScore {
    type Output = PackedScore;

    #[inline]
    fn mul(self, factor: i32) -> PackedScore {
        PackedScore(self.0 * factor)
    }
}

impl fmt::Debug for PackedScore {
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
                let score = PackedScore::new(mg, eg);
                assert_eq!((score.middlegame(), score.endgame()), (mg, eg));
                assert_eq!(-score, PackedScore::new(-mg, -eg));
                assert_eq!(score + PackedScore::new(-5, 9), PackedScore::new(mg - 5, eg + 9));
                assert_eq!(score - PackedScore::new(-5, 9), PackedScore::new(mg + 5, eg - 9));
                assert_eq!(
                    PackedScore::new(mg / 9, eg / 9) * -3,
                    PackedScore::new(mg / 9 * -3, eg / 9 * -3)
                );
            }
        }
    }
}
