//! `kythu bench`: one number that says whether the program still does the
//! same, one that says how fast.

use std::io::Write;
use std::time::Instant;

use anyhow::{Context, Result};
use chess::Position;
use clap::Args;

use crate::perft::nodes_per_second;

/// Count nodes in a fixed list of positions
///
/// The last line is `N nodes M nps`. One thread; N is the same on every
/// machine. Until there is a search, the nodes are those of perft: N speaks for
/// the legal moves, M for the speed of counting them, and neither for strength
/// of play.
#[derive(Args)]
pub(crate) struct BenchArgs {}

/// Positions and depths: the usual test positions for move generators, the
/// last two of Chess960.
const POSITIONS: [(&str, u32); 8] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5),
    ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 6),
    ("b1nqrkrb/2pppppp/p7/1P6/1n6/P4P2/1P1PP1PP/BNNQRKRB w GEge - 0 9", 6),
];

/// Counts and prints.
pub(crate) fn run(mut out: impl Write) -> Result<()> {
    let start = Instant::now();
    let mut total = 0;
    for (fen, depth) in POSITIONS {
        let position = Position::from_fen_tolerant(fen).context(fen)?;
        let nodes = position.perft(depth);
        writeln!(out, "{nodes:>11}  depth {depth}  {fen}")?;
        out.flush()?;
        total += nodes;
    }
    writeln!(out, "{total} nodes {} nps", nodes_per_second(total, start.elapsed()))?;
    Ok(())
}
