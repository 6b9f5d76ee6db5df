//! The book that is part of the program.

use std::collections::HashSet;

use chess::Position;
use knowledge::book::Book;

use crate::after;

/// Bytes that the program can afford.
const LARGEST: usize = 1_500_000;

#[test]
fn it_is_a_book_and_small() {
    let book = Book::embedded();
    assert!(book.as_bytes().len() <= LARGEST, "{} bytes", book.as_bytes().len());
    assert_eq!(Book::from_bytes(book.as_bytes().to_vec()).as_ref(), Ok(&book));
    assert!(book.entries().all(|entry| entry.weight > 0 && entry.learn == 0));
}

/// From the start by any legal moves, as long as the book knows the position:
/// every entry on the way is a legal move, each once.
#[test]
fn every_entry_can_be_reached_and_is_legal() {
    let book = Book::embedded();
    let mut seen = HashSet::new();
    let mut open = vec![Position::initial()];
    let mut entries = 0;
    while let Some(position) = open.pop() {
        let key = position.polyglot_key();
        let listed = book.entries_of(key).count();
        if listed == 0 || !seen.insert(key) {
            continue;
        }
        assert_eq!(book.moves(&position).len(), listed, "{position}");
        entries += listed;
        open.extend(position.legal_moves().iter().map(|&mv| position.after(mv)));
    }
    // The others lie behind positions without a move that is good enough.
    let share = entries as f64 / book.len() as f64;
    assert!(share > 0.75, "{entries} of {} entries were reached", book.len());
}

#[test]
fn it_knows_what_is_played() {
    let book = Book::embedded();
    for (line, expected) in [
        ("", "e4 d4 Nf3 c4"),
        ("e4", "e5 c5 e6 c6"),
        ("d4", "Nf6 d5"),
        ("e4 e5 Nf3 Nc6", "Bb5 Bc4"),
        ("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6", "O-O"),
        ("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3", "a6 Nc6"),
        ("d4 Nf6 c4 e6 Nc3 Bb4", "e3 Qc2"),
        ("d4 d5 c4 e6 Nc3 Nf6 cxd5 exd5 Bg5", "Be7 c6"),
        ("d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2", "e5"),
    ] {
        let position = after(line);
        let moves = book.moves(&position);
        for san in expected.split(' ') {
            let mv = position.parse_san(san).unwrap();
            assert!(moves.iter().any(|known| known.mv == mv), "{san} after {line:?}");
        }
    }
    // And not everything that is possible.
    let start = Position::initial();
    let first = book.moves(&start);
    assert!(first.len() < 12, "{first:?}");
    for san in ["f3", "g4", "h4", "Na3"] {
        let mv = start.parse_san(san).unwrap();
        assert!(first.iter().all(|known| known.mv != mv), "{san}");
    }
}
