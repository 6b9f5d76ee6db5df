//! What survives a crash: a file with the plan and every finished game.
//!
//! The file is only appended to, and each line is on the disk before the game
//! counts. What was cut off in the writing is removed when the tournament is
//! resumed.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::record::GameRecord;
use crate::saved::{Header, SavedTournament, SessionLine};
use crate::session::Session;
use crate::state_error::StateError;

/// A state file that is open, and locked against a second arena.
#[derive(Debug)]
pub(crate) struct State {
    path: PathBuf,
    file: File,
}

impl State {
    /// Begins a file that does not exist yet, or is empty.
    pub(crate) fn create(path: &Path, header: &Header) -> Result<State, StateError> {
        let io = |source| StateError::Io { path: path.to_owned(), source };
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(io)?;
        }
        let file = OpenOptions::new().append(true).create(true).open(path).map_err(io)?;
        lock(&file, path)?;
        if file.metadata().map_err(io)?.len() > 0 {
            return Err(io(io::ErrorKind::AlreadyExists.into()));
        }
        let mut state = State { path: path.to_owned(), file };
        state.write_line(header)?;
        // The name of the file must survive, too.
        #[cfg(unix)]
        if let Some(folder) = std::path::absolute(path).ok().as_deref().and_then(Path::parent) {
            let _ = File::open(folder).and_then(|folder| folder.sync_all());
        }
        Ok(state)
    }

    /// Opens a file to go on with it, and removes what was cut off. None if
    /// there is nothing in it, not even a whole first line. What was never a
    /// state is left as it is.
    pub(crate) fn open(path: &Path) -> Result<Option<(State, SavedTournament)>, StateError> {
        let io = |source| StateError::Io { path: path.to_owned(), source };
        let mut file = OpenOptions::new().read(true).append(true).open(path).map_err(io)?;
        lock(&file, path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(io)?;
        let (saved, whole) = SavedTournament::parse(&bytes, path)?;
        if whole < bytes.len() {
            file.set_len(whole as u64).and_then(|()| file.sync_all()).map_err(io)?;
            file.seek(SeekFrom::End(0)).map_err(io)?;
        }
        Ok(saved.map(|saved| (State { path: path.to_owned(), file }, saved)))
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Adds a session.
    pub(crate) fn begin(&mut self, session: Session) -> Result<(), StateError> {
        self.write_line(&SessionLine { session })
    }

    /// Adds a game. When this comes back it is on the disk.
    pub(crate) fn add(&mut self, record: &GameRecord) -> Result<(), StateError> {
        self.write_line(record)
    }

    fn write_line(&mut self, value: &impl Serialize) -> Result<(), StateError> {
        let io = |source| StateError::Io { path: self.path.clone(), source };
        let line = line_of(value).map_err(io)?;
        self.file.write_all(&line).and_then(|()| self.file.sync_data()).map_err(io)
    }
}

/// A line of JSON.
pub(crate) fn line_of(value: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    Ok(line)
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
    use crate::fingerprint::Fingerprint;
    use crate::plan::{Player, TournamentPlan};
    use crate::saved::SuiteStamp;

    #[test]
    fn other_files_are_left_alone() {
        let path = std::env::temp_dir().join(format!("kythu-state-{}", std::process::id()));
        for text in ["my notes", "two\nlines\n", "{\"kythu\":1}", "\n"] {
            std::fs::write(&path, text).unwrap();
            let error = State::open(&path).unwrap_err().to_string();
            assert!(error.contains("not the state"), "{error}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
        let old = "{\"kythu_arena\":1,\"plan\":{}}\n";
        std::fs::write(&path, old).unwrap();
        let error = State::open(&path).unwrap_err().to_string();
        assert!(error.contains("line 1: version 1 of the format, not 2"), "{error}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), old);
        // A first line that was cut off belongs to a tournament without games.
        for text in ["", "{\"kythu", "{\"kythu_arena\":2,\"plan\":{"] {
            std::fs::write(&path, text).unwrap();
            assert!(State::open(&path).unwrap().is_none(), "{text}");
        }
        let player = Player { spec: "random".to_owned(), name: None, tc: None };
        let plan = TournamentPlan::new(vec![player; 2]);
        let openings = SuiteStamp { hash: Fingerprint::EMPTY, count: 1 };
        let header = Header::new(plan.run_id(openings.hash), plan.clone(), openings, 0);
        let mut state = State::create(&path, &header).unwrap();
        state.begin(Session { games: Some(8), ..Session::now(&plan) }).unwrap();
        drop(state);
        assert!(SavedTournament::is_state(&std::fs::read(&path).unwrap()));
        // What the last session planned is remembered.
        let saved = SavedTournament::read(&path).unwrap();
        assert_eq!((saved.plan.games, saved.sessions.len()), (Some(8), 1));
        assert!(State::open(&path).unwrap().is_some());
        std::fs::remove_file(&path).unwrap();
    }
}
