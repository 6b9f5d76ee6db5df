//! How promising a move looks before it is searched.

use chess::{Bitboard, EXCHANGE_VALUES, Move, Piece, Position, Role, Square};

use crate::frame::Frame;
use crate::history::{Continuation, Histories};
use crate::parameter::Parameter;
use crate::params::*;
use crate::{Technique, Techniques};

/// What kind of moves is wanted.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Wanted {
    /// All moves.
    All,
    /// Captures and promotions.
    Captures,
    /// Captures, promotions, and quiet moves that give check.
    CapturesAndChecks,
}

/// What the picker knows of the moves that led here.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Context {
    pub(crate) killers: [Option<Move>; 2],
    pub(crate) counter: Option<Move>,
    /// The last, the one before, and the fourth last move.
    pub(crate) continuations: [Continuation; 3],
    /// What the opponent attacks, if all moves are wanted; else the picker finds out when
    /// it comes to quiet ones.
    pub(crate) threats: Threats,
}

impl Context {
    pub(crate) fn new(
        histories: &Histories,
        frame: &Frame,
        continuations: [Continuation; 3],
    ) -> Context {
        Context {
            killers: frame.killers,
            counter: histories.counter(continuations[0]),
            continuations,
            threats: frame.threats,
        }
    }
}

/// What the side that is not to move attacks.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Threats {
    all: Bitboard,
    by_pawns: Bitboard,
    /// By pawns and minor pieces.
    by_minors: Bitboard,
    /// By pawns, minor pieces and rooks.
    by_rooks: Bitboard,
}

impl Threats {
    pub(crate) const NONE: Threats = Threats {
        all: Bitboard::EMPTY,
        by_pawns: Bitboard::EMPTY,
        by_minors: Bitboard::EMPTY,
        by_rooks: Bitboard::EMPTY,
    };

    pub(crate) fn new(position: &Position) -> Threats {
        let by = |role| position.board().attacked_by(!position.turn(), role);
        let by_pawns = by(Role::Pawn);
        let by_minors = by_pawns | by(Role::Knight) | by(Role::Bishop);
        let by_rooks = by_minors | by(Role::Rook);
        let all = by_rooks | by(Role::Queen) | by(Role::King);
        Threats { all, by_pawns, by_minors, by_rooks }
    }

    #[inline]
    pub(crate) fn contains(&self, square: Square) -> bool {
        self.all.contains(square)
    }

    /// What it gains for the order of moves to bring a piece away from the attack of
    /// a lesser one, less what it costs to bring it there.
    /// `bonus` is that of minor pieces; rooks have half as much more, queens twice as much.
    fn escape(&self, role: Role, mv: Move, bonus: i32) -> i32 {
        let (danger, bonus) = match role {
            Role::Knight | Role::Bishop => (self.by_pawns, bonus),
            Role::Rook => (self.by_minors, bonus * 3 / 2),
            Role::Queen => (self.by_rooks, bonus * 2),
            Role::Pawn | Role::King => return 0,
        };
        bonus * (i32::from(danger.contains(mv.from())) - i32::from(danger.contains(mv.to())))
    }
}

/// MVV-LVA and capture history, as far as they are on.
pub(crate) fn score_capture<T: Techniques>(
    techniques: T,
    position: &Position,
    histories: &Histories,
    mv: Move,
) -> i32 {
    let mut score = 0;
    if techniques.on(Technique::MvvLva) {
        let victim = position.captured(mv).map_or(0, |piece| EXCHANGE_VALUES[piece.role()]);
        let attacker = position.piece_at(mv.from()).map_or(0, |piece| piece.role() as i32);
        let promotion = match mv.promotion() {
            None => 0,
            Some(Role::Queen) => EXCHANGE_VALUES[Role::Queen],
            // Underpromotions are rarely best.
            Some(_) => -UNDERPROMOTION_QUEENS * EXCHANGE_VALUES[Role::Queen],
        };
        score += MVV_FACTOR * (victim + promotion) - LVA_FACTOR * attacker;
    }
    if techniques.on(Technique::CaptureHistory) {
        score += histories.capture(position, mv) / CAPTURE_HISTORY_DIVISOR;
    }
    score
}

/// Quiet and continuation history, as far as they are on.
#[inline]
pub(crate) fn score_quiet<T: Techniques>(
    techniques: T,
    position: &Position,
    histories: &Histories,
    context: &Context,
    mv: Move,
) -> i32 {
    let Some(piece) = position.piece_at(mv.from()) else { return 0 };
    let mut score = 0;
    if techniques.on(Technique::History) {
        score += histories.quiet(position.turn(), mv, &context.threats);
    }
    if techniques.on(Technique::ContinuationHistory) {
        score += continuation_score(histories, &context.continuations, piece, mv);
    }
    score
}

/// What speaks for a quiet move beyond histories: an escape, or a check.
pub(crate) fn quiet_bonus<T: Techniques>(
    techniques: T,
    position: &Position,
    context: &Context,
    mv: Move,
    checking: bool,
) -> i32 {
    let role = position.piece_at(mv.from()).map_or(Role::King, Piece::role);
    let bonus = techniques.value(Parameter::EscapeBonus);
    let escape = techniques.on(Technique::Escape).then(|| context.threats.escape(role, mv, bonus));
    let check = checking && techniques.on(Technique::CheckOrdering);
    escape.unwrap_or(0) + if check { techniques.value(Parameter::CheckBonus) } else { 0 }
}

/// What the moves before say of a quiet move.
#[inline]
pub(crate) fn continuation_score(
    histories: &Histories,
    continuations: &[Continuation; 3],
    piece: Piece,
    mv: Move,
) -> i32 {
    let [last, second, fourth] = *continuations;
    histories.continuation(last, piece, mv.to())
        + histories.continuation(second, piece, mv.to())
        + histories.continuation(fourth, piece, mv.to()) / FOURTH_PLY_DIVISOR
}
