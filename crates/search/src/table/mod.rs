//! The transposition table: what was found for a position, shared by all
//! threads without locks.
//!
//! A cluster of four entries fills one cache line. An entry is two words, the
//! data and the key xor-ed with the data: if two threads write at once and
//! the halves do not belong together, the key read back is wrong and the
//! entry is taken for another position's.

mod entry;
mod memory;

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use thiserror::Error;

use crate::params::{TABLE_AGE_PLIES, TABLE_KEEP_PLIES, TABLE_KEEP_PV_PLIES};
pub(crate) use entry::NO_EVAL;
pub use entry::{Bound, Entry};
use entry::{GENERATIONS, depth_of, generation_of, value_from_table, value_to_table};
pub use memory::prefetch;
use memory::{Cluster, Clusters, allocate};

/// The memory for a table could not be had.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("no memory for a hash table of {mebibytes} MiB")]
pub struct TableTooLarge {
    mebibytes: usize,
}

/// The shared table.
pub struct TranspositionTable {
    clusters: Clusters,
    generation: AtomicU8,
}

impl std::fmt::Debug for TranspositionTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "TranspositionTable({} MiB)", self.mebibytes())
    }
}

impl TranspositionTable {
    /// A table of so many mebibytes, cleared with several threads.
    pub fn new(mebibytes: usize, threads: usize) -> Result<TranspositionTable, TableTooLarge> {
        let clusters = allocate(mebibytes.max(1), threads).ok_or(TableTooLarge { mebibytes })?;
        Ok(TranspositionTable { clusters, generation: AtomicU8::new(0) })
    }

    /// Makes it larger or smaller, and empty. The old memory is given back
    /// first, since there may not be room for both; if there is none for the
    /// new size, it keeps the old one.
    pub fn resize(&mut self, mebibytes: usize, threads: usize) -> Result<(), TableTooLarge> {
        let before = self.mebibytes();
        *self = TranspositionTable::new(1, 1)?;
        match TranspositionTable::new(mebibytes, threads) {
            Ok(table) => *self = table,
            Err(error) => {
                *self = TranspositionTable::new(before, threads)?;
                return Err(error);
            }
        }
        Ok(())
    }

    /// Its size.
    pub fn mebibytes(&self) -> usize {
        self.clusters.len() * size_of::<Cluster>() / (1 << 20)
    }

    /// Forgets everything, with several threads for large tables.
    pub fn clear(&mut self, threads: usize) {
        self.clusters.zero(threads);
        self.generation = AtomicU8::new(0);
    }

    /// A new search begins: what is there already is old.
    pub fn age(&self) {
        self.generation.store((self.generation.load(Relaxed) + 1) % GENERATIONS, Relaxed);
    }

    #[inline]
    fn cluster(&self, key: u64) -> &Cluster {
        // The high half of a 128-bit product maps keys evenly to any length.
        let index = ((u128::from(key) * self.clusters.len() as u128) >> 64) as usize;
        &self.clusters[index]
    }

    /// Asks the processor to fetch the line of `key`, which is wanted soon.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.cluster(key));
    }

    /// What is known of the position with this key, `ply` plies below the
    /// root.
    #[inline]
    pub fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        for slot in &self.cluster(key).0 {
            let data = slot.data.load(Relaxed);
            if slot.check.load(Relaxed) ^ data == key && data != 0 {
                let mut entry = Entry::unpack(data);
                entry.value = value_from_table(entry.value, ply);
                return Some(entry);
            }
        }
        None
    }

    /// Remembers `entry`, in the place of what is worth least.
    #[inline]
    pub fn store(&self, key: u64, ply: usize, mut entry: Entry) {
        let generation = self.generation.load(Relaxed);
        let mut place = None;
        let mut least = i32::MAX;
        for slot in &self.cluster(key).0 {
            let data = slot.data.load(Relaxed);
            if slot.check.load(Relaxed) ^ data == key {
                place = Some((slot, Some(data).filter(|&data| data != 0)));
                break;
            }
            let age = (generation + GENERATIONS - generation_of(data)) % GENERATIONS;
            let worth = if data == 0 {
                i32::MIN
            } else {
                depth_of(data) - TABLE_AGE_PLIES * i32::from(age)
            };
            if worth < least {
                least = worth;
                place = Some((slot, None));
            }
        }
        let Some((slot, known)) = place else { return };
        if let Some(data) = known {
            let old = Entry::unpack(data);
            // A shallow result does not drive out a much deeper one of this
            // search, but the old move is better than none.
            entry.mv = entry.mv.or(old.mv);
            let fresh = generation_of(data) == generation;
            let deeper = entry.depth + TABLE_KEEP_PLIES + TABLE_KEEP_PV_PLIES * i32::from(entry.pv)
                > old.depth;
            if entry.bound != Bound::Exact && fresh && !deeper {
                return;
            }
        }
        entry.value = value_to_table(entry.value, ply);
        let data = entry.pack(generation);
        slot.check.store(key ^ data, Relaxed);
        slot.data.store(data, Relaxed);
    }

    /// How full it is of this search's entries, in thousandths.
    pub fn hashfull(&self) -> usize {
        let generation = self.generation.load(Relaxed);
        let sample = &self.clusters[..self.clusters.len().min(250)];
        let used = sample
            .iter()
            .flat_map(|cluster| &cluster.0)
            .map(|slot| slot.data.load(Relaxed))
            .filter(|&data| data != 0 && generation_of(data) == generation)
            .count();
        used * 1000 / (sample.len() * 4)
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use chess::{Move, Position};

    use super::entry::NO_EVAL;
    use super::memory::available_memory;
    use super::*;
    use thinking::{mated_at, mates_at};

    fn entry(depth: i32) -> Entry {
        let mv = Position::initial().legal_moves()[3];
        Entry { mv: Some(mv), value: -57, eval: 33, depth, bound: Bound::Lower, pv: true }
    }

    #[test]
    fn what_is_stored_is_found() {
        let table = TranspositionTable::new(1, 1).unwrap();
        assert_eq!(table.probe(42, 0), None);
        table.store(42, 0, entry(7));
        assert_eq!(table.probe(42, 0), Some(entry(7)));
        assert_eq!(table.probe(43, 0), None);
        let bare = Entry { mv: None, eval: NO_EVAL, bound: Bound::Exact, ..entry(3) };
        table.store(42, 0, bare);
        // The move survives a result that has none.
        assert_eq!(table.probe(42, 0), Some(Entry { mv: entry(7).mv, ..bare }));
    }

    #[test]
    fn mates_are_relative_to_the_position() {
        let table = TranspositionTable::new(1, 1).unwrap();
        table.store(1, 5, Entry { value: mates_at(8), ..entry(9) });
        assert_eq!(table.probe(1, 2).map(|e| e.value), Some(mates_at(5)));
        table.store(2, 5, Entry { value: mated_at(8), ..entry(9) });
        assert_eq!(table.probe(2, 2).map(|e| e.value), Some(mated_at(5)));
    }

    #[test]
    fn shallow_results_make_room_for_deep_ones() {
        let table = TranspositionTable::new(1, 1).unwrap();
        // Five keys of one cluster: the shallowest has to go.
        for (key, depth) in [(0, 9), (1, 2), (2, 8), (3, 7), (4, 6)] {
            table.store(key, 0, entry(depth));
        }
        let kept: Vec<bool> = (0..5).map(|key| table.probe(key, 0).is_some()).collect();
        assert_eq!(kept, [true, false, true, true, true]);
        // After some searches old depth no longer counts.
        for _ in 0..3 {
            table.age();
        }
        table.store(5, 0, entry(1));
        assert!(table.probe(5, 0).is_some());
    }

    #[test]
    fn clearing_and_fullness() {
        let mut table = TranspositionTable::new(2, 2).unwrap();
        for key in 0..100_000u64 {
            table.store(key.wrapping_mul(0x9E37_79B9_7F4A_7C15), 0, entry(1));
        }
        assert!(table.hashfull() > 200, "{}", table.hashfull());
        table.clear(3);
        assert_eq!(table.hashfull(), 0);
        assert_eq!(table.mebibytes(), 2);
        assert!(TranspositionTable::new(usize::MAX / 2, 1).is_err());
    }

    #[test]
    fn resizing_empties_and_a_refusal_keeps_the_size() {
        let mut table = TranspositionTable::new(2, 1).unwrap();
        table.store(7, 0, entry(5));
        table.resize(3, 2).unwrap();
        assert_eq!((table.mebibytes(), table.probe(7, 0)), (3, None));
        assert!(table.resize(usize::MAX / 2, 1).is_err());
        assert_eq!(table.mebibytes(), 3);
    }

    /// More than there is, though not more than a system might promise.
    #[test]
    fn memory_that_is_not_there_is_refused() {
        if let Some(available) = available_memory() {
            let mebibytes = available / (1 << 20) + 512;
            assert_eq!(
                TranspositionTable::new(mebibytes, 1).err(),
                Some(TableTooLarge { mebibytes })
            );
        }
    }

    /// Threads write entries whose parts depend on each other; nobody may
    /// ever read a mixture.
    #[test]
    fn torn_writes_are_never_seen() {
        let table = TranspositionTable::new(1, 1).unwrap();
        let of = |key: u64, salt: i32| Entry {
            mv: Move::from_bits(0x0041),
            value: salt,
            eval: -salt,
            depth: salt % 100,
            bound: Bound::Exact,
            pv: key.is_multiple_of(2),
        };
        thread::scope(|scope| {
            for worker in 0..4 {
                let table = &table;
                scope.spawn(move || {
                    for round in 0..40_000i32 {
                        let key = u64::from(round as u32 % 7);
                        table.store(key, 0, of(key, (round * 7 + worker) % 30_000));
                        if let Some(found) = table.probe(key, 0) {
                            assert_eq!(found, of(key, found.value));
                        }
                    }
                });
            }
        });
    }
}
