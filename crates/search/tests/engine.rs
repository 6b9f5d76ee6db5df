//! The whole engine from outside: what it finds, when it stops, that it says
//! the same twice.

#![allow(missing_docs, clippy::unwrap_used)]

use std::thread;
use std::time::{Duration, Instant};

use chess::{ByColor, Color, Game, Position};
use eval::Classic;
use search::{AllTechniques, Engine, Parallelism, Settings, Technique, TechniqueSet, Verdict};
use thinking::{Clock, Limits, Progress, Score, ScoreBound, Signal, Silent};

fn game(fen: &str) -> Game {
    Game::from_position(Position::from_fen(fen).unwrap())
}

fn engine() -> Engine<Classic> {
    Engine::new(Classic::new(), AllTechniques, Settings::default()).unwrap()
}

fn think(game: &Game, limits: &Limits) -> Verdict {
    engine().search(game, limits, &Signal::new(), &mut Silent)
}

fn best(game: &Game, verdict: &Verdict) -> String {
    game.position().to_san(verdict.best.unwrap())
}

#[test]
fn mates_are_found_and_counted() {
    for (fen, depth, mate) in [
        ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 4, 1),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 8, 2),
        ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 4, 1),
        ("8/8/8/8/1p6/1k6/8/K1r5 w - - 0 1", 4, 0),
        ("7k/8/5K2/6Q1/8/8/8/8 b - - 0 1", 6, -1),
        ("4k3/8/4K3/8/8/8/8/7Q w - - 0 1", 8, 1),
    ] {
        let verdict = think(&game(fen), &Limits::depth(depth));
        assert_eq!(verdict.score(), Score::Mate(mate), "{fen}");
    }
}

#[test]
fn tactics() {
    for (fen, wanted) in [
        ("2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1", "Qg6"),
        ("5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - - 0 1", "Rg3"),
    ] {
        let game = game(fen);
        let verdict = think(&game, &Limits::nodes(500_000));
        assert_eq!(best(&game, &verdict), wanted, "{fen}");
    }
}

#[test]
fn a_game_that_is_over_has_no_move() {
    let mated = think(
        &game("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"),
        &Limits::depth(3),
    );
    assert_eq!((mated.best, mated.score()), (None, Score::Mate(0)));
    let stale = think(&game("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), &Limits::depth(3));
    assert_eq!((stale.best, stale.score()), (None, Score::Cp(0)));
}

#[test]
fn one_thread_and_a_node_limit_say_the_same_twice() {
    let start = Game::new();
    for nodes in [1, 7, 1_000, 30_000] {
        let run = || {
            let mut lines = Vec::new();
            let verdict = engine().search(
                &start,
                &Limits::nodes(nodes),
                &Signal::new(),
                &mut |report: &Progress| {
                    lines.push((report.depth, report.score, report.nodes, report.line.clone()));
                },
            );
            (verdict.best, verdict.value(), verdict.statistics.nodes, lines)
        };
        let first = run();
        assert_eq!(first, run());
        assert_eq!(first.2, nodes);
        assert!(first.0.is_some());
    }
}

#[test]
fn the_same_engine_forgets_for_a_new_game() {
    let mut engine = engine();
    let mut run = || {
        engine.new_game();
        let limits = Limits::nodes(20_000);
        let verdict = engine.search(&Game::new(), &limits, &Signal::new(), &mut Silent);
        (verdict.best, verdict.value(), verdict.statistics.clone().nodes, verdict.depth)
    };
    let first = run();
    assert_eq!(first, run());
}

#[test]
fn multi_pv_lines_differ_and_fall() {
    let settings = Settings { multi_pv: 4, ..Settings::default() };
    let mut engine = Engine::new(Classic::new(), AllTechniques, settings).unwrap();
    let verdict = engine.search(&Game::new(), &Limits::depth(7), &Signal::new(), &mut Silent);
    assert_eq!(verdict.lines.len(), 4);
    assert!(verdict.lines.is_sorted_by_key(|line| -line.value));
    let mut firsts: Vec<_> = verdict.lines.iter().map(|line| line.moves[0]).collect();
    firsts.sort();
    firsts.dedup();
    assert_eq!(firsts.len(), 4);
    // More lines than moves: as many as there are.
    let cornered = game("k7/8/1K6/8/8/8/8/7R b - - 0 1");
    let verdict = engine.search(&cornered, &Limits::depth(4), &Signal::new(), &mut Silent);
    assert_eq!(verdict.lines.len(), 1);
}

#[test]
fn search_moves_are_obeyed() {
    let start = Game::new();
    let a3 = start.position().parse_san("a3").unwrap();
    let limits = Limits { search_moves: vec![a3], ..Limits::depth(5) };
    assert_eq!(think(&start, &limits).best, Some(a3));
}

#[test]
fn every_reported_line_is_legal() {
    let fen = "8/8/4k3/8/8/4K3/4P3/8 w - - 40 60";
    let game = game(fen);
    let mut reports = 0;
    engine().search(&game, &Limits::depth(14), &Signal::new(), &mut |report: &Progress| {
        let mut position = *game.position();
        for &mv in &report.line {
            assert!(position.is_legal(mv));
            position.play(mv);
        }
        reports += 1;
    });
    assert!(reports >= 14);
}

/// A search that a limit ends in the middle of an iteration has told all that it found:
/// nothing in its verdict is better than what was heard last.
#[test]
fn what_an_unfinished_iteration_improves_is_told() {
    let game = game("2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1");
    let mut improved = 0;
    for nodes in (1_000..60_000).step_by(1_000) {
        let mut told = Vec::new();
        let mut listen = |report: &Progress| told.push((report.score.unwrap(), report.bound));
        let verdict = engine().search(&game, &Limits::nodes(nodes), &Signal::new(), &mut listen);
        let (score, bound) = *told.last().unwrap();
        assert!(verdict.score().centipawns() <= score.centipawns(), "{nodes} nodes");
        if bound == Some(ScoreBound::Lower) {
            let (before, _) = told[told.len() - 2];
            assert!(before.centipawns() < score.centipawns(), "{nodes} nodes");
            assert_eq!(verdict.score(), score, "{nodes} nodes");
            improved += 1;
        }
    }
    assert!(improved > 0);
}

#[test]
fn a_repetition_that_saves_the_game_is_found() {
    // A rook down, but the queen gives check for ever: e8, h5, e8, h5, …
    let drawn = game("6k1/5pp1/8/7Q/8/1r6/r6p/7K w - - 0 1");
    let verdict = think(&drawn, &Limits::depth(10));
    assert!(verdict.value().abs() <= 1, "{}", verdict.value());
}

#[test]
fn clocks_are_kept() {
    let clock = Clock { left: Duration::from_millis(300), increment: Duration::from_millis(10) };
    let limits = Limits { clocks: ByColor([Some(clock), None]), ..Limits::default() };
    let begun = Instant::now();
    let verdict = think(&Game::new(), &limits);
    assert!(verdict.best.is_some());
    // Far below the clock even on a busy machine.
    assert!(begun.elapsed() < Duration::from_millis(290), "{:?}", begun.elapsed());
    assert_eq!(limits.clocks[Color::Black], None);
}

#[test]
fn stop_and_ponder() {
    let signal = Signal::new();
    let remote = signal.clone();
    let begun = Instant::now();
    let stopper = thread::spawn(move || {
        thread::sleep(Duration::from_millis(60));
        remote.stop();
    });
    let limits = Limits { infinite: true, depth: Some(2), ..Limits::default() };
    let verdict = engine().search(&Game::new(), &limits, &signal, &mut Silent);
    stopper.join().unwrap();
    // Depth 2 is done at once, but an infinite search waits to be told.
    assert!(begun.elapsed() >= Duration::from_millis(60));
    assert_eq!(verdict.depth, 2);

    let signal = Signal::new();
    let remote = signal.clone();
    let clock = Clock { left: Duration::from_millis(80), increment: Duration::ZERO };
    let limits = Limits { ponder: true, clocks: ByColor([Some(clock), None]), ..Limits::default() };
    let begun = Instant::now();
    let hitter = thread::spawn(move || {
        thread::sleep(Duration::from_millis(200));
        remote.ponder_hit();
    });
    let verdict = engine().search(&Game::new(), &limits, &signal, &mut Silent);
    hitter.join().unwrap();
    // The clock of 80 ms did not run while pondering.
    assert!(begun.elapsed() >= Duration::from_millis(200));
    assert!(verdict.best.is_some());
}

#[test]
fn several_threads_agree_on_the_rules() {
    let settings = Settings { threads: 3, ..Settings::default() };
    let mut engine = Engine::new(Classic::new(), AllTechniques, settings).unwrap();
    let fen = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
    let game = game(fen);
    let verdict = engine.search(&game, &Limits::depth(9), &Signal::new(), &mut Silent);
    assert_eq!(verdict.score(), Score::Mate(1));
    let limits = Limits::nodes(100_000);
    let verdict = engine.search(&Game::new(), &limits, &Signal::new(), &mut Silent);
    let nodes = verdict.statistics.nodes;
    assert!((100_000..130_000).contains(&nodes), "{nodes}");
}

/// With nothing but alpha-beta, threads that split the root find minimax's
/// value as one thread does.
#[test]
fn root_splitting_loses_nothing() {
    let set = TechniqueSet::MINIMAX.with(Technique::AlphaBeta);
    for fen in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
        "k7/8/1K6/8/8/8/8/7R b - - 0 1",
    ] {
        let game = game(fen);
        let search = |threads, parallelism| {
            let settings = Settings { threads, parallelism, ..Settings::default() };
            let mut engine = Engine::new(Classic::new(), set, settings).unwrap();
            engine.search(&game, &Limits::depth(3), &Signal::new(), &mut Silent)
        };
        let alone = search(1, Parallelism::LazySmp);
        let split = search(3, Parallelism::RootSplitting);
        assert_eq!(split.value(), alone.value(), "{fen}");
        assert_eq!(split.depth, 3);
    }
}

#[test]
fn quiescence_can_be_kept_short() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let search = |set, quiescence_plies| {
        let settings = Settings { quiescence_plies, ..Settings::default() };
        let mut engine = Engine::new(Classic::new(), set, settings).unwrap();
        engine.search(&game(fen), &Limits::depth(2), &Signal::new(), &mut Silent)
    };
    let without = TechniqueSet::MINIMAX.with(Technique::AlphaBeta);
    let with = without.with(Technique::Quiescence).with(Technique::MvvLva);
    assert_eq!(search(with, Some(0)).value(), search(without, None).value());
    let (short, long) = (search(with, Some(2)).statistics, search(with, None).statistics);
    assert!(0 < short.quiescence_nodes && short.quiescence_nodes < long.quiescence_nodes);
}

/// Black cannot be kept from moving his knight to and fro, or so it looks; but White is
/// far ahead, and nothing is pruned that could hide that the king is in a net.
#[test]
fn a_mate_is_found_behind_what_looks_like_a_draw() {
    let game = game("8/8/8/8/4p3/4P3/pp1Kn1R1/rk6 w - - 0 1");
    assert_eq!(think(&game, &Limits::depth(28)).score(), Score::Mate(7));
}

/// Each technique alone can be taken out of the full set, and the engine still
/// finds a mate in two.
#[test]
fn every_technique_can_be_switched_off() {
    let game = game("7k/8/R7/1R6/8/8/8/K7 w - - 0 1");
    for &technique in Technique::ALL {
        let set = TechniqueSet::ALL.without(technique);
        let mut engine = Engine::new(Classic::new(), set, Settings::default()).unwrap();
        let depth = if technique == Technique::AlphaBeta { 4 } else { 8 };
        let verdict = engine.search(&game, &Limits::depth(depth), &Signal::new(), &mut Silent);
        assert_eq!(verdict.score(), Score::Mate(2), "without {technique}");
    }
}
