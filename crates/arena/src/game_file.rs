//! The PGN file of a tournament.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::error::ArenaError;

/// Games are only added at its end; what else is in it stays.
#[derive(Debug)]
pub(crate) struct GameFile {
    path: PathBuf,
    file: File,
}

impl GameFile {
    /// Opens the file, or begins it.
    pub(crate) fn open(path: &Path) -> Result<GameFile, ArenaError> {
        let open = || {
            if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
                std::fs::create_dir_all(folder)?;
            }
            OpenOptions::new().read(true).append(true).create(true).open(path)
        };
        let file = open().map_err(|source| cannot_write(path, source))?;
        Ok(GameFile { path: path.to_owned(), file })
    }

    /// Bytes in it.
    pub(crate) fn length(&self) -> Result<u64, ArenaError> {
        self.file.metadata().map(|file| file.len()).map_err(|error| cannot_write(&self.path, error))
    }

    /// Adds games.
    pub(crate) fn append(&mut self, games: &[u8]) -> Result<(), ArenaError> {
        self.file.write_all(games).map_err(|error| cannot_write(&self.path, error))
    }

    /// Adds what is missing of `games`, which begin at `offset`. What was cut
    /// off in the writing is removed; games that somebody else added are not.
    pub(crate) fn complete(&mut self, offset: u64, games: &str) -> Result<(), ArenaError> {
        let offset = offset.min(self.length()?);
        let mut found = Vec::new();
        let read = self.file.seek(SeekFrom::Start(offset));
        read.and_then(|_| self.file.read_to_end(&mut found))
            .map_err(|error| cannot_write(&self.path, error))?;
        let common = games.bytes().zip(&found).take_while(|(game, byte)| game == *byte).count();
        let (missing, rest) = (&games.as_bytes()[common..], &found[common..]);
        if holds_a_game(rest) {
            // Theirs may follow ours, but not stand between them.
            return if missing.is_empty() {
                Ok(())
            } else {
                Err(ArenaError::OtherGames { path: self.path.clone() })
            };
        }
        let keep = offset + common as u64;
        self.file.set_len(keep).map_err(|error| cannot_write(&self.path, error))?;
        self.append(missing)
    }
}

fn cannot_write(path: &Path, source: io::Error) -> ArenaError {
    ArenaError::Write { what: path.display().to_string(), source }
}

/// How every game begins.
const TAG: &str = "[Event ";

/// Is there more than a piece of one game?
fn holds_a_game(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let is_whole = ["1-0", "0-1", "1/2-1/2", "*"].iter().any(|end| text.trim_end().ends_with(end));
    is_whole || text.strip_prefix(TAG).unwrap_or(&text).contains(TAG)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const OLD: &str = "[Event \"old\"]\n\n1. e4 *\n\n";
    const ONE: &str = "[Event \"one\"]\n\n1. d4 1-0\n\n";
    const TWO: &str = "[Event \"two\"]\n\n1. c4 0-1\n\n";

    fn completed(test: &str, found: &str) -> (Result<(), ArenaError>, String) {
        let name = format!("kythu-games-{test}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, OLD.to_owned() + found).unwrap();
        let mut file = GameFile::open(&path).unwrap();
        let done = file.complete(OLD.len() as u64, &(ONE.to_owned() + TWO));
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        (done, text.strip_prefix(OLD).unwrap().to_owned())
    }

    #[test]
    fn what_is_missing_is_added() {
        let whole = ONE.to_owned() + TWO;
        for cut in 0..=whole.len() {
            let (done, text) = completed("cut", &whole[..cut]);
            assert!(done.is_ok() && text == whole, "{cut}: {text}");
        }
        // A power cut may leave anything at the end of a file.
        let (done, text) = completed("zeros", &format!("{ONE}[Event \"t\0\0\0"));
        assert!(done.is_ok() && text == whole, "{text}");
    }

    #[test]
    fn games_of_others_are_kept() {
        let other = "[Event \"other\"]\n\n1. b4 *\n\n";
        let behind = format!("{ONE}{TWO}{other}");
        let (done, text) = completed("behind", &behind);
        assert!(done.is_ok() && text == behind, "{text}");
        for between in
            [format!("{ONE}{other}"), format!("{other}{other}[Event \"x"), other.to_owned()]
        {
            let (done, text) = completed("between", &between);
            assert!(done.unwrap_err().to_string().contains("other games"));
            assert_eq!(text, between);
        }
    }
}
