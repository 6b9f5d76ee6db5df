//! Where games begin.

mod builtin;
mod choice;
mod file;
mod suite;

use chess::{Game, Move, Position};

pub use choice::{OpeningChoice, OpeningOrder, OpeningSource};
pub use file::{OpeningFile, OpeningSuiteError};
pub use suite::OpeningSuite;

/// The beginning of a game: a start position and moves that are played from
/// there without thinking.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningLine {
    /// The start position.
    pub start: Position,
    /// The moves from there.
    pub moves: Vec<Move>,
}

impl OpeningLine {
    /// A start position without moves.
    pub fn position(start: Position) -> OpeningLine {
        OpeningLine { start, moves: Vec::new() }
    }

    /// The position after the moves, with its history.
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
