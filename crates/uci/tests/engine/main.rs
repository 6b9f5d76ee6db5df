//! The driver, with engines of good and bad manners.

#![allow(clippy::unwrap_used, unreachable_pub)]

mod good;
mod mock;
mod real;
mod unruly;

use std::time::Duration;

use chess::Game;
use thinking::Signal;
use uci::{Engine, EngineError, Go, Thought};

/// The game after these moves.
fn game(fen: Option<&str>, moves: &str) -> Game {
    let start = fen.map_or("startpos".to_owned(), |fen| format!("fen {fen}"));
    match format!("position {start} moves {moves}").parse().unwrap() {
        uci::Command::Position(text) => text.to_game().unwrap(),
        other => panic!("{other:?}"),
    }
}

/// Thinks about a game with a limit that the mock ignores; returns what it
/// heard besides.
fn think(engine: &mut Engine, game: &Game) -> Result<(Thought, Vec<String>), EngineError> {
    let limits = Go { depth: Some(3), ..Go::default() };
    let mut heard = Vec::new();
    let patience = Some(Duration::from_secs(10));
    let thought = engine.go(game, &limits, patience, &Signal::new(), |info| {
        heard.extend(info.string.clone());
    })?;
    Ok((thought, heard))
}

/// Whether a process exists, be it as a zombie.
#[cfg(target_os = "linux")]
fn exists(process: u32) -> bool {
    std::path::Path::new(&format!("/proc/{process}")).exists()
}

/// The threads that serve a process.
#[cfg(target_os = "linux")]
fn threads_serving(process: u32) -> Vec<String> {
    let tasks = std::fs::read_dir("/proc/self/task").unwrap();
    let name = |task: std::io::Result<std::fs::DirEntry>| {
        std::fs::read_to_string(task.ok()?.path().join("comm")).ok()
    };
    let serves = |name: &String| name.trim().ends_with(&format!(" {process}"));
    tasks.filter_map(name).filter(serves).collect()
}

/// Fails unless the process is reaped and its threads end.
#[cfg(target_os = "linux")]
#[track_caller]
fn assert_gone(process: u32) {
    assert!(!exists(process), "process {process} is still there");
    wait_until(|| threads_serving(process).is_empty());
}

/// Fails if something does not come true within seconds.
#[cfg(target_os = "linux")]
#[track_caller]
fn wait_until(condition: impl Fn() -> bool) {
    let came_true = (0..500).any(|_| {
        std::thread::sleep(Duration::from_millis(10));
        condition()
    });
    assert!(came_true);
}
