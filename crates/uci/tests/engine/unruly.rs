//! Engines that crash, hang, cheat and shout.

use std::time::{Duration, Instant};

use chess::Game;
use thinking::Signal;
use uci::{Engine, EngineConfig, EngineError, Go};

use crate::{game, mock, think};

#[test]
fn there_is_no_such_program() {
    let error = Engine::start(EngineConfig::new("/nowhere/engine")).unwrap_err();
    assert!(matches!(error, EngineError::Spawn { .. }), "{error}");
    assert!(error.to_string().starts_with("cannot run /nowhere/engine: "), "{error}");
}

#[test]
fn crashes_at_the_start() {
    let error = Engine::start(mock::config("crash at start")).unwrap_err();
    let EngineError::Died { status: Some(status), stderr } = &error else { panic!("{error}") };
    assert_eq!(status.code(), Some(3));
    assert_eq!(stderr, "cannot find the net");
    assert!(error.to_string().contains("cannot find the net"), "{error}");
}

#[test]
fn crashes_in_thought_and_is_restarted() {
    let mut engine = Engine::start(mock::config("crash in thought")).unwrap();
    let error = think(&mut engine, &Game::new()).unwrap_err();
    let EngineError::Died { status: Some(status), stderr } = &error else { panic!("{error}") };
    assert_eq!(status.code(), Some(7));
    assert!(stderr.contains("assertion failed"), "{stderr}");
    // Dead it stays, whatever is asked.
    assert!(matches!(engine.ready(), Err(EngineError::Died { .. })));
    assert!(matches!(think(&mut engine, &Game::new()), Err(EngineError::Died { .. })));
    engine.restart().unwrap();
    engine.ready().unwrap();
}

#[test]
fn does_not_introduce_itself() {
    let mut config = mock::config("never uciok");
    config.timeouts.handshake = Duration::from_millis(400);
    let began = Instant::now();
    let error = Engine::start(config).unwrap_err();
    assert!(matches!(error, EngineError::Handshake { .. }), "{error}");
    assert!(error.to_string().contains("this is xboard only"), "{error}");
    assert!(began.elapsed() < Duration::from_secs(3));
}

#[test]
fn is_never_ready() {
    let mut config = mock::config("never ready");
    config.timeouts.ready = Duration::from_millis(100);
    let error = Engine::start(config).unwrap_err();
    assert_eq!(error.to_string(), "no readyok within 0.1 s");
}

#[test]
fn stalls_and_is_killed() {
    let mut engine = Engine::start(mock::config("stall")).unwrap();
    let patience = Some(Duration::from_millis(100));
    let began = Instant::now();
    let error = engine.go(&Game::new(), &Go::default(), patience, &Signal::new(), |_| {});
    let Err(EngineError::Timeout { waiting_for: "bestmove", after }) = error else {
        panic!("{error:?}")
    };
    // Patience, then the grace of stop.
    assert!(after >= Duration::from_millis(400), "{after:?}");
    assert!(began.elapsed() < Duration::from_secs(3));
    assert!(matches!(engine.ready(), Err(EngineError::Died { .. })));
    engine.restart().unwrap();
}

#[test]
fn does_not_read_what_it_is_sent() {
    let mut engine = Engine::start({
        let mut config = mock::config("never reads again");
        config.timeouts.ready = Duration::from_secs(5);
        config
    })
    .unwrap();
    // More than any pipe holds.
    let text = "x".repeat(1 << 20);
    engine.set_option("Text", Some(&text)).unwrap();
    let patience = Some(Duration::from_millis(50));
    let error = engine.go(&Game::new(), &Go::default(), patience, &Signal::new(), |_| {});
    assert!(matches!(error, Err(EngineError::Timeout { .. })), "{error:?}");
}

#[test]
fn plays_what_is_not_legal() {
    for (behaviour, move_text) in
        [("illegal move", "e2e5"), ("no move", "(none)"), ("nonsense", "Nf3")]
    {
        let mut engine = Engine::start(mock::config(behaviour)).unwrap();
        let error = think(&mut engine, &game(None, "e2e4 e7e5")).unwrap_err();
        let EngineError::IllegalMove { text, position } = error else { panic!("{error}") };
        assert_eq!(text, move_text);
        assert_eq!(position.fullmoves(), 2);
        engine.ready().unwrap();
    }
}

#[test]
fn noise_is_overlooked() {
    for behaviour in ["garbage", "chatters"] {
        let mut engine = Engine::start(mock::config(behaviour)).unwrap();
        assert_eq!(engine.name(), "Mock 1.0");
        think(&mut engine, &Game::new()).unwrap();
    }
}

#[test]
fn lines_of_megabytes() {
    for behaviour in ["long line", "endless line"] {
        let mut engine = Engine::start(mock::config(behaviour)).unwrap();
        let error = think(&mut engine, &Game::new()).unwrap_err();
        assert!(matches!(error, EngineError::BadOutput { .. }), "{error}");
        assert!(error.to_string().contains("line without end"), "{error}");
    }
}

#[test]
fn the_last_word_needs_no_line_break() {
    let mut engine = Engine::start(mock::config("unfinished")).unwrap();
    think(&mut engine, &Game::new()).unwrap();
    assert!(matches!(engine.ready(), Err(EngineError::Died { .. })));
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_is_left_behind() {
    for behaviour in ["good", "ignores quit", "crash in thought", "endless line", "stall"] {
        let mut engine = Engine::start(mock::config(behaviour)).unwrap();
        let process = engine.process_id();
        assert!(crate::exists(process));
        crate::wait_until(|| crate::threads_serving(process).len() == 2);
        let patience = Some(Duration::from_millis(20));
        let _ = engine.go(&Game::new(), &Go::default(), patience, &Signal::new(), |_| {});
        let began = Instant::now();
        drop(engine);
        assert!(began.elapsed() < Duration::from_secs(2), "{behaviour}");
        crate::assert_gone(process);
    }
}

/// A script that closes its output and leaves a child of its own behind.
#[cfg(target_os = "linux")]
#[test]
fn closed_pipes_and_the_children_of_a_script() {
    let script = "read uci; echo uciok; read isready; echo readyok; read more
                  sleep 600 & echo info string $!; exec >&- ; wait";
    let config = EngineConfig::new("sh").argument("-c").argument(script);
    let mut engine = Engine::start(config).unwrap();
    let mut child = None;
    let patience = Some(Duration::from_millis(500));
    let error = engine.go(&Game::new(), &Go::default(), patience, &Signal::new(), |info| {
        child = info.string.as_ref().and_then(|text| text.parse::<u32>().ok());
    });
    // The child holds the pipe, so there is no end to see until it is killed.
    assert!(matches!(error, Err(EngineError::Timeout { .. })), "{error:?}");
    crate::assert_gone(engine.process_id());
    wait_for_end(child.unwrap());
}

/// A process that is not ours to reap must have ended.
#[cfg(target_os = "linux")]
fn wait_for_end(process: u32) {
    crate::wait_until(|| {
        let status = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        status.is_empty() || status.contains(") Z ")
    });
}

/// A script that dies while a child of its own, with other pipes, lives on.
#[cfg(target_os = "linux")]
#[test]
fn the_children_of_a_dead_script() {
    let script = "read uci; echo uciok; read isready; echo readyok; read more
                  sleep 600 <&- >&- 2>&- & echo info string $!; exit 3";
    let config = EngineConfig::new("sh").argument("-c").argument(script);
    let mut engine = Engine::start(config).unwrap();
    let mut child = None;
    let error = engine.go(&Game::new(), &Go::default(), None, &Signal::new(), |info| {
        child = info.string.as_ref().and_then(|text| text.parse::<u32>().ok());
    });
    assert!(matches!(error, Err(EngineError::Died { .. })), "{error:?}");
    wait_for_end(child.unwrap());
}

#[cfg(unix)]
#[test]
fn closes_its_output_but_lives_on() {
    let script = "read uci; echo uciok; read isready; echo readyok; read more
                  exec >&- 2>&- sleep 600";
    let config = EngineConfig::new("sh").argument("-c").argument(script);
    let mut engine = Engine::start(config).unwrap();
    let error = think(&mut engine, &Game::new()).unwrap_err();
    assert!(matches!(error, EngineError::Died { status: None, .. }), "{error}");
    assert_eq!(error.to_string(), "the engine closed its pipes");
}
