//! What can be wrong with a plan.

use agents::SpecError;
use thiserror::Error;

/// Why a plan cannot be carried out.
#[derive(Debug, Error)]
pub enum TournamentPlanError {
    /// Too few players.
    #[error("a tournament needs at least two players")]
    Players,
    /// Nothing to play.
    #[error("a tournament needs at least one game")]
    Games,
    /// A number is too small or too large.
    #[error("{what}: {number} is not from {least} to {most}")]
    Range {
        /// Which one.
        what: &'static str,
        /// What it is.
        number: u64,
        /// The smallest that makes sense.
        least: u64,
        /// The largest.
        most: u64,
    },
    /// A rule for ending games makes no sense.
    #[error("adjudication: {0}")]
    Adjudication(&'static str),
    /// SPRT with more players than two.
    #[error("SPRT compares two players, not {0}")]
    SprtPlayers(usize),
    /// Bounds or error rates of SPRT make no sense.
    #[error("SPRT: {0}")]
    Sprt(&'static str),
    /// SPRT looks at each pair as it comes; parts on several machines would
    /// stop at different times.
    #[error("SPRT cannot be played in parts")]
    SprtPart,
    /// A player's spec cannot be read.
    #[error("player {number}, {text}: {source}")]
    Spec {
        /// Which one, from 1.
        number: usize,
        /// Its spec.
        text: String,
        /// What is wrong with it.
        source: SpecError,
    },
    /// The file is not as it should be.
    #[error("{0}")]
    Toml(String),
}
