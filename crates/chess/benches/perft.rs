//! Perft speed beside other Rust crates, in one process and one thread, all
//! counting the last ply in bulk and none with a hash table.
//!
//! `cargo bench -p kythu-chess --bench perft -- --rounds 9`. The contestants
//! take turns, and the best of the rounds counts, since other work on the
//! machine only ever slows a round down.

#![allow(clippy::unwrap_used)]

use std::hint::black_box;
use std::str::FromStr;
use std::time::Instant;

use chess::Position;
use shakmaty::CastlingMode;
use shakmaty::fen::Fen;

/// Ours over the best other, to be reached on every row.
const BAR: f64 = 1.5;
const DEFAULT_ROUNDS: usize = 5;
/// Small counts are repeated up to about this many nodes, for the clock's sake.
const ENOUGH: u64 = 120_000_000;

struct Row {
    name: &'static str,
    fen: &'static str,
    depth: u32,
    nodes: u64,
}

const ROWS: [Row; 5] = [
    Row {
        name: "start",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        depth: 6,
        nodes: 119_060_324,
    },
    Row {
        name: "kiwipete",
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        depth: 5,
        nodes: 193_690_690,
    },
    Row {
        name: "960: rqkrbnnb",
        fen: "rqkrbnnb/p1p1pp1p/1p4p1/3p4/3P1P2/2N3P1/PPP1P2P/RQKRB1NB w DAda - 0 6",
        depth: 5,
        nodes: 16_049_107,
    },
    Row {
        name: "960: nrbqkrnb",
        fen: "nrbqkrnb/pp1p1ppp/2p5/4p3/3PP3/2N3N1/PPP2PPP/1RBQKR1B b FBfb - 1 5",
        depth: 5,
        nodes: 22_979_529,
    },
    Row {
        name: "960: rkbnrnqb",
        fen: "rkbnr1qb/1pp1pppp/p2p1n2/8/2P1P3/1P4N1/P2P1PPP/RKB1RNQB b EAea - 2 6",
        depth: 5,
        nodes: 12_600_131,
    },
];

/// Counts from one position; nothing where a crate cannot set it up.
type Contestant = Option<Box<dyn Fn(u32) -> u64>>;

const NAMES: [&str; 5] = ["kythu", "cozy-chess", "chess", "shakmaty", "full path"];

fn contestants(fen: &str) -> [Contestant; 5] {
    let position = Position::from_fen(fen).unwrap();
    let cozy = cozy_chess::Board::from_fen(&position.shredder_fen(), true).unwrap();
    let shakmaty: shakmaty::Chess =
        fen.parse::<Fen>().unwrap().into_position(CastlingMode::Chess960).unwrap();
    // The `chess` crate knows castling of ordinary chess only; it would play
    // Chess960 positions wrongly rather than refuse them.
    let standard = position.castling().rooks().into_iter().all(|rook| {
        use chess::Square::{A1, A8, H1, H8};
        matches!(rook, A1 | A8 | H1 | H8)
    }) && chess::Color::ALL
        .into_iter()
        .all(|color| position.king(color).file() == chess::File::E);
    let chess = standard.then(|| chess_crate::Board::from_str(fen).unwrap());
    [
        Some(Box::new(move |depth| position.perft(depth))),
        Some(Box::new(move |depth| cozy_perft(&cozy, depth))),
        chess.map(|board| Box::new(move |depth| chess_perft(&board, depth)) as Box<_>),
        Some(Box::new(move |depth| shakmaty::perft(&shakmaty, depth))),
        Some(Box::new(move |depth| full_perft(&position, depth))),
    ]
}

/// What search does at every node: moves in a list, positions with their keys
/// and checkers. Only the last list is not played.
fn full_perft(position: &Position, depth: u32) -> u64 {
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.into_iter().map(|mv| full_perft(&position.after(mv), depth - 1)).sum()
}

/// Two closures, one for each case: half as fast again as asking in one.
fn cozy_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            nodes += moves.len() as u64;
            false
        });
    } else {
        board.generate_moves(|moves| {
            for mv in moves {
                let mut child = board.clone();
                child.play_unchecked(mv);
                nodes += cozy_perft(&child, depth - 1);
            }
            false
        });
    }
    nodes
}

fn chess_perft(board: &chess_crate::Board, depth: u32) -> u64 {
    let moves = chess_crate::MoveGen::new_legal(board);
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.map(|mv| chess_perft(&board.make_move_new(mv), depth - 1)).sum()
}

/// Millions of nodes a second.
fn speed(row: &Row, count: &dyn Fn(u32) -> u64) -> f64 {
    let repeats = ENOUGH.div_ceil(row.nodes);
    let start = Instant::now();
    for _ in 0..repeats {
        assert_eq!(count(black_box(row.depth)), row.nodes, "{}", row.name);
    }
    (row.nodes * repeats) as f64 / start.elapsed().as_secs_f64() / 1e6
}

fn rounds() -> usize {
    let arguments: Vec<String> = std::env::args().collect();
    match arguments.iter().position(|argument| argument == "--rounds") {
        None => DEFAULT_ROUNDS,
        Some(at) => match arguments.get(at + 1).map(|text| text.parse()) {
            Some(Ok(rounds @ 1..)) => rounds,
            _ => panic!("--rounds wants a number from 1"),
        },
    }
}

fn main() {
    let rounds = rounds();
    let lookup = if cfg!(target_feature = "bmi2") { "PEXT" } else { "magics" };
    println!("perft in Mn/s, one thread, best of {rounds} rounds, sliders by {lookup}");
    print!("{:<15}{:>6}{:>13}", "position", "depth", "nodes");
    for name in &NAMES[..4] {
        print!("{name:>12}");
    }
    println!("{:>12}  {:<10}{:>10}", "ours/best", "bar", NAMES[4]);

    for row in &ROWS {
        let contestants = contestants(row.fen);
        let mut best = [None::<f64>; 5];
        for _ in 0..rounds {
            for (best, contestant) in best.iter_mut().zip(&contestants) {
                if let Some(count) = contestant {
                    let speed = speed(row, count);
                    *best = Some(best.map_or(speed, |before| before.max(speed)));
                }
            }
        }
        print!("{:<15}{:>6}{:>13}", row.name, row.depth, row.nodes);
        for speed in &best[..4] {
            print!("{:>12}", speed.map_or("–".to_owned(), |speed| format!("{speed:.1}")));
        }
        let others = best[1..4].iter().flatten().copied().fold(0.0, f64::max);
        let ratio = best[0].unwrap() / others;
        let verdict = if ratio >= BAR { "met" } else { "missed" };
        println!("{ratio:>12.2}  {verdict:<10}{:>10.1}", best[4].unwrap());
    }
    println!("bar: at least {BAR} times the best other crate on every row");
}
