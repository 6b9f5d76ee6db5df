//! Wins, draws and losses.

use std::ops::AddAssign;

use serde::Serialize;

use super::{Estimate, Observed};

/// How single games ended.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Trinomial {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Trinomial {
    /// Counts a game by its half-points: 2, 1 or 0.
    pub fn add(&mut self, half_points: u32) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Takes a game back that was counted.
    pub(crate) fn remove(&mut self, half_points: u32) {
        match half_points {
            0 => self.losses -= 1,
            1 => self.draws -= 1,
            _ => self.wins -= 1,
        }
    }

    /// Games in all.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The same for the other side.
    #[must_use]
    pub fn reversed(&self) -> Trinomial {
        Trinomial { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// The variance of the points of one game; nothing where there is none.
    pub fn game_variance(&self) -> f64 {
        if self.games() == 0 { 0.0 } else { self.variance() }
    }

    /// What they say about the strength, as if games were independent.
    pub fn estimate(&self) -> Estimate {
        Estimate::of(self)
    }
}

impl AddAssign for Trinomial {
    fn add_assign(&mut self, other: Trinomial) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

impl Observed for Trinomial {
    const GAMES: f64 = 1.0;

    fn outcomes(&self) -> Vec<(f64, f64)> {
        vec![(0.0, self.losses as f64), (0.5, self.draws as f64), (1.0, self.wins as f64)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_values() {
        // The test values of fastchess, to the two digits it gives.
        let estimate = Trinomial { wins: 76, draws: 123, losses: 89 }.estimate();
        assert!((estimate.normalised.value - -20.76).abs() < 0.005);
        assert!((estimate.normalised.error - 40.13).abs() < 0.005);
        assert!((estimate.los - 0.1553).abs() < 5e-5);
        let estimate = Trinomial { wins: 136, draws: 111, losses: 96 }.estimate();
        assert!((estimate.elo.value - 40.70).abs() < 0.005);
        assert!((estimate.elo.error - 30.43).abs() < 0.005);
        assert!((estimate.normalised.value - 49.77).abs() < 0.005);
        assert!((estimate.los - 0.9960).abs() < 5e-5);
    }

    #[test]
    fn computed_by_hand() {
        // 12 wins, 5 draws, 3 losses: mean 0.725, variance
        // (12·0.275² + 5·0.225² + 3·0.725²)/20 = 0.136875, standard error
        // √(0.136875/20) = 0.0827269, interval 0.725 ± 0.162142.
        let estimate = Trinomial { wins: 12, draws: 5, losses: 3 }.estimate();
        assert!((estimate.score_error - 0.162_142).abs() < 1e-6);
        assert!((estimate.elo.value - 168.402_1).abs() < 1e-4);
        // Elo 43.9106 at 0.562858 and 358.1841 at 0.887142.
        assert!((estimate.elo.error - (358.1841 - 43.9106) / 2.0).abs() < 1e-4, "{estimate:?}");
        // 0.225 / 0.0827269 = 2.719790 standard errors.
        assert!((estimate.los - 0.996_734).abs() < 1e-6, "{}", estimate.los);
    }

    #[test]
    fn nothing_but_wins() {
        let estimate = Trinomial { wins: 100, ..Trinomial::default() }.estimate();
        assert_eq!(estimate.elo.value, f64::INFINITY);
        assert_eq!(estimate.normalised.to_string(), "–");
        assert_eq!(estimate.los, 1.0);
        let even = Trinomial { draws: 9, ..Trinomial::default() }.estimate();
        assert_eq!((even.elo.value, even.los), (0.0, 0.5));
    }
}
