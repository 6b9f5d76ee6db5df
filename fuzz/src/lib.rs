//! What the fuzz targets share: places to begin, so that a minute without a
//! saved corpus goes deep, and invariants that hold everywhere.

use chess::{Move, Position, Setup};

/// Positions with something of everything.
pub const FENS: [&str; 10] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
    "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 99 70",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "rqkrbnnb/p1p1pp1p/1p4p1/3p4/3P1P2/2N3P1/PPP1P2P/RQKRB1NB w DAda - 0 6",
    "4k3/8/8/8/8/8/8/R3KRR1 w FQ - 12 9999",
    "7k/8/1N3N2/8/1N6/8/8/6K1 w - - 149 80",
];

/// One of [`FENS`], as the first byte says.
pub fn position(choice: u8) -> Position {
    let fen = FENS[usize::from(choice) % FENS.len()];
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// `text` with bytes changed: each three of `edits` say where, how and what.
pub fn edited(text: &str, edits: &[u8]) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for edit in edits.chunks_exact(3) {
        let at = usize::from(edit[0]) % (bytes.len() + 1);
        match edit[1] % 3 {
            0 if at < bytes.len() => bytes[at] = edit[2],
            1 if at < bytes.len() => drop(bytes.remove(at)),
            _ => bytes.insert(at, edit[2]),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Whatever the way to a position, this holds.
pub fn check(position: &Position) {
    assert_eq!(position.key(), position.key_from_scratch(), "{position}");
    for text in [position.fen(), position.shredder_fen()] {
        assert_eq!(Position::from_fen_tolerant(&text), Ok(*position), "{text}");
        assert_eq!(Setup::from_fen(&text), Ok(position.to_setup()), "{text}");
    }
    let moves = position.legal_moves();
    assert_eq!(position.count_legal_moves() as usize, moves.len(), "{position}");
    assert!(moves.iter().all(|&mv| position.is_legal(mv)), "{position}");
}

/// A move that some text was read as can be written and read again.
pub fn check_move(position: &Position, mv: Move) {
    assert!(position.is_legal(mv), "{position}: {mv:?}");
    assert_eq!(position.parse_san(&position.to_san(mv)), Ok(mv), "{position}");
    assert_eq!(position.parse_san(&position.to_long_algebraic(mv)), Ok(mv), "{position}");
    for style in [chess::CastlingStyle::Standard, chess::CastlingStyle::Chess960] {
        assert_eq!(position.find_uci(position.to_uci(mv, style)), Ok(mv), "{position}");
    }
}
