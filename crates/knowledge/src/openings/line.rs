//! Moves from the start position.

use chess::{Move, Position};

use super::LineFault;

/// A line of moves, and where it leads.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) moves: Vec<Move>,
    pub(super) position: Position,
}

impl Line {
    /// No moves yet.
    pub(super) fn new() -> Line {
        Line { moves: Vec::new(), position: Position::initial() }
    }

    /// Plays the move that is written.
    pub(super) fn play(&mut self, san: &str) -> Result<(), LineFault> {
        let ply = self.moves.len() + 1;
        let found = self.position.parse_san(san);
        let mv = found.map_err(|source| LineFault::Move { ply, source })?;
        self.position.play(mv);
        self.moves.push(mv);
        Ok(())
    }
}
