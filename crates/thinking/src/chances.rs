//! Chances of winning, drawing and losing.

use chess::{Position, Role};
use serde::{Deserialize, Serialize};

use crate::value::is_decided;

/// Chances in thousandths for the side to move; they sum to 1000.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Chances {
    /// Chance to win.
    pub win: u16,
    /// Chance to draw.
    pub draw: u16,
    /// Chance to lose.
    pub loss: u16,
}

impl Chances {
    /// The chances of somebody who expects so many points, 0 to 1, and knows
    /// nothing of draws.
    pub fn from_expectation(points: f64) -> Chances {
        let win = (1000.0 * points.clamp(0.0, 1.0)).round() as u16;
        Chances { win, draw: 0, loss: 1000 - win }
    }

    /// Expected points, 0 to 1.
    pub fn expectation(self) -> f64 {
        (f64::from(self.win) + f64::from(self.draw) / 2.0) / 1000.0
    }

    /// The chances of the other side.
    #[must_use]
    pub fn flipped(self) -> Chances {
        Chances { win: self.loss, draw: self.draw, loss: self.win }
    }
}

/// How values become chances. Every evaluator has a curve of its own, fitted to
/// games.
///
/// The win chance is a logistic curve of the value: 50% at `a`, with slope
/// `1/b`; both are cubics of the material left (pawn 1, minor 3, rook 5, queen 9,
/// counted over both sides, 10 to 78) over 58, highest power first.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct ChanceCurve {
    /// Where winning becomes likelier than not, in centipawns.
    pub a: [f64; 4],
    /// How slowly chances change around there, in centipawns.
    pub b: [f64; 4],
}

impl ChanceCurve {
    /// The chances that `value` gives the side to move in this position.
    pub fn chances(&self, value: i32, position: &Position) -> Chances {
        if is_decided(value) {
            let win = if value > 0 { 1000 } else { 0 };
            return Chances { win, draw: 0, loss: 1000 - win };
        }
        let (a, b) = self.at(material(position));
        let value = f64::from(value);
        let chance = |value: f64| (1000.0 / (1.0 + ((a - value) / b).exp())).round() as u16;
        let (win, loss) = (chance(value), chance(-value));
        Chances { win, draw: 1000 - win - loss, loss }
    }

    /// Middle and width of the curve at this much material.
    pub fn at(&self, material: f64) -> (f64, f64) {
        let m = material.clamp(10.0, 78.0) / 58.0;
        let cubic = |c: &[f64; 4]| ((c[0] * m + c[1]) * m + c[2]) * m + c[3];
        (cubic(&self.a), cubic(&self.b))
    }
}

/// The men on the board in pawns, as the curve counts them.
fn material(position: &Position) -> f64 {
    let count = |role| f64::from(position.by_role(role).len());
    count(Role::Pawn)
        + 3.0 * (count(Role::Knight) + count(Role::Bishop))
        + 5.0 * count(Role::Rook)
        + 9.0 * count(Role::Queen)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::{TABLEBASE_BOUND, mates_at};

    const CURVE: ChanceCurve =
        ChanceCurve { a: [0.0, 0.0, -80.0, 200.0], b: [0.0, 0.0, 0.0, 60.0] };

    #[test]
    fn chances_are_symmetric_and_rise_with_the_value() {
        let position = Position::initial();
        let mut last = 0.0;
        for value in (-2_000..=2_000).step_by(25) {
            let chances = CURVE.chances(value, &position);
            assert_eq!(chances.win + chances.draw + chances.loss, 1000);
            assert_eq!(chances.flipped(), CURVE.chances(-value, &position));
            assert!(chances.expectation() >= last);
            last = chances.expectation();
        }
        for won in [mates_at(3), TABLEBASE_BOUND] {
            assert_eq!(CURVE.chances(won, &position), Chances { win: 1000, draw: 0, loss: 0 });
            assert_eq!(CURVE.chances(-won, &position), Chances { win: 0, draw: 0, loss: 1000 });
        }
    }

    #[test]
    fn the_curve_knows_the_material() {
        let bare = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
        let (more, less) = (CURVE.at(78.0).0, CURVE.at(1.0).0);
        assert!(more < less);
        assert!(CURVE.chances(100, &Position::initial()).win > CURVE.chances(100, &bare).win);
        assert_eq!(Chances::from_expectation(0.25), Chances { win: 250, draw: 0, loss: 750 });
    }
}
