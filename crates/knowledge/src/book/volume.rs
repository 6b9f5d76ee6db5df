//! A whole book.

use std::borrow::Cow;
use std::fmt;
use std::fs;
use std::io;
use std::path::Path;

use chess::{Move, Position};

use super::{BookError, BookWarning, Entry, FormatError, MoveCode, Variety};

/// The largest file that is read, in bytes; the largest books around are a
/// tenth of it.
const LARGEST: u64 = 1 << 30;

/// Entries of one position that are looked at. No position has as many moves;
/// a file that repeats one without end must not take for ever.
const MOST_ENTRIES: usize = 1_024;

/// Made by counting; see `crates/knowledge/book/README.md`.
const EMBEDDED: &[u8] = include_bytes!("../../book/default.bin");

/// An opening book: moves and weights for positions, sorted by key.
#[derive(Clone)]
pub struct Book {
    /// A whole number of entries, sorted by key.
    bytes: Cow<'static, [u8]>,
    warnings: Vec<BookWarning>,
}

/// A move that a book knows.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// The move, which is legal.
    pub mv: Move,
    /// How good it is, compared with the others; 0 is for moves that are known
    /// but not to be played.
    pub weight: u32,
}

impl Book {
    /// The book that is part of this program.
    pub fn embedded() -> Book {
        Book { bytes: Cow::Borrowed(EMBEDDED), warnings: Vec::new() }
    }

    /// Reads a file into memory. One that is not sorted is sorted there, with a
    /// [warning](Book::warnings).
    pub fn open(path: impl AsRef<Path>) -> Result<Book, BookError> {
        let path = path.as_ref();
        let failed = |source| BookError::Read { path: path.to_owned(), source };
        let wrong = |source| BookError::Format { path: path.to_owned(), source };
        // Asked before it is opened: a pipe or a device may have no end.
        let metadata = fs::metadata(path).map_err(failed)?;
        if !metadata.is_file() {
            return Err(failed(io::Error::new(io::ErrorKind::InvalidInput, "this is no file")));
        }
        if metadata.len() > LARGEST {
            let (bytes, most) = (metadata.len(), LARGEST);
            return Err(wrong(FormatError::TooLarge { bytes, most }));
        }
        let bytes = fs::read(path).map_err(failed)?;
        Book::read(bytes.into(), Some(path)).map_err(wrong)
    }

    /// A book from what its file holds. Learning data is passed over, and so
    /// are moves that make no sense: they show when the position is known.
    pub fn from_bytes(bytes: impl Into<Cow<'static, [u8]>>) -> Result<Book, FormatError> {
        Book::read(bytes.into(), None)
    }

    fn read(bytes: Cow<'static, [u8]>, path: Option<&Path>) -> Result<Book, FormatError> {
        if bytes.is_empty() {
            return Err(FormatError::Empty);
        }
        if !bytes.len().is_multiple_of(Entry::SIZE) {
            return Err(FormatError::OddLength { bytes: bytes.len() });
        }
        if bytes.iter().all(|byte| byte.is_ascii_graphic() || byte.is_ascii_whitespace()) {
            return Err(FormatError::Text);
        }
        let mut book = Book { bytes, warnings: Vec::new() };
        book.warnings.extend(BookWarning::unsorted(book.entries(), path));
        if !book.warnings.is_empty() {
            // Entries of one key stay in their order. Keys are stored with the
            // high byte first, so bytes compare as numbers do.
            let (entries, _) = book.bytes.to_mut().as_chunks_mut::<{ Entry::SIZE }>();
            entries.sort_by(|a, b| a[..8].cmp(&b[..8]));
        }
        Ok(book)
    }

    /// What was odd about the file; to be shown to whoever chose it.
    pub fn warnings(&self) -> &[BookWarning] {
        &self.warnings
    }

    /// A book of these entries, in whatever order they are.
    pub fn from_entries(mut entries: Vec<Entry>) -> Book {
        // The best move of a position first, as readers like it that look at
        // no other.
        entries.sort_by(|a, b| {
            (a.key, b.weight, a.code, a.learn).cmp(&(b.key, a.weight, b.code, b.learn))
        });
        let bytes = entries.into_iter().flat_map(Entry::to_bytes).collect();
        Book { bytes: Cow::Owned(bytes), warnings: Vec::new() }
    }

    /// As a file has it, sorted.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Every entry, by key.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = Entry> + '_ {
        self.chunks().iter().map(Entry::from_bytes)
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.chunks().len()
    }

    /// Does it know nothing?
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// How many positions it knows.
    pub fn positions(&self) -> usize {
        self.chunks().chunk_by(|a, b| a[..8] == b[..8]).count()
    }

    /// The entries of a key; of more than 1,024 the first ones.
    pub fn entries_of(&self, key: u64) -> impl Iterator<Item = Entry> + '_ {
        let chunks = self.chunks();
        let first = chunks.partition_point(|bytes| Entry::from_bytes(bytes).key < key);
        let end = chunks.len().min(first + MOST_ENTRIES);
        let near = chunks[first..end].iter().map(Entry::from_bytes);
        near.take_while(move |entry| entry.key == key)
    }

    /// The legal moves that it knows in a position, best first. An entry that
    /// is no legal move is left out; several for the same move count together.
    pub fn moves(&self, position: &Position) -> Vec<BookMove> {
        let mut moves: Vec<BookMove> = Vec::new();
        for entry in self.entries_of(position.polyglot_key()) {
            let Some(mv) = entry.code.find(position) else { continue };
            let weight = u32::from(entry.weight);
            match moves.iter_mut().find(|known| known.mv == mv) {
                Some(known) => known.weight += weight,
                None => moves.push(BookMove { mv, weight }),
            }
        }
        moves.sort_by_key(|known| (u32::MAX - known.weight, MoveCode::of(known.mv)));
        moves
    }

    /// A move to play in a position, if it knows one that is to be played.
    pub fn pick(
        &self,
        position: &Position,
        variety: Variety,
        rng: &mut fastrand::Rng,
    ) -> Option<Move> {
        let moves = self.moves(position);
        let mut left = rng.f64();
        let mut last = None;
        for (known, chance) in moves.iter().zip(variety.chances(&moves)) {
            if chance > 0.0 {
                last = Some(known.mv);
                left -= chance;
            }
            if left < 0.0 {
                break;
            }
        }
        last
    }

    fn chunks(&self) -> &[[u8; Entry::SIZE]] {
        self.bytes.as_chunks().0
    }
}

/// Two books are equal if they have the same entries, wherever they come from.
impl PartialEq for Book {
    fn eq(&self, other: &Book) -> bool {
        self.bytes == other.bytes
    }
}

impl Eq for Book {}

impl fmt::Debug for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Book").field("entries", &self.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    fn entry(position: &Position, san: &str, weight: u16) -> Entry {
        let code = MoveCode::of(position.parse_san(san).unwrap());
        Entry { key: position.polyglot_key(), code, weight, learn: 0 }
    }

    fn sans(book: &Book, position: &Position) -> Vec<(String, u32)> {
        let moves = book.moves(position);
        moves.iter().map(|known| (position.to_san(known.mv), known.weight)).collect()
    }

    #[test]
    fn moves_of_the_position_best_first() {
        let start = Position::initial();
        let next = start.after(start.parse_san("e4").unwrap());
        let garbage = Entry { code: MoveCode(0xFFFF), ..entry(&start, "e4", 900) };
        let other = Entry { key: 0, ..garbage };
        let book = Book::from_entries(vec![
            entry(&start, "d4", 30),
            entry(&next, "c5", 7),
            garbage,
            entry(&start, "e4", 40),
            entry(&start, "h4", 0),
            entry(&start, "d4", 20),
            other,
        ]);
        let known = |text: &str, weight| (text.to_owned(), weight);
        assert_eq!(sans(&book, &start), [known("d4", 50), known("e4", 40), known("h4", 0)]);
        assert_eq!(sans(&book, &next), [known("c5", 7)]);
        assert_eq!((book.len(), book.positions()), (7, 3));
        let bare = Position::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap();
        assert!(book.moves(&bare).is_empty());
    }

    #[test]
    fn picks_follow_the_chances() {
        const TIMES: usize = 20_000;
        let start = Position::initial();
        let weighed = [("e4", 60), ("d4", 30), ("c4", 10), ("h4", 0)];
        let entries = weighed.map(|(san, weight)| entry(&start, san, weight)).to_vec();
        let book = Book::from_entries(entries);
        for percent in [0, 25, 50, 75, 100] {
            let variety = Variety::new(percent).unwrap();
            let mut rng = fastrand::Rng::with_seed(7);
            let mut counts: HashMap<Move, usize> = HashMap::new();
            for _ in 0..TIMES {
                *counts.entry(book.pick(&start, variety, &mut rng).unwrap()).or_default() += 1;
            }
            let moves = book.moves(&start);
            for (known, chance) in moves.iter().zip(variety.chances(&moves)) {
                let count = counts.get(&known.mv).copied().unwrap_or(0) as f64;
                // Four standard deviations, and nothing at all for chance 0.
                let deviation = (TIMES as f64 * chance * (1.0 - chance)).sqrt();
                let off = (count - TIMES as f64 * chance).abs();
                assert!(off <= 4.0 * deviation, "{percent}: {count} of {chance}");
            }
        }
    }

    #[test]
    fn what_weighs_nothing_is_not_played() {
        let start = Position::initial();
        let book = Book::from_entries(vec![entry(&start, "e4", 0), entry(&start, "d4", 0)]);
        let mut rng = fastrand::Rng::with_seed(1);
        for variety in [Variety::BEST, Variety::WEIGHTED, Variety::EVEN] {
            assert_eq!(book.pick(&start, variety, &mut rng), None);
        }
    }

    #[test]
    fn files_that_are_no_books() {
        let start = Position::initial();
        let message = |bytes: &[u8]| Book::from_bytes(bytes.to_vec()).unwrap_err().to_string();
        assert!(message(&[]).contains("empty"));
        assert!(message(&[0; 33]).contains("33 bytes") && message(&[0; 33]).contains("1 too many"));
        assert!(message(b"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n").contains("this is a text"));
        assert!(Book::from_bytes(entry(&start, "e4", 1).to_bytes().to_vec()).is_ok());
    }

    #[test]
    fn files_that_cannot_be_read() {
        let folder = tempfile::tempdir().unwrap();
        let open = |path: &Path| Book::open(path).unwrap_err().to_string();
        assert!(open(folder.path()).ends_with("this is no file"));
        let path = folder.path().join("book.bin");
        assert!(open(&path).contains("book.bin: "));
        fs::write(&path, "Shall I compare thee").unwrap();
        assert!(open(&path).contains("book.bin: 20 bytes are no Polyglot book"));
        // A hole: it takes no room on the disk, and none in memory.
        fs::File::create(&path).unwrap().set_len(LARGEST + 16).unwrap();
        assert!(open(&path).contains("too many"));
        fs::write(&path, Book::embedded().as_bytes()).unwrap();
        assert_eq!(Book::open(&path).unwrap(), Book::embedded());
    }

    #[test]
    fn a_move_repeated_without_end_ends() {
        let start = Position::initial();
        let book = Book::from_entries(vec![entry(&start, "e4", u16::MAX); 100_000]);
        assert_eq!(sans(&book, &start), [("e4".to_owned(), 1_024 * 65_535)]);
    }
}
