//! Several books as one.

use std::collections::BTreeMap;

use super::{Book, MoveCode, scale};

/// One book that knows what any of these knows. The weights of a move are
/// multiplied by the factor of their book and added up. Books of counted games
/// thus become the book of all those games; one whose weights mean something
/// else needs a factor. Learning data is left behind.
///
/// Factors must not be negative.
pub fn merge(books: &[(&Book, f64)]) -> Book {
    let mut sums: BTreeMap<(u64, MoveCode), f64> = BTreeMap::new();
    for &(book, factor) in books {
        debug_assert!(factor >= 0.0, "a factor of {factor}");
        for entry in book.entries() {
            *sums.entry((entry.key, entry.code)).or_default() += f64::from(entry.weight) * factor;
        }
    }
    let sums: Vec<_> = sums.into_iter().collect();
    let positions = sums.chunk_by(|a, b| a.0.0 == b.0.0);
    let entries = positions.flat_map(|position| {
        let moves: Vec<_> = position.iter().map(|&((_, code), weight)| (code, weight)).collect();
        scale::entries(position[0].0.0, &moves).collect::<Vec<_>>()
    });
    Book::from_entries(entries.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::Entry;

    fn book(entries: &[(u64, u16, u16)]) -> Book {
        let entry = |&(key, code, weight)| Entry { key, code: MoveCode(code), weight, learn: 9 };
        Book::from_entries(entries.iter().map(entry).collect())
    }

    fn list(book: &Book) -> Vec<(u64, u16, u16)> {
        book.entries().map(|entry| (entry.key, entry.code.0, entry.weight)).collect()
    }

    #[test]
    fn weights_add_up() {
        let first = book(&[(1, 10, 5), (1, 11, 7), (3, 10, 0)]);
        let second = book(&[(1, 10, 4), (2, 10, 1), (3, 10, 0)]);
        let both = merge(&[(&first, 1.0), (&second, 1.0)]);
        assert_eq!(list(&both), [(1, 10, 9), (1, 11, 7), (2, 10, 1), (3, 10, 0)]);
        let swapped = merge(&[(&second, 1.0), (&first, 1.0)]);
        assert_eq!(both, swapped);
        let weighed = merge(&[(&first, 1.0), (&second, 2.5)]);
        assert_eq!(list(&weighed), [(1, 10, 15), (1, 11, 7), (2, 10, 3), (3, 10, 0)]);
        assert!(both.entries().all(|entry| entry.learn == 0));
    }

    #[test]
    fn a_sum_that_is_too_large_keeps_its_proportion() {
        let large = book(&[(1, 10, 60_000), (1, 11, 30_000), (2, 10, 60_000)]);
        let both = merge(&[(&large, 1.0), (&large, 1.0)]);
        assert_eq!(list(&both), [(1, 10, 65_535), (1, 11, 32_768), (2, 10, 65_535)]);
    }

    #[test]
    fn one_book_is_itself() {
        let one = Book::embedded();
        assert_eq!(merge(&[(&one, 1.0)]), one);
        assert!(merge(&[]).is_empty());
    }
}
