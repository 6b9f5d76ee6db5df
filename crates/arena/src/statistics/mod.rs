//! What results prove.
//!
//! Scores are points a game, 0 to 1. A pair of games with swapped colours is
//! one observation with five outcomes, a pentanomial; its games are not
//! independent, for they have the same opening. Formulas are those of Michel
//! Van den Bergh, "Comments on Normalized Elo".

mod elo;
mod normal;
mod pentanomial;
mod rating;
mod sprt;
mod trinomial;

pub use elo::{Estimate, Interval, elo_of, score_of};
pub use normal::normal_cdf;
pub use pentanomial::Pentanomial;
pub use rating::{Encounter, ratings};
pub use sprt::{Sprt, SprtModel, SprtVerdict};
pub use trinomial::Trinomial;

/// A distribution of scores that was observed.
pub(crate) trait Observed {
    /// What can happen: points a game, ascending, and how often it did.
    fn outcomes(&self) -> Vec<(f64, f64)>;

    /// How many games one observation has.
    const GAMES: f64;

    /// How many observations there are.
    fn total(&self) -> f64 {
        self.outcomes().iter().map(|(_, count)| count).sum()
    }

    /// The mean score.
    fn mean(&self) -> f64 {
        self.outcomes().iter().map(|(score, count)| score * count).sum::<f64>() / self.total()
    }

    /// The variance of one observation's score.
    fn variance(&self) -> f64 {
        let mean = self.mean();
        let spread: f64 =
            self.outcomes().iter().map(|(score, count)| count * (score - mean).powi(2)).sum();
        spread / self.total()
    }
}
