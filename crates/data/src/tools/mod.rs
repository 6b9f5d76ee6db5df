//! Tools for files of games: merging, shuffling, selecting and relabelling
//! them, in memory that does not grow with the files.

mod distinct;
mod game_files;
mod game_output;
mod merge;
mod relabel;
mod relabel_draft;
mod relabeller;
mod scratch;
mod selection;
mod shuffle;
mod text;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use search::TableTooLarge;
use thiserror::Error;

use crate::reader::ReadError;

pub use game_files::{Damage, GameFiles};
pub use game_output::GameOutput;
pub use merge::{Merge, Merged};
pub use relabel::{Relabel, Relabelled};
pub use relabeller::{RelabelSearch, Relabeller};
pub use selection::{GameSelection, StartKind};
pub use shuffle::Shuffle;

/// Why a tool did not do its work. The output is not there then, or as it was.
#[derive(Debug, Error)]
pub enum ToolError {
    /// A file could not be opened, read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file of games is damaged.
    #[error("{}: {source}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where and what.
        source: ReadError,
    },
    /// There is something where the output should go.
    #[error("{}: there is a file already; --force replaces it", path.display())]
    Exists {
        /// The output.
        path: PathBuf,
    },
    /// Somebody else writes the same output.
    #[error("{}: another run is writing it", path.display())]
    Busy {
        /// The output.
        path: PathBuf,
    },
    /// There is something else where temporary files should go.
    #[error("{}: this is in the way of temporary files", path.display())]
    InTheWay {
        /// What is there.
        path: PathBuf,
    },
    /// An input was not the same in the second pass.
    #[error("the files changed while they were read")]
    Changed,
    /// Unfinished work is there, and of another kind.
    #[error(
        "{}: this was begun with {field} {theirs}, not {ours}; delete it to begin anew",
        path.display()
    )]
    OtherPlan {
        /// The unfinished file.
        path: PathBuf,
        /// In what the two differ.
        field: &'static str,
        /// What it is there.
        theirs: String,
        /// What was asked for.
        ours: String,
    },
    /// Unfinished work is there, and of other games.
    #[error(
        "{}: game {number} is not that of the input; delete the file to begin anew",
        path.display()
    )]
    OtherGames {
        /// The unfinished file.
        path: PathBuf,
        /// The first game that differs, from 1.
        number: u64,
    },
    /// Unfinished work is there, and of another engine.
    #[error(
        "{}: game {number} would not be judged so again: the engine has changed since; delete \
         the file to begin anew",
        path.display()
    )]
    OtherEngine {
        /// The unfinished file.
        path: PathBuf,
        /// The game, from 1.
        number: u64,
    },
    /// No memory for the transposition table.
    #[error(transparent)]
    Table(#[from] TableTooLarge),
    /// It was told to stop.
    #[error("interrupted")]
    Interrupted,
}

impl ToolError {
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> ToolError + '_ {
        move |source| ToolError::Io { path: path.to_owned(), source }
    }
}

/// How far a tool is.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct ToolProgress {
    /// The pass over the data, from 0.
    pub pass: u32,
    /// Of so many passes.
    pub passes: u32,
    /// What is done of this pass …
    pub done: u64,
    /// … of so much: bytes as they are on the disk.
    pub whole: u64,
    /// Games of this pass.
    pub games: u64,
    /// Positions of this pass.
    pub positions: u64,
}

/// Whoever waits for a tool: it hears of the progress and may stop the work.
pub struct Audience<'a> {
    /// Set by whoever wants the work to end.
    pub stop: &'a AtomicBool,
    /// Called now and then.
    pub report: &'a mut dyn FnMut(&ToolProgress),
}

impl std::fmt::Debug for Audience<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Audience").field("stop", self.stop).finish_non_exhaustive()
    }
}

impl Audience<'_> {
    /// An error if the work is to end.
    pub(crate) fn may_go_on(&self) -> Result<(), ToolError> {
        if self.stop.load(Relaxed) { Err(ToolError::Interrupted) } else { Ok(()) }
    }
}

/// `path` with something behind its name.
pub(crate) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}
