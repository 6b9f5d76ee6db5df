//! From centipawns to points and back.

use chess::Position;
use eval::{AnyEvaluator, Evaluator};
use serde::{Deserialize, Serialize};
use thinking::EVAL_BOUND;

use crate::params::{TAIL_SCALE, TAIL_SHARE};

/// How the value of a leaf becomes expected points.
#[derive(Copy, Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ValueCurve {
    /// By the evaluator's own curve of chances, fitted to games.
    #[default]
    Evaluator,
    /// By one logistic curve of so many centipawns for all positions.
    Logistic(f32),
}

impl ValueCurve {
    /// Expected points of the side to move, 0 to 1.
    ///
    /// A small part comes from a much flatter curve: where the game is all but
    /// won, more must still be better, or nothing would ever be done about it.
    pub(crate) fn points(self, value: i32, position: &Position, evaluator: &AnyEvaluator) -> f32 {
        let steep = match self {
            ValueCurve::Evaluator => evaluator.chances(value, position).expectation() as f32,
            ValueCurve::Logistic(scale) => logistic(value as f32 / scale),
        };
        (1.0 - TAIL_SHARE) * steep + TAIL_SHARE * logistic(value as f32 / TAIL_SCALE)
    }

    /// The value that gives these points, for people to read.
    pub(crate) fn value(self, points: f32, position: &Position, evaluator: &AnyEvaluator) -> i32 {
        let (mut low, mut high) = (-EVAL_BOUND, EVAL_BOUND);
        while low < high {
            let middle = (low + high).div_euclid(2);
            if self.points(middle, position, evaluator) < points {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }
}

fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests {
    use eval::EvaluatorSpec;

    use super::*;

    #[test]
    fn more_is_better_and_values_come_back() {
        let evaluator = EvaluatorSpec::default().build();
        let position = Position::initial();
        for curve in [ValueCurve::Evaluator, ValueCurve::Logistic(400.0)] {
            let points = |value| curve.points(value, &position, &evaluator);
            assert!((points(0) - 0.5).abs() < 1e-3);
            for value in [-3_000, -800, -100, 30, 700, 2_500] {
                assert!(points(value) < points(value + 200), "{curve:?} {value}");
                let back = curve.value(points(value), &position, &evaluator);
                assert!((back - value).abs() <= 12, "{curve:?} {value} {back}");
            }
        }
    }
}
