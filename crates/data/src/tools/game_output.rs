//! A file of games that is there when all of it is there.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use zstd::stream::write::Encoder;

use super::{ToolError, beside};
use crate::params::PACKING_LEVEL;
use crate::scored_game::ScoredGame;

/// Writes games to a draft beside the output, packed if the name ends with
/// `.zst`. [`finish`](GameOutput::finish) gives the draft its name; dropped
/// before that, it is deleted.
#[derive(Debug)]
pub struct GameOutput {
    path: PathBuf,
    draft: PathBuf,
    force: bool,
    /// Not there any more when it is finished.
    sink: Option<Sink>,
    games: u64,
    positions: u64,
}

enum Sink {
    Plain(BufWriter<File>),
    Packed(Box<Encoder<'static, BufWriter<File>>>),
}

impl GameOutput {
    /// Begins the draft of `path`. A file that is there is replaced in the end
    /// with `force`, and an error without.
    pub fn create(path: &Path, force: bool) -> Result<GameOutput, ToolError> {
        must_be_free(path, force)?;
        let draft = beside(path, ".draft");
        let file = claim(&draft, path)?;
        file.set_len(0).map_err(ToolError::io(&draft))?;
        let writer = BufWriter::with_capacity(1 << 18, file);
        let sink = if path.extension().is_some_and(|extension| extension == "zst") {
            let encoder = Encoder::new(writer, PACKING_LEVEL).and_then(|mut encoder| {
                encoder.include_checksum(true)?;
                Ok(encoder)
            });
            Sink::Packed(Box::new(encoder.map_err(ToolError::io(&draft))?))
        } else {
            Sink::Plain(writer)
        };
        let path = path.to_owned();
        Ok(GameOutput { path, draft, force, sink: Some(sink), games: 0, positions: 0 })
    }

    /// Adds a game.
    pub fn write(&mut self, game: &ScoredGame) -> Result<(), ToolError> {
        self.write_bytes(&game.to_bytes(), game.moves.len())
    }

    /// Adds the bytes of a whole game with so many moves.
    pub(crate) fn write_bytes(&mut self, game: &[u8], plies: usize) -> Result<(), ToolError> {
        let written = match &mut self.sink {
            Some(Sink::Plain(writer)) => writer.write_all(game),
            Some(Sink::Packed(writer)) => writer.write_all(game),
            None => Ok(()),
        };
        written.map_err(ToolError::io(&self.draft))?;
        self.games += 1;
        self.positions += plies as u64;
        Ok(())
    }

    /// Games written so far.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Positions written so far.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Syncs the draft to the disk and gives it its name.
    pub fn finish(mut self) -> Result<(), ToolError> {
        let Some(sink) = self.sink.take() else { return Ok(()) };
        let named = sink.close().map_err(ToolError::io(&self.draft)).and_then(|file| {
            let named = give_name(&self.draft, &self.path, self.force);
            drop(file);
            named
        });
        if named.is_err() {
            let _ = fs::remove_file(&self.draft);
        }
        named
    }
}

impl Drop for GameOutput {
    fn drop(&mut self) {
        if self.sink.is_some() {
            let _ = fs::remove_file(&self.draft);
        }
    }
}

impl Sink {
    fn close(self) -> io::Result<File> {
        let writer = match self {
            Sink::Plain(writer) => writer,
            Sink::Packed(encoder) => encoder.finish()?,
        };
        let file = writer.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.sync_all()?;
        Ok(file)
    }
}

impl std::fmt::Debug for Sink {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Sink::Plain(_) => "Plain",
            Sink::Packed(_) => "Packed",
        })
    }
}

/// An error if there is something at `path` that may not be replaced.
pub(super) fn must_be_free(path: &Path, force: bool) -> Result<(), ToolError> {
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => {
            Err(ToolError::io(path)(ErrorKind::IsADirectory.into()))
        }
        Ok(_) if !force => Err(ToolError::Exists { path: path.to_owned() }),
        _ => Ok(()),
    }
}

/// Opens an unfinished file of `output` for this process alone.
pub(super) fn claim(unfinished: &Path, output: &Path) -> Result<File, ToolError> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    let file = options.open(unfinished).map_err(ToolError::io(unfinished))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(ToolError::Busy { path: output.to_owned() }),
        // Not every file system has locks.
        Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => Ok(file),
        Err(TryLockError::Error(error)) => Err(ToolError::io(unfinished)(error)),
    }
}

/// Renames `draft` in one step. Without `force`, a file that has come to `path`
/// meanwhile stays.
pub(super) fn give_name(draft: &Path, path: &Path, force: bool) -> Result<(), ToolError> {
    if !force {
        // A link, unlike a rename, replaces nothing.
        match fs::hard_link(draft, path) {
            Ok(()) => return fs::remove_file(draft).map_err(ToolError::io(draft)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                return Err(ToolError::Exists { path: path.to_owned() });
            }
            // Not every file system has links.
            Err(_) => must_be_free(path, force)?,
        }
    }
    fs::rename(draft, path).map_err(ToolError::io(path))
}
