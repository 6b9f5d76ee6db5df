//! Where games begin.

mod book;

use chess::{Game, Move, Position};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

pub use book::{Book, BookError};

/// The beginning of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// Where it starts.
    pub start: Position,
    /// What is played from there without thinking.
    pub moves: Vec<Move>,
}

impl Opening {
    /// The position after it, with its history.
    pub fn game(&self) -> Game {
        let mut game = Game::from_position(self.start);
        for &mv in &self.moves {
            if game.play(mv).is_err() {
                break;
            }
        }
        game
    }
}

/// Which openings to play, and in which order.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct OpeningChoice {
    /// A book: EPD or PGN, or either of them packed by ZIP, gzip or Zstandard.
    pub file: Option<PathBuf>,
    /// The order.
    pub order: Order,
    /// How many to leave out at the beginning.
    pub start: usize,
    /// How many half-moves of each to play; all if nobody says.
    pub plies: Option<usize>,
    /// Without a book: begin from the positions of Chess960.
    pub chess960: bool,
}

/// In which order openings are played.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// Shuffled, the same way for the same seed.
    #[default]
    Random,
    /// As they stand in the book.
    Sequential,
}

/// The openings of a tournament.
#[derive(Clone, Debug)]
pub struct Openings {
    source: Source,
    /// Indices of the book, or numbers of Chess960.
    order: Vec<u32>,
    start: usize,
    plies: Option<usize>,
}

#[derive(Clone, Debug)]
enum Source {
    Initial,
    Chess960,
    Book(Book),
}

impl Openings {
    /// Reads the book, if there is one, and shuffles it.
    pub fn new(choice: &OpeningChoice, seed: u64) -> Result<Openings, BookError> {
        let (source, count) = match &choice.file {
            Some(path) => {
                let book = Book::open(path)?;
                let count = book.len();
                (Source::Book(book), count)
            }
            None if choice.chess960 => (Source::Chess960, 960),
            None => (Source::Initial, 1),
        };
        let mut order: Vec<u32> = (0..count as u32).collect();
        if choice.order == Order::Random {
            fastrand::Rng::with_seed(seed).shuffle(&mut order);
        }
        Ok(Openings { source, order, start: choice.start, plies: choice.plies })
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.order.len()
    }

    /// The place in the book of the `index`th opening of the tournament.
    /// After the last one comes the first again.
    pub fn number(&self, index: usize) -> usize {
        self.order[(self.start + index) % self.order.len()] as usize
    }

    /// The `index`th opening of the tournament.
    pub fn opening(&self, index: usize) -> Result<Opening, BookError> {
        let number = self.number(index);
        let plain = |start| Opening { start, moves: Vec::new() };
        let mut opening = match &self.source {
            Source::Initial => plain(Position::initial()),
            Source::Chess960 => {
                plain(Position::chess960(number as u16).unwrap_or_else(Position::initial))
            }
            Source::Book(book) => book.opening(number)?,
        };
        opening.moves.truncate(self.plies.unwrap_or(usize::MAX));
        match opening.game().outcome() {
            None => Ok(opening),
            Some(_) => Err(BookError::Over { number: number + 1 }),
        }
    }
}
