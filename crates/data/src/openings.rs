//! Where games begin, before the random moves.

use chess::{Position, PositionError};
use pgn::{EpdReadError, EpdReader};
use thiserror::Error;

use crate::dice::Dice;

/// What a book's positions are chosen from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Openings {
    /// The ordinary start position.
    Initial,
    /// The 960 start positions of Chess960.
    Chess960,
    /// The positions of a book.
    Book(Book),
}

/// A list of positions, never empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Book {
    positions: Vec<Position>,
    fingerprint: u64,
}

/// Why a text is no book.
#[derive(Debug, Error)]
pub enum BookError {
    /// A line is no position.
    #[error(transparent)]
    Epd(#[from] EpdReadError),
    /// No game leads to the position of a line.
    #[error("line {line}: {source}")]
    Position {
        /// Which, from 1.
        line: u64,
        /// Why not.
        source: PositionError,
    },
    /// There is no line at all.
    #[error("there is no position in it")]
    Empty,
}

impl Book {
    /// Reads a position a line, as FEN or EPD, packed or not; empty lines and
    /// those that begin with `#` are left out.
    pub fn from_epd(bytes: &[u8]) -> Result<Book, BookError> {
        let mut positions = Vec::new();
        let mut lines = EpdReader::new(bytes);
        while let Some(epd) = lines.next() {
            // Files hold no others, and would not be read again.
            let position = Position::try_from(epd?.position.to_setup())
                .map_err(|source| BookError::Position { line: lines.line(), source })?;
            positions.push(position);
        }
        if positions.is_empty() {
            return Err(BookError::Empty);
        }
        Ok(Book { positions, fingerprint: fingerprint(bytes) })
    }

    /// How many positions there are.
    #[expect(clippy::len_without_is_empty, reason = "it never is")]
    pub fn len(&self) -> usize {
        self.positions.len()
    }
}

/// The 64-bit FNV-1a hash.
pub(crate) fn fingerprint(bytes: &[u8]) -> u64 {
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, step)
}

impl Openings {
    /// Which openings these are, in a few letters.
    pub fn name(&self) -> String {
        match self {
            Openings::Initial => "initial".to_owned(),
            Openings::Chess960 => "chess960".to_owned(),
            Openings::Book(book) => format!("book {:016x}", book.fingerprint),
        }
    }

    /// One of them.
    pub(crate) fn draw(&self, dice: &mut Dice) -> Position {
        match self {
            Openings::Initial => Position::initial(),
            Openings::Chess960 => {
                Position::chess960(dice.below(960) as u16).unwrap_or_else(Position::initial)
            }
            Openings::Book(book) => {
                book.positions[dice.below(book.positions.len() as u64) as usize]
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn epd_with_and_without_clocks_and_operations() {
        let text = "# three openings\n\
            r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 3 4\n\n\
            rnbqkb1r/pp2pppp/3p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R b KQkq -  \n\
            2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id \"WAC.001\";\n";
        let book = Book::from_epd(text.as_bytes()).unwrap();
        assert_eq!(book.len(), 3);
        assert_eq!((book.positions[0].halfmoves(), book.positions[0].fullmoves()), (3, 4));
        assert_eq!((book.positions[1].halfmoves(), book.positions[1].fullmoves()), (0, 1));
        assert_ne!(book.fingerprint, Book::from_epd(text.trim().as_bytes()).unwrap().fingerprint);
    }

    #[test]
    fn mistakes_name_their_line() {
        let text = "\n8/8/8/4k3/8/8/8/4K3 w - -\nnonsense";
        let error = Book::from_epd(text.as_bytes()).unwrap_err();
        assert!(error.to_string().starts_with("line 3: "), "{error}");
        let crowded = b"BB2k3/BBBBBBBB/8/8/8/8/8/4K3 w - - 0 1";
        assert!(Book::from_epd(crowded).is_err());
        assert!(matches!(Book::from_epd(b"# nothing\n"), Err(BookError::Empty)));
    }

    #[test]
    fn all_of_chess960_is_drawn() {
        let mut dice = Dice::new(1, 1);
        let seen: std::collections::HashSet<String> =
            (0..20_000).map(|_| Openings::Chess960.draw(&mut dice).fen()).collect();
        assert_eq!(seen.len(), 960);
    }
}
