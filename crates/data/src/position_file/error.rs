//! What can be wrong with a file of positions.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::VERSION;
use crate::header::HeaderError;
use crate::scored_game::MOST_PLIES;

/// What is wrong with a file of positions.
#[derive(Debug, Error)]
pub enum PositionFileError {
    /// It cannot be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It is something else.
    #[error("{}: no file of positions (expected it to begin with KYTHUPOS)", path.display())]
    Magic {
        /// Which file.
        path: PathBuf,
    },
    /// It is from another time.
    #[error("{}: version {version} is not known (expected {VERSION})", path.display())]
    Version {
        /// Which file.
        path: PathBuf,
        /// What it says.
        version: u32,
    },
    /// A game in it makes no sense.
    #[error("{}: game {game}: {fault}", path.display())]
    Game {
        /// Which file.
        path: PathBuf,
        /// Counted from 1.
        game: u64,
        /// What is wrong.
        fault: GameFault,
    },
    /// What is in it is not what its head says.
    #[error("{}: the contents do not match the {what} in the head", path.display())]
    Mismatch {
        /// Which file.
        path: PathBuf,
        /// `games`, `positions` or `hash`.
        what: &'static str,
    },
}

/// What is wrong with a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum GameFault {
    /// Its beginning.
    #[error(transparent)]
    Header(#[from] HeaderError),
    /// The side of the split.
    #[error("{0} is no side of a split; 0, 1 or 2")]
    Split(u8),
    /// Its length.
    #[error("{0} moves are more than {MOST_PLIES}")]
    TooLong(u16),
    /// A move.
    #[error("{bits:#06x} is no legal move in {fen}")]
    Move {
        /// The two bytes of the move.
        bits: u16,
        /// The position.
        fen: String,
    },
    /// A bit beyond the last position.
    #[error("a position beyond the end of the game is picked")]
    Picked,
}

pub(super) fn io_error(path: &Path, source: io::Error) -> PositionFileError {
    PositionFileError::Io { path: path.to_owned(), source }
}
