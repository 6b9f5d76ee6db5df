//! Why an experiment cannot go on.

use std::path::PathBuf;

use agents::{AgentError, SpecError};
use arena::ArenaError;
use thiserror::Error;

/// Why an experiment cannot go on. What was found before is kept.
#[derive(Debug, Error)]
pub enum LabError {
    /// A file cannot be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// Which one.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A notebook has a line that is none of ours.
    #[error("{}, line {line}: {detail}", path.display())]
    Line {
        /// The notebook.
        path: PathBuf,
        /// Which line, from 1.
        line: usize,
        /// What is wrong.
        detail: String,
    },
    /// Another process works on the same experiment.
    #[error("{} is being written by another run of this experiment; wait for it or choose another folder", path.display())]
    Busy {
        /// The notebook.
        path: PathBuf,
    },
    /// The notebook in the folder belongs to an experiment that was set up
    /// differently.
    #[error(
        "{} was begun with other settings ({difference}); choose another folder or move it away",
        path.display()
    )]
    OtherSetup {
        /// The notebook.
        path: PathBuf,
        /// What differs.
        difference: String,
    },
    /// A spec names nobody.
    #[error("{spec}: {source}")]
    Spec {
        /// The spec.
        spec: String,
        /// Why.
        source: Box<SpecError>,
    },
    /// A player failed.
    #[error("{spec}: {source}")]
    Agent {
        /// Who.
        spec: String,
        /// How.
        source: Box<AgentError>,
    },
    /// Games cannot be played.
    #[error(transparent)]
    Arena(Box<ArenaError>),
    /// There is not enough memory for a transposition table.
    #[error(transparent)]
    Memory(#[from] search::TableTooLarge),
    /// What was asked for makes no sense.
    #[error("{0}")]
    Request(String),
}

impl LabError {
    /// For `map_err` on what is done with a file.
    pub(crate) fn file(path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> LabError {
        let path = path.into();
        |source| LabError::File { path, source }
    }
}

impl From<ArenaError> for LabError {
    fn from(error: ArenaError) -> LabError {
        LabError::Arena(Box::new(error))
    }
}
