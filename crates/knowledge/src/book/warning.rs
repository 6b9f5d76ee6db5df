//! What is wrong with a book that can be used all the same.

use std::path::{Path, PathBuf};

use thiserror::Error;

use super::Entry;

/// Something that whoever uses a book should be told.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BookWarning {
    /// The file is not sorted by key, as Polyglot wants it: readers that use
    /// binary search miss entries. It was sorted in memory.
    #[error(
        "{}{breaks} of {entries} entries {} a smaller key than the one before, first entry \
         {entry} at byte {}; a Polyglot book is sorted by key, and this one was sorted in memory",
        path.as_ref().map(|path| format!("{}: ", path.display())).unwrap_or_default(),
        if *breaks == 1 { "has" } else { "have" },
        Entry::SIZE * (entry - 1)
    )]
    Unsorted {
        /// The file, if it came from one.
        path: Option<PathBuf>,
        /// How many entries have a smaller key than the one before.
        breaks: usize,
        /// The first of them, from 1.
        entry: usize,
        /// How many entries the book has.
        entries: usize,
    },
}

impl BookWarning {
    /// Where keys fall, if they do anywhere. Books that were joined or edited by
    /// hand are around, and most programs read them.
    pub(super) fn unsorted(
        entries: impl ExactSizeIterator<Item = Entry>,
        path: Option<&Path>,
    ) -> Option<BookWarning> {
        let count = entries.len();
        let mut before = 0;
        let falls = entries.map(|Entry { key, .. }| key < std::mem::replace(&mut before, key));
        let mut breaks = (1..).zip(falls).filter(|&(_, falls)| falls);
        let (entry, _) = breaks.next()?;
        Some(BookWarning::Unsorted {
            path: path.map(Path::to_owned),
            breaks: 1 + breaks.count(),
            entry,
            entries: count,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use chess::Position;

    use super::*;
    use crate::book::{Book, MoveCode};

    #[test]
    fn unsorted_books_are_sorted_with_a_warning() {
        let entry = |position: &Position, san: &str, weight| {
            let code = MoveCode::of(position.parse_san(san).unwrap());
            Entry { key: position.polyglot_key(), code, weight, learn: 0 }
        };
        let start = Position::initial();
        let next = start.after(start.parse_san("e4").unwrap());
        let known = [entry(&start, "e4", 1), entry(&next, "c5", 2), entry(&next, "e5", 3)];
        let sorted = Book::from_entries(known.to_vec());
        assert!(sorted.warnings().is_empty() && Book::embedded().warnings().is_empty());
        // Two books, one after the other.
        let twice = sorted.as_bytes().repeat(2);
        let book = Book::from_bytes(twice.clone()).unwrap();
        assert!(book.entries().is_sorted_by_key(|entry| entry.key));
        assert_eq!((book.len(), book.positions()), (6, 2));
        assert_eq!(book.moves(&next).iter().map(|known| known.weight).collect::<Vec<_>>(), [6, 4]);
        let entry = 4;
        let expected = BookWarning::Unsorted { path: None, breaks: 1, entry, entries: 6 };
        assert_eq!(book.warnings(), [expected]);
        assert_eq!(Book::from_bytes(book.as_bytes().to_vec()), Ok(book));

        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("joined.bin");
        fs::write(&path, twice).unwrap();
        let opened = Book::open(&path).unwrap();
        let [warning] = opened.warnings() else { panic!("one warning") };
        let text = warning.to_string();
        let start = "joined.bin: 1 of 6 entries has a smaller key than the one before, \
                     first entry 4 at byte 48;";
        assert!(text.contains(start), "{text}");
    }

    #[test]
    fn entries_of_a_key_stay_in_their_order() {
        let entry = |key, code| Entry { key, code: MoveCode(code), weight: 1, learn: 0 };
        let entries = [entry(7, 3), entry(2, 9), entry(7, 1), entry(2, 8), entry(7, 2)];
        let bytes: Vec<u8> = entries.into_iter().flat_map(Entry::to_bytes).collect();
        let book = Book::from_bytes(bytes).unwrap();
        let codes: Vec<u16> = book.entries().map(|entry| entry.code.0).collect();
        assert_eq!(codes, [9, 8, 3, 1, 2]);
        let entries = 5;
        let warning = BookWarning::Unsorted { path: None, breaks: 2, entry: 2, entries };
        assert_eq!(book.warnings(), [warning]);
    }
}
