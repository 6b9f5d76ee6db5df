//! Iterations a second, memory an iteration: `search_speed [NODES] [THREADS]`.

use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result};
use chess::{Game, Position};
use eval::EvaluatorSpec;
use mcts::{ModernMcts, ModernSettings};
use thinking::{Limits, Signal, Silent};

const POSITIONS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
];

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default: u64| -> Result<u64> {
        arguments.next().map_or(Ok(default), |text| text.parse().context("a whole number"))
    };
    let (nodes, threads) = (number(200_000)?, number(1)? as usize);
    let settings = ModernSettings { memory: 256, threads, ..ModernSettings::default() };
    let megabytes = settings.memory as f64 * 1.048_576;
    let mut mcts = ModernMcts::new(Arc::new("nnue".parse::<EvaluatorSpec>()?.build()), settings)?;
    for fen in POSITIONS {
        let game = Game::from_position(Position::from_fen(fen)?);
        mcts.new_game();
        let begun = Instant::now();
        let verdict = mcts.search(&game, &Limits::nodes(nodes), 1, &Signal::new(), &mut Silent);
        let seconds = begun.elapsed().as_secs_f64();
        let best = verdict.best.map_or_else(String::new, |mv| game.position().to_san(mv));
        println!(
            "{best:6} {:>8} depth {:2}/{:2}: {:7.0} iterations/s, {:4.0} bytes each",
            verdict.score.to_string(),
            verdict.depth,
            verdict.seldepth,
            verdict.nodes as f64 / seconds,
            f64::from(verdict.hashfull) * megabytes * 1000.0 * 0.85 / verdict.nodes as f64
        );
    }
    Ok(())
}
