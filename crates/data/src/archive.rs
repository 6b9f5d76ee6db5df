//! The file of games that self-play appends to.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::generation_plan::{GenerationPlan, GenerationPlanError};
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
        source: GenerationPlanError,
    },
}

/// The games of a plan, from the first to the last that is done.
///
/// Games are written in their order, each in one go. So whenever the writer
/// dies, the file holds the first so many games of its plan and perhaps a
/// piece of one more, which the next game replaces: the number of games says
/// where to go on, and no game is played twice.
///
/// That the plan beside the file is the plan of its games has to be checked by
/// playing some of them again ([`Archive::ends`]); [`Generation::run`] does.
///
/// [`Generation::run`]: crate::Generation::run
#[derive(Debug)]
pub struct Archive {
    path: PathBuf,
    file: File,
    bytes: u64,
    games: u64,
    positions: u64,
    /// Bytes of an unfinished game at the end, until they are cut off.
    unfinished: u64,
    ends: Vec<(u64, ScoredGame)>,
}

impl Archive {
    /// Opens the file of `plan`, new or begun. Games that are there are left as
    /// they are, an unfinished one too.
    pub fn open(path: &Path, plan: &GenerationPlan) -> Result<Archive, ArchiveError> {
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
            unfinished: 0,
            ends: Vec::new(),
        };
        archive.survey()?;
        archive.unfinished = length - archive.bytes;
        archive.file.seek(SeekFrom::Start(archive.bytes)).map_err(io)?;
        Ok(archive)
    }

    /// Reads all games, counts them and keeps the first and the last.
    fn survey(&mut self) -> Result<(), ArchiveError> {
        let mut reader = Reader::new(&self.file);
        let mut last = None;
        for game in reader.by_ref() {
            match game {
                Ok(game) => {
                    self.positions += game.moves.len() as u64;
                    if self.games == 0 {
                        self.ends.push((0, game));
                    } else {
                        last = Some((self.games, game));
                    }
                    self.games += 1;
                }
                Err(ReadError::CutShort { .. }) => break,
                Err(source) => {
                    return Err(ArchiveError::Damaged { path: self.path.clone(), source });
                }
            }
        }
        self.ends.extend(last);
        self.bytes = reader.whole();
        Ok(())
    }

    /// Truncates the file to its whole games.
    fn back_to_whole(&mut self) -> io::Result<()> {
        self.file.set_len(self.bytes)?;
        self.unfinished = 0;
        self.file.seek(SeekFrom::Start(self.bytes)).map(drop)
    }

    /// Games in the file; the number of the next one.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The first and the last of the games that were there on opening, with
    /// their numbers in the plan.
    pub fn ends(&self) -> &[(u64, ScoredGame)] {
        &self.ends
    }

    /// Positions in the file.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Bytes of an unfinished game at the end of the file, which the next game
    /// replaces.
    pub fn unfinished(&self) -> u64 {
        self.unfinished
    }

    /// Adds the next game.
    pub fn append(&mut self, game: &ScoredGame) -> Result<(), ArchiveError> {
        let bytes = game.to_bytes();
        if let Err(source) = self.write(&bytes) {
            // A full disk may have taken half of it. Should this fail as well,
            // the next run finds an unfinished game.
            drop(self.back_to_whole());
            return Err(ArchiveError::Io { path: self.path.clone(), source });
        }
        self.bytes += bytes.len() as u64;
        self.games += 1;
        self.positions += game.moves.len() as u64;
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.unfinished > 0 {
            self.back_to_whole()?;
        }
        self.file.write_all(bytes)
    }

    /// Syncs the file to the disk, so that its games survive a loss of power.
    pub fn sync(&self) -> Result<(), ArchiveError> {
        let io = |source| ArchiveError::Io { path: self.path.clone(), source };
        self.file.sync_data().map_err(io)
    }
}
