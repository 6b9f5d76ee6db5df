//! Which set-ups are positions that a game of chess can reach.
//!
//! The checks are necessary, not sufficient: nobody can decide quickly
//! whether a game leads to a given diagram. They reject everything that would
//! confuse the rules (kings, checks, rights) and what counting shows
//! impossible. A set-up that only fails the latter is *playable*: composed
//! problems and test suites have such, and tolerant FEN reading takes them.

use thiserror::Error;

use crate::setup::MAX_CLOCK;
use crate::{Bitboard, Board, CastlingRights, Color, Rank, Role, Setup, Square, Wing, attacks};

/// Why a set-up is not a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs)]
pub enum PositionError {
    #[error("{0} has no king")]
    MissingKing(Color),
    #[error("{color} has {count} kings, on {}", list(*.kings))]
    ManyKings { color: Color, count: u32, kings: Bitboard },
    #[error("the kings on {white} and {black} stand side by side")]
    AdjacentKings { white: Square, black: Square },
    #[error("a pawn stands on the first or last rank, on {0}")]
    PawnOnBackRank(Square),
    #[error("{color} has {count} men; a side has at most 16")]
    TooManyMen { color: Color, count: u32 },
    #[error("{color} has {count} pawns; a side has at most 8")]
    TooManyPawns { color: Color, count: u32 },
    #[error(
        "{color} has {promoted} more pieces than it began with but only {missing} pawns to \
         promote"
    )]
    TooManyPromoted { color: Color, promoted: u32, missing: u32 },
    #[error("{color} is in check from {} although it is not its turn", list(*.checkers))]
    OpponentInCheck { color: Color, checkers: Bitboard },
    #[error("no move can have led to the checks from {}", list(*.checkers))]
    ImpossibleCheck { checkers: Bitboard },
    #[error("castling right for {rook}: {reason}")]
    CastlingRight { rook: Square, reason: CastlingFault },
    #[error("en-passant square {square}: {reason}")]
    EnPassant { square: Square, reason: EnPassantFault },
    #[error("half-move clock {0} is above {MAX_CLOCK}")]
    HalfmoveClock(u16),
    #[error("move number {0} is not between 1 and {MAX_CLOCK}")]
    MoveNumber(u16),
}

/// Why a castling right cannot be.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs)]
pub enum CastlingFault {
    #[error("the king is not on its back rank")]
    KingAway,
    #[error("the king stands in a corner")]
    KingInCorner,
    #[error("no rook of that side stands there")]
    NoRook,
    #[error("there is another right on the same wing")]
    SecondOnWing,
    #[error("that square is not on a back rank")]
    NotOnBackRank,
}

/// Why an en-passant square cannot be.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs)]
pub enum EnPassantFault {
    #[error("it is not on the rank that the opponent's pawns skip")]
    WrongRank,
    #[error("it is occupied")]
    Occupied,
    #[error("no pawn stands in front of it that could have skipped it")]
    NoPawn,
    #[error("the pawn cannot have come from an occupied square")]
    OriginOccupied,
}

fn list(squares: Bitboard) -> String {
    let names: Vec<_> = squares.into_iter().map(|square| square.to_string()).collect();
    names.join(" and ")
}

/// Checks everything, cheapest first.
pub(crate) fn check(setup: &Setup) -> Result<(), PositionError> {
    playable(setup)?;
    reachable(setup)
}

/// Can the rules be applied, whether or not a game leads here?
pub(crate) fn playable(setup: &Setup) -> Result<(), PositionError> {
    clocks(setup)?;
    kings(&setup.board)?;
    // Any number of promoted men would be playable too, but no other count
    // bounds the number of moves.
    men(&setup.board, |bishops| bishops.len().saturating_sub(2))?;
    castling(setup)?;
    en_passant(setup)?;
    opponent_not_in_check(setup)
}

fn reachable(setup: &Setup) -> Result<(), PositionError> {
    men(&setup.board, |bishops| {
        // A second bishop on squares of one shade was a pawn once.
        let of_shade = |shade| (bishops & shade).len().saturating_sub(1);
        of_shade(Bitboard::LIGHT_SQUARES) + of_shade(Bitboard::DARK_SQUARES)
    })?;
    possible_check(setup)
}

fn clocks(setup: &Setup) -> Result<(), PositionError> {
    if setup.halfmoves > MAX_CLOCK {
        return Err(PositionError::HalfmoveClock(setup.halfmoves));
    }
    if setup.fullmoves == 0 || setup.fullmoves > MAX_CLOCK {
        return Err(PositionError::MoveNumber(setup.fullmoves));
    }
    Ok(())
}

fn kings(board: &Board) -> Result<(), PositionError> {
    for color in Color::ALL {
        let kings = board.pieces(color, Role::King);
        match kings.len() {
            0 => return Err(PositionError::MissingKing(color)),
            1 => {}
            count => return Err(PositionError::ManyKings { color, count, kings }),
        }
    }
    let (white, black) = (board.king(Color::White), board.king(Color::Black));
    if attacks::king(white).contains(black) {
        return Err(PositionError::AdjacentKings { white, black });
    }
    Ok(())
}

/// Counts men; `promoted_bishops` tells how many of a side's bishops it
/// cannot have begun with.
fn men(board: &Board, promoted_bishops: impl Fn(Bitboard) -> u32) -> Result<(), PositionError> {
    let ends = Bitboard::from(Rank::First) | Rank::Eighth.into();
    if let Some(square) = (board.by_role(Role::Pawn) & ends).first() {
        return Err(PositionError::PawnOnBackRank(square));
    }
    for color in Color::ALL {
        let count = board.by_color(color).len();
        if count > 16 {
            return Err(PositionError::TooManyMen { color, count });
        }
        let pawns = board.pieces(color, Role::Pawn).len();
        if pawns > 8 {
            return Err(PositionError::TooManyPawns { color, count: pawns });
        }
        let promoted = board.pieces(color, Role::Knight).len().saturating_sub(2)
            + promoted_bishops(board.pieces(color, Role::Bishop))
            + board.pieces(color, Role::Rook).len().saturating_sub(2)
            + board.pieces(color, Role::Queen).len().saturating_sub(1);
        let missing = 8 - pawns;
        if promoted > missing {
            return Err(PositionError::TooManyPromoted { color, promoted, missing });
        }
    }
    Ok(())
}

fn castling(setup: &Setup) -> Result<(), PositionError> {
    match setup.castling.rooks().into_iter().find_map(|rook| {
        castling_fault(&setup.board, setup.castling, rook).map(|reason| (rook, reason))
    }) {
        Some((rook, reason)) => Err(PositionError::CastlingRight { rook, reason }),
        None => Ok(()),
    }
}

fn castling_fault(board: &Board, rights: CastlingRights, rook: Square) -> Option<CastlingFault> {
    let color = match rook.rank() {
        Rank::First => Color::White,
        Rank::Eighth => Color::Black,
        _ => return Some(CastlingFault::NotOnBackRank),
    };
    let king = board.king(color);
    if king.rank() != rook.rank() {
        return Some(CastlingFault::KingAway);
    }
    if matches!(king, Square::A1 | Square::H1 | Square::A8 | Square::H8) {
        return Some(CastlingFault::KingInCorner);
    }
    if !board.pieces(color, Role::Rook).contains(rook) {
        return Some(CastlingFault::NoRook);
    }
    let wing = Wing::of(king, rook);
    let doubled =
        rights.rooks_of(color).into_iter().any(|r| r != rook && Wing::of(king, r) == wing);
    doubled.then_some(CastlingFault::SecondOnWing)
}

/// The rights of `setup` that the board allows.
pub(crate) fn possible_castling(setup: &Setup) -> CastlingRights {
    let board = &setup.board;
    if Color::ALL.into_iter().any(|color| board.pieces(color, Role::King).single().is_none()) {
        return CastlingRights::NONE;
    }
    // Without its rook a right is void and must not count against another.
    let backed = CastlingRights::of_rooks(setup.castling.rooks() & board.by_role(Role::Rook));
    let possible =
        backed.rooks().into_iter().filter(|&rook| castling_fault(board, backed, rook).is_none());
    CastlingRights::of_rooks(possible.collect())
}

fn en_passant(setup: &Setup) -> Result<(), PositionError> {
    match setup.en_passant.and_then(|square| Some((square, en_passant_fault(setup, square)?))) {
        Some((square, reason)) => Err(PositionError::EnPassant { square, reason }),
        None => Ok(()),
    }
}

/// Why `square` cannot have been skipped by a pawn in the last move.
pub(crate) fn en_passant_fault(setup: &Setup, square: Square) -> Option<EnPassantFault> {
    let pusher = !setup.turn;
    if square.rank() != Rank::Third.relative_to(pusher) {
        return Some(EnPassantFault::WrongRank);
    }
    let occupied = setup.board.occupied();
    if occupied.contains(square) {
        return Some(EnPassantFault::Occupied);
    }
    let skipped = Bitboard::of(square);
    if skipped.forward(pusher).is_disjoint(setup.board.pieces(pusher, Role::Pawn)) {
        return Some(EnPassantFault::NoPawn);
    }
    skipped.forward(!pusher).intersects(occupied).then_some(EnPassantFault::OriginOccupied)
}

fn opponent_not_in_check(setup: &Setup) -> Result<(), PositionError> {
    let board = &setup.board;
    let (us, them) = (setup.turn, !setup.turn);
    let checkers = board.attackers_of(us, board.king(them), board.occupied());
    if checkers.any() {
        return Err(PositionError::OpponentInCheck { color: them, checkers });
    }
    Ok(())
}

fn possible_check(setup: &Setup) -> Result<(), PositionError> {
    let board = &setup.board;
    let king = board.king(setup.turn);
    let checkers = board.attackers_of(!setup.turn, king, board.occupied());
    if impossible_check(setup, king, checkers) {
        return Err(PositionError::ImpossibleCheck { checkers });
    }
    Ok(())
}

fn impossible_check(setup: &Setup, king: Square, checkers: Bitboard) -> bool {
    let Some(first) = checkers.first() else { return false };
    let board = &setup.board;
    if let Some(square) = setup.en_passant {
        // The last move was a known double push: its pawn gives check, or the
        // way it left uncovered one. Before it there was no check.
        let pusher = !setup.turn;
        let (skipped, pawn) = (Bitboard::of(square), Bitboard::of(square).forward(pusher));
        let origin = skipped.forward(!pusher);
        let before = board.occupied() ^ pawn | origin;
        let attackers = board.attackers_of(pusher, king, before);
        let was_in_check = attackers.without(pawn | origin).any();
        return was_in_check || checkers.more_than_one();
    }
    let Some(second) = checkers.without(first.into()).first() else { return false };
    // Two checks at once come from a piece that moved and a slider it
    // uncovered (or, en passant, from two uncovered sliders).
    let sliders = board.diagonal_sliders(!setup.turn) | board.orthogonal_sliders(!setup.turn);
    checkers.len() > 2
        || checkers.is_disjoint(sliders)
        || attacks::line(king, first).contains(second)
}
