//! Bishops, rooks and queens.
//!
//! For every square, the attack sets for all ways its relevant squares can be
//! occupied lie in one run of a shared table. Only the way from an occupancy
//! to its place in that run differs between builds: with BMI2 one PEXT
//! instruction, otherwise a multiplication by a magic number.

use crate::{Bitboard, Square};

#[cfg(not(target_feature = "bmi2"))]
use super::magics;

pub(super) const ORTHOGONAL_STEPS: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
pub(super) const DIAGONAL_STEPS: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// Sum of `2^(relevant squares)` over all squares: 102,400 and 5,248.
const ROOK_SETS: usize = 102_400;
const BISHOP_SETS: usize = 5_248;

static ROOK_RAYS: [Bitboard; 64] = rays(&ORTHOGONAL_STEPS);
static BISHOP_RAYS: [Bitboard; 64] = rays(&DIAGONAL_STEPS);

static ROOK: [Run; 64] = runs(&ORTHOGONAL_STEPS, 0);
static BISHOP: [Run; 64] = runs(&DIAGONAL_STEPS, ROOK_SETS);
static SETS: [Bitboard; ROOK_SETS + BISHOP_SETS] = sets();

/// Where one square's attack sets lie, and which occupied squares choose
/// among them.
struct Run {
    /// The squares of its rays, less the last of each (a piece on the edge
    /// hides nothing behind it).
    mask: u64,
    offset: u32,
    #[cfg(not(target_feature = "bmi2"))]
    magic: u64,
    #[cfg(not(target_feature = "bmi2"))]
    shift: u8,
}

impl Run {
    #[inline]
    fn index(&self, occupied: Bitboard) -> usize {
        // SAFETY: this line is compiled only for processors with BMI2.
        #[cfg(target_feature = "bmi2")]
        let within = unsafe { std::arch::x86_64::_pext_u64(occupied.bits(), self.mask) } as usize;
        #[cfg(not(target_feature = "bmi2"))]
        let within = magic_index(occupied.bits() & self.mask, self.magic, self.shift);
        self.offset as usize + within
    }
}

#[cfg(not(target_feature = "bmi2"))]
const fn magic_index(relevant: u64, magic: u64, shift: u8) -> usize {
    (relevant.wrapping_mul(magic) >> shift) as usize
}

/// The squares from `from` in one direction, up to and including the first
/// one that is occupied.
pub(super) const fn walk(from: Square, files: i8, ranks: i8, occupied: u64) -> u64 {
    let mut reached = 0;
    let mut at = from;
    while let Some(next) = at.offset(files, ranks) {
        reached |= 1 << next as u8;
        if occupied & (1 << next as u8) != 0 {
            break;
        }
        at = next;
    }
    reached
}

const fn walk_all(from: Square, steps: &[(i8, i8); 4], occupied: u64) -> u64 {
    let mut reached = 0;
    let mut step = 0;
    while step < 4 {
        reached |= walk(from, steps[step].0, steps[step].1, occupied);
        step += 1;
    }
    reached
}

const fn rays(steps: &[(i8, i8); 4]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut from = 0;
    while from < 64 {
        table[from] = Bitboard::from_bits(walk_all(Square::masked(from as u8), steps, 0));
        from += 1;
    }
    table
}

const fn relevant(from: Square, steps: &[(i8, i8); 4]) -> u64 {
    let mut mask = 0;
    let mut step = 0;
    while step < 4 {
        let (files, ranks) = steps[step];
        let mut at = from;
        while let Some(next) = at.offset(files, ranks) {
            if next.offset(files, ranks).is_some() {
                mask |= 1 << next as u8;
            }
            at = next;
        }
        step += 1;
    }
    mask
}

const fn runs(steps: &[(i8, i8); 4], first: usize) -> [Run; 64] {
    let mut table = [const {
        Run {
            mask: 0,
            offset: 0,
            #[cfg(not(target_feature = "bmi2"))]
            magic: 0,
            #[cfg(not(target_feature = "bmi2"))]
            shift: 0,
        }
    }; 64];
    let mut offset = first as u32;
    let mut from = 0;
    while from < 64 {
        let mask = relevant(Square::masked(from as u8), steps);
        table[from].mask = mask;
        table[from].offset = offset;
        #[cfg(not(target_feature = "bmi2"))]
        {
            let magics = if first == 0 { &magics::ROOK } else { &magics::BISHOP };
            table[from].magic = magics[from];
            table[from].shift = 64 - mask.count_ones() as u8;
        }
        offset += 1 << mask.count_ones();
        from += 1;
    }
    table
}

const fn sets() -> [Bitboard; ROOK_SETS + BISHOP_SETS] {
    let mut sets = [Bitboard::EMPTY; ROOK_SETS + BISHOP_SETS];
    fill(&mut sets, &runs(&ORTHOGONAL_STEPS, 0), &ORTHOGONAL_STEPS);
    fill(&mut sets, &runs(&DIAGONAL_STEPS, ROOK_SETS), &DIAGONAL_STEPS);
    sets
}

const fn fill(sets: &mut [Bitboard], runs: &[Run; 64], steps: &[(i8, i8); 4]) {
    let mut from = 0;
    while from < 64 {
        let run = &runs[from];
        let mut occupied = 0u64;
        // PEXT numbers the subsets of the mask in ascending order, which is
        // the order in which the carry-rippler visits them.
        #[cfg(target_feature = "bmi2")]
        let mut within = 0;
        loop {
            #[cfg(not(target_feature = "bmi2"))]
            let within = magic_index(occupied, run.magic, run.shift);
            let reached = walk_all(Square::masked(from as u8), steps, occupied);
            sets[run.offset as usize + within] = Bitboard::from_bits(reached);
            occupied = occupied.wrapping_sub(run.mask) & run.mask;
            if occupied == 0 {
                break;
            }
            #[cfg(target_feature = "bmi2")]
            {
                within += 1;
            }
        }
        from += 1;
    }
}

#[inline]
fn lookup(run: &Run, occupied: Bitboard) -> Bitboard {
    let index = run.index(occupied);
    debug_assert!(index < SETS.len());
    // SAFETY: a run starts at `offset` and has 2^popcount(mask) entries, and
    // both PEXT by the mask and the magic shift give less than that; the runs
    // together are as long as `SETS` (tested below for every occupancy).
    unsafe { *SETS.get_unchecked(index) }
}

/// The squares a rook on `from` attacks.
#[inline]
pub fn rook(from: Square, occupied: Bitboard) -> Bitboard {
    lookup(&ROOK[from as usize], occupied)
}

/// The squares a bishop on `from` attacks.
#[inline]
pub fn bishop(from: Square, occupied: Bitboard) -> Bitboard {
    lookup(&BISHOP[from as usize], occupied)
}

/// The squares a queen on `from` attacks.
#[inline]
pub fn queen(from: Square, occupied: Bitboard) -> Bitboard {
    rook(from, occupied) | bishop(from, occupied)
}

/// The squares a rook on `from` attacks on an empty board.
#[inline]
pub fn rook_rays(from: Square) -> Bitboard {
    ROOK_RAYS[from as usize]
}

/// The squares a bishop on `from` attacks on an empty board.
#[inline]
pub fn bishop_rays(from: Square) -> Bitboard {
    BISHOP_RAYS[from as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every square with every occupancy of its relevant squares: the table
    /// must say what walking the rays says, and no index may leave its run.
    #[test]
    fn every_entry_equals_the_walk() {
        let mut entries = 0;
        for from in Square::ALL {
            for (runs, steps) in [(&ROOK, &ORTHOGONAL_STEPS), (&BISHOP, &DIAGONAL_STEPS)] {
                let run = &runs[from as usize];
                let mask = Bitboard::from_bits(run.mask);
                for occupied in mask.subsets() {
                    let within = run.index(occupied) - run.offset as usize;
                    assert!(within < 1 << mask.len());
                    let expected = walk_all(from, steps, occupied.bits());
                    assert_eq!(lookup(run, occupied), Bitboard::from_bits(expected));
                    // Squares that are not relevant must not matter.
                    assert_eq!(lookup(run, occupied | !mask), lookup(run, occupied));
                    entries += 1;
                }
            }
        }
        assert_eq!(entries, SETS.len());
    }
}
