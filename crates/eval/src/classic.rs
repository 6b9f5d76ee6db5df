//! The hand-written evaluation as search uses it.

use chess::{Move, PieceChange, Position, Role, piece_key};

use crate::assessment::{Assessment, Known};
use crate::pawn_table::PawnTable;
use crate::terms::placement::{self, PlacementTable};
use crate::{AllTerms, Evaluator, Score, Silence, Terms, Trace};

/// The hand-written evaluation.
#[derive(Clone, Debug)]
pub struct Classic<T = AllTerms> {
    terms: T,
    placement: Box<PlacementTable>,
    pawns: PawnTable,
    /// The last one belongs to the position at hand; there is always one.
    stack: Vec<Frame>,
}

/// What is kept beside each position of the search path.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Frame {
    /// Key of pawns and kings, all that the pawn table's entries depend on.
    pub(crate) pawn_key: u64,
    /// Material and squares, for White.
    pub(crate) placement: Score,
    /// Pieces on the board by their weight in the phase; not capped.
    pub(crate) phase: i32,
}

impl Frame {
    fn new(position: &Position, table: &PlacementTable) -> Frame {
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

impl Classic {
    /// The full evaluation.
    pub fn new() -> Classic {
        Classic::with_terms(AllTerms)
    }

    /// The value of one position for the side to move, without a search
    /// around it.
    pub fn evaluate_once(position: &Position) -> i32 {
        let mut classic = Classic::new();
        classic.reset(position);
        classic.evaluate(position)
    }
}

impl Default for Classic {
    fn default() -> Classic {
        Classic::new()
    }
}

impl<T: Terms> Classic<T> {
    /// The evaluation with these terms.
    pub fn with_terms(terms: T) -> Classic<T> {
        let placement = PlacementTable::new(&terms);
        let stack = vec![Frame::new(&Position::initial(), &placement)];
        Classic { terms, placement, pawns: PawnTable::new(), stack }
    }

    /// The evaluation of `position`, taken apart.
    pub fn trace(&self, position: &Position) -> Trace {
        Trace::new(position, &self.terms)
    }

    #[inline]
    fn top(&self) -> Frame {
        self.stack.last().copied().unwrap_or_default()
    }
}

impl<T: Terms> Evaluator for Classic<T> {
    fn reset(&mut self, position: &Position) {
        self.stack.clear();
        self.stack.push(Frame::new(position, &self.placement));
    }

    fn push(&mut self, before: &Position, mv: Move) {
        let mut frame = self.top();
        for change in before.changes(mv) {
            frame.change(change, &self.placement);
        }
        self.stack.push(frame);
    }

    fn push_null(&mut self, _before: &Position) {
        self.stack.push(self.top());
    }

    fn pop(&mut self) {
        debug_assert!(self.stack.len() > 1, "pop without push");
        self.stack.pop();
    }

    fn evaluate(&mut self, position: &Position) -> i32 {
        let Frame { pawn_key, placement, phase } = self.top();
        let assessment = Assessment::new(position, &self.terms);
        let pawns = self.pawns.entry(pawn_key, || assessment.pawns(&mut Silence));
        let value = assessment.value(&Known { placement, phase, pawns }, &mut Silence);
        if position.turn().is_white() { value } else { -value }
    }
}
