//! Engines that do as they should.

use std::thread;
use std::time::{Duration, Instant};

use chess::{CastlingStyle, Game, Position};
use thinking::Signal;
use uci::{Engine, EngineError, Go, OptionError, OptionKind, UciScore};

use crate::{game, mock, think};

const CHESS960: &str = "bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w FCfc - 0 1";

#[test]
fn introduces_itself_and_plays() {
    let mut engine = Engine::start(mock::config("good")).unwrap();
    assert_eq!((engine.name(), engine.author()), ("Mock 1.0", "nobody"));
    let names: Vec<_> = engine.options().iter().map(|option| option.name.as_str()).collect();
    assert_eq!(names, ["Hash", "Style", "Clear Hash", "Text", "UCI_Chess960"]);
    assert_eq!(engine.options()[0].kind, OptionKind::Spin { default: 16, min: 1, max: 1024 });

    engine.new_game().unwrap();
    let game = game(None, "e2e4 e7e5 g1f3 b8c6 f1c4 g8f6");
    let (thought, heard) = think(&mut engine, &game).unwrap();
    assert!(game.position().is_legal(thought.best) && thought.best.is_castle());
    assert_eq!(thought.ponder, None, "a1a1 is not legal");
    let info = thought.info.unwrap();
    assert_eq!(info.score.unwrap().score, UciScore::Cp(12), "of the first line, not of the second");
    let position = "position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 g8f6";
    assert_eq!(heard, [position, "go depth 3"]);
}

#[test]
fn options_are_checked_and_survive_a_restart() {
    let config = mock::config("good").option("hash", 64);
    let mut engine = Engine::start(config).unwrap();
    engine.set_option("STYLE", Some("very risky")).unwrap();
    engine.set_option("clear hash", None).unwrap();
    let hash = "setoption name Hash value 64";
    let style = "setoption name Style value Very Risky";
    let (_, heard) = think(&mut engine, &Game::new()).unwrap();
    assert_eq!(heard[2..], [hash, style, "setoption name Clear Hash"]);

    let error = engine.set_option("Threads", Some("2")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "no option 'Threads'; there are: Hash, Style, Clear Hash, Text, UCI_Chess960"
    );
    let error = engine.set_option("Hash", Some("2048")).unwrap_err();
    assert_eq!(error.to_string(), "option Hash: '2048' is not a whole number from 1 to 1024");
    let error = engine.set_option("Text", Some("a\nquit")).unwrap_err();
    assert!(matches!(error, EngineError::BadOption { source: OptionError::LineBreak, .. }));

    let first = engine.process_id();
    engine.restart().unwrap();
    assert_ne!(engine.process_id(), first);
    let (_, heard) = think(&mut engine, &Game::new()).unwrap();
    assert_eq!(heard[2..], [hash, style]);
}

#[test]
fn an_unknown_option_at_the_start() {
    let error = Engine::start(mock::config("good").option("Threads", 2)).unwrap_err();
    assert!(matches!(error, EngineError::UnknownOption { .. }), "{error}");
}

#[test]
fn chess960_is_switched_on_when_needed() {
    let mut engine = Engine::start(mock::config("good")).unwrap();
    assert!(engine.knows_chess960());
    let ordinary = game(Some("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), "e1g1 e8e7");
    let (_, heard) = think(&mut engine, &ordinary).unwrap();
    assert_eq!(heard[0], "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1 e8e7");

    let rook_on_b1 = game(Some("4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1"), "");
    let (thought, heard) = think(&mut engine, &rook_on_b1).unwrap();
    assert_eq!(heard[0], "position fen 4k3/8/8/8/8/8/8/1R2K3 w B - 0 1");
    assert_eq!(heard[2..], ["setoption name UCI_Chess960 value true"]);
    assert!(thought.best.is_castle(), "though the mock spells it e1c1");

    // From here on castling is king takes rook in ordinary games too.
    let mut limits = Go { depth: Some(1), ..Go::default() };
    limits.searchmoves = vec!["e1g1".parse().unwrap()];
    let mut heard = Vec::new();
    let start = game(Some("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), "");
    let patience = Some(Duration::from_secs(10));
    let mut listen = |info: &uci::Info| heard.extend(info.string.clone());
    engine.go(&start, &limits, patience, &Signal::new(), &mut listen).unwrap();
    assert_eq!(
        heard[..2],
        ["position fen 4k3/8/8/8/8/8/8/4K2R w H - 0 1", "go depth 1 searchmoves e1h1"]
    );
}

#[test]
fn chess960_with_an_engine_that_does_not_know_it() {
    let mut engine = Engine::start(mock::config("no chess960")).unwrap();
    let error = think(&mut engine, &game(Some(CHESS960), "")).unwrap_err();
    assert!(matches!(error, EngineError::UnknownOption { .. }), "{error}");
    think(&mut engine, &Game::new()).unwrap();
}

#[test]
fn no_move_is_asked_for_where_there_is_none() {
    let mut engine = Engine::start(mock::config("good")).unwrap();
    let mate = game(None, "f2f3 e7e5 g2g4 d8h4");
    let error = think(&mut engine, &mate).unwrap_err();
    assert!(matches!(error, EngineError::NothingToPlay(_)), "{error}");
}

#[test]
fn time_is_measured_where_it_passes() {
    let mut engine = Engine::start(mock::config("slow")).unwrap();
    let limits = Go::default();
    // What the caller does with reports is not the engine's time.
    let dawdle = |_: &uci::Info| thread::sleep(Duration::from_millis(300));
    let patience = Some(Duration::from_millis(800));
    let thought = engine.go(&Game::new(), &limits, patience, &Signal::new(), dawdle).unwrap();
    assert!(thought.elapsed >= Duration::from_millis(120), "{:?}", thought.elapsed);
    // Four reports were dawdled over.
    assert!(thought.elapsed < Duration::from_millis(1000), "{:?}", thought.elapsed);
}

#[test]
fn stops_when_told() {
    let mut engine = Engine::start(mock::config("good")).unwrap();
    let limits = Go { infinite: true, ..Go::default() };
    let signal = Signal::new();
    let other = signal.clone();
    let stopper = thread::spawn(move || {
        thread::sleep(Duration::from_millis(100));
        other.stop();
    });
    let mut heard = Vec::new();
    let listen = |info: &uci::Info| heard.extend(info.string.clone());
    let thought = engine.go(&Game::new(), &limits, None, &signal, listen).unwrap();
    stopper.join().unwrap();
    assert!(thought.elapsed >= Duration::from_millis(100));
    assert_eq!(heard.last().unwrap(), "stop");

    // Told before it began, and when patience is over.
    engine.go(&Game::new(), &limits, None, &signal, |_| {}).unwrap();
    let patience = Duration::from_millis(50);
    let thought = engine.go(&Game::new(), &limits, Some(patience), &Signal::new(), |_| {});
    assert!(thought.unwrap().elapsed >= patience);
}

#[test]
fn is_told_to_stop_twice() {
    let mut engine = Engine::start(mock::config("forgets a stop")).unwrap();
    let limits = Go { infinite: true, ..Go::default() };
    let signal = Signal::new();
    signal.stop();
    let thought = engine.go(&Game::new(), &limits, None, &signal, |_| {}).unwrap();
    // Half of the 300 ms that the mock has to obey.
    assert!(thought.elapsed >= Duration::from_millis(150), "{:?}", thought.elapsed);
}

#[test]
fn pondering_becomes_thinking() {
    let mut engine = Engine::start(mock::config("good")).unwrap();
    let limits = Go { ponder: true, ..Go::default() };
    let signal = Signal::new();
    let other = signal.clone();
    let opponent = thread::spawn(move || {
        thread::sleep(Duration::from_millis(250));
        other.ponder_hit();
    });
    let mut heard = Vec::new();
    let listen = |info: &uci::Info| heard.extend(info.string.clone());
    let began = Instant::now();
    let patience = Some(Duration::from_millis(200));
    let thought = engine.go(&Game::new(), &limits, patience, &signal, listen).unwrap();
    opponent.join().unwrap();
    // Patience and the clock begin with the hit.
    assert_eq!(heard.last().unwrap(), "ponderhit");
    let pondered = began.elapsed() - thought.elapsed;
    assert!(pondered >= Duration::from_millis(250), "{pondered:?}");
}

#[test]
fn a_panic_of_the_listener_leaves_the_engine_usable() {
    let mut engine = Engine::start(mock::config("good")).unwrap();
    let limits = Go { infinite: true, ..Go::default() };
    let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        engine.go(&Game::new(), &limits, None, &Signal::new(), |_| panic!("on purpose"))
    }));
    assert!(outcome.is_err());
    let game = game(None, "e2e4");
    let (thought, _) = think(&mut engine, &game).unwrap();
    assert!(game.position().is_legal(thought.best));
}

#[test]
fn a_whole_game_in_both_castling_styles() {
    for start in [Position::initial(), Position::from_fen(CHESS960).unwrap()] {
        let mut engine = Engine::start(mock::config("good")).unwrap();
        let mut game = Game::from_position(start);
        while game.outcome().is_none() && game.moves().len() < 60 {
            let (thought, _) = think(&mut engine, &game).unwrap();
            let text = game.position().to_uci(thought.best, CastlingStyle::Chess960);
            game.play(thought.best).unwrap_or_else(|error| panic!("{text}: {error}"));
        }
        assert!(game.moves().len() > 10);
    }
}
