//! Why names could not be read.

use std::io;
use std::path::PathBuf;

use chess::SanError;
use thiserror::Error;

use super::EcoError;
use super::tsv::MAX_BYTES;

/// Why a folder is no list of openings.
#[derive(Debug, Error)]
pub enum OpeningNamesError {
    /// A file cannot be read.
    #[error(
        "cannot read {}: {source} (expected the files a.tsv to e.tsv of lichess's chess-openings)",
        path.display()
    )]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A file is too large to be one of them.
    #[error("{} has more than {MAX_BYTES} bytes: this is no list of openings", path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
    },
    /// A line makes no sense.
    #[error("{}, line {line}: {fault}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// Which one, from 1.
        line: usize,
        /// What is wrong with it.
        fault: LineFault,
    },
}

/// What is wrong with a line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LineFault {
    /// The first one does not say which columns there are.
    #[error("the columns should be eco, name and pgn, with tabs between them")]
    Header,
    /// There are not enough columns.
    #[error("there should be a code, a name and moves, with tabs between them")]
    Columns,
    /// The code is none.
    #[error(transparent)]
    Eco(#[from] EcoError),
    /// A move is none, or not legal.
    #[error("half-move {ply}: {source}")]
    Move {
        /// Which one, from 1.
        ply: usize,
        /// What is wrong with it.
        source: SanError,
    },
}
