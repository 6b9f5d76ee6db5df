//! Chances of winning, drawing and losing.

use chess::{Position, Role};

use crate::value::is_decided;

/// Chances in thousandths for the side to move; they sum to 1000.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Wdl {
    /// Chance to win.
    pub win: u16,
    /// Chance to draw.
    pub draw: u16,
    /// Chance to lose.
    pub loss: u16,
}

/// The win chance is a logistic curve of the value: 50% at `a`, with slope
/// `1/b`; both depend on the material left (pawn 1, minor 3, rook 5, queen 9,
/// counted over both sides, 10 to 78).
fn curve(material: f64) -> (f64, f64) {
    let m = material.clamp(10.0, 78.0) / 58.0;
    let a = ((A[0] * m + A[1]) * m + A[2]) * m + A[3];
    let b = ((B[0] * m + B[1]) * m + B[2]) * m + B[3];
    (a, b)
}

/// Coefficients of the two cubics, in centipawns, fitted by `kythu-train wdl`
/// to the scores and results of 261,524 positions from 1,804 games of self-play
/// (`kythu datagen --nodes 20000 --seed 2026 --random-plies 0` from book openings
/// of three moves; 57% drawn, loss 0.534).
const A: [f64; 4] = [-169.1, 504.3, -527.8, 276.8];
const B: [f64; 4] = [25.4, -52.7, 37.8, 35.6];

impl Wdl {
    /// The chances that a value gives in this position.
    pub fn new(value: i32, position: &Position) -> Wdl {
        if is_decided(value) {
            let win = if value > 0 { 1000 } else { 0 };
            return Wdl { win, draw: 0, loss: 1000 - win };
        }
        let count = |role| f64::from(position.by_role(role).len());
        let material = count(Role::Pawn)
            + 3.0 * (count(Role::Knight) + count(Role::Bishop))
            + 5.0 * count(Role::Rook)
            + 9.0 * count(Role::Queen);
        let (a, b) = curve(material);
        let value = f64::from(value);
        let chance = |value: f64| (1000.0 / (1.0 + ((a - value) / b).exp())).round() as u16;
        let (win, loss) = (chance(value), chance(-value));
        Wdl { win, draw: 1000 - win - loss, loss }
    }

    /// Expected points, 0 to 1.
    pub fn expectation(self) -> f64 {
        (f64::from(self.win) + f64::from(self.draw) / 2.0) / 1000.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::{EVAL_BOUND, TABLEBASE_BOUND, mates_at};

    #[test]
    fn curves_stay_sensible_for_all_material() {
        for material in 0..=100 {
            let (a, b) = curve(f64::from(material));
            assert!((30.0..300.0).contains(&a) && (35.0..120.0).contains(&b), "{material} {a} {b}");
        }
    }

    #[test]
    fn chances_are_symmetric_and_rise_with_the_value() {
        let position = Position::initial();
        let mut last = 0.0;
        for value in (-2_000..=2_000).step_by(25) {
            let wdl = Wdl::new(value, &position);
            let mirrored = Wdl::new(-value, &position);
            assert_eq!(wdl.win + wdl.draw + wdl.loss, 1000);
            assert_eq!((wdl.win, wdl.loss), (mirrored.loss, mirrored.win));
            assert!(wdl.expectation() >= last);
            last = wdl.expectation();
        }
        for won in [mates_at(3), TABLEBASE_BOUND, EVAL_BOUND] {
            assert_eq!(Wdl::new(won, &position), Wdl { win: 1000, draw: 0, loss: 0 });
            assert_eq!(Wdl::new(-won, &position), Wdl { win: 0, draw: 0, loss: 1000 });
        }
        let even = Wdl::new(0, &position);
        assert!(even.draw > 150 && even.win == even.loss, "{even:?}");
        assert!(Wdl::new(400, &position).win > 950);
    }
}
