//! The memory of the transposition table: clusters of entries in large pages.

use std::alloc::{Layout, alloc, dealloc};
use std::mem::MaybeUninit;
use std::ops::Deref;
use std::ptr::NonNull;
use std::sync::atomic::AtomicU64;
use std::thread;

/// One entry: its data, and the key xor-ed with the data.
#[derive(Default)]
pub(super) struct Slot {
    pub(super) check: AtomicU64,
    pub(super) data: AtomicU64,
}

/// A cache line of entries.
#[derive(Default)]
#[repr(align(64))]
pub(super) struct Cluster(pub(super) [Slot; 4]);

const _: () = assert!(size_of::<Cluster>() == 64);

/// What large pages are aligned to.
const LARGE_PAGE: usize = 2 << 20;

/// Clusters in large pages where the system has them: look-ups go all over the
/// table, and with small pages the processor spends more time finding out
/// where a line lies than fetching it.
pub(super) fn allocate(mebibytes: usize, threads: usize) -> Option<Clusters> {
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
pub(super) fn available_memory() -> Option<usize> {
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
pub(super) struct Clusters {
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
    pub(super) fn zero(&mut self, threads: usize) {
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

/// Asks the processor to fetch the first line of `value`, which is wanted soon.
#[inline]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch of a valid address has no effect on memory.
        unsafe { _mm_prefetch(std::ptr::from_ref(value).cast(), _MM_HINT_T0) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
