//! The sinks that write moves down.

use super::generator::{PawnStep, Sink};
use crate::{Bitboard, Board, CheckSquares, Color, Move, MoveKind, MoveList, Role, Square};

pub(super) struct ListSink<'a> {
    turn: Color,
    enemy: Bitboard,
    moves: &'a mut MoveList,
}

impl<'a> ListSink<'a> {
    pub(super) fn new(board: &Board, turn: Color, moves: &'a mut MoveList) -> ListSink<'a> {
        ListSink { turn, enemy: board.by_color(!turn), moves }
    }
}

impl Sink for ListSink<'_> {
    #[inline(always)]
    fn piece(&mut self, _role: Role, from: Square, targets: Bitboard) {
        for to in targets {
            let capture = self.enemy.contains(to);
            let kind = if capture { MoveKind::Capture } else { MoveKind::Quiet };
            self.moves.push(Move::new(from, to, kind));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, step: PawnStep, targets: Bitboard) {
        let kind = match step {
            PawnStep::Single => MoveKind::Quiet,
            PawnStep::Double => MoveKind::DoublePush,
            PawnStep::TakeWest | PawnStep::TakeEast => MoveKind::Capture,
        };
        for to in targets {
            self.moves.push(Move::new(step.origin(self.turn, to), to, kind));
        }
    }

    #[inline(always)]
    fn promotions(&mut self, step: PawnStep, targets: Bitboard) {
        for to in targets {
            for role in Role::PROMOTIONS {
                let kind = MoveKind::promotion(role, step.is_capture());
                self.moves.push(Move::new(step.origin(self.turn, to), to, kind));
            }
        }
    }

    fn en_passant(&mut self, from: Square, to: Square) {
        self.moves.push(Move::new(from, to, MoveKind::EnPassant));
    }

    fn castle(&mut self, king: Square, rook: Square) {
        self.moves.push(Move::new(king, rook, MoveKind::Castle));
    }
}

/// Writes down only quiet moves to squares from which the man who moves gives check. A
/// king never does, and a rook that castles does not count.
pub(super) struct CheckSink<'a> {
    pub(super) list: ListSink<'a>,
    pub(super) checks: &'a CheckSquares,
}

impl Sink for CheckSink<'_> {
    const WITH_KING: bool = false;

    #[inline(always)]
    fn piece(&mut self, role: Role, from: Square, targets: Bitboard) {
        self.list.piece(role, from, targets & self.checks.of(role));
    }

    #[inline(always)]
    fn pawns(&mut self, step: PawnStep, targets: Bitboard) {
        self.list.pawns(step, targets & self.checks.of(Role::Pawn));
    }

    fn promotions(&mut self, _step: PawnStep, _targets: Bitboard) {}

    fn en_passant(&mut self, _from: Square, _to: Square) {}

    fn castle(&mut self, _king: Square, _rook: Square) {}
}
