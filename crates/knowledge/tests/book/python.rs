//! python-chess as a second opinion on keys, moves and weights.

use std::fmt::Write as _;

use chess::{CastlingStyle, Move, Position};
use knowledge::book::{Book, Builder, Standard, Variety};

use crate::after;
use crate::python_chess::{answer, has};

/// A position with all that the book says about it, as `agree.py` reads it.
fn line(book: &Book, position: &Position, chess960: bool) -> String {
    let style = if chess960 { CastlingStyle::Chess960 } else { CastlingStyle::Standard };
    let moves = book.moves(position);
    let moves: Vec<String> = moves
        .iter()
        .map(|known| format!("{} {}", position.to_uci(known.mv, style), known.weight))
        .collect();
    let variant = if chess960 { "960 " } else { "" };
    let (fen, key) = (position.fen(), position.polyglot_key());
    format!("{variant}{fen}\t{key:016x}\t{}\n", moves.join(","))
}

#[track_caller]
fn assert_agree(book: &Book, lines: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("book.bin");
    std::fs::write(&path, book.as_bytes()).expect("it can be written");
    answer("book/agree.py", &path, lines)
}

#[test]
fn walks_through_the_embedded_book() {
    if !has("polyglot") {
        return;
    }
    let book = Book::embedded();
    let mut rng = fastrand::Rng::with_seed(20);
    let mut lines = String::new();
    let mut count = 0;
    while count < 600 {
        let mut position = Position::initial();
        // One position beyond the book too.
        loop {
            lines += &line(&book, &position, false);
            count += 1;
            let Some(mv) = book.pick(&position, Variety::EVEN, &mut rng) else { break };
            position.play(mv);
        }
    }
    let answer = assert_agree(&book, &lines);
    let expected = format!("{count} positions, ");
    assert!(answer.starts_with(&expected), "{answer}");
    assert!(answer.ends_with(&format!(" {} entries agree\n", book.len())), "{answer}");
}

#[test]
fn castling_promotions_en_passant_and_chess960() {
    if !has("polyglot") {
        return;
    }
    let fens = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b Kq - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
        // King and rook at home, without the right; a rook that goes e1h1.
        "4k3/8/8/8/8/8/8/R3K2R w - - 0 1",
        "3k4/8/8/8/8/8/K7/4R3 w - - 0 1",
        // A pawn that could take but for a pin, and none at all.
        "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
    ];
    let chess960 = [
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        "1r3kr1/8/8/8/8/8/8/RK2R3 w EAgb - 0 1",
        "4k3/8/8/8/8/8/8/5K1R w H - 0 1",
    ];
    let read = |fen: &&str| Position::from_fen(fen).expect("a position");
    let positions: Vec<(Position, bool)> = (fens.iter().map(|fen| (read(fen), false)))
        .chain(chess960.iter().map(|fen| (read(fen), true)))
        .chain([(after("e4 d5 e5 f5"), false), (after("a4 b5 h4 b4 c4"), false)])
        .collect();
    // Every legal move once more than the one before, so that all differ.
    let mut builder = Builder::new(1);
    for (position, _) in &positions {
        for (index, &mv) in position.legal_moves().iter().enumerate() {
            for _ in 0..=index {
                let game: [Move; 1] = [mv];
                builder.add(position, &game, None).expect("a legal move");
            }
        }
    }
    let book = builder.build(&Standard { games: 1, score: 0.0, share: 0.0 });
    let mut lines = String::new();
    for (position, chess960) in &positions {
        assert_eq!(book.moves(position).len(), position.legal_moves().len(), "{position}");
        write!(lines, "{}", line(&book, position, *chess960)).expect("a text");
    }
    let answer = assert_agree(&book, &lines);
    assert!(answer.starts_with("13 positions, "), "{answer}");
}
