//! The games of several files, one after another.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use pgn::Unpacker;

use super::{Audience, ToolError, ToolProgress};
use crate::reader::{ReadError, Reader};
use crate::scored_game::ScoredGame;

/// So many games between two reports.
const REPORT: u64 = 1 << 10;

/// What was left out of a file.
#[derive(Debug)]
pub struct Damage {
    /// The file.
    pub path: PathBuf,
    /// Where its whole games end, and why.
    pub error: ReadError,
}

/// Reads the games of files, plain or packed, whatever their length. Every
/// position and move is checked.
///
/// A last game that is cut short, as after a kill, is left out and noted. Any
/// other damage is an error, or with `salvage` left out and noted too, with all
/// that comes after it in its file.
#[derive(Debug)]
pub struct GameFiles<'a> {
    paths: &'a [PathBuf],
    salvage: bool,
    current: Option<Reader<Unpacker<Counted>>>,
    /// Of the file after the current one.
    next: usize,
    bytes: Arc<AtomicU64>,
    progress: ToolProgress,
    /// Bytes of whole games in files before the current one.
    whole: u64,
    damage: Vec<Damage>,
}

impl<'a> GameFiles<'a> {
    /// The games of `paths`. All of them have to be there.
    pub fn open(paths: &'a [PathBuf], salvage: bool) -> Result<GameFiles<'a>, ToolError> {
        let mut whole = 0;
        for path in paths {
            let file = File::open(path).map_err(ToolError::io(path))?;
            let metadata = file.metadata().map_err(ToolError::io(path))?;
            if metadata.is_dir() {
                return Err(ToolError::io(path)(ErrorKind::IsADirectory.into()));
            }
            whole += metadata.len();
        }
        Ok(GameFiles {
            paths,
            salvage,
            current: None,
            next: 0,
            bytes: Arc::default(),
            progress: ToolProgress { passes: 1, whole, ..ToolProgress::default() },
            whole: 0,
            damage: Vec::new(),
        })
    }

    /// The same as pass `pass` of `passes`.
    pub(crate) fn of_pass(mut self, pass: u32, passes: u32) -> GameFiles<'a> {
        (self.progress.pass, self.progress.passes) = (pass, passes);
        self
    }

    /// The next game, if there is one.
    pub fn next_game(&mut self) -> Result<Option<ScoredGame>, ToolError> {
        loop {
            let Some(reader) = &mut self.current else {
                let Some(path) = self.paths.get(self.next) else { return Ok(None) };
                let file = File::open(path).map_err(ToolError::io(path))?;
                let counted = Counted { file, bytes: self.bytes.clone() };
                self.current = Some(Reader::new(Unpacker::new(counted)));
                self.next += 1;
                continue;
            };
            let game = reader.next();
            match game {
                Some(Ok(game)) => {
                    self.progress.games += 1;
                    self.progress.positions += game.moves.len() as u64;
                    return Ok(Some(game));
                }
                Some(Err(error)) => {
                    self.whole += reader.whole();
                    self.note(error)?;
                }
                None => self.whole += reader.whole(),
            }
            self.current = None;
        }
    }

    /// The next game, while the audience wants one.
    pub(crate) fn next_for(
        &mut self,
        audience: &mut Audience<'_>,
    ) -> Result<Option<ScoredGame>, ToolError> {
        audience.may_go_on()?;
        if self.progress.games.is_multiple_of(REPORT) {
            (audience.report)(&self.progress());
        }
        self.next_game()
    }

    fn note(&mut self, error: ReadError) -> Result<(), ToolError> {
        let path = self.paths[self.next - 1].clone();
        if !self.salvage && !matches!(error, ReadError::CutShort { .. }) {
            return Err(ToolError::Damaged { path, source: error });
        }
        self.damage.push(Damage { path, error });
        Ok(())
    }

    /// How far the reading is.
    pub fn progress(&self) -> ToolProgress {
        ToolProgress { done: self.bytes.load(Relaxed), ..self.progress }
    }

    /// Bytes of the games so far, unpacked.
    pub fn unpacked(&self) -> u64 {
        self.whole + self.current.as_ref().map_or(0, Reader::whole)
    }

    /// What was left out so far.
    pub fn damage(&self) -> &[Damage] {
        &self.damage
    }

    /// What was left out.
    pub fn into_damage(self) -> Vec<Damage> {
        self.damage
    }
}

/// Counts the bytes that are read, packed as they are.
#[derive(Debug)]
struct Counted {
    file: File,
    bytes: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(buffer)?;
        self.bytes.fetch_add(count as u64, Relaxed);
        Ok(count)
    }
}
