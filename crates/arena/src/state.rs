//! What survives a crash: the plan and every finished game, a line each.
//!
//! The file is only appended to, and each line is on the disk before the game
//! counts. A line that was cut off in the writing belongs to a game that does
//! not count yet; it is removed when the tournament is resumed.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::plan::Plan;
use crate::record::GameRecord;

/// The version of the format.
const VERSION: u32 = 1;

/// How every state begins, as far as it goes.
const BEGINNING: &[u8] = b"{\"kythu_arena\":";

/// The first line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Header {
    kythu_arena: u32,
    plan: Plan,
    /// How long the PGN file was before the first game.
    pgn_offset: u64,
}

/// A state file that is open, and locked against a second arena.
#[derive(Debug)]
pub(crate) struct State {
    path: PathBuf,
    file: File,
    pub(crate) plan: Plan,
    pub(crate) pgn_offset: u64,
}

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

impl State {
    /// Begins a file that does not exist yet, or is empty.
    pub(crate) fn create(path: &Path, plan: &Plan, pgn_offset: u64) -> Result<State, StateError> {
        let io = |source| StateError::Io { path: path.to_owned(), source };
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(io)?;
        }
        let file = OpenOptions::new().append(true).create(true).open(path).map_err(io)?;
        lock(&file, path)?;
        if file.metadata().map_err(io)?.len() > 0 {
            return Err(io(io::ErrorKind::AlreadyExists.into()));
        }
        let header = Header { kythu_arena: VERSION, plan: plan.clone(), pgn_offset };
        let mut state = State { path: path.to_owned(), file, plan: plan.clone(), pgn_offset };
        state.write_line(&header)?;
        // The name of the file must survive, too.
        #[cfg(unix)]
        if let Some(folder) = std::path::absolute(path).ok().as_deref().and_then(Path::parent) {
            let _ = File::open(folder).and_then(|folder| folder.sync_all());
        }
        Ok(state)
    }

    /// Opens a file, removes what was cut off, and gives back the finished
    /// games. None if there is nothing in it, not even a whole first line.
    /// What was never a state is left as it is.
    pub(crate) fn open(path: &Path) -> Result<Option<(State, Vec<GameRecord>)>, StateError> {
        let io = |source| StateError::Io { path: path.to_owned(), source };
        let mut file = OpenOptions::new().read(true).append(true).open(path).map_err(io)?;
        lock(&file, path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(io)?;
        let lines: Vec<&[u8]> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
        let damaged = |line: usize, detail: String| StateError::Damaged {
            path: path.to_owned(),
            line,
            detail,
        };
        if !bytes.iter().zip(BEGINNING).all(|(found, expected)| found == expected) {
            return Err(damaged(1, "this is not the state of a tournament".to_owned()));
        }
        let mut header: Option<Header> = None;
        let mut records = Vec::new();
        let mut good = 0;
        for (index, line) in lines.iter().enumerate() {
            let whole = line.ends_with(b"\n");
            // After a power cut the last line may have its end but not its
            // middle.
            let last = index + 1 == lines.len();
            let parsed = if index == 0 {
                serde_json::from_slice(line).map(|found| header = Some(found))
            } else {
                serde_json::from_slice(line).map(|found| records.push(found))
            };
            match parsed {
                Ok(()) if whole => good += line.len(),
                Ok(()) if index == 0 => header = None,
                Ok(()) => drop(records.pop()),
                Err(_) if last && (index > 0 || !whole) => {}
                Err(error) => return Err(damaged(index + 1, error.to_string())),
            }
        }
        if good < bytes.len() {
            file.set_len(good as u64).and_then(|()| file.sync_all()).map_err(io)?;
            file.seek(SeekFrom::End(0)).map_err(io)?;
        }
        let Some(Header { kythu_arena, plan, pgn_offset }) = header else { return Ok(None) };
        if kythu_arena != VERSION {
            return Err(damaged(1, format!("version {kythu_arena} of the format, not {VERSION}")));
        }
        Ok(Some((State { path: path.to_owned(), file, plan, pgn_offset }, records)))
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Adds a game. When this comes back it is on the disk.
    pub(crate) fn add(&mut self, record: &GameRecord) -> Result<(), StateError> {
        self.write_line(record)
    }

    fn write_line(&mut self, value: &impl Serialize) -> Result<(), StateError> {
        let io = |source| StateError::Io { path: self.path.clone(), source };
        let mut line = serde_json::to_vec(value).map_err(|error| io(error.into()))?;
        line.push(b'\n');
        self.file.write_all(&line).and_then(|()| self.file.sync_data()).map_err(io)
    }
}

fn lock(file: &File, path: &Path) -> Result<(), StateError> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(StateError::Locked { path: path.to_owned() }),
        // Some file systems have no locks; better to play than not to.
        Err(TryLockError::Error(_)) => Ok(()),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::plan::Player;

    #[test]
    fn other_files_are_left_alone() {
        let path = std::env::temp_dir().join(format!("kythu-state-{}", std::process::id()));
        for text in ["my notes", "two\nlines\n", "{\"kythu\":1}", "\n"] {
            std::fs::write(&path, text).unwrap();
            let error = State::open(&path).unwrap_err().to_string();
            assert!(error.contains("not the state"), "{error}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
        // A first line that was cut off belongs to a tournament without games.
        for text in ["", "{\"kythu", "{\"kythu_arena\":1,\"plan\":{"] {
            std::fs::write(&path, text).unwrap();
            assert!(State::open(&path).unwrap().is_none(), "{text}");
        }
        let player = Player { spec: "random".to_owned(), name: None, tc: None };
        drop(State::create(&path, &Plan::new(vec![player; 2]), 0).unwrap());
        assert!(std::fs::read(&path).unwrap().starts_with(BEGINNING));
        assert!(State::open(&path).unwrap().is_some());
        std::fs::remove_file(&path).unwrap();
    }
}
