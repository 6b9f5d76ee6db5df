//! Reading, of files that anybody may have written.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use zstd::stream::read::Decoder;

use super::error::io_error;
use super::hashing::{Hashing, hex};
use super::{
    GameFault, HEAD, MAGIC, NO_SCORE, PositionFileError, PositionFileSummary, SampledGame, VERSION,
};
use crate::import::{SampledPosition, Split};
use crate::scored_game::MOST_PLIES;
use crate::{header, packed_move};

/// Reads a file of positions game by game. Every game is checked; at the end,
/// counts and hash are. After an error there is nothing more.
pub struct PositionFileReader {
    path: PathBuf,
    decoder: Decoder<'static, BufReader<Hashing<File>>>,
    summary: PositionFileSummary,
    games: u64,
    positions: u64,
    is_over: bool,
}

impl std::fmt::Debug for PositionFileReader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "PositionFileReader({:?}, {:?})", self.path, self.summary)
    }
}

impl PositionFileReader {
    /// Opens a file and reads its head.
    pub fn open(path: &Path) -> Result<PositionFileReader, PositionFileError> {
        let io = |source| io_error(path, source);
        let mut file = File::open(path).map_err(io)?;
        let mut head = [0; HEAD];
        match file.read_exact(&mut head) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                return Err(PositionFileError::Magic { path: path.to_owned() });
            }
            read => read.map_err(io)?,
        }
        if !head.starts_with(MAGIC) {
            return Err(PositionFileError::Magic { path: path.to_owned() });
        }
        let version = u32::from_le_bytes([head[8], head[9], head[10], head[11]]);
        if version != VERSION {
            return Err(PositionFileError::Version { path: path.to_owned(), version });
        }
        let number = |place: usize| {
            let mut bytes = [0; 8];
            bytes.copy_from_slice(&head[place..place + 8]);
            u64::from_le_bytes(bytes)
        };
        let (games, positions) = (number(16), number(24));
        let summary = PositionFileSummary { games, positions, hash: hex(&head[32..]) };
        let body = BufReader::with_capacity(1 << 17, Hashing { inner: file, hash: Sha256::new() });
        Ok(PositionFileReader {
            path: path.to_owned(),
            decoder: Decoder::with_buffer(body).map_err(io)?,
            summary,
            games: 0,
            positions: 0,
            is_over: false,
        })
    }

    /// What the head says.
    pub fn summary(&self) -> &PositionFileSummary {
        &self.summary
    }

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), PositionFileError> {
        self.decoder.read_exact(bytes).map_err(|source| io_error(&self.path, source))
    }

    fn game(&mut self) -> Result<SampledGame, PositionFileError> {
        let number = self.games + 1;
        let mut head = [0; header::LENGTH];
        self.fill(&mut head)?;
        let path = self.path.clone();
        let fault = |fault| PositionFileError::Game { path: path.clone(), game: number, fault };
        let (start, result) = header::unpack(&head).map_err(|error| fault(error.into()))?;
        let side = head[header::LENGTH - 1];
        let split = Split::from_byte(side).ok_or_else(|| fault(GameFault::Split(side)))?;
        let mut length = [0; 2];
        self.fill(&mut length)?;
        let length = u16::from_le_bytes(length);
        if usize::from(length) > MOST_PLIES {
            return Err(fault(GameFault::TooLong(length)));
        }
        let mut bytes = vec![0; usize::from(length) * 2];
        self.fill(&mut bytes)?;
        let mut position = start;
        let mut moves = Vec::with_capacity(length.into());
        for pair in bytes.as_chunks::<2>().0 {
            let bits = u16::from_le_bytes(*pair);
            let Some(mv) = packed_move::unpack(bits, &position) else {
                return Err(fault(GameFault::Move { bits, fen: position.to_string() }));
            };
            position.play(mv);
            moves.push(mv);
        }
        let mut bits = vec![0; usize::from(length) / 8 + 1];
        self.fill(&mut bits)?;
        let mut picked = Vec::new();
        for ply in 0..bits.len() * 8 {
            if bits[ply / 8] >> (ply % 8) & 1 == 0 {
                continue;
            }
            if ply > usize::from(length) {
                return Err(fault(GameFault::Picked));
            }
            let mut score = [0; 2];
            self.fill(&mut score)?;
            let score = Some(i16::from_le_bytes(score)).filter(|&score| score != NO_SCORE);
            picked.push(SampledPosition { ply: ply as u16, score });
        }
        self.games = number;
        self.positions += picked.len() as u64;
        Ok(SampledGame { start, result, moves, split, picked })
    }

    /// Is what was read what the head promised?
    fn check(&mut self) -> Result<(), PositionFileError> {
        let path = self.path.clone();
        let mismatch = |what| PositionFileError::Mismatch { path: path.clone(), what };
        // What the decoder did not ask for is part of the hash all the same.
        if self.decoder.read(&mut [0]).map_err(|source| io_error(&path, source))? != 0 {
            return Err(mismatch("number of games"));
        }
        if self.positions != self.summary.positions {
            return Err(mismatch("number of positions"));
        }
        let body = self.decoder.get_mut();
        io::copy(body, &mut io::sink()).map_err(|source| io_error(&path, source))?;
        let hash: [u8; 32] = body.get_ref().hash.clone().finalize().into();
        if hex(&hash) != self.summary.hash {
            return Err(mismatch("hash"));
        }
        Ok(())
    }
}

impl Iterator for PositionFileReader {
    type Item = Result<SampledGame, PositionFileError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let next = if self.games == self.summary.games {
            self.is_over = true;
            self.check().err().map(Err)
        } else {
            Some(self.game())
        };
        self.is_over |= matches!(next, Some(Err(_)));
        next
    }
}
