//! Files of other people, where they are at hand.

use std::io::Write;
use std::time::Duration;

use pgn::{EpdReader, Fault, ReadError, Reader};

use crate::data::{is_long, shared_files};

/// Thousands of tournament games. All are sound, but for one in ten thousand
/// in which somebody passes or castles where that is not allowed: python-chess
/// finds the same ones.
#[test]
fn tournament_games() {
    let sample = if is_long() { usize::MAX } else { 2_000 };
    for path in shared_files("games", ".pgn.gz") {
        let mut reader = Reader::open(&path).unwrap();
        let mut moves = 0;
        for game in reader.main_lines().take(sample) {
            match game {
                Ok(game) => {
                    moves += game.moves.len();
                    assert!(game.tags.player(chess::Color::White).is_some());
                }
                Err(ReadError::Game { fault: Fault::Pass { .. } | Fault::Move { .. }, .. }) => {}
                Err(error) => panic!("{}: {error}", path.display()),
            }
        }
        assert!(reader.games() >= 2_000 && moves as u64 > reader.games() * 20);
        assert!(reader.broken() < 5);
        // The full way agrees with the fast one.
        let mut fast = Reader::open(&path).unwrap();
        let mut full = Reader::open(&path).unwrap();
        for (line, record) in fast.main_lines().zip(full.records()).take(sample / 10) {
            let (Ok(line), Ok(record)) = (line, record) else { continue };
            assert_eq!(line.moves, record.moves().collect::<Vec<_>>());
            assert_eq!(line.tags, record.tags);
            let text = record.to_string();
            let again = Reader::new(text.as_bytes()).records().next().unwrap().unwrap();
            assert_eq!(again, record);
        }
    }
}

/// Suites of test positions: every line is read, and read again when written.
#[test]
fn suites_of_positions() {
    let mut paths = shared_files("suites", ".epd");
    paths.extend(shared_files("perft", ".epd"));
    for path in paths {
        for epd in EpdReader::open(&path).unwrap() {
            let epd = epd.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            assert!(!epd.operations.is_empty());
            assert_eq!(epd.to_string().parse(), Ok(epd));
        }
    }
}

#[test]
fn packed_files_by_content() {
    let text = "[White \"A\"]\n\n1. e4 { [%clk 0:05:00] } e5 *\n\n";
    let folder = tempfile::tempdir().unwrap();
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(text.as_bytes()).unwrap();
    let gzip = gzip.finish().unwrap();
    let zstd = zstd::encode_all(text.as_bytes(), 3).unwrap();
    for bytes in [text.as_bytes().repeat(2), gzip.repeat(2), zstd.repeat(2)] {
        // The name says nothing.
        let path = folder.path().join("games");
        std::fs::write(&path, &bytes).unwrap();
        let mut reader = Reader::open(&path).unwrap();
        let records: Vec<_> = reader.records().map(Result::unwrap).collect();
        assert_eq!(records.len(), 2);
        let e4 = records[1].tree.main_line().next().unwrap();
        let clock = records[1].tree.comment(e4).and_then(|comment| comment.clock);
        assert_eq!(clock, Some(Duration::from_secs(300)));
        // Cut in the middle of its second part, it gives what it has.
        if !bytes.starts_with(b"[") {
            std::fs::write(&path, &bytes[..bytes.len() - 10]).unwrap();
            let mut reader = Reader::open(&path).unwrap();
            let games: Vec<_> = reader.main_lines().collect();
            assert!(games[0].is_ok(), "{games:?}");
            assert!(matches!(games.last(), Some(Err(ReadError::Io { .. }))), "{games:?}");
        }
    }
    assert!(Reader::open(folder.path()).is_err());
    assert!(Reader::open(&folder.path().join("none")).is_err());
}

/// Games without an end, made of one thing only: whatever it is, reading takes
/// time in proportion, and no more memory than one game may have.
#[test]
fn endless_games_of_every_kind() {
    let size = pgn::params::MAX_GAME_BYTES - 100;
    let whole = |head: &str, part: &str, tail: &str| {
        format!("{head}{}{tail}", part.repeat((size - head.len() - tail.len()) / part.len()))
    };
    for text in [
        whole("1. e4 ", "{a}", ""),
        whole("1. e4 {", "[%", "}"),
        whole("1. e4 {", "[%clk 0:00:01] ", "}"),
        whole("1. e4 ", "$1", ""),
        whole("1. e4 ", "(d4)", ""),
        whole("1. e4 ", "({a}) {b} ", ""),
        whole("1. e4 ", "(", ""),
        whole("1. e4 ", "(d4 d5 ", ""),
        whole("1. e4 ", ")", ""),
        whole("", "[A \"b\"] ", ""),
        whole("", "[", ""),
        whole("1. e4 ", "\n ;x", ""),
        whole("1. e4 ", "\n%x", ""),
        whole("1. e4 ", "\n1\n", ""),
        whole("1. e4", "\n\n", "*"),
        whole("", "Nf3\nNf6\nNg1\nNg8\n", "Zz"),
        whole("", "Nf3\nNf6\nNg1\nNg8\n", "Qh8"),
        whole("", "Nf3 (Nc3 Nf6) Nf6 Ng1 Ng8 ", ""),
        whole("1. e4 ", "x", ""),
        whole("1. e4 ", "1-0 ", ""),
        whole("1. e4 {", "\u{e9}", ""),
    ] {
        let fast = Reader::new(text.as_bytes()).main_lines().count();
        let mut reader = Reader::new(text.as_bytes());
        let records: Vec<_> = reader.records().collect();
        assert_eq!(records.len(), fast);
        for record in records.into_iter().flatten() {
            assert!(!record.to_string().is_empty());
        }
    }
}
