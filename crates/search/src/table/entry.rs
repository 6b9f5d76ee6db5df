//! What the transposition table keeps of a position, and how it fits into a word.

use chess::Move;
use serde::Serialize;
use thinking::TABLEBASE_BOUND;

/// How a stored value relates to the true one.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Bound {
    /// Nothing is known but the move or the evaluation.
    None,
    /// The true value is at most this.
    Upper,
    /// The true value is at least this.
    Lower,
    /// This is the value.
    Exact,
}

impl Bound {
    const ALL: [Bound; 4] = [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact];

    /// Does a stored value settle a node with this window?
    #[inline]
    pub fn settles(self, value: i32, alpha: i32, beta: i32) -> bool {
        match self {
            Bound::None => false,
            Bound::Upper => value <= alpha,
            Bound::Lower => value >= beta,
            Bound::Exact => true,
        }
    }

    /// Does a stored value settle a question about `beta`?
    #[inline]
    pub fn allows_cut(self, value: i32, beta: i32) -> bool {
        match self {
            Bound::None => false,
            Bound::Upper => value < beta,
            Bound::Lower => value >= beta,
            Bound::Exact => true,
        }
    }
}

/// What the table knows of a position.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Entry {
    /// The best move, not checked for legality.
    pub mv: Option<Move>,
    /// The value, mates counted from this position.
    pub value: i32,
    /// The static evaluation, uncorrected; [`NO_EVAL`] when in check.
    pub eval: i32,
    /// How deep the search below was.
    pub depth: i32,
    /// What the value means.
    pub bound: Bound,
    /// Was it on a principal variation?
    pub pv: bool,
}

/// No static evaluation is known.
pub(crate) const NO_EVAL: i32 = i16::MIN as i32;

/// Generations count modulo this.
pub(super) const GENERATIONS: u8 = 32;

/// Data layout: 0–15 move, 16–31 value, 32–47 evaluation, 48–55 depth,
/// 56–57 bound, 58 pv, 59–63 generation.
impl Entry {
    pub(super) fn pack(self, generation: u8) -> u64 {
        let word = |value: i32| u64::from(value as i16 as u16);
        self.mv.map_or(0, |mv| u64::from(mv.to_bits()))
            | word(self.value) << 16
            | word(self.eval) << 32
            | (self.depth.clamp(0, 255) as u64) << 48
            | (self.bound as u64) << 56
            | u64::from(self.pv) << 58
            | u64::from(generation) << 59
    }

    pub(super) fn unpack(data: u64) -> Entry {
        let word = |shift: u32| i32::from((data >> shift) as u16 as i16);
        Entry {
            mv: Move::from_bits(data as u16),
            value: word(16),
            eval: word(32),
            depth: i32::from((data >> 48) as u8),
            bound: Bound::ALL[(data >> 56) as usize & 3],
            pv: data >> 58 & 1 != 0,
        }
    }
}

pub(super) fn generation_of(data: u64) -> u8 {
    (data >> 59) as u8
}

pub(super) fn depth_of(data: u64) -> i32 {
    i32::from((data >> 48) as u8)
}

/// Mates and wins by endgame tables are stored as seen from the position, not from
/// the root.
pub(super) fn value_to_table(value: i32, ply: usize) -> i32 {
    match value {
        v if v >= TABLEBASE_BOUND => v + ply as i32,
        v if v <= -TABLEBASE_BOUND => v - ply as i32,
        v => v,
    }
}

/// The way back.
pub(super) fn value_from_table(value: i32, ply: usize) -> i32 {
    match value {
        v if v >= TABLEBASE_BOUND => v - ply as i32,
        v if v <= -TABLEBASE_BOUND => v + ply as i32,
        v => v,
    }
}
