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

mod error;
mod game;
mod hashing;
mod reader;
#[cfg(test)]
mod tests;
mod writer;

pub use error::{GameFault, PositionFileError};
pub use game::SampledGame;
pub use reader::PositionFileReader;
pub use writer::PositionFileWriter;

const MAGIC: &[u8; 8] = b"KYTHUPOS";
const VERSION: u32 = 1;
const HEAD: usize = 64;
/// Stands for a score that nobody gave.
const NO_SCORE: i16 = i16::MIN;
/// Small files matter more than the time it takes to write them.
const LEVEL: i32 = 12;

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
