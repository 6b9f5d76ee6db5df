//! A cache of what depends on pawns and kings alone.

use chess::{Bitboard, ByColor};

use crate::PackedScore;

/// 8,192 entries of 32 bytes: small enough for the second-level cache.
const ENTRIES: usize = 1 << 13;

/// What pawns and kings alone amount to.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct PawnEntry {
    /// For White.
    pub(crate) score: PackedScore,
    /// Passed pawns, each side's in its own view.
    pub(crate) passed: ByColor<Bitboard>,
}

/// One entry for each slot, the newest.
#[derive(Clone, Debug)]
pub(crate) struct PawnTable {
    slots: Vec<(u64, PawnEntry)>,
}

impl PawnTable {
    pub(crate) fn new() -> PawnTable {
        // No slot must be taken for the one of key 0 before it is filled.
        PawnTable { slots: vec![(!0, PawnEntry::default()); ENTRIES] }
    }

    /// The entry of `key`, made by `make` if it is not there.
    #[inline]
    pub(crate) fn entry(&mut self, key: u64, make: impl FnOnce() -> PawnEntry) -> PawnEntry {
        let slot = &mut self.slots[key as usize % ENTRIES];
        if slot.0 != key {
            *slot = (key, make());
        }
        slot.1
    }
}
