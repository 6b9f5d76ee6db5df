//! Real engines, where there are any.

use std::path::Path;
use std::thread;
use std::time::Duration;

use chess::{Game, Position};
use thinking::Signal;
use uci::{Engine, EngineConfig, Go};

const ENGINES: [&str; 4] = [
    "/usr/games/stockfish",
    "/usr/games/ethereal-chess",
    "/usr/games/toga2",
    "/usr/games/glaurung",
];

/// Those that are installed, started.
fn engines() -> impl Iterator<Item = Engine> {
    ENGINES.into_iter().filter_map(|program| {
        if !Path::new(program).exists() {
            eprintln!("skipped: there is no {program}");
            return None;
        }
        let mut config = EngineConfig::new(program).option("Hash", 8);
        // Glaurung looks for input every 30,000 nodes: on a busy machine that
        // takes seconds, above all with the two threads that it likes to have.
        config.timeouts.stop = Duration::from_secs(20);
        if program.ends_with("glaurung") {
            config = config.option("Threads", 1);
        }
        Some(Engine::start(config).unwrap_or_else(|error| panic!("{program}: {error}")))
    })
}

#[test]
fn play_ordinary_games_and_chess960() {
    for mut engine in engines() {
        // The start array, and one where kings and rooks stand elsewhere.
        for start in [Position::initial(), Position::chess960(100).unwrap()] {
            if start != Position::initial() && !engine.knows_chess960() {
                continue;
            }
            engine.new_game().unwrap();
            let mut game = Game::from_position(start);
            while game.outcome().is_none() && game.moves().len() < 60 {
                let limits = Go { depth: Some(4), ..Go::default() };
                let patience = Some(Duration::from_secs(20));
                let thought = engine.go(&game, &limits, patience, &Signal::new(), |_| {}).unwrap();
                let info = thought.info.unwrap();
                assert!(info.score.is_some() && info.depth.is_some(), "{info}");
                assert!(game.position().find_uci(info.pv[0]).is_ok(), "{info}");
                game.play(thought.best).unwrap();
            }
        }
    }
}

#[test]
fn stop_an_endless_analysis() {
    for mut engine in engines() {
        let limits = Go { infinite: true, ..Go::default() };
        let signal = Signal::new();
        let other = signal.clone();
        let stopper = thread::spawn(move || {
            thread::sleep(Duration::from_millis(150));
            other.stop();
        });
        let mut deepest = 0;
        let listen = |info: &uci::Info| deepest = deepest.max(info.depth.unwrap_or(0));
        let thought = engine.go(&Game::new(), &limits, None, &signal, listen);
        stopper.join().unwrap();
        let thought = thought.unwrap_or_else(|error| panic!("{}: {error}", engine.name()));
        assert!(deepest > 0, "{}", engine.name());
        assert!(thought.elapsed >= Duration::from_millis(150), "{}", engine.name());
    }
}
