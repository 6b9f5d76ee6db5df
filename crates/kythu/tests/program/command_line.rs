//! The program as a user runs it: `perft`, `bench`, `--help`, and mistakes.

use crate::kythu::{Run, kythu};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// The nodes in a last line `N nodes T ms M nps`.
fn perft_nodes(run: &Run) -> u64 {
    let last = run.out.lines().last().unwrap_or_default();
    let words: Vec<&str> = last.split(' ').collect();
    let [nodes, "nodes", millis, "ms", speed, "nps"] = words[..] else { panic!("{run:?}") };
    assert!(run.out.ends_with(" nps\n") && run.code == 0, "{run:?}");
    assert!(millis.parse::<u64>().is_ok() && speed.parse::<u64>().is_ok(), "{last}");
    nodes.parse().unwrap_or_else(|_| panic!("{last}"))
}

#[test]
fn perft_counts() {
    assert_eq!(perft_nodes(&kythu(&["perft", "0"], "")), 1);
    assert_eq!(perft_nodes(&kythu(&["perft", "5"], "")), 4_865_609);
    let threads = ["perft", "4", "--threads", "3", "--fen", KIWIPETE];
    assert_eq!(perft_nodes(&kythu(&threads, "")), 4_085_603);
}

#[test]
fn divide_sums_up() {
    for (style, castling) in [(&["--960"][..], ["e1a1", "e1h1"]), (&[], ["e1c1", "e1g1"])] {
        let args = [&["perft", "3", "--divide", "--fen", KIWIPETE], style].concat();
        let run = kythu(&args, "");
        let parts: Vec<(&str, &str)> =
            run.out.lines().filter_map(|line| line.split_once(": ")).collect();
        assert_eq!(parts.len(), 48);
        assert!(parts.is_sorted());
        let sum: u64 = parts.iter().filter_map(|part| part.1.parse::<u64>().ok()).sum();
        assert_eq!(sum, 97_862);
        assert_eq!(sum, perft_nodes(&run));
        for castle in castling {
            assert!(parts.iter().any(|part| part.0 == castle), "{castle} in {run:?}");
        }
    }
}

#[test]
fn chess960_positions_are_read_with_or_without_the_flag() {
    let shredder = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    for args in
        [&["perft", "4", "--fen", shredder][..], &["perft", "4", "--960", "--fen", shredder]]
    {
        assert_eq!(perft_nodes(&kythu(args, "")), 326_672);
    }
}

#[test]
fn bench_says_the_same_number_every_time() {
    let nodes = |depth| {
        let run = kythu(&["bench", depth], "");
        let last = run.out.lines().last().unwrap_or_default();
        let words: Vec<&str> = last.split(' ').collect();
        let [nodes, "nodes", speed, "nps"] = words[..] else { panic!("{run:?}") };
        assert!(speed.parse::<u64>().is_ok_and(|speed| speed > 0), "{last}");
        nodes.parse::<u64>().unwrap_or_else(|_| panic!("{last}"))
    };
    assert_eq!(nodes("5"), nodes("5"));
    assert!(nodes("4") < nodes("5"));
}

#[test]
fn mistakes_are_explained() {
    for (args, message) in [
        (&["perft"][..], "<DEPTH>"),
        (&["perft", "21"], "21 is not in 0..=20"),
        (&["perft", "-1"], "-1"),
        (&["perft", "3", "--threads", "0"], "0 is not in 1..=256"),
        (&["perft", "3", "--fen", "rnbqxbnr/8 w - -"], "column 5: 'x' is neither a piece letter"),
        (&["perft", "3", "--fen", "8/8/8/8/8/8/8/K7 w - -"], "Black has no king"),
        (&["play", "--960", "960"], "960 is not in 0..960"),
        (&["play", "--960", "--fen", KIWIPETE], "cannot be used with"),
        (&["play", "--white", "nobody"], "random, minimax, origin, mcts, mlp, engine, uci"),
        (&["fly"], "unrecognized subcommand 'fly'"),
        (&["paly"], "unrecognized subcommand 'paly'"),
        (&["paly"], "tip: a similar subcommand exists: 'play'"),
        // Not a search without end, though UCI skips unknown words.
        (&["paly", "--white", "engine", "go"], "a similar subcommand exists: 'play'"),
        (&["Bench"], "a similar subcommand exists: 'bench'"),
        (&["postion", "startpos"], "a similar subcommand exists: 'position'"),
        (&["data", "stat"], "a similar subcommand exists: 'stats'"),
    ] {
        let run = kythu(args, "");
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.err.contains(message), "{message:?} in {run:?}");
        assert!(run.out.is_empty(), "{run:?}");
    }
}

#[test]
fn help_and_version() {
    let help = kythu(&["--help"], "").out;
    for word in ["play", "perft", "bench", "UCI"] {
        assert!(help.contains(word), "{word} in {help}");
    }
    assert!(kythu(&["bench", "--help"], "").out.contains("N nodes M nps"));
    let version = kythu(&["--version"], "").out;
    assert_eq!(version, format!("kythu {}\n", env!("CARGO_PKG_VERSION")));
}
