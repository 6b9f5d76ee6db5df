//! A file that grows by whole games.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::plan::{Plan, PlanError};
use crate::reader::{ReadError, Reader};
use crate::scored_game::ScoredGame;

/// Why games could not be added to a file.
#[derive(Debug, Error)]
pub enum ArchiveError {
    /// It could not be opened, read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Somebody else adds games to it.
    #[error("{}: another run is writing to it", path.display())]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// What is there is not all games.
    #[error("{}: {source}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where and what.
        source: ReadError,
    },
    /// What is there belongs to another plan.
    #[error("{}: {source}; choose another file", path.display())]
    Plan {
        /// The file.
        path: PathBuf,
        /// How they differ.
        source: PlanError,
    },
}

/// The games of a plan, from the first to the last that is done.
///
/// Games are written in their order, each in one go. So whenever the writer
/// dies, the file holds the first so many games of its plan and perhaps a
/// piece of one more, which is dropped when the file is opened again: the
/// number of games says where to go on, and nothing is ever done twice.
#[derive(Debug)]
pub struct Archive {
    path: PathBuf,
    file: File,
    bytes: u64,
    games: u64,
    positions: u64,
    dropped: u64,
    first: Option<ScoredGame>,
}

impl Archive {
    /// Opens the file of `plan`, new or begun.
    pub fn open(path: &Path, plan: &Plan) -> Result<Archive, ArchiveError> {
        let io = |source| ArchiveError::Io { path: path.to_owned(), source };
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let file = options.open(path).map_err(io)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(ArchiveError::Busy { path: path.to_owned() });
            }
            // Not every file system has locks; the games matter more.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(io(error)),
        }
        let length = file.metadata().map_err(io)?.len();
        plan.claim(path, length == 0)
            .map_err(|source| ArchiveError::Plan { path: path.to_owned(), source })?;

        let mut archive = Archive {
            path: path.to_owned(),
            file,
            bytes: 0,
            games: 0,
            positions: 0,
            dropped: 0,
            first: None,
        };
        archive.survey()?;
        archive.dropped = length - archive.bytes;
        archive.back_to_whole().map_err(io)?;
        Ok(archive)
    }

    /// Finds out what is there.
    fn survey(&mut self) -> Result<(), ArchiveError> {
        let mut reader = Reader::new(&self.file);
        for game in reader.by_ref() {
            match game {
                Ok(game) => {
                    self.games += 1;
                    self.positions += game.moves.len() as u64;
                    self.first.get_or_insert(game);
                }
                Err(ReadError::CutShort { .. }) => break,
                Err(source) => {
                    return Err(ArchiveError::Damaged { path: self.path.clone(), source });
                }
            }
        }
        self.bytes = reader.whole();
        Ok(())
    }

    /// Cuts off what is no whole game.
    fn back_to_whole(&mut self) -> io::Result<()> {
        self.file.set_len(self.bytes)?;
        self.file.seek(SeekFrom::Start(self.bytes)).map(drop)
    }

    /// Games in the file; the number of the next one.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The first game that was there on opening.
    pub fn first(&self) -> Option<&ScoredGame> {
        self.first.as_ref()
    }

    /// Positions in the file.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Bytes of an unfinished game that were dropped on opening.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }

    /// Adds the next game.
    pub fn append(&mut self, game: &ScoredGame) -> Result<(), ArchiveError> {
        let bytes = game.to_bytes();
        if let Err(source) = self.file.write_all(&bytes) {
            // A full disk may have taken half of it. Should this fail as well,
            // the next opening does it.
            drop(self.back_to_whole());
            return Err(ArchiveError::Io { path: self.path.clone(), source });
        }
        self.bytes += bytes.len() as u64;
        self.games += 1;
        self.positions += game.moves.len() as u64;
        Ok(())
    }

    /// Sees to it that all games survive a loss of power.
    pub fn sync(&self) -> Result<(), ArchiveError> {
        let io = |source| ArchiveError::Io { path: self.path.clone(), source };
        self.file.sync_data().map_err(io)
    }
}
