//! What can be wrong with a state file.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// Why there is no state.
#[derive(Debug, Error)]
pub enum StateError {
    /// The file cannot be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Another arena uses it.
    #[error("{} is in use by another arena", path.display())]
    Locked {
        /// The file.
        path: PathBuf,
    },
    /// It is something else.
    #[error("{}, line {line}: {detail}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Which line, from 1.
        line: usize,
        /// What is wrong with it.
        detail: String,
    },
}
