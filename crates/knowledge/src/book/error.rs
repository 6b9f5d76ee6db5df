//! Why a file is no book.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// Why a book could not be opened.
#[derive(Debug, Error)]
pub enum BookError {
    /// The file could not be read.
    #[error("{path}: {source}")]
    Read {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// What was read is no book.
    #[error("{path}: {source}")]
    Format {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        source: FormatError,
    },
}

/// Why bytes are no book.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FormatError {
    /// There is nothing.
    #[error("the file is empty (a Polyglot book has 16 bytes for each move)")]
    Empty,
    /// The last entry is not whole.
    #[error(
        "{bytes} bytes are no Polyglot book, or one cut short (expected 16 bytes for each move, {} too many)",
        bytes % 16
    )]
    OddLength {
        /// How many there are.
        bytes: usize,
    },
    /// There is more than anybody's book has.
    #[error("{bytes} bytes are too many for a book (at most {most})")]
    TooLarge {
        /// How many there are.
        bytes: u64,
        /// How many there may be.
        most: u64,
    },
    /// Every byte is that of a text. The format has no magic number, but the
    /// keys of a book are random bits and its learning data is mostly zero.
    #[error("this is a text, not a Polyglot book")]
    Text,
}
