//! The transposition table: what was found for a position, shared by all
//! threads without locks.
//!
//! A cluster of four entries fills one cache line. An entry is two words, the
//! data and the key xor-ed with the data: if two threads write at once and
//! the halves do not belong together, the key read back is wrong and the
//! entry is taken for another position's.

use std::alloc::{Layout, alloc, dealloc};
use std::mem::MaybeUninit;
use std::ops::Deref;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};
use std::thread;

use chess::Move;
use serde::Serialize;
use thiserror::Error;

use crate::params::{TABLE_AGE_PLIES, TABLE_KEEP_PLIES, TABLE_KEEP_PV_PLIES};
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
const GENERATIONS: u8 = 32;

/// Data layout: 0–15 move, 16–31 value, 32–47 evaluation, 48–55 depth,
/// 56–57 bound, 58 pv, 59–63 generation.
impl Entry {
    fn pack(self, generation: u8) -> u64 {
        let word = |value: i32| u64::from(value as i16 as u16);
        self.mv.map_or(0, |mv| u64::from(mv.to_bits()))
            | word(self.value) << 16
            | word(self.eval) << 32
            | (self.depth.clamp(0, 255) as u64) << 48
            | (self.bound as u64) << 56
            | u64::from(self.pv) << 58
            | u64::from(generation) << 59
    }

    fn unpack(data: u64) -> Entry {
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

fn generation_of(data: u64) -> u8 {
    (data >> 59) as u8
}

fn depth_of(data: u64) -> i32 {
    i32::from((data >> 48) as u8)
}

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

#[derive(Default)]
#[repr(align(64))]
struct Cluster([Slot; 4]);

const _: () = assert!(size_of::<Cluster>() == 64);

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
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: a prefetch of a valid address has no effect on memory.
            unsafe { _mm_prefetch(std::ptr::from_ref(self.cluster(key)).cast(), _MM_HINT_T0) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
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

/// Mates and wins by tables are stored as seen from the position, not from the root.
fn value_to_table(value: i32, ply: usize) -> i32 {
    match value {
        v if v >= TABLEBASE_BOUND => v + ply as i32,
        v if v <= -TABLEBASE_BOUND => v - ply as i32,
        v => v,
    }
}

fn value_from_table(value: i32, ply: usize) -> i32 {
    match value {
        v if v >= TABLEBASE_BOUND => v - ply as i32,
        v if v <= -TABLEBASE_BOUND => v + ply as i32,
        v => v,
    }
}

/// What large pages are aligned to.
const LARGE_PAGE: usize = 2 << 20;

/// Clusters in large pages where the system has them: look-ups go all over the
/// table, and with small pages the processor spends more time finding out
/// where a line lies than fetching it.
fn allocate(mebibytes: usize, threads: usize) -> Option<Clusters> {
    let count = mebibytes.checked_mul(1 << 20)? / size_of::<Cluster>();
    let layout = Layout::array::<Cluster>(count).ok()?.align_to(LARGE_PAGE).ok()?;
    // Systems promise more memory than they have and kill who uses it; an
    // eighth is left for everything else.
    if available_memory().is_some_and(|available| layout.size() > available / 8 * 7) {
        return None;
    }
    // SAFETY: the size is not zero, as a table has at least one mebibyte.
    let memory = NonNull::new(unsafe { alloc(layout) }.cast::<Cluster>())?;
    advise_large_pages(memory, layout);
    let mut clusters = Clusters { memory, count, layout };
    clusters.zero(threads);
    Some(clusters)
}

/// Bytes that can be had without driving anybody else out, where the system
/// tells.
fn available_memory() -> Option<usize> {
    let table = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = table.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: usize = line.trim().trim_end_matches("kB").trim_end().parse().ok()?;
    kibibytes.checked_mul(1 << 10)
}

#[cfg(target_os = "linux")]
fn advise_large_pages(memory: NonNull<Cluster>, layout: Layout) {
    use rustix::mm::{Advice, madvise};
    // SAFETY: the range is our own allocation, and this advice changes nothing
    // but which pages back it. A refusal only costs speed.
    let _ = unsafe { madvise(memory.as_ptr().cast(), layout.size(), Advice::LinuxHugepage) };
}

#[cfg(not(target_os = "linux"))]
fn advise_large_pages(_memory: NonNull<Cluster>, _layout: Layout) {}

/// An owned run of clusters.
struct Clusters {
    memory: NonNull<Cluster>,
    count: usize,
    layout: Layout,
}

// SAFETY: the clusters are atomics, owned by this object alone.
unsafe impl Send for Clusters {}
// SAFETY: shared access goes through atomics only.
unsafe impl Sync for Clusters {}

impl Clusters {
    /// Zeroes everything, which for fresh memory is what makes it clusters.
    fn zero(&mut self, threads: usize) {
        let bytes = self.count * size_of::<Cluster>();
        let share = bytes.div_ceil(threads.max(1));
        // SAFETY: the allocation is that long, we have it to ourselves, and
        // bytes need no initialisation to be `MaybeUninit`.
        let memory = unsafe {
            std::slice::from_raw_parts_mut(self.memory.as_ptr().cast::<MaybeUninit<u8>>(), bytes)
        };
        thread::scope(|scope| {
            for part in memory.chunks_mut(share) {
                scope.spawn(|| part.fill(MaybeUninit::new(0)));
            }
        });
    }
}

impl Deref for Clusters {
    type Target = [Cluster];

    #[inline]
    fn deref(&self) -> &[Cluster] {
        // SAFETY: `allocate` zeroed `count` clusters, and all zero bits are a
        // valid cluster; they live as long as `self`.
        unsafe { std::slice::from_raw_parts(self.memory.as_ptr(), self.count) }
    }
}

impl Drop for Clusters {
    fn drop(&mut self) {
        // SAFETY: allocated in `allocate` with this very layout.
        unsafe { dealloc(self.memory.as_ptr().cast(), self.layout) };
    }
}

#[cfg(test)]
mod tests {
    use chess::Position;

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
