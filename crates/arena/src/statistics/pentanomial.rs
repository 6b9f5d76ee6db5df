//! Pairs of games with swapped colours.

use std::ops::AddAssign;

use serde::Serialize;

use super::{Estimate, Observed};

/// How pairs ended: how many brought 0, ½, 1, 1½ and 2 points.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Counts a pair by its half-points, 0 to 4.
    pub fn add(&mut self, half_points: u32) {
        self.0[half_points.min(4) as usize] += 1;
    }

    /// Pairs in all.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The same for the other side.
    #[must_use]
    pub fn reversed(&self) -> Pentanomial {
        let mut counts = self.0;
        counts.reverse();
        Pentanomial(counts)
    }

    /// The variance of the points of one game, as far as it shows in pairs.
    pub fn game_variance(&self) -> f64 {
        2.0 * self.variance()
    }

    /// What they say about the strength.
    pub fn estimate(&self) -> Estimate {
        Estimate::of(self)
    }
}

impl AddAssign for Pentanomial {
    fn add_assign(&mut self, other: Pentanomial) {
        self.0.iter_mut().zip(other.0).for_each(|(sum, count)| *sum += count);
    }
}

impl Observed for Pentanomial {
    const GAMES: f64 = 2.0;

    fn outcomes(&self) -> Vec<(f64, f64)> {
        self.0
            .iter()
            .zip(0..)
            .map(|(&count, place)| (f64::from(place) / 4.0, count as f64))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_values() {
        // The test values of fastchess, to the two digits it gives.
        let estimate = Pentanomial([34, 54, 31 + 32, 64, 75]).estimate();
        assert!((estimate.elo.value - 55.58).abs() < 0.005);
        assert!((estimate.elo.error - 27.65).abs() < 0.005);
        assert!((estimate.normalised.value - 57.94).abs() < 0.005);
        assert!((estimate.normalised.error - 28.28).abs() < 0.005);
        let estimate = Pentanomial([332, 433, 457 + 41, 333, 334]).estimate();
        assert!((estimate.elo.value - -8.64).abs() < 0.005);
        assert!((estimate.elo.error - 10.33).abs() < 0.005);
        assert!((estimate.normalised.value - -9.17).abs() < 0.005);
        assert!((estimate.los - 0.0505).abs() < 5e-5);
        let estimate = Pentanomial([7895, 8757, 5485 + 200, 568, 9999]).estimate();
        assert!((estimate.elo.value - -21.04).abs() < 0.005);
        assert!((estimate.normalised.error - 2.65).abs() < 0.005);
    }

    #[test]
    fn computed_by_hand() {
        // Ten pairs: 1 of ½, 2 of 1, 4 of 1½, 3 of 2 points. Mean
        // (0.25 + 1 + 3 + 3)/10 = 0.725; variance (0.475² + 2·0.225² +
        // 4·0.025² + 3·0.275²)/10 = 0.055625; standard error
        // √0.0055625 = 0.0745822, interval 0.725 ± 0.146178.
        let estimate = Pentanomial([0, 1, 2, 4, 3]).estimate();
        assert!((estimate.score_error - 0.146_178).abs() < 1e-6);
        // Normalised: 0.225/√0.11125 · 347.4356 = 234.3726.
        assert!((estimate.normalised.value - 234.372_6).abs() < 1e-4, "{estimate:?}");
        // Elo 55.2315 at 0.578822 and 332.0473 at 0.871178.
        assert!((estimate.elo.error - (332.0473 - 55.2315) / 2.0).abs() < 1e-4, "{estimate:?}");
    }
}
