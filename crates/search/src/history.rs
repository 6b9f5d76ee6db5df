//! What was learned about moves and evaluations while searching.
//!
//! All entries move towards a bonus by *gravity*: the nearer an entry is to
//! its limit, the less a bonus in that direction adds, so nothing overflows
//! and old experience fades.

use chess::{Color, Move, Piece, Position, Role, Square};

use crate::keys::PartKeys;
use crate::ordering::Threats;
use crate::params::{CORRECTION_DEPTH_DIVISOR, CORRECTION_STEP_SHARE};
use crate::table::prefetch;

/// Histories stay within ± this.
pub(crate) const HISTORY_LIMIT: i32 = 16_384;
/// Corrections stay within ± this.
const CORRECTION_LIMIT: i32 = 1_024;
/// Entries of each correction table and colour; a power of two.
const CORRECTION_SLOTS: usize = 16_384;

/// Whether a move begins or ends on a square that is attacked.
const THREATS: usize = 4;
const PIECES: usize = 12;
const SQUARES: usize = 64;
const PIECE_TO: usize = PIECES * SQUARES;

#[inline]
fn pull(entry: &mut i16, bonus: i32, limit: i32) {
    let bonus = bonus.clamp(-limit, limit);
    let value = i32::from(*entry);
    *entry = (value + bonus - value * bonus.abs() / limit) as i16;
}

/// Which moves came before: the place of a move's continuation table.
///
/// The last place belongs to "no move" (the root, or after a null move).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Continuation(u32);

impl Continuation {
    pub(crate) const NONE: Continuation = Continuation(PIECE_TO as u32);

    #[inline]
    pub(crate) fn of(piece: Piece, to: Square) -> Continuation {
        Continuation(piece_to(piece, to) as u32)
    }
}

#[inline]
fn piece_to(piece: Piece, to: Square) -> usize {
    piece as usize * SQUARES + to as usize
}

/// The histories of one search thread.
#[derive(Clone, Debug)]
pub(crate) struct Histories {
    quiet: Box<[i16]>,
    capture: Box<[i16]>,
    continuation: Box<[i16]>,
    counter: Box<[Option<Move>]>,
    corrections: Corrections,
}

impl Histories {
    pub(crate) fn new() -> Histories {
        let zeros = |count: usize| vec![0i16; count].into_boxed_slice();
        Histories {
            quiet: zeros(THREATS * 2 * SQUARES * SQUARES),
            capture: zeros(PIECE_TO * 6),
            continuation: zeros((PIECE_TO + 1) * PIECE_TO),
            counter: vec![None; PIECE_TO].into_boxed_slice(),
            corrections: Corrections::new(),
        }
    }

    /// A move away from an attack is another than one into it: `threats` are the
    /// squares that the opponent attacks.
    #[inline]
    fn quiet_index(turn: Color, mv: Move, threats: &Threats) -> usize {
        let threat =
            2 * usize::from(threats.contains(mv.from())) + usize::from(threats.contains(mv.to()));
        ((threat * 2 + turn as usize) * SQUARES + mv.from() as usize) * SQUARES + mv.to() as usize
    }

    #[inline]
    fn continuation_index(before: Continuation, piece: Piece, to: Square) -> usize {
        before.0 as usize * PIECE_TO + piece_to(piece, to)
    }

    #[inline]
    fn capture_index(position: &Position, mv: Move) -> Option<usize> {
        let piece = position.piece_at(mv.from())?;
        let victim = position.captured(mv).map_or(Role::Pawn, Piece::role);
        Some(piece_to(piece, mv.to()) * 6 + victim as usize)
    }

    #[inline]
    pub(crate) fn quiet(&self, turn: Color, mv: Move, threats: &Threats) -> i32 {
        i32::from(self.quiet[Histories::quiet_index(turn, mv, threats)])
    }

    #[inline]
    pub(crate) fn continuation(&self, before: Continuation, piece: Piece, to: Square) -> i32 {
        i32::from(self.continuation[Histories::continuation_index(before, piece, to)])
    }

    #[inline]
    pub(crate) fn capture(&self, position: &Position, mv: Move) -> i32 {
        let index = Histories::capture_index(position, mv);
        index.map_or(0, |index| i32::from(self.capture[index]))
    }

    /// The move that last refuted a piece's going to a square.
    #[inline]
    pub(crate) fn counter(&self, before: Continuation) -> Option<Move> {
        self.counter.get(before.0 as usize).copied().flatten()
    }

    #[inline]
    pub(crate) fn set_counter(&mut self, before: Continuation, mv: Move) {
        if let Some(place) = self.counter.get_mut(before.0 as usize) {
            *place = Some(mv);
        }
    }

    #[inline]
    pub(crate) fn update_quiet(&mut self, turn: Color, mv: Move, threats: &Threats, bonus: i32) {
        pull(&mut self.quiet[Histories::quiet_index(turn, mv, threats)], bonus, HISTORY_LIMIT);
    }

    #[inline]
    pub(crate) fn update_continuation(
        &mut self,
        before: Continuation,
        piece: Piece,
        to: Square,
        bonus: i32,
    ) {
        let index = Histories::continuation_index(before, piece, to);
        pull(&mut self.continuation[index], bonus, HISTORY_LIMIT);
    }

    #[inline]
    pub(crate) fn update_capture(&mut self, position: &Position, mv: Move, bonus: i32) {
        if let Some(index) = Histories::capture_index(position, mv) {
            pull(&mut self.capture[index], bonus, HISTORY_LIMIT);
        }
    }

    pub(crate) fn corrections(&self) -> &Corrections {
        &self.corrections
    }

    pub(crate) fn corrections_mut(&mut self) -> &mut Corrections {
        &mut self.corrections
    }
}

/// How far the evaluation was off, by parts of the position.
#[derive(Clone, Debug)]
pub(crate) struct Corrections {
    /// Five parts, each by side to move and key.
    parts: Box<[i16]>,
    /// By the last two moves.
    line: Box<[i16]>,
}

impl Corrections {
    fn new() -> Corrections {
        Corrections {
            parts: vec![0; 5 * 2 * CORRECTION_SLOTS].into_boxed_slice(),
            line: vec![0; (PIECE_TO + 1) * (PIECE_TO + 1)].into_boxed_slice(),
        }
    }

    #[inline]
    fn places(turn: Color, keys: &PartKeys) -> [usize; 5] {
        let keys = [
            keys.pawns,
            keys.minors,
            keys.majors,
            keys.pieces[Color::White],
            keys.pieces[Color::Black],
        ];
        let mut table = 0;
        keys.map(|key| {
            let place = (table * 2 + turn as usize) * CORRECTION_SLOTS
                + (key as usize & (CORRECTION_SLOTS - 1));
            table += 1;
            place
        })
    }

    #[inline]
    fn line_place(last: Continuation, before_last: Continuation) -> usize {
        last.0 as usize * (PIECE_TO + 1) + before_last.0 as usize
    }

    /// Asks the processor to fetch what [`Corrections::sum`] will add, which lies all over
    /// the tables.
    #[inline]
    pub(crate) fn prefetch(
        &self,
        turn: Color,
        keys: &PartKeys,
        last: Continuation,
        before_last: Continuation,
    ) {
        Corrections::places(turn, keys).iter().for_each(|&place| prefetch(&self.parts[place]));
        prefetch(&self.line[Corrections::line_place(last, before_last)]);
    }

    /// The sum of all entries for a position.
    #[inline]
    pub(crate) fn sum(
        &self,
        turn: Color,
        keys: &PartKeys,
        last: Continuation,
        before_last: Continuation,
    ) -> i32 {
        let parts: i32 =
            Corrections::places(turn, keys).iter().map(|&i| i32::from(self.parts[i])).sum();
        parts + i32::from(self.line[Corrections::line_place(last, before_last)])
    }

    /// The true value was `error` above the evaluation.
    #[inline]
    pub(crate) fn learn(
        &mut self,
        turn: Color,
        keys: &PartKeys,
        last: Continuation,
        before_last: Continuation,
        error: i32,
        depth: i32,
    ) {
        let most = CORRECTION_LIMIT / CORRECTION_STEP_SHARE;
        let bonus = (error * depth / CORRECTION_DEPTH_DIVISOR).clamp(-most, most);
        for place in Corrections::places(turn, keys) {
            pull(&mut self.parts[place], bonus, CORRECTION_LIMIT);
        }
        let place = Corrections::line_place(last, before_last);
        pull(&mut self.line[place], bonus, CORRECTION_LIMIT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gravity_keeps_entries_in_bounds() {
        let mut entry = 0;
        for _ in 0..1_000 {
            pull(&mut entry, 1_500, HISTORY_LIMIT);
        }
        assert!(i32::from(entry) <= HISTORY_LIMIT && entry > 15_000, "{entry}");
        for _ in 0..1_000 {
            pull(&mut entry, -100_000, HISTORY_LIMIT);
        }
        assert_eq!(i32::from(entry), -HISTORY_LIMIT);
    }

    #[test]
    fn corrections_learn_the_sign() {
        let mut corrections = Corrections::new();
        let keys = PartKeys::of(&Position::initial());
        let none = Continuation::NONE;
        corrections.learn(Color::White, &keys, none, none, 100, 8);
        assert!(corrections.sum(Color::White, &keys, none, none) > 0);
        assert_eq!(corrections.sum(Color::Black, &keys, none, Continuation(0)), 0);
    }
}
