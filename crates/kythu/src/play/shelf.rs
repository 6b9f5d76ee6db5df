//! Where the games of a table are kept.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use chess::Game;
use pgn::Record;

use super::archive::Archive;

/// The files that games are saved in.
#[derive(Default)]
pub(super) struct Shelf {
    /// The one used last at the end.
    archives: Vec<Archive>,
    /// Where the game is saved whenever it changes.
    diary: Option<Diary>,
}

/// A file that is kept up to date, and the game as it stands there.
struct Diary {
    path: PathBuf,
    game: Game,
}

impl Shelf {
    /// Keeps this file up to date with every move after this.
    pub(super) fn keep_diary(&mut self, archive: Archive, game: &Game) {
        self.diary = Some(Diary { path: archive.path().to_owned(), game: game.clone() });
        self.archives.push(archive);
    }

    /// What is saved next is another game than the one before.
    pub(super) fn begin_game(&mut self, game: &Game) {
        self.archives.iter_mut().for_each(Archive::begin_game);
        if let Some(diary) = &mut self.diary {
            diary.game = game.clone();
        }
    }

    /// Saves a game in a file, or in the one used last. Returns its name.
    pub(super) fn save(&mut self, path: Option<&Path>, record: &Record) -> Result<String> {
        let known = match path {
            Some(path) => self.archives.iter().position(|archive| archive.is_at(path)),
            None => self.archives.len().checked_sub(1),
        };
        let mut archive = match (known, path) {
            (Some(index), _) => self.archives.remove(index),
            (None, Some(path)) => Archive::open(path)?,
            (None, None) => bail!("say where: save FILE"),
        };
        let saved = archive.save(record);
        let name = archive.path().display().to_string();
        self.archives.push(archive);
        saved.map(|()| name)
    }

    /// Is the diary behind the game?
    pub(super) fn is_behind(&self, game: &Game) -> bool {
        self.diary.as_ref().is_some_and(|diary| diary.game != *game)
    }

    /// Brings the diary up to date.
    pub(super) fn write_diary(&mut self, game: &Game, record: &Record) -> Result<()> {
        let Some(diary) = &mut self.diary else { return Ok(()) };
        diary.game = game.clone();
        let archive = self.archives.iter_mut().find(|archive| archive.path() == diary.path);
        archive.map_or(Ok(()), |archive| archive.save(record))
    }
}
