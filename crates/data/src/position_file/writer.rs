//! Writing.

use std::fs::File;
use std::io::{BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use zstd::stream::write::Encoder;

use super::error::io_error;
use super::hashing::{Hashing, hex};
use super::{HEAD, LEVEL, MAGIC, PositionFileError, PositionFileSummary, SampledGame, VERSION};

/// Writes a file of positions game by game.
///
/// The head is written last, so that a file whose writer died is none.
pub struct PositionFileWriter {
    path: PathBuf,
    pub(super) encoder: Encoder<'static, Hashing<BufWriter<File>>>,
    pub(super) games: u64,
    positions: u64,
}

impl std::fmt::Debug for PositionFileWriter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let shown = (&self.path, self.games, self.positions);
        write!(f, "PositionFileWriter{shown:?}")
    }
}

impl PositionFileWriter {
    /// Begins a new file in the place of any old one.
    pub fn create(path: &Path) -> Result<PositionFileWriter, PositionFileError> {
        let begin = || {
            let mut file = BufWriter::new(File::create(path)?);
            file.write_all(&[0; HEAD])?;
            Encoder::new(Hashing { inner: file, hash: Sha256::new() }, LEVEL)
        };
        let encoder = begin().map_err(|source| io_error(path, source))?;
        Ok(PositionFileWriter { path: path.to_owned(), encoder, games: 0, positions: 0 })
    }

    /// Adds a game; one from which nothing was picked is left out.
    pub fn add(&mut self, game: &SampledGame) -> Result<(), PositionFileError> {
        if game.picked.is_empty() {
            return Ok(());
        }
        let written = self.encoder.write_all(&game.to_bytes());
        written.map_err(|source| io_error(&self.path, source))?;
        self.games += 1;
        self.positions += game.picked.len() as u64;
        Ok(())
    }

    /// Writes the head.
    pub fn finish(self) -> Result<PositionFileSummary, PositionFileError> {
        let PositionFileWriter { path, encoder, games, positions } = self;
        let end = || {
            let Hashing { inner, hash } = encoder.finish()?;
            let mut file = inner.into_inner().map_err(|error| error.into_error())?;
            let hash: [u8; 32] = hash.finalize().into();
            let mut head = [0; HEAD];
            head[..8].copy_from_slice(MAGIC);
            head[8..12].copy_from_slice(&VERSION.to_le_bytes());
            head[16..24].copy_from_slice(&games.to_le_bytes());
            head[24..32].copy_from_slice(&positions.to_le_bytes());
            head[32..].copy_from_slice(&hash);
            file.seek(SeekFrom::Start(0))?;
            file.write_all(&head)?;
            file.sync_data()?;
            Ok(hash)
        };
        let hash = end().map_err(|source| io_error(&path, source))?;
        Ok(PositionFileSummary { games, positions, hash: hex(&hash) })
    }
}
