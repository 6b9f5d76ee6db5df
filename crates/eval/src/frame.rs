//! What evaluations of material and squares keep along the path of a search.

use chess::{PieceChange, PieceChanges, Position, Role, piece_key};

use crate::PackedScore;
use crate::terms::placement::{self, PlacementTable};

/// What is kept beside each position of the search path.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Frame {
    /// Key of pawns and kings, all that the pawn table's entries depend on.
    pub(crate) pawn_key: u64,
    /// Material and squares, for White.
    pub(crate) placement: PackedScore,
    /// Pieces on the board by their weight in the phase; not capped.
    pub(crate) phase: i32,
}

impl Frame {
    pub(crate) fn new(position: &Position, table: &PlacementTable) -> Frame {
        let mut frame = Frame::default();
        for (square, piece) in position.board().iter() {
            frame.change(PieceChange::Added(piece, square), table);
        }
        frame
    }

    #[inline]
    fn change(&mut self, change: PieceChange, table: &PlacementTable) {
        let (piece, square) = match change {
            PieceChange::Added(piece, square) => {
                self.placement += table.score(piece, square);
                self.phase += placement::phase(piece.role());
                (piece, square)
            }
            PieceChange::Removed(piece, square) => {
                self.placement -= table.score(piece, square);
                self.phase -= placement::phase(piece.role());
                (piece, square)
            }
        };
        if matches!(piece.role(), Role::Pawn | Role::King) {
            self.pawn_key ^= piece_key(piece, square);
        }
    }
}

/// The frames of a path.
#[derive(Clone, Debug)]
pub(crate) struct FrameStack {
    /// The last one belongs to the position at hand; there is always one.
    frames: Vec<Frame>,
}

impl FrameStack {
    pub(crate) fn new(position: &Position, table: &PlacementTable) -> FrameStack {
        FrameStack { frames: vec![Frame::new(position, table)] }
    }

    pub(crate) fn reset(&mut self, position: &Position, table: &PlacementTable) {
        self.frames.clear();
        self.frames.push(Frame::new(position, table));
    }

    #[inline]
    pub(crate) fn top(&self) -> Frame {
        self.frames.last().copied().unwrap_or_default()
    }

    #[inline]
    pub(crate) fn push(&mut self, changes: &PieceChanges, table: &PlacementTable) {
        let mut frame = self.top();
        for &change in changes {
            frame.change(change, table);
        }
        self.frames.push(frame);
    }

    pub(crate) fn push_null(&mut self) {
        self.frames.push(self.top());
    }

    #[inline]
    pub(crate) fn pop(&mut self) {
        debug_assert!(self.frames.len() > 1, "pop without push");
        self.frames.pop();
    }
}
