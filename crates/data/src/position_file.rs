//! Training positions in a file, as the games they were picked from.
//!
//! A position of its own would take 32 bytes; the moves that lead to it take two
//! each, and every position that is picked from the same game nearly nothing.
//!
//! | bytes | |
//! |---|---|
//! | 0–7 | `KYTHUPOS` |
//! | 8–11 | the version, 1; all numbers are little-endian |
//! | 12–15 | free |
//! | 16–23 | games |
//! | 24–31 | positions |
//! | 32–63 | SHA-256 of all that comes after |
//! | 64– | the games, packed by Zstandard |
//!
//! A game is the header of 32 bytes that games of self-play have (see
//! [`header`](crate::header); byte 31 is the side of the split), the number of
//! moves (2 bytes), two bytes a move, a bit for each position (before the first
//! move, after it, and so on; the lowest bit of a byte first) that says whether
//! it was picked, and for each that was its score for White in centipawns (2
//! bytes; −32768 where there is none).

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use chess::{Move, Position};
use sha2::{Digest, Sha256};
use thiserror::Error;
use zstd::stream::read::Decoder;
use zstd::stream::write::Encoder;

use crate::WhitePoints;
use crate::header::{self, HeaderError};
use crate::import::{SampledPosition, Split};
use crate::packed_move;
use crate::scored_game::MOST_PLIES;

const MAGIC: &[u8; 8] = b"KYTHUPOS";
const VERSION: u32 = 1;
const HEAD: usize = 64;
/// Stands for a score that nobody gave.
const NO_SCORE: i16 = i16::MIN;
/// Small files matter more than the time it takes to write them.
const LEVEL: i32 = 12;

/// A game and the positions that were picked from it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SampledGame {
    /// Where it began.
    pub start: Position,
    /// How it ended.
    pub result: WhitePoints,
    /// Its moves, as far as they are needed.
    pub moves: Vec<Move>,
    /// Which side of the split it is on.
    pub split: Split,
    /// What was picked, in ascending order of plies.
    pub picked: Vec<SampledPosition>,
}

impl SampledGame {
    /// The positions that were picked, each with its score.
    pub fn positions(&self) -> impl Iterator<Item = (Position, Option<i16>)> + '_ {
        let mut position = self.start;
        let mut played = 0;
        self.picked.iter().map(move |picked| {
            let until = usize::from(picked.ply).min(self.moves.len());
            self.moves[played..until].iter().for_each(|&mv| position.play(mv));
            played = until;
            (position, picked.score)
        })
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut head = header::pack(&self.start, self.result);
        head[header::LENGTH - 1] = self.split as u8;
        let mut bytes = head.to_vec();
        let last = self.picked.last().map_or(0, |picked| usize::from(picked.ply));
        let moves = &self.moves[..last.min(self.moves.len())];
        bytes.extend((moves.len() as u16).to_le_bytes());
        for &mv in moves {
            bytes.extend(packed_move::pack(mv).to_le_bytes());
        }
        let mut bits = vec![0u8; moves.len() / 8 + 1];
        for picked in &self.picked {
            bits[usize::from(picked.ply) / 8] |= 1 << (picked.ply % 8);
        }
        bytes.extend(bits);
        for picked in &self.picked {
            bytes.extend(picked.score.unwrap_or(NO_SCORE).to_le_bytes());
        }
        bytes
    }
}

/// What the head of a file says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionFileSummary {
    /// Games in it.
    pub games: u64,
    /// Positions picked from them.
    pub positions: u64,
    /// The SHA-256 of what is in it, in hexadecimal digits.
    pub hash: String,
}

/// What is wrong with a file of positions.
#[derive(Debug, Error)]
pub enum PositionFileError {
    /// It cannot be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It is something else.
    #[error("{}: no file of positions (expected it to begin with KYTHUPOS)", path.display())]
    Magic {
        /// Which file.
        path: PathBuf,
    },
    /// It is from another time.
    #[error("{}: version {version} is not known (expected {VERSION})", path.display())]
    Version {
        /// Which file.
        path: PathBuf,
        /// What it says.
        version: u32,
    },
    /// A game in it makes no sense.
    #[error("{}: game {game}: {fault}", path.display())]
    Game {
        /// Which file.
        path: PathBuf,
        /// Counted from 1.
        game: u64,
        /// What is wrong.
        fault: GameFault,
    },
    /// What is in it is not what its head says.
    #[error("{}: the contents do not match the {what} in the head", path.display())]
    Mismatch {
        /// Which file.
        path: PathBuf,
        /// `games`, `positions` or `hash`.
        what: &'static str,
    },
}

/// What is wrong with a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum GameFault {
    /// Its beginning.
    #[error(transparent)]
    Header(#[from] HeaderError),
    /// The side of the split.
    #[error("{0} is no side of a split; 0, 1 or 2")]
    Split(u8),
    /// Its length.
    #[error("{0} moves are more than {MOST_PLIES}")]
    TooLong(u16),
    /// A move.
    #[error("{bits:#06x} is no legal move in {fen}")]
    Move {
        /// The two bytes of the move.
        bits: u16,
        /// The position.
        fen: String,
    },
    /// A bit beyond the last position.
    #[error("a position beyond the end of the game is picked")]
    Picked,
}

/// Writes a file of positions game by game.
///
/// The head is written last, so that a file whose writer died is none.
pub struct PositionFileWriter {
    path: PathBuf,
    encoder: Encoder<'static, Hashing<BufWriter<File>>>,
    games: u64,
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

fn io_error(path: &Path, source: io::Error) -> PositionFileError {
    PositionFileError::Io { path: path.to_owned(), source }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Passes bytes on and hashes them.
struct Hashing<T> {
    inner: T,
    hash: Sha256,
}

impl<T: Write> Write for Hashing<T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.inner.write(bytes)?;
        self.hash.update(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl<T: Read> Read for Hashing<T> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(bytes)?;
        self.hash.update(&bytes[..count]);
        Ok(count)
    }
}

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

#[cfg(test)]
mod tests {
    use std::fs;

    use thinking::SplitMix64;

    use super::*;
    use crate::{ImportedGame, Sampling};

    const FENS: [&str; 3] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        "4k3/P6P/8/3pP3/8/8/p6p/4K3 w - d6 0 20",
    ];

    /// Random games with random positions picked.
    fn games() -> Vec<SampledGame> {
        let mut random = SplitMix64::new(3, 3);
        let mut games = Vec::new();
        for (number, fen) in FENS.iter().cycle().take(30).enumerate() {
            let start = Position::from_fen(fen).unwrap();
            let (mut position, mut moves) = (start, Vec::new());
            while moves.len() < 60 && position.has_legal_moves() {
                let legal = position.legal_moves();
                let mv = legal[random.below(legal.len() as u64) as usize];
                position.play(mv);
                moves.push(mv);
            }
            let result = WhitePoints::ALL[number % 3];
            let scores = (number % 2 == 0).then(|| (0..moves.len() as i16).collect());
            let game = ImportedGame { start, moves, scores, result };
            let sampling = Sampling { draws: true, probability: 0.4, ..Sampling::default() };
            let picked = sampling.pick(&game);
            let last = picked.last().map_or(0, |picked| usize::from(picked.ply));
            let moves = game.moves[..last].to_vec();
            let split = Split::ALL[number / 3 % 3];
            games.push(SampledGame { start, result, moves, split, picked });
        }
        games.retain(|game| !game.picked.is_empty());
        games
    }

    fn write(path: &Path) -> PositionFileSummary {
        let mut writer = PositionFileWriter::create(path).unwrap();
        games().iter().for_each(|game| writer.add(game).unwrap());
        writer.finish().unwrap()
    }

    fn read(path: &Path) -> Result<Vec<SampledGame>, PositionFileError> {
        PositionFileReader::open(path)?.collect()
    }

    #[test]
    fn comes_back_equal() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.kpos");
        let summary = write(&path);
        assert_eq!(PositionFileReader::open(&path).unwrap().summary(), &summary);
        assert_eq!(read(&path).unwrap(), games());
        assert_eq!(summary.games, games().len() as u64);
        assert!(summary.positions > 100 && summary.hash.len() == 64, "{summary:?}");
        for game in games() {
            let mut count = 0;
            for ((position, score), picked) in game.positions().zip(&game.picked) {
                let moves = &game.moves[..usize::from(picked.ply)];
                let mut expected = game.start;
                moves.iter().for_each(|&mv| expected.play(mv));
                assert_eq!((position, score), (expected, picked.score));
                count += 1;
            }
            assert_eq!(count, game.picked.len());
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.kpos");
        write(&path);
        let good = fs::read(&path).unwrap();
        let fault = |bytes: &[u8]| {
            fs::write(&path, bytes).unwrap();
            read(&path).unwrap_err().to_string()
        };
        let changed = |place: usize| {
            let mut bytes = good.clone();
            bytes[place] ^= 1;
            bytes
        };
        assert!(fault(&changed(0)).contains("no file of positions"));
        assert!(fault(b"KYTHU").contains("no file of positions"));
        assert!(fault(&changed(8)).contains("version 0 is not known"));
        assert!(fault(&changed(24)).contains("number of positions"));
        assert!(fault(&changed(40)).contains("hash"));
        let mut fewer = good.clone();
        fewer[16] -= 1;
        assert!(fault(&fewer).contains("number of games"));
        let longer = [good.as_slice(), b"more"].concat();
        assert!(!fault(&longer).is_empty());
        assert!(!fault(&good[..good.len() - 9]).is_empty());
        // A writer that died before the head was written.
        let unfinished = [&[0; HEAD], &good[HEAD..]].concat();
        assert!(fault(&unfinished).contains("no file of positions"));
    }

    /// Damage behind a right head is found, and never panics.
    #[test]
    fn hostile_games_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.kpos");
        let game = games().remove(0).to_bytes();
        let seed = 5;
        let mut random = SplitMix64::new(seed, 0);
        let mut refused = 0;
        for _ in 0..500 {
            let mut bytes = game.clone();
            let place = random.below(bytes.len() as u64) as usize;
            bytes[place] = random.below(256) as u8;
            let mut writer = PositionFileWriter::create(&path).unwrap();
            writer.encoder.write_all(&bytes).unwrap();
            writer.games = 1;
            writer.finish().unwrap();
            refused += usize::from(read(&path).is_err());
        }
        assert!(refused > 300, "seed {seed}: {refused}");
    }
}
