//! Legal moves.
//!
//! [`generator`] finds, for each piece, the set of squares it may legally go
//! to, and hands these sets to a [`Sink`](generator::Sink). One sink lists
//! moves, another only counts them, a third ([`perft`](crate::perft)) plays
//! them. Nothing here allocates.

mod arrivals;
pub(crate) mod generator;
mod legality;
mod list;

use generator::{Scene, Stage, generate};
use list::{CheckSink, ListSink};

use crate::color::{Black, White};
use crate::{CheckSquares, Color, MoveList, Position};

pub(crate) use generator::{PawnStep, Sink};

impl Position {
    pub(crate) fn scene(&self) -> Scene<'_> {
        Scene { board: &self.board, castling: self.castling, en_passant: self.en_passant }
    }

    /// Hands the legal moves of one stage to `sink`.
    #[inline]
    pub(crate) fn generate<S: Sink>(&self, stage: Stage, sink: &mut S) {
        match self.turn {
            Color::White => generate::<White, S>(self.scene(), stage, sink),
            Color::Black => generate::<Black, S>(self.scene(), stage, sink),
        }
    }

    #[inline]
    fn list(&self, stage: Stage, moves: &mut MoveList) {
        let mut sink = ListSink::new(&self.board, self.turn, moves);
        match stage {
            Stage::All => self.generate(Stage::All, &mut sink),
            Stage::Captures => self.generate(Stage::Captures, &mut sink),
            Stage::Quiets => self.generate(Stage::Quiets, &mut sink),
        }
    }

    /// All legal moves. In check, these are the evasions.
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.list(Stage::All, &mut moves);
        moves
    }

    /// Adds the legal captures and promotions to `moves`.
    pub fn captures(&self, moves: &mut MoveList) {
        self.list(Stage::Captures, moves);
    }

    /// Adds the legal moves that neither capture nor promote to `moves`.
    pub fn quiets(&self, moves: &mut MoveList) {
        self.list(Stage::Quiets, moves);
    }

    /// Adds those of [`Position::quiets`] to `moves` that [`CheckSquares::contains`], which
    /// are the checks of this position: faster than asking it about every move.
    pub fn quiet_checks(&self, checks: &CheckSquares, moves: &mut MoveList) {
        let list = ListSink::new(&self.board, self.turn, moves);
        self.generate(Stage::Quiets, &mut CheckSink { list, checks });
    }

    /// Is there a legal move at all?
    pub fn has_legal_moves(&self) -> bool {
        self.count_legal_moves() > 0
    }

    /// Is the side to move checkmated?
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && !self.has_legal_moves()
    }

    /// Is the side to move stalemated?
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && !self.has_legal_moves()
    }
}
