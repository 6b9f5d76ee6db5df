//! The one generator of legal moves.

use crate::castling::CastlingPath;
use crate::color::Player;
use crate::position::en_passant_leaves_no_check;
use crate::{Bitboard, Board, CastlingRights, Color, Rank, Role, Square, attacks};

/// What the generator needs to know of a position.
#[derive(Copy, Clone)]
pub(crate) struct Scene<'a> {
    pub(crate) board: &'a Board,
    pub(crate) castling: CastlingRights,
    pub(crate) en_passant: Option<Square>,
}

/// Which moves are asked for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    All,
    /// Captures and promotions.
    Captures,
    /// Everything else.
    Quiets,
}

impl Stage {
    #[inline(always)]
    fn with_captures(self) -> bool {
        self != Stage::Quiets
    }

    #[inline(always)]
    fn with_quiets(self) -> bool {
        self != Stage::Captures
    }
}

/// How pawns step. They are generated as whole sets, since they all move the
/// same way: a target square and a step tell where its pawn came from.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum PawnStep {
    Single,
    Double,
    TakeWest,
    TakeEast,
}

impl PawnStep {
    /// Where the pawn that arrives on `to` came from.
    #[inline(always)]
    pub(crate) fn origin(self, color: Color, to: Square) -> Square {
        let ahead = match color {
            Color::White => 8,
            Color::Black => -8,
        };
        let by: i8 = match self {
            PawnStep::Single => ahead,
            PawnStep::Double => 2 * ahead,
            PawnStep::TakeWest => ahead - 1,
            PawnStep::TakeEast => ahead + 1,
        };
        Square::masked((to as i8 - by) as u8)
    }

    #[inline(always)]
    pub(crate) fn is_capture(self) -> bool {
        matches!(self, PawnStep::TakeWest | PawnStep::TakeEast)
    }
}

/// Receives legal moves as sets of target squares.
pub(crate) trait Sink {
    /// Whether it wants to know of the king's moves: each square around him has to be
    /// looked at for attackers.
    const WITH_KING: bool = true;

    /// A knight, bishop, rook, queen or king on `from` may go to `targets`.
    fn piece(&mut self, role: Role, from: Square, targets: Bitboard);
    /// Pawns may arrive on `targets`, none of them on the last rank.
    fn pawns(&mut self, step: PawnStep, targets: Bitboard);
    /// Pawns may arrive on `targets`, all on the last rank.
    fn promotions(&mut self, step: PawnStep, targets: Bitboard);
    /// The pawn on `from` may take en passant on `to`.
    fn en_passant(&mut self, from: Square, to: Square);
    /// King and rook may castle.
    fn castle(&mut self, king: Square, rook: Square);
}

/// What checks and pins forbid.
///
/// The two pin masks are the unions of the rays from the king to its pinners,
/// pinners included. One union for each kind of ray is enough, because a
/// piece pinned on one ray can never step on to another of the same kind.
struct Restraint {
    checkers: Bitboard,
    orthogonal_pins: Bitboard,
    diagonal_pins: Bitboard,
}

impl Restraint {
    #[inline(always)]
    fn of<P: Player>(board: &Board, king: Square, occupied: Bitboard) -> Restraint {
        let them = !P::COLOR;
        let mut checkers = (attacks::pawn(P::COLOR, king) & board.by_role(Role::Pawn)
            | attacks::knight(king) & board.by_role(Role::Knight))
            & board.by_color(them);
        let own = board.by_color(P::COLOR);
        let mut scan = |snipers: Bitboard| {
            let mut pins = Bitboard::EMPTY;
            for sniper in snipers {
                let way = attacks::between(king, sniper);
                let blockers = way & occupied;
                if blockers.is_empty() {
                    checkers.insert(sniper);
                } else if !blockers.more_than_one() && blockers.intersects(own) {
                    pins |= way | sniper.into();
                }
            }
            pins
        };
        let orthogonal_pins = scan(attacks::rook_rays(king) & board.orthogonal_sliders(them));
        let diagonal_pins = scan(attacks::bishop_rays(king) & board.diagonal_sliders(them));
        Restraint { checkers, orthogonal_pins, diagonal_pins }
    }
}

/// Hands every legal move of the stage to `sink`.
#[inline(always)]
pub(crate) fn generate<P: Player, S: Sink>(scene: Scene<'_>, stage: Stage, sink: &mut S) {
    let Scene { board, .. } = scene;
    let us = P::COLOR;
    let (own, enemy) = (board.by_color(us), board.by_color(!us));
    let occupied = own | enemy;
    let king = board.king(us);

    let wanted = match stage {
        Stage::All => !own,
        Stage::Captures => enemy,
        Stage::Quiets => !occupied,
    };
    let steps = match S::WITH_KING {
        true => king_targets::<P>(board, king, occupied, wanted),
        false => Bitboard::EMPTY,
    };
    sink.piece(Role::King, king, steps);

    let restraint = Restraint::of::<P>(board, king, occupied);
    let checkers = restraint.checkers;
    if checkers.more_than_one() {
        return;
    }
    // In check, a move must land between king and checker, or take it.
    let evading = match checkers.first() {
        Some(checker) => attacks::between(king, checker) | checkers,
        None => Bitboard::FULL,
    };
    if S::WITH_KING && stage.with_quiets() && checkers.is_empty() {
        castling::<P, S>(scene, king, occupied, steps, sink);
    }
    let wanted = wanted & evading;
    let (straight, diagonal) = (restraint.orthogonal_pins, restraint.diagonal_pins);
    let pinned = straight | diagonal;

    for from in board.pieces(us, Role::Knight).without(pinned) {
        sink.piece(Role::Knight, from, attacks::knight(from) & wanted);
    }
    for from in board.pieces(us, Role::Bishop).without(straight) {
        let along = if diagonal.contains(from) { diagonal } else { Bitboard::FULL };
        sink.piece(Role::Bishop, from, attacks::bishop(from, occupied) & wanted & along);
    }
    for from in board.pieces(us, Role::Rook).without(diagonal) {
        let along = if straight.contains(from) { straight } else { Bitboard::FULL };
        sink.piece(Role::Rook, from, attacks::rook(from, occupied) & wanted & along);
    }
    for from in board.pieces(us, Role::Queen) {
        let targets = if straight.contains(from) {
            attacks::rook(from, occupied) & straight
        } else if diagonal.contains(from) {
            attacks::bishop(from, occupied) & diagonal
        } else {
            attacks::queen(from, occupied)
        };
        sink.piece(Role::Queen, from, targets & wanted);
    }
    pawns::<P, S>(scene, stage, evading, &restraint, sink);
}

/// The squares the king may step to: those that would not be attacked once
/// it has left its own.
#[inline(always)]
fn king_targets<P: Player>(
    board: &Board,
    king: Square,
    occupied: Bitboard,
    wanted: Bitboard,
) -> Bitboard {
    let targets = attacks::king(king) & wanted;
    if targets.is_empty() {
        return targets;
    }
    let targets = targets.without(leaper_attacks(board, !P::COLOR));
    let without_king = occupied ^ king.into();
    let mut safe = targets;
    for to in targets {
        if slider_attacks(board, !P::COLOR, to, without_king) {
            safe.remove(to);
        }
    }
    safe
}

/// The squares that pawns, knights and king of `color` attack.
#[inline(always)]
fn leaper_attacks(board: &Board, color: Color) -> Bitboard {
    attacks::pawns(color, board.pieces(color, Role::Pawn))
        | attacks::knights(board.pieces(color, Role::Knight))
        | attacks::king(board.king(color))
}

/// Does a bishop, rook or queen of `color` attack `square`?
#[inline(always)]
fn slider_attacks(board: &Board, color: Color, square: Square, occupied: Bitboard) -> bool {
    attacks::rook(square, occupied).intersects(board.orthogonal_sliders(color))
        || attacks::bishop(square, occupied).intersects(board.diagonal_sliders(color))
}

/// Castling moves of a king that is not in check. `safe` are squares beside
/// it that are known not to be attacked.
#[inline(always)]
fn castling<P: Player, S: Sink>(
    scene: Scene<'_>,
    king: Square,
    occupied: Bitboard,
    safe: Bitboard,
    sink: &mut S,
) {
    for rook in scene.castling.rooks_of(P::COLOR) {
        // Whoever stands between them is in somebody's way: quick to see, and
        // true for most positions.
        if attacks::between(king, rook).is_disjoint(occupied)
            && may_castle(scene.board, P::COLOR, king, rook, occupied, safe)
        {
            sink.castle(king, rook);
        }
    }
}

/// Is the way clear and safe? The right itself and the absence of check are
/// the caller's business.
#[inline]
pub(super) fn may_castle(
    board: &Board,
    color: Color,
    king: Square,
    rook: Square,
    occupied: Bitboard,
    safe: Bitboard,
) -> bool {
    let path = CastlingPath::new(color, king, rook);
    if path.clear.intersects(occupied) {
        return false;
    }
    // In Chess960 the rook may have been shielding the square where the king
    // arrives, so what counts there are the attacks after both have moved.
    let arrived = (occupied ^ king.into() ^ rook.into()) | path.rook_to.into();
    if slider_attacks(board, !color, path.king_to, arrived) {
        return false;
    }
    let way = path.crossed | path.king_to.into();
    if way.intersects(leaper_attacks(board, !color)) {
        return false;
    }
    let without_king = occupied ^ king.into();
    path.crossed
        .without(safe)
        .into_iter()
        .all(|square| !slider_attacks(board, !color, square, without_king))
}

#[inline(always)]
fn pawns<P: Player, S: Sink>(
    scene: Scene<'_>,
    stage: Stage,
    evading: Bitboard,
    restraint: &Restraint,
    sink: &mut S,
) {
    let Scene { board, .. } = scene;
    let us = P::COLOR;
    let pawns = board.pieces(us, Role::Pawn);
    let empty = !board.occupied();
    let enemy = board.by_color(!us);
    let (straight, diagonal) = (restraint.orthogonal_pins, restraint.diagonal_pins);
    let last = Bitboard::from(Rank::Eighth.relative_to(us));
    let ahead: i8 = if us.is_white() { 1 } else { -1 };

    // A pawn pinned along its file may push (and stays on the ray); one
    // pinned along its rank or a diagonal may not.
    let free = pawns.without(straight | diagonal);
    let on_file = (pawns & straight).without(diagonal);
    let pushed = (free.forward(us) | on_file.forward(us) & straight) & empty;
    if stage.with_quiets() {
        let third = Bitboard::from(Rank::Third.relative_to(us));
        let double = (pushed & third).forward(us) & empty & evading;
        sink.pawns(PawnStep::Single, (pushed & evading).without(last));
        sink.pawns(PawnStep::Double, double);
    }
    if !stage.with_captures() {
        return;
    }
    sink.promotions(PawnStep::Single, pushed & evading & last);

    let on_diagonal = (pawns & diagonal).without(straight);
    for (step, files) in [(PawnStep::TakeWest, -1), (PawnStep::TakeEast, 1)] {
        let reached = free.shifted(files, ahead) | on_diagonal.shifted(files, ahead) & diagonal;
        let taking = reached & enemy & evading;
        sink.pawns(step, taking.without(last));
        sink.promotions(step, taking & last);
    }
    if let Some(to) = scene.en_passant {
        for from in attacks::pawn(!us, to) & pawns {
            if en_passant_leaves_no_check(board, us, from, to) {
                sink.en_passant(from, to);
            }
        }
    }
}
