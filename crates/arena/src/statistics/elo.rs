//! Scores as differences of strength.

use std::fmt;

use serde::Serialize;

use super::Observed;
use super::normal::{Z95, normal_cdf};

/// How the logistic curve is stretched in normalised Elo: 800 / ln 10.
pub(crate) const NORMALISED: f64 = 800.0 / std::f64::consts::LN_10;

/// The difference in logistic Elo that leads to a score.
pub fn elo_of(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        -400.0 * (1.0 / score - 1.0).log10()
    }
}

/// The score to which a difference in logistic Elo leads.
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// A value and half the width of its 95% interval.
#[derive(Copy, Clone, PartialEq, Debug, Serialize)]
pub struct Interval {
    /// The value.
    pub value: f64,
    /// Infinite where the interval reaches a score of nothing or everything.
    pub error: f64,
}

/// `+168 ± 90`.
impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = f.precision().unwrap_or(0);
        // No minus before what is shown as nothing.
        let shown = format!("{:+.digits$}", self.value);
        let is_zero = shown.bytes().all(|byte| b"+-0.".contains(&byte));
        let shown = if is_zero { shown.replace('-', "+") } else { shown };
        write!(f, "{shown} ± {:.digits$}", self.error)
    }
}

/// What results say about the strength of one side.
#[derive(Copy, Clone, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// Mean points a game.
    pub score: f64,
    /// Half the width of its 95% interval.
    pub score_error: f64,
    /// In logistic Elo.
    pub elo: Interval,
    /// In normalised Elo: the score in terms of its own spread, which does
    /// not depend on how drawish the games are.
    pub normalised: Interval,
    /// The chance that the side is the stronger one.
    pub los: f64,
}

impl Estimate {
    pub(crate) fn of<O: Observed>(observed: &O) -> Estimate {
        let (score, variance) = (observed.mean(), observed.variance());
        let deviation = (variance / observed.total()).sqrt();
        let error = Z95 * deviation;
        let spread = (O::GAMES * variance).sqrt();
        let normalised = if spread > 0.0 {
            let value = (score - 0.5) / spread * NORMALISED;
            Interval { value, error: error / spread * NORMALISED }
        } else {
            // Nothing but one outcome has no spread to measure by.
            let value = if score == 0.5 { 0.0 } else { (score - 0.5) * f64::INFINITY };
            Interval { value, error: f64::INFINITY }
        };
        let los = if deviation > 0.0 {
            normal_cdf((score - 0.5) / deviation)
        } else {
            // Nothing but one outcome: certain, unless it is the even one.
            0.5 + (score - 0.5).signum() * if score == 0.5 { 0.0 } else { 0.5 }
        };
        Estimate {
            score,
            score_error: error,
            elo: Interval { value: elo_of(score), error: elo_error(score, error) },
            normalised,
            los,
        }
    }
}

fn elo_error(score: f64, error: f64) -> f64 {
    if elo_of(score).is_infinite() {
        return f64::INFINITY;
    }
    (elo_of(score + error) - elo_of(score - error)) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_and_score_are_inverse() {
        for elo in [-800.0, -100.0, 0.0, 35.5, 400.0] {
            assert!((elo_of(score_of(elo)) - elo).abs() < 1e-9);
        }
        // The rating tables: 200 points are 76%, 400 are ten to one.
        assert!((score_of(200.0) - 0.759_746_9).abs() < 1e-7);
        assert!((score_of(400.0) - 10.0 / 11.0).abs() < 1e-12);
        assert!((elo_of(0.725) - 168.402_1).abs() < 1e-4);
        assert_eq!(elo_of(1.0), f64::INFINITY);
    }

    #[test]
    fn people_read_it_so() {
        assert_eq!(Interval { value: 168.4, error: 89.7 }.to_string(), "+168 ± 90");
        assert_eq!(format!("{:.1}", Interval { value: -3.0, error: 0.25 }), "-3.0 ± 0.2");
        assert_eq!(Interval { value: -0.4, error: 3.0 }.to_string(), "+0 ± 3");
        let everything = Interval { value: f64::INFINITY, error: f64::INFINITY };
        assert_eq!(everything.to_string(), "+inf ± inf");
    }
}
