//! Why a tournament cannot be played.

use std::path::PathBuf;

use knowledge::syzygy::NoEndgameTables;
use thiserror::Error;

use crate::fingerprint::Fingerprint;
use crate::openings::OpeningSuiteError;
use crate::plan_error::TournamentPlanError;
use crate::state_error::StateError;

/// Why a tournament cannot be played.
#[derive(Debug, Error)]
pub enum ArenaError {
    /// The plan makes no sense.
    #[error(transparent)]
    Plan(#[from] TournamentPlanError),
    /// The openings cannot be read.
    #[error(transparent)]
    Openings(#[from] OpeningSuiteError),
    /// The state cannot be kept.
    #[error(transparent)]
    State(#[from] StateError),
    /// The games cannot be written.
    #[error("cannot write {what}: {source}")]
    Write {
        /// What.
        what: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// Somebody else added games to the file of this tournament.
    #[error(
        "{} has other games among those of this tournament; move it away to have these written anew",
        path.display()
    )]
    OtherGames {
        /// The PGN file.
        path: PathBuf,
    },
    /// A player cannot be started.
    #[error("{name}: {detail}")]
    Player {
        /// Who.
        name: String,
        /// Why.
        detail: String,
    },
    /// A player cannot play Chess960, and some openings are of it.
    #[error("{name} cannot play Chess960: {detail}")]
    PlayerOfChess960 {
        /// Who.
        name: String,
        /// Why.
        detail: String,
    },
    /// There are no endgame tables where they should be.
    #[error("adjudication: {0}")]
    Tables(#[from] NoEndgameTables),
    /// The state belongs to another tournament.
    #[error("this is another tournament than the one in {state}: {difference}")]
    Other {
        /// The state file.
        state: String,
        /// What differs.
        difference: String,
    },
    /// The openings are others than when the tournament began: going on would
    /// pair games of different openings.
    #[error(
        "the openings have changed since the tournament in {state} began: {source_name} had the hash {was}, now {now}"
    )]
    OpeningsChanged {
        /// The state file.
        state: String,
        /// Where the openings come from.
        source_name: String,
        /// Their hash at the beginning.
        was: Fingerprint,
        /// Their hash now.
        now: Fingerprint,
    },
    /// Two files have different games under one number.
    #[error("game {} is in {one} and in {other}, and they differ", number + 1)]
    Conflict {
        /// The game, from 0.
        number: u32,
        /// One file.
        one: String,
        /// The other.
        other: String,
    },
}
