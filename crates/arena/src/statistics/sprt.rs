//! The sequential probability ratio test.
//!
//! Two hypotheses about the difference in strength; after every pair, how much
//! likelier the results are under the second than under the first. Nothing is
//! assumed about how scores are distributed: each hypothesis gets the most
//! likely distribution that agrees with it (the generalised test).

use std::fmt;

use serde::{Deserialize, Serialize};

use super::elo::{NORMALISED, score_of};
use super::{Observed, Pentanomial, Trinomial};

/// What to test, and how sure to be.
#[derive(Copy, Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sprt {
    /// The difference that is not worth having.
    pub elo0: f64,
    /// The difference that is.
    pub elo1: f64,
    /// The chance to accept `elo1` when `elo0` is true.
    #[serde(default = "usual_risk")]
    pub alpha: f64,
    /// The chance to accept `elo0` when `elo1` is true.
    #[serde(default = "usual_risk")]
    pub beta: f64,
    /// In which unit the differences are.
    #[serde(default)]
    pub model: SprtModel,
}

fn usual_risk() -> f64 {
    0.05
}

/// Differences beyond this need no test, and have no distribution of scores
/// that floating-point numbers can tell from certainty.
const FARTHEST: f64 = 1_000.0;

/// A unit of strength.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SprtModel {
    /// Normalised Elo: tests take the same time however drawish the games.
    #[default]
    Normalised,
    /// Logistic Elo, as rating lists have it.
    Logistic,
}

/// How a test stands.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SprtVerdict {
    /// Not decided.
    Continue,
    /// The first hypothesis: not worth having.
    H0,
    /// The second one: worth having.
    H1,
}

impl Sprt {
    /// Does the test make sense?
    pub(crate) fn check(&self) -> Result<(), &'static str> {
        let risk = |risk: f64| risk > 0.0 && risk < 1.0;
        if self.elo0.is_nan() || self.elo1.is_nan() || self.elo0 >= self.elo1 {
            return Err("elo0 must be less than elo1");
        }
        if self.elo0 < -FARTHEST || self.elo1 > FARTHEST {
            return Err("elo0 and elo1 must be between -1000 and 1000");
        }
        if !risk(self.alpha) || !risk(self.beta) || self.alpha + self.beta >= 1.0 {
            return Err("alpha and beta must be above 0 and together below 1");
        }
        Ok(())
    }

    /// Below the first of these the test ends with H0, above the second one
    /// with H1.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The logarithm of the likelihood ratio of pairs.
    pub fn llr(&self, pairs: &Pentanomial) -> f64 {
        self.ratio(pairs)
    }

    /// The same of single games, as if they were independent.
    pub fn llr_of_games(&self, games: &Trinomial) -> f64 {
        self.ratio(games)
    }

    /// How the test stands at this ratio.
    pub fn verdict(&self, llr: f64) -> SprtVerdict {
        let (lower, upper) = self.bounds();
        if llr >= upper {
            SprtVerdict::H1
        } else if llr <= lower {
            SprtVerdict::H0
        } else {
            SprtVerdict::Continue
        }
    }

    fn ratio<O: Observed>(&self, observed: &O) -> f64 {
        if observed.total() == 0.0 {
            return 0.0;
        }
        // What was never seen is not impossible.
        let outcomes: Vec<(f64, f64)> = observed
            .outcomes()
            .into_iter()
            .map(|(score, count)| (score, count.max(1e-3)))
            .collect();
        let total: f64 = outcomes.iter().map(|(_, count)| count).sum();
        let seen: Vec<(f64, f64)> =
            outcomes.into_iter().map(|(score, count)| (score, count / total)).collect();
        let fit = |elo: f64| match self.model {
            SprtModel::Logistic => {
                let wanted = score_of(elo);
                tilted(&seen, |score| score - wanted)
            }
            SprtModel::Normalised => with_ratio(&seen, elo * O::GAMES.sqrt() / NORMALISED),
        };
        let (zero, one) = (fit(self.elo0), fit(self.elo1));
        let gain = seen.iter().zip(zero.iter().zip(&one));
        total * gain.map(|((_, chance), (zero, one))| chance * (one / zero).ln()).sum::<f64>()
    }
}

/// The most likely distribution under which `excess` has mean zero, where
/// `seen` was observed: each chance is divided by 1 + θ·excess. `excess` must
/// be positive for some outcomes and negative for others.
fn tilted(seen: &[(f64, f64)], excess: impl Fn(f64) -> f64) -> Vec<f64> {
    let excess: Vec<f64> = seen.iter().map(|&(score, _)| excess(score)).collect();
    let (least, most) =
        excess.iter().fold((0.0f64, 0.0f64), |(least, most), &x| (least.min(x), most.max(x)));
    // The mean falls as θ grows, from +∞ to −∞ between these poles.
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        let mean: f64 =
            seen.iter().zip(&excess).map(|((_, chance), x)| chance * x / (1.0 + middle * x)).sum();
        if mean > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let theta = (low + high) / 2.0;
    seen.iter().zip(&excess).map(|((_, chance), x)| chance / (1.0 + theta * x)).collect()
}

/// The most likely distribution whose mean is `ratio` standard deviations
/// above one half. The condition is not linear, so that a linear one is solved
/// again and again until nothing changes. That only works from nearby: far
/// ratios are approached in steps.
fn with_ratio(seen: &[(f64, f64)], ratio: f64) -> Vec<f64> {
    const STEP: f64 = 0.1;
    let steps = (ratio.abs() / STEP).ceil().max(1.0);
    let mut chances = vec![1.0 / seen.len() as f64; seen.len()];
    for step in 1..=steps as u32 {
        approach(seen, ratio * f64::from(step) / steps, &mut chances);
    }
    chances
}

fn approach(seen: &[(f64, f64)], ratio: f64, chances: &mut Vec<f64>) {
    for _ in 0..500 {
        let moments = || seen.iter().map(|&(score, _)| score).zip(chances.iter());
        let mean: f64 = moments().map(|(score, chance)| score * chance).sum();
        let variance: f64 = moments().map(|(score, chance)| chance * (score - mean).powi(2)).sum();
        let deviation = variance.sqrt();
        let next = tilted(seen, |score| {
            let distance = (score - mean) / deviation;
            score - 0.5 - 0.5 * ratio * deviation * (1.0 + distance * distance)
        });
        let change =
            next.iter().zip(chances.iter()).map(|(new, old)| (new - old).abs()).fold(0.0, f64::max);
        *chances = next;
        if change < 1e-12 {
            break;
        }
    }
}

impl fmt::Display for SprtVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SprtVerdict::Continue => "undecided",
            SprtVerdict::H0 => "H0 accepted",
            SprtVerdict::H1 => "H1 accepted",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sprt(elo0: f64, elo1: f64, model: SprtModel) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model }
    }

    #[test]
    fn published_values() {
        use SprtModel::{Logistic, Normalised};
        // The counts of fastchess's tests, which give two digits (0.92, 2.30,
        // −1.57, …); the other two come from an independent computation.
        let games = |wins, losses, draws| Trinomial { wins, draws, losses };
        let pairs = |ll, ld, dd, wd, ww| Pentanomial([ll, ld, dd, wd, ww]);
        let normalised = |elo0, elo1| sprt(elo0, elo1, Normalised);
        let logistic = |elo0, elo1| sprt(elo0, elo1, Logistic);
        for (found, expected) in [
            (normalised(0.0, 2.0).llr_of_games(&games(36433, 36027, 68692)), 0.9233),
            (normalised(-1.75, 0.25).llr_of_games(&games(10871, 10650, 20431)), 2.2975),
            (logistic(0.5, 2.5).llr_of_games(&games(21404, 21184, 40708)), -1.5719),
            (logistic(0.0, 2.0).llr_of_games(&games(57433, 57030, 106_593)), -2.5930),
            (normalised(0.0, 2.0).llr(&pairs(365, 16618, 36229, 16974, 390)), 2.2504),
            (normalised(-1.75, 0.25).llr(&pairs(127, 4883, 10712, 5150, 104)), 3.0102),
            (logistic(0.5, 2.5).llr(&pairs(223, 9863, 21279, 10037, 246)), -3.0741),
            (logistic(0.0, 2.0).llr(&pairs(871, 26175, 55983, 26678, 821)), -4.9787),
        ] {
            assert!((found - expected).abs() < 5e-5, "{found} is not {expected}");
        }
    }

    #[test]
    fn one_outcome_alone_decides_slowly() {
        use SprtModel::{Logistic, Normalised};
        // What was never seen counts as a thousandth of a pair, in fastchess
        // too; from an independent computation.
        let (draws, wins) = (Pentanomial([0, 0, 50, 0, 0]), Pentanomial([0, 0, 0, 0, 50]));
        for (found, expected) in [
            (sprt(0.0, 5.0, Logistic).llr(&draws), -0.7176),
            (sprt(0.0, 5.0, Logistic).llr(&wins), 0.7144),
            (sprt(0.0, 5.0, Normalised).llr(&draws), -0.0176),
            (sprt(0.0, 5.0, Normalised).llr(&wins), 1.0072),
        ] {
            assert!((found - expected).abs() < 5e-5, "{found} is not {expected}");
        }
    }

    #[test]
    fn far_hypotheses() {
        use SprtModel::{Logistic, Normalised};
        let pairs = Pentanomial([5, 20, 30, 25, 10]);
        for (found, expected) in [
            (sprt(0.0, 300.0, Normalised).llr(&pairs), -38.6265),
            (sprt(0.0, 800.0, Logistic).llr(&pairs), -275.7632),
        ] {
            assert!((found - expected).abs() < 5e-5, "{found} is not {expected}");
        }
        for model in [Normalised, Logistic] {
            for pairs in [pairs, Pentanomial([0, 0, 1, 0, 0]), Pentanomial([9, 0, 0, 0, 0])] {
                let llr = sprt(-FARTHEST, FARTHEST, model).llr(&pairs);
                assert!(llr.is_finite(), "{model:?} {pairs:?}: {llr}");
            }
            assert!(sprt(0.0, 2.0 * FARTHEST, model).check().is_err());
        }
    }

    #[test]
    fn close_to_the_usual_approximation() {
        // N·(s1 − s0)·(2·mean − s0 − s1)/(2·variance), good for small
        // differences.
        let pairs = Pentanomial([365, 16618, 36229, 16974, 390]);
        let (s0, s1) = (score_of(0.0), score_of(2.0));
        let approximation =
            pairs.total() * (s1 - s0) * (2.0 * pairs.mean() - s0 - s1) / (2.0 * pairs.variance());
        let exact = sprt(0.0, 2.0, SprtModel::Logistic).llr(&pairs);
        assert!((exact - approximation).abs() < 1e-3, "{exact} {approximation}");
    }

    #[test]
    fn bounds_and_verdicts() {
        let test = sprt(0.0, 5.0, SprtModel::Normalised);
        let (lower, upper) = test.bounds();
        // ln 19, both ways.
        assert!((upper - 2.944_439).abs() < 1e-6 && (lower + upper).abs() < 1e-12);
        assert_eq!(test.verdict(2.95), SprtVerdict::H1);
        assert_eq!(test.verdict(-2.95), SprtVerdict::H0);
        assert_eq!(test.verdict(2.9), SprtVerdict::Continue);
        assert_eq!(test.llr(&Pentanomial::default()), 0.0);
        assert!(sprt(5.0, 0.0, SprtModel::Logistic).check().is_err());
        assert!(Sprt { alpha: 0.6, beta: 0.5, ..test }.check().is_err());
    }
}
