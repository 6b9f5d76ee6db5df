//! Whatever the bytes are, nothing panics and every move is legal.

use chess::Position;
use knowledge::book::{Book, Entry, MoveCode, Variety};
use proptest::prelude::*;

const FENS: [&str; 5] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    // Mate: nothing is legal.
    "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
];

fn positions() -> impl Iterator<Item = Position> {
    FENS.iter().map(|fen| Position::from_fen(fen).expect("a position"))
}

fn check(book: &Book, seed: u64) -> Result<(), TestCaseError> {
    let mut rng = fastrand::Rng::with_seed(seed);
    for position in positions() {
        let moves = book.moves(&position);
        prop_assert!(moves.iter().all(|known| position.is_legal(known.mv)));
        prop_assert!(moves.is_sorted_by(|a, b| a.weight >= b.weight && a.mv != b.mv));
        for percent in [0, 1, 50, 99, 100] {
            let variety = Variety::new(percent).expect("at most 100");
            let picked = book.pick(&position, variety, &mut rng);
            prop_assert_eq!(picked.is_some(), moves.iter().any(|known| known.weight > 0));
            let is_known = |mv| moves.iter().any(|known| known.mv == mv && known.weight > 0);
            prop_assert!(picked.is_none_or(is_known));
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn random_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200), seed: u64) {
        // Most lengths are no whole number of entries.
        let bytes = bytes[..bytes.len() / Entry::SIZE * Entry::SIZE].to_vec();
        if let Ok(book) = Book::from_bytes(bytes.clone()) {
            let mut entries: Vec<_> = bytes.chunks(Entry::SIZE).collect();
            let was_sorted = entries.is_sorted_by_key(|entry| &entry[..8]);
            prop_assert_eq!(book.warnings().is_empty(), was_sorted);
            entries.sort_by_key(|entry| &entry[..8]);
            prop_assert_eq!(book.as_bytes(), entries.concat());
            check(&book, seed)?;
        }
    }

    /// Right keys, so that the nonsense is looked at.
    #[test]
    fn random_moves(
        codes in prop::collection::vec((0..FENS.len(), any::<u16>(), any::<u16>()), 1..300),
        seed: u64,
    ) {
        let keys: Vec<u64> = positions().map(|position| position.polyglot_key()).collect();
        let entry = |&(index, code, weight): &(usize, u16, u16)| {
            Entry { key: keys[index], code: MoveCode(code), weight, learn: weight.into() }
        };
        let book = Book::from_entries(codes.iter().map(entry).collect());
        prop_assert_eq!(book.len(), codes.len());
        check(&book, seed)?;
        prop_assert_eq!(Book::from_bytes(book.as_bytes().to_vec()), Ok(book));
    }

    /// Moves of the position, but with anything as weight.
    #[test]
    fn legal_moves_with_any_weights(
        chosen in prop::collection::vec((any::<prop::sample::Index>(), any::<u16>()), 1..60),
        seed: u64,
    ) {
        let entries = positions().flat_map(|position| {
            let (key, legal) = (position.polyglot_key(), position.legal_moves());
            let entries = chosen.iter().filter(|_| !legal.is_empty()).map(|(index, weight)| {
                let code = MoveCode::of(*index.get(&legal));
                Entry { key, code, weight: *weight, learn: 0 }
            });
            entries.collect::<Vec<_>>()
        });
        let book = Book::from_entries(entries.collect());
        check(&book, seed)?;
        let sum: u32 = chosen.iter().map(|&(_, weight)| u32::from(weight)).sum();
        let start = book.moves(&Position::initial());
        prop_assert_eq!(start.iter().map(|known| known.weight).sum::<u32>(), sum);
    }
}
