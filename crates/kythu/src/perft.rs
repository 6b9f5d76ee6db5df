//! `kythu perft`: counting the leaves of the tree of legal moves.

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::Result;
use chess::{CastlingStyle, Position};
use clap::Args;
use clap::builder::RangedU64ValueParser;

/// Deeper than anybody can wait for, even with a handful of moves a position.
pub(crate) const DEEPEST: u32 = 20;

/// Count legal moves to a depth
///
/// Counts the leaves of the tree of legal moves, to check and to time the move
/// generator. The last line is `N nodes T ms M nps`.
#[derive(Args)]
pub(crate) struct PerftArgs {
    /// How many half-moves deep
    #[arg(value_parser = clap::value_parser!(u32).range(0..=DEEPEST as i64))]
    depth: u32,
    /// Where to start: a FEN, X-FEN or Shredder-FEN [default: the start position]
    #[arg(long, value_name = "FEN", value_parser = Position::from_fen_tolerant)]
    fen: Option<Position>,
    /// Write castling as king takes rook (e1h1), as in Chess960
    #[arg(long = "960")]
    chess960: bool,
    /// Show the count below each move
    #[arg(long)]
    divide: bool,
    /// How many threads to count with
    #[arg(long, value_name = "N", default_value = "1")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=256))]
    threads: usize,
}

/// Counts and prints.
pub(crate) fn run(args: &PerftArgs, mut out: impl Write) -> Result<()> {
    let position = args.fen.unwrap_or_else(Position::initial);
    let style = if args.chess960 { CastlingStyle::Chess960 } else { CastlingStyle::Standard };
    let start = Instant::now();
    let (lines, nodes) = divide(&position, args.depth, args.threads, style);
    let elapsed = start.elapsed();
    if args.divide {
        lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        writeln!(out)?;
    }
    let speed = nodes_per_second(nodes, elapsed);
    writeln!(out, "{nodes} nodes {} ms {speed} nps", elapsed.as_millis())?;
    Ok(())
}

/// A line for each move, in the order of their text, and the sum of all.
pub(crate) fn divide(
    position: &Position,
    depth: u32,
    threads: usize,
    style: CastlingStyle,
) -> (Vec<String>, u64) {
    if depth == 0 {
        return (Vec::new(), 1);
    }
    let parts = chess::perft::divide(position, depth, threads);
    let line = |(mv, count)| format!("{}: {count}", position.to_uci(mv, style));
    let sum = parts.iter().map(|part| part.1).sum();
    let mut lines: Vec<String> = parts.into_iter().map(line).collect();
    lines.sort_unstable();
    (lines, sum)
}

pub(crate) fn nodes_per_second(nodes: u64, elapsed: Duration) -> u64 {
    (nodes as f64 / elapsed.as_secs_f64().max(1e-9)) as u64
}
