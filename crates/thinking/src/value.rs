//! What positions are worth inside a search.
//!
//! Inside, a value is a plain number of centipawns for the side to move.
//! The topmost [`MAX_PLY`] numbers below [`MATE`] say "mate in so many
//! half-moves from the root", as many below those "won by the endgame tables,
//! which are reached in so many half-moves".

/// The deepest ply a search reaches, quiescence included.
pub const MAX_PLY: usize = 240;

/// Beyond every value.
pub const INFINITE: i32 = 32_000;
/// Mate on the board at the root. A mate found `n` plies below is worth
/// `MATE - n`.
pub const MATE: i32 = 31_500;
/// Values from here on are mates.
pub const MATE_BOUND: i32 = MATE - MAX_PLY as i32;
/// A win that the endgame tables know of at the root. One found `n` plies
/// below is worth `TABLEBASE - n`.
pub const TABLEBASE: i32 = MATE_BOUND - 1;
/// Values from here on are decided, by mate or by endgame tables.
pub const TABLEBASE_BOUND: i32 = TABLEBASE - MAX_PLY as i32;
/// The highest value that evaluation may give.
pub const EVAL_BOUND: i32 = TABLEBASE_BOUND - 1;
/// A drawn game.
pub const DRAW: i32 = 0;

/// The side to move is mated `ply` half-moves below the root.
#[inline]
pub const fn mated_at(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// The side to move mates `ply` half-moves below the root.
#[inline]
pub const fn mates_at(ply: usize) -> i32 {
    MATE - ply as i32
}

/// Is this a forced mate, one way or the other?
#[inline]
pub const fn is_mate(value: i32) -> bool {
    value.abs() >= MATE_BOUND
}

/// Is the game decided, by mate or by endgame tables?
#[inline]
pub const fn is_decided(value: i32) -> bool {
    value.abs() >= TABLEBASE_BOUND
}
