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

/// `+168 ± 90`, or a dash where the interval has no ends.
impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.value.is_finite() || !self.error.is_finite() {
            return f.write_str("–");
        }
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
    /// The ends of its 95% interval. They are honest where the error cannot
    /// be: infinite only on the side where every game was won or lost.
    pub elo_range: (f64, f64),
    /// In normalised Elo: the score in terms of its own spread, which does
    /// not depend on how drawish the games are.
    pub normalised: Interval,
    /// The chance that the side is the stronger one.
    pub los: f64,
}

impl Estimate {
    pub(crate) fn of<O: Observed>(observed: &O) -> Estimate {
        Estimate::new(observed.mean(), observed.variance() * O::GAMES, observed.total(), O::GAMES)
    }

    /// From a mean score, the variance of one game, and the number of
    /// observations of so many games each.
    pub(crate) fn new(score: f64, variance: f64, observations: f64, games: f64) -> Estimate {
        let deviation = (variance / (observations * games)).sqrt();
        let error = Z95 * deviation;
        let spread = variance.sqrt();
        let (low, high) = score_range(score, error, observations, games);
        let elo_range = (elo_of(low), elo_of(high));
        let is_sound = error > 0.0 && score - error > 0.0 && score + error < 1.0;
        let elo_error = if is_sound || error == 0.0 {
            (elo_range.1 - elo_range.0) / 2.0
        } else {
            f64::INFINITY
        };
        let (normalised, los) = if spread > 0.0 {
            let value = (score - 0.5) / spread * NORMALISED;
            let normalised = Interval { value, error: error / spread * NORMALISED };
            (normalised, normal_cdf((score - 0.5) / deviation))
        } else {
            // Nothing but one outcome has no spread to measure by. Before the
            // first game either side was as likely to be the stronger one.
            let side = if score == 0.5 { 0.0 } else { (score - 0.5).signum() };
            let value = if side == 0.0 { 0.0 } else { side * f64::INFINITY };
            let sure = 1.0 - 0.5f64.powf(observations);
            (Interval { value, error: f64::INFINITY }, 0.5 + side * sure / 2.0)
        };
        Estimate {
            score,
            score_error: error,
            elo: Interval { value: elo_of(score), error: elo_error },
            elo_range,
            normalised,
            los,
        }
    }

    /// The Elo and half its range.
    pub fn elo_interval(&self) -> Interval {
        let (low, high) = self.elo_range;
        Interval { value: self.elo.value, error: (high - low) / 2.0 }
    }

    /// The Elo for people: `+168 ± 90`. Where the interval is too lopsided for
    /// that, its ends: `+798 (95%: +404 to +1192)`; where every game was won or
    /// lost, the one end that is known: `above +317 (95%)`.
    pub fn elo_text(&self) -> String {
        let (low, high) = self.elo_range;
        match (low.is_finite(), high.is_finite()) {
            (true, false) => format!("above {low:+.0} (95%)"),
            (false, true) => format!("below {high:+.0} (95%)"),
            _ if self.elo.error.is_finite() => self.elo_interval().to_string(),
            _ => format!("{:+.0} (95%: {low:+.0} to {high:+.0})", self.elo.value),
        }
    }
}

/// The 95% interval of a score.
///
/// Usually that is a normal one. It cannot be where it would reach beyond what
/// scores can be (then Wilson's of single games, which never does), nor where
/// all observations were the same: then any other outcome has at most the
/// chance at which all of them miss it once in twenty times.
fn score_range(score: f64, error: f64, observations: f64, games: f64) -> (f64, f64) {
    if error == 0.0 {
        let other = 1.0 - 0.05f64.powf(1.0 / observations);
        return (score * (1.0 - other), score * (1.0 - other) + other);
    }
    if score - error > 0.0 && score + error < 1.0 {
        return (score - error, score + error);
    }
    let total = observations * games;
    let weight = Z95 * Z95 / total;
    let centre = (score + weight / 2.0) / (1.0 + weight);
    let inner = score * (1.0 - score) / total + weight / (4.0 * total);
    let half = Z95 * inner.sqrt() / (1.0 + weight);
    (centre - half, centre + half)
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
        assert_eq!(Interval { value: f64::INFINITY, error: f64::INFINITY }.to_string(), "–");
        assert_eq!(Interval { value: 0.0, error: f64::INFINITY }.to_string(), "–");
        assert_eq!(Interval { value: -0.4, error: 3.0 }.to_string(), "+0 ± 3");
        assert_eq!(Estimate::new(0.725, 0.136_875, 20.0, 1.0).elo_text(), "+168 ± 157");
    }

    #[test]
    fn lopsided_results_have_honest_intervals() {
        let text = |score: f64, variance: f64, games: f64| {
            Estimate::new(score, variance, games, 1.0).elo_text()
        };
        // Fifty wins: 0.05^(1/50) = 0.941845. One draw among them: Wilson's
        // interval of 0.99 is 0.911124 to 0.998955.
        assert_eq!(text(1.0, 0.0, 50.0), "above +484 (95%)");
        assert_eq!(text(0.0, 0.0, 50.0), "below -484 (95%)");
        assert_eq!(text(0.99, 0.0049, 50.0), "+798 (95%: +404 to +1192)");
        // Nothing but draws: 0.5 ± 0.029078.
        assert_eq!(text(0.5, 0.0, 50.0), "+0 ± 20");
        assert_eq!(text(0.5, 0.0, 1.0), "+0 ± 636");
        // One game says little.
        let one = Estimate::new(1.0, 0.0, 1.0, 1.0);
        assert_eq!((one.los, one.elo_range.1), (0.75, f64::INFINITY));
        assert!((one.elo_range.0 - elo_of(0.05)).abs() < 1e-9);
    }
}
