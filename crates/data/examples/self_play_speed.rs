//! How much of the engine's speed is left in self-play: nodes a second of
//! processor time in the games of a plan, and in long searches of positions
//! from these same games. The two take turns, so that whatever else the
//! machine does slows both. One thread; Linux only.
//!
//! `cargo run --release -p kythu-data --example self_play_speed [NODES [HASH [ROUNDS]]]`

use std::{env, fs};

use chess::Game;
use data::{GenerationPlan, ScoredGame, SelfPlay, StartPositions, params};
use eval::{Classic, EvaluatorSpec};
use search::{AllTechniques, Engine, Settings};
use thinking::{Limits, Signal, Silent};

/// Games a round.
const GAMES: u64 = 20;
/// Positions of a game to search for long.
const POSITIONS: usize = 2;
/// Nodes of a long search.
const LONG: u64 = 100_000;

fn main() {
    let number = |index: usize, usual: u64| -> u64 {
        env::args().nth(index).map_or(usual, |text| text.parse().expect("a number"))
    };
    let (nodes, hash, rounds) = (number(1, 800), number(2, 4), number(3, 10));
    let openings = StartPositions::Initial;
    let plan = GenerationPlan {
        seed: 1,
        nodes,
        random_plies: 8,
        stray_moves: 0,
        longest_game: params::LONGEST_GAME,
        evaluation: "classic".to_owned(),
        hash: hash as usize,
        openings: openings.name(),
    };
    let mut player = SelfPlay::new(&plan, &openings, &EvaluatorSpec::default()).expect("memory");
    let settings = Settings { hash: plan.hash, ..Settings::default() };
    let mut engine = Engine::new(Classic::new(), AllTechniques, settings).expect("memory");

    let (mut playing, mut searching) = (Meter::default(), Meter::default());
    println!("nodes/s in self-play, in long searches, their ratio");
    for round in 0..rounds {
        let mut games: Vec<ScoredGame> = Vec::new();
        playing.measure(|| {
            let mut nodes = 0;
            for index in round * GAMES..(round + 1) * GAMES {
                let played = player.play(index).expect("an opening");
                nodes += played.nodes;
                games.push(played.game);
            }
            nodes
        });
        searching.measure(|| games.iter().map(|game| search_some(&mut engine, game)).sum());
        let (ours, theirs) = (playing.speed(), searching.speed());
        println!("{ours:>9.0} {theirs:>9.0} {:.3}", ours / theirs);
    }
}

/// Searches some positions of `game`, evenly spread, for long.
fn search_some(engine: &mut Engine<Classic, AllTechniques>, game: &ScoredGame) -> u64 {
    let mut nodes = 0;
    for part in 0..POSITIONS {
        let ply = game.moves.len() * (2 * part + 1) / (2 * POSITIONS);
        let Some((position, _)) = game.positions().nth(ply) else { continue };
        let limits = Limits::nodes(LONG);
        let verdict =
            engine.search(&Game::from_position(position), &limits, &Signal::new(), &mut Silent);
        nodes += verdict.statistics.nodes;
    }
    nodes
}

/// Nodes and the processor time they took.
#[derive(Default)]
struct Meter {
    nodes: u64,
    nanoseconds: u64,
}

impl Meter {
    fn measure(&mut self, work: impl FnOnce() -> u64) {
        let before = processor_time();
        self.nodes += work();
        self.nanoseconds += processor_time() - before;
    }

    fn speed(&self) -> f64 {
        self.nodes as f64 * 1e9 / self.nanoseconds.max(1) as f64
    }
}

/// Nanoseconds that this process has had a processor, its ended threads
/// included.
fn processor_time() -> u64 {
    let text = fs::read_to_string("/proc/self/stat").expect("Linux");
    // The fields after the name in parentheses; 11 and 12 of those are user
    // and system time in hundredths of a second.
    let fields = text.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks: u64 = fields.skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
    ticks * 10_000_000
}
