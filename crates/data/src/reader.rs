//! Games out of a file, one after another.

use std::io::{self, BufReader, ErrorKind, Read};

use thiserror::Error;

use crate::header::{self, HeaderError};
use crate::packed_move;
use crate::scored_game::{MOST_PLIES, ScoredGame, ScoredMove};

/// Why no further game could be read. Offsets are bytes from the start.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The bytes could not be had.
    #[error("byte {offset}: {source}")]
    Io {
        /// Where.
        offset: u64,
        /// Why.
        source: io::Error,
    },
    /// The last game is not complete, as when its writer was killed.
    #[error("byte {offset}: the game that begins here is cut short")]
    CutShort {
        /// The beginning of that game, and so the end of what is whole.
        offset: u64,
    },
    /// A game has no lawful beginning.
    #[error("byte {offset}: {source}")]
    Header {
        /// The beginning of the game.
        offset: u64,
        /// What is wrong.
        source: HeaderError,
    },
    /// A move is not legal where it is played.
    #[error("byte {offset}: {bits:#06x} is no legal move in {fen}")]
    Move {
        /// Where the move is.
        offset: u64,
        /// The two bytes of the move.
        bits: u16,
        /// The position.
        fen: String,
    },
    /// A game does not end.
    #[error("byte {offset}: a game of more than {MOST_PLIES} plies")]
    TooLong {
        /// The beginning of the game.
        offset: u64,
    },
}

/// Reads games one by one, whatever the length of the file. Every position
/// and move is checked; after an error there is nothing more, since nobody
/// knows where the next game begins.
#[derive(Debug)]
pub struct Reader<R> {
    source: BufReader<R>,
    /// Bytes read.
    offset: u64,
    /// Bytes of whole games.
    whole: u64,
    failed: bool,
}

impl<R: Read> Reader<R> {
    /// Reads from the beginning of `source`.
    pub fn new(source: R) -> Reader<R> {
        Reader::at(source, 0)
    }

    /// Reads from byte `offset` of a file on, where a game begins.
    pub(crate) fn at(source: R, offset: u64) -> Reader<R> {
        let source = BufReader::with_capacity(1 << 17, source);
        Reader { source, offset, whole: offset, failed: false }
    }

    /// Bytes of the games read so far.
    pub fn whole(&self) -> u64 {
        self.whole
    }

    fn game(&mut self) -> Result<Option<ScoredGame>, ReadError> {
        let beginning = self.offset;
        let mut bytes = [0; header::LENGTH];
        match self.fill(&mut bytes)? {
            0 => return Ok(None),
            header::LENGTH => {}
            _ => return Err(ReadError::CutShort { offset: beginning }),
        }
        let (start, result) = header::unpack(&bytes)
            .map_err(|source| ReadError::Header { offset: beginning, source })?;
        let mut game = ScoredGame { start, result, moves: Vec::new() };
        let mut position = start;
        loop {
            let offset = self.offset;
            let mut bytes = [0; 4];
            if self.fill(&mut bytes)? < 4 {
                return Err(ReadError::CutShort { offset: beginning });
            }
            if bytes == [0; 4] {
                break;
            }
            if game.moves.len() == MOST_PLIES {
                return Err(ReadError::TooLong { offset: beginning });
            }
            let [a, b, c, d] = bytes;
            let bits = u16::from_le_bytes([a, b]);
            let mv = packed_move::unpack(bits, &position).ok_or_else(|| ReadError::Move {
                offset,
                bits,
                fen: position.fen(),
            })?;
            game.moves.push(ScoredMove { mv, score: i16::from_le_bytes([c, d]) });
            position.play(mv);
        }
        self.whole = self.offset;
        Ok(Some(game))
    }

    /// Fills `bytes` as far as the source goes.
    fn fill(&mut self, bytes: &mut [u8]) -> Result<usize, ReadError> {
        let mut filled = 0;
        while filled < bytes.len() {
            match self.source.read(&mut bytes[filled..]) {
                Ok(0) => break,
                Ok(count) => {
                    filled += count;
                    self.offset += count as u64;
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(source) => return Err(ReadError::Io { offset: self.offset, source }),
            }
        }
        Ok(filled)
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<ScoredGame, ReadError>;

    fn next(&mut self) -> Option<Result<ScoredGame, ReadError>> {
        if self.failed {
            return None;
        }
        let game = self.game().transpose();
        self.failed = matches!(game, Some(Err(_)));
        game
    }
}
