//! What positions turned out to be worth, whatever way they were reached.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::MctsError;

/// A hash from position keys to means: a new node begins with what its position
/// is known to be worth, instead of a look at it.
///
/// Each entry is a key xored with its data, and the data: two halves of different
/// writers give a key that fits nothing.
#[derive(Debug)]
pub(crate) struct ValueTable {
    entries: Box<[Entry]>,
}

#[derive(Debug, Default)]
struct Entry {
    check: AtomicU64,
    /// Visits in the upper half, points in units of 2⁻³¹ in the lower.
    data: AtomicU64,
}

/// Bytes of an entry.
pub(crate) const ENTRY_BYTES: usize = size_of::<Entry>();

const UNIT: f32 = (1_u32 << 31) as f32;

impl ValueTable {
    /// A table of so many entries, 1 at least.
    pub(crate) fn new(entries: usize) -> Result<ValueTable, MctsError> {
        let count = entries.max(1);
        let mut entries = Vec::new();
        let mebibytes = (count * ENTRY_BYTES) >> 20;
        entries.try_reserve_exact(count).map_err(|_| MctsError::TreeTooLarge { mebibytes })?;
        entries.resize_with(count, Entry::default);
        Ok(ValueTable { entries: entries.into() })
    }

    fn entry(&self, key: u64) -> &Entry {
        let place = (u128::from(key) * self.entries.len() as u128) >> 64;
        &self.entries[place as usize]
    }

    /// Asks the processor for what is known of a position, which is wanted soon.
    #[inline]
    pub(crate) fn fetch(&self, key: u64) {
        search::prefetch(self.entry(key));
    }

    /// The points that the side to move can expect, and over how many visits.
    pub(crate) fn probe(&self, key: u64) -> Option<(f32, u32)> {
        let entry = self.entry(key);
        let data = entry.data.load(Relaxed);
        let found = entry.check.load(Relaxed) ^ data == key && data != 0;
        found.then_some((data as u32 as f32 / UNIT, (data >> 32) as u32))
    }

    /// Notes a mean over so many visits, unless more is known already.
    pub(crate) fn store(&self, key: u64, points: f32, visits: u32) {
        let entry = self.entry(key);
        let known = entry.data.load(Relaxed);
        let same = entry.check.load(Relaxed) ^ known == key;
        if same && (known >> 32) as u32 > visits {
            return;
        }
        let data = u64::from(visits) << 32 | u64::from((points.clamp(0.0, 1.0) * UNIT) as u32);
        entry.data.store(data, Relaxed);
        entry.check.store(key ^ data, Relaxed);
    }

    pub(crate) fn clear(&mut self) {
        for entry in &mut self.entries {
            *entry = Entry::default();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_visits_win() {
        let mut table = ValueTable::new(16).unwrap();
        assert_eq!(table.probe(5), None);
        table.store(5, 0.75, 10);
        table.store(5, 0.25, 3);
        assert_eq!(table.probe(5), Some((0.75, 10)));
        // Another position in the same place is newer, and replaces it.
        table.store(6, 0.5, 1);
        assert_eq!((table.probe(5), table.probe(6)), (None, Some((0.5, 1))));
        table.clear();
        assert_eq!(table.probe(6), None);
    }
}
