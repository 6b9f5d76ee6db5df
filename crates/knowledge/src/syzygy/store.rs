//! The bytes of endgame-table files.
//!
//! The library that decodes tables asks for bytes here. Small files are kept in
//! memory; of the others only so many are open at a time, since a full set of
//! tables has more files than a process may open.

use std::cell::Cell;
use std::collections::{HashMap, VecDeque};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

use shakmaty_syzygy::filesystem::{Filesystem, OsFilesystem, RandomAccessFile, ReadHint};

use super::TableFile;
use super::fault::{Problem, TableFault};

/// The largest file kept in memory, in bytes: all tables of four men, and most
/// win-draw-loss tables of five.
const SMALL: u64 = 1 << 20;
/// The most memory for all of them together, in bytes.
const MEMORY: u64 = 64 << 20;
/// The most files open at a time.
const OPEN: usize = 128;
/// The most reads of block lengths in one probe. A sound table needs one or two
/// for each of the positions that a probe looks at, at most some hundreds.
const SCANS: u32 = 1 << 14;

thread_local! {
    static PROBE: Cell<Probe> = const { Cell::new(Probe { last: None, scans: 0 }) };
}

/// What this thread's probe has read.
#[derive(Copy, Clone)]
struct Probe {
    /// The number of the file read last.
    last: Option<usize>,
    scans: u32,
}

/// A new probe begins in this thread.
pub(super) fn begin_probe() {
    PROBE.set(Probe { last: None, scans: 0 });
}

/// The file that this thread's probe read last.
pub(super) fn last_read() -> Option<usize> {
    PROBE.get().last
}

/// Every file in use, and the news about those that no longer are.
#[derive(Debug, Default)]
pub(super) struct Store {
    entries: Vec<Arc<Entry>>,
    by_path: HashMap<PathBuf, usize>,
    shared: Arc<Shared>,
    news: Mutex<Vec<Problem>>,
}

/// What the files share.
#[derive(Debug, Default)]
struct Shared {
    memory: AtomicU64,
    open: Mutex<VecDeque<Arc<Entry>>>,
}

#[derive(Debug)]
struct Entry {
    file: TableFile,
    is_out_of_use: AtomicBool,
    memory: OnceLock<Box<[u8]>>,
    handle: RwLock<Option<Handle>>,
}

#[derive(Clone)]
struct Handle(Arc<dyn RandomAccessFile>);

impl std::fmt::Debug for Handle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Handle")
    }
}

impl Store {
    /// Adds a file and says its number.
    pub(super) fn add(&mut self, file: TableFile) -> usize {
        let number = self.entries.len();
        self.by_path.insert(file.path.clone(), number);
        self.entries.push(Arc::new(Entry {
            file,
            is_out_of_use: AtomicBool::new(false),
            memory: OnceLock::new(),
            handle: RwLock::new(None),
        }));
        number
    }

    pub(super) fn files(&self) -> impl ExactSizeIterator<Item = &TableFile> {
        self.entries.iter().map(|entry| &entry.file)
    }

    pub(super) fn file(&self, number: usize) -> &TableFile {
        &self.entries[number].file
    }

    pub(super) fn is_in_use(&self, number: usize) -> bool {
        !self.entries[number].is_out_of_use.load(Ordering::Relaxed)
    }

    /// No more is read from this file. That is news the first time.
    pub(super) fn put_out_of_use(&self, number: usize, fault: TableFault) {
        let entry = &self.entries[number];
        if !entry.is_out_of_use.swap(true, Ordering::Relaxed) {
            let mut news = self.news.lock().unwrap_or_else(PoisonError::into_inner);
            news.push(Problem { path: entry.file.path.clone(), fault });
        }
    }

    /// What went out of use since this was asked last.
    pub(super) fn take_news(&self) -> Vec<Problem> {
        std::mem::take(&mut *self.news.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn find(&self, path: &Path) -> io::Result<usize> {
        self.by_path.get(path).copied().ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

impl Entry {
    fn read(
        self: &Arc<Entry>,
        shared: &Shared,
        buffer: &mut [u8],
        offset: u64,
        hint: ReadHint,
    ) -> io::Result<usize> {
        match self.memory.get() {
            Some(bytes) => {
                let from =
                    usize::try_from(offset).map_or(bytes.len(), |from| from.min(bytes.len()));
                (&bytes[from..]).read(buffer)
            }
            None => self.handle(shared)?.0.read_at(buffer, offset, hint),
        }
    }

    /// The open file. Opens it, and closes the one open for the longest, where
    /// need be.
    fn handle(self: &Arc<Entry>, shared: &Shared) -> io::Result<Handle> {
        let current = self.handle.read().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(handle) = current {
            return Ok(handle);
        }
        let mut open = shared.open.lock().unwrap_or_else(PoisonError::into_inner);
        let mut mine = self.handle.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(handle) = &*mine {
            return Ok(handle.clone());
        }
        let handle = Handle(OsFilesystem::new().open(&self.file.path)?.into());
        *mine = Some(handle.clone());
        drop(mine);
        open.push_back(Arc::clone(self));
        if open.len() > OPEN
            && let Some(oldest) = open.pop_front()
        {
            *oldest.handle.write().unwrap_or_else(PoisonError::into_inner) = None;
        }
        Ok(handle)
    }

    /// Reads a small file into memory, if there is room.
    fn load(&self, shared: &Shared) -> io::Result<()> {
        let bytes = self.file.bytes;
        if bytes > SMALL || self.memory.get().is_some() {
            return Ok(());
        }
        if shared.memory.fetch_add(bytes, Ordering::Relaxed) + bytes > MEMORY {
            shared.memory.fetch_sub(bytes, Ordering::Relaxed);
            return Ok(());
        }
        let mut contents = Vec::with_capacity(bytes as usize);
        let read = File::open(&self.file.path)
            .and_then(|file| file.take(bytes).read_to_end(&mut contents));
        match read {
            Ok(_) if self.memory.set(contents.into()).is_ok() => Ok(()),
            // Another thread was faster, or there is nothing to keep.
            outcome => {
                shared.memory.fetch_sub(bytes, Ordering::Relaxed);
                outcome.map(drop)
            }
        }
    }
}

/// What the library reads from.
struct Reader {
    number: usize,
    entry: Arc<Entry>,
    shared: Arc<Shared>,
}

impl RandomAccessFile for Reader {
    fn read_at(&self, buffer: &mut [u8], offset: u64, hint: ReadHint) -> io::Result<usize> {
        let mut probe = PROBE.get();
        probe.last = Some(self.number);
        probe.scans += u32::from(hint == ReadHint::BlockLengths);
        PROBE.set(probe);
        // A damaged table could have a thread look through all of its blocks.
        if probe.scans > SCANS {
            return Err(io::ErrorKind::InvalidData.into());
        }
        if self.entry.is_out_of_use.load(Ordering::Relaxed) {
            return Err(io::Error::from(io::ErrorKind::InvalidData));
        }
        self.entry.read(&self.shared, buffer, offset, hint)
    }
}

impl Filesystem for Store {
    fn regular_file_size(&self, path: &Path) -> io::Result<u64> {
        Ok(self.entries[self.find(path)?].file.bytes)
    }

    fn read_dir(&self, _path: &Path) -> io::Result<Vec<PathBuf>> {
        // Files are found and added one by one.
        Err(io::ErrorKind::Unsupported.into())
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
        let number = self.find(path)?;
        let entry = Arc::clone(&self.entries[number]);
        PROBE.set(Probe { last: Some(number), ..PROBE.get() });
        if entry.is_out_of_use.load(Ordering::Relaxed) {
            return Err(io::ErrorKind::InvalidData.into());
        }
        entry.load(&self.shared)?;
        Ok(Box::new(Reader { number, entry, shared: Arc::clone(&self.shared) }))
    }
}

#[cfg(test)]
mod tests {
    use super::super::fault::Metric;
    use super::*;

    /// A store of `count` files, each with its number in its first byte, that
    /// says of each that it has `bytes` bytes.
    fn store(folder: &Path, count: u8, bytes: u64) -> Store {
        let mut store = Store::default();
        for number in 0..count {
            let path = folder.join(number.to_string());
            std::fs::write(&path, [number, 1, 2, 3]).unwrap();
            let material = "KQvK".parse().unwrap();
            store.add(TableFile { material, metric: Metric::Wdl, path, bytes });
        }
        store
    }

    fn open(store: &Store, number: usize) -> Box<dyn RandomAccessFile> {
        store.open(&store.file(number).path).unwrap()
    }

    #[test]
    fn only_so_many_files_are_open() {
        let folder = tempfile::tempdir().unwrap();
        let store = store(folder.path(), 200, SMALL + 1);
        let readers: Vec<_> = (0..200).map(|number| open(&store, number)).collect();
        begin_probe();
        for number in (0..200).chain((0..200).rev()) {
            let first = readers[number].read_u8_at(0, ReadHint::Data).unwrap();
            assert_eq!((usize::from(first), last_read()), (number, Some(number)));
        }
        let is_open = |entry: &&Arc<Entry>| entry.handle.read().unwrap().is_some();
        assert_eq!(store.entries.iter().filter(is_open).count(), OPEN);
        assert_eq!(store.shared.open.lock().unwrap().len(), OPEN);
    }

    #[test]
    fn small_files_are_kept_while_there_is_room() {
        let folder = tempfile::tempdir().unwrap();
        let store = store(folder.path(), 2, 4);
        store.shared.memory.store(MEMORY - 6, Ordering::Relaxed);
        let readers = [open(&store, 0), open(&store, 1)];
        let is_kept = [0, 1].map(|number| store.entries[number].memory.get().is_some());
        assert_eq!(
            (is_kept, store.shared.memory.load(Ordering::Relaxed)),
            ([true, false], MEMORY - 2)
        );
        for (number, reader) in readers.iter().enumerate() {
            let mut bytes = [0; 4];
            reader.read_exact_at(&mut bytes, 0, ReadHint::Data).unwrap();
            assert_eq!(bytes, [number as u8, 1, 2, 3]);
            for beyond in [1, 4, 1 << 40] {
                let error = reader.read_exact_at(&mut bytes, beyond, ReadHint::Data).unwrap_err();
                assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof, "{beyond}");
            }
        }
    }

    #[test]
    fn out_of_use_is_told_once_and_read_no_more() {
        let folder = tempfile::tempdir().unwrap();
        let store = store(folder.path(), 1, 4);
        let reader = open(&store, 0);
        assert!(store.is_in_use(0));
        for _ in 0..2 {
            store.put_out_of_use(0, TableFault::Name);
        }
        let path = store.file(0).path.clone();
        assert!(!store.is_in_use(0) && reader.read_u8_at(0, ReadHint::Data).is_err());
        assert!(store.open(&path).is_err());
        assert_eq!(store.take_news(), [Problem { path, fault: TableFault::Name }]);
        assert_eq!(store.take_news(), []);
    }

    #[test]
    fn no_probe_looks_through_blocks_for_ever() {
        let folder = tempfile::tempdir().unwrap();
        let store = store(folder.path(), 1, 4);
        let reader = open(&store, 0);
        begin_probe();
        let reads = (0..=SCANS).map(|_| reader.read_u8_at(0, ReadHint::BlockLengths));
        assert_eq!(reads.filter(Result::is_err).count(), 1);
        begin_probe();
        assert!(reader.read_u8_at(0, ReadHint::BlockLengths).is_ok());
    }
}
