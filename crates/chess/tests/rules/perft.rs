//! Move counts of known positions.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

use chess::{MoveList, Position};

use crate::data;

/// Lines that are this cheap are counted at any depth.
const CHEAP: u64 = 2_000_000;
/// The slower recursion over listed moves goes as deep as this allows.
const LISTED: u64 = 30_000;

/// One line: a FEN and what perft gives at some depths.
struct Line<'a> {
    fen: &'a str,
    counts: Vec<(u32, u64)>,
}

/// Reads `FEN ;D1 20 ;D2 400`, with `#` for remarks.
fn lines(text: &str) -> Vec<Line<'_>> {
    text.lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|line| {
            let mut parts = line.split(';').map(str::trim);
            let fen = parts.next().unwrap();
            let counts = parts.map(|part| {
                let (depth, nodes) = part.strip_prefix('D').unwrap().split_once(' ').unwrap();
                (depth.parse().unwrap(), nodes.trim().parse().unwrap())
            });
            Line { fen, counts: counts.collect() }
        })
        .collect()
}

/// How a FEN is read.
type Reader = fn(&str) -> Result<Position, chess::FenError>;

fn check(text: &str, expected_lines: usize, read: Reader) {
    let lines = lines(text);
    assert_eq!(lines.len(), expected_lines);
    // Half a million million positions are too many for one thread.
    let parallel = thread::available_parallelism().map_or(1, |threads| threads.get());
    let threads = if data::is_long() { parallel } else { 1 };
    let (next, total) = (AtomicUsize::new(0), AtomicU64::new(0));
    let work = || {
        while let Some(line) = lines.get(next.fetch_add(1, Ordering::Relaxed)) {
            total.fetch_add(check_line(line, read), Ordering::Relaxed);
        }
    };
    thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    eprintln!("{} positions counted", total.into_inner());
}

/// Returns how many positions were counted.
fn check_line(Line { fen, counts }: &Line<'_>, read: Reader) -> u64 {
    let position = read(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    assert!(!counts.is_empty(), "{fen}: no counts");
    let mut total = 0;
    for &(depth, nodes) in counts {
        if depth <= 4 || nodes <= CHEAP || data::is_long() {
            assert_eq!(position.perft(depth), nodes, "{fen} depth {depth}");
            total += nodes;
        }
        if nodes <= LISTED {
            assert_eq!(listed(&position, depth), nodes, "{fen} depth {depth}, listed");
        }
    }
    total
}

/// Perft by listing and playing whole moves, with every way to ask for the
/// moves checked against the others.
fn listed(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves();
    let mut staged = MoveList::new();
    position.captures(&mut staged);
    assert!(staged.iter().all(|mv| !mv.is_quiet()), "{position}");
    let captures = staged.len();
    position.quiets(&mut staged);
    assert!(staged[captures..].iter().all(|mv| mv.is_quiet()), "{position}");

    let mut sorted = moves.clone();
    sorted.sort_unstable();
    staged.sort_unstable();
    assert_eq!(sorted, staged, "{position}");
    assert!(sorted.windows(2).all(|pair| pair[0] != pair[1]), "{position}: a move twice");
    assert_eq!(position.count_legal_moves() as usize, moves.len(), "{position}");
    assert_eq!(position.has_legal_moves(), !moves.is_empty(), "{position}");

    if depth == 1 {
        return moves.len() as u64;
    }
    moves.into_iter().map(|mv| listed(&position.after(mv), depth - 1)).sum()
}

fn check_shared(name: &str, expected_lines: usize) {
    if let Some(path) = data::shared(name) {
        // One line has a check that no game leads to.
        check(&data::read(&path), expected_lines, Position::from_fen_tolerant);
    }
}

#[test]
fn own_positions() {
    check(&data::own("perft.epd"), 36, Position::from_fen);
}

#[test]
fn shared_standard() {
    check_shared("perft/standard.epd", 128);
}

#[test]
fn shared_chess960() {
    check_shared("perft/chess960.epd", 960);
}

#[test]
fn shared_tricky() {
    check_shared("perft/tricky.epd", 27);
}
