//! Glicko-2, as Mark Glickman describes it
//! (<http://www.glicko.net/glicko/glicko2.pdf>), one game at a time.

use std::f64::consts::PI;

/// An estimate of somebody's strength.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(crate) struct Rating {
    /// On the scale of Elo.
    pub(crate) rating: f64,
    /// Its standard deviation.
    pub(crate) deviation: f64,
    /// How much it is expected to change.
    pub(crate) volatility: f64,
}

/// Between Elo's scale and Glicko-2's own: 400 / ln 10.
const SCALE: f64 = 173.7178;
/// How fast volatility may change; 0.3 to 1.2 are reasonable.
const TAU: f64 = 0.5;
const CONVERGED: f64 = 1e-6;
/// A newcomer's deviation, which it never exceeds.
pub(crate) const NEW_DEVIATION: f64 = 350.0;
/// Below this an estimate would never again follow somebody who learns.
const LEAST_DEVIATION: f64 = 45.0;
/// A newcomer's rating, if nothing else is known: somebody who plays with
/// friends.
pub(crate) const NEW_RATING: f64 = 1200.0;
const NEW_VOLATILITY: f64 = 0.06;

impl Rating {
    /// A newcomer of about this strength.
    pub(crate) fn newcomer(rating: f64) -> Rating {
        Rating { rating, deviation: NEW_DEVIATION, volatility: NEW_VOLATILITY }
    }

    /// The estimate after a game with `points` (1, ½ or 0) against somebody of
    /// known rating and deviation.
    #[must_use]
    pub(crate) fn after(self, opponent: f64, opponent_deviation: f64, points: f64) -> Rating {
        // Step 2: to Glicko-2's own scale.
        let phi = self.deviation / SCALE;
        let distance = (self.rating - opponent) / SCALE;
        let g = reach(opponent_deviation / SCALE);
        // Steps 3 and 4: the variance that this game gives, and its surprise.
        let expected = 1.0 / (1.0 + (-g * distance).exp());
        let variance = 1.0 / (g * g * expected * (1.0 - expected)).max(1e-9);
        let delta = variance * g * (points - expected);
        // Step 5: the new volatility.
        let volatility = self.next_volatility(phi, variance, delta);
        // Steps 6 to 8.
        let widened = phi * phi + volatility * volatility;
        let phi = 1.0 / (1.0 / widened + 1.0 / variance).sqrt();
        let rating = self.rating + SCALE * phi * phi * g * (points - expected);
        let deviation = (phi * SCALE).clamp(LEAST_DEVIATION, NEW_DEVIATION);
        Rating { rating, deviation, volatility }
    }

    /// Finds the root of Glickman's function by the Illinois algorithm.
    fn next_volatility(self, phi: f64, variance: f64, delta: f64) -> f64 {
        let start = (self.volatility * self.volatility).ln();
        let slope = |x: f64| {
            let e = x.exp();
            let sum = phi * phi + variance + e;
            e * (delta * delta - sum) / (2.0 * sum * sum) - (x - start) / (TAU * TAU)
        };
        let mut a = start;
        let mut b = if delta * delta > phi * phi + variance {
            (delta * delta - phi * phi - variance).ln()
        } else {
            let steps = (1..100).map(|k| start - f64::from(k) * TAU);
            steps.into_iter().find(|&x| slope(x) >= 0.0).unwrap_or(start - TAU)
        };
        let (mut at_a, mut at_b) = (slope(a), slope(b));
        for _ in 0..100 {
            if (b - a).abs() <= CONVERGED {
                break;
            }
            let c = a + (a - b) * at_a / (at_b - at_a);
            let at_c = slope(c);
            if at_c * at_b <= 0.0 {
                (a, at_a) = (b, at_b);
            } else {
                at_a /= 2.0;
            }
            (b, at_b) = (c, at_c);
        }
        (a / 2.0).exp()
    }
}

/// How much a game against an opponent of this deviation tells.
fn reach(phi: f64) -> f64 {
    1.0 / (1.0 + 3.0 * phi * phi / (PI * PI)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first game of the worked example in Glickman's paper, alone; computed
    /// by hand from its formulas.
    #[test]
    fn one_game_moves_it_as_the_formulas_say() {
        let player = Rating { rating: 1500.0, deviation: 200.0, volatility: 0.06 };
        let after = player.after(1400.0, 30.0, 1.0);
        assert!((after.rating - 1563.6).abs() < 0.5, "{after:?}");
        assert!((after.deviation - 175.4).abs() < 0.5, "{after:?}");
        assert!((after.volatility - 0.06).abs() < 0.0005, "{after:?}");
    }

    #[test]
    fn it_finds_the_truth_and_grows_sure() {
        let mut random = fastrand::Rng::with_seed(7);
        let truth = 1700.0;
        let mut level = Rating::newcomer(1200.0);
        for _ in 0..300 {
            let opponent = level.rating + random.f64() * 200.0 - 100.0;
            let chance = 1.0 / (1.0 + 10f64.powf((opponent - truth) / 400.0));
            let points = if random.f64() < chance { 1.0 } else { 0.0 };
            level = level.after(opponent, 60.0, points);
        }
        assert!((level.rating - truth).abs() < 150.0, "{level:?}");
        assert!(level.deviation < 90.0, "{level:?}");
    }

    #[test]
    fn extremes_stay_finite() {
        for (rating, opponent, points) in
            [(100.0, 4000.0, 1.0), (4000.0, 100.0, 0.0), (1200.0, 1200.0, 0.5)]
        {
            let mut level = Rating::newcomer(rating);
            for _ in 0..50 {
                level = level.after(opponent, 100.0, points);
                assert!(level.rating.is_finite() && level.deviation.is_finite(), "{level:?}");
                assert!(level.volatility > 0.0 && level.volatility < 2.0, "{level:?}");
            }
        }
    }
}
