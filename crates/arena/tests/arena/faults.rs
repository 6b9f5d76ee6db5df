//! A fault is a result with its reason, and the tournament goes on.

use arena::{EndReason, GameRecord, OpeningSource};

use crate::mock;
use crate::setting::{Folder, plan, play};

/// Games of a misbehaving engine at half a second a game.
fn games(behaviour: &str, count: u32) -> Vec<GameRecord> {
    let folder = Folder::new(behaviour);
    let mut plan = plan(&[&mock::spec(behaviour), "random"], count);
    plan.tc = Some("0.5+0.05".parse().unwrap());
    plan.concurrency = 2;
    // They misbehave from the fifth ply on.
    plan.openings.from = OpeningSource::Start;
    plan.adjudication.max_plies = Some(40);
    plan.pgn = Some(folder.file("games.pgn"));
    let (tournament, records) = play(plan, &folder);
    assert_eq!(records.len(), count as usize);
    assert_eq!(tournament.standings().results().games(), u64::from(count));
    let pgn = std::fs::read_to_string(folder.file("games.pgn")).unwrap();
    assert_eq!(pgn.matches("[Event ").count(), count as usize);
    records
}

/// It loses every game for this reason, also after a restart.
#[track_caller]
fn loses(behaviour: &str, reason: EndReason, detail: &str) {
    // Each stall takes the time until the engine is given up.
    let count = if reason == EndReason::Stall { 3 } else { 6 };
    for record in games(behaviour, count) {
        assert_eq!(record.ending.reason, reason, "{record:?}");
        let color = chess::Color::from_white(record.white == 0);
        assert_eq!(record.ending.half_points(color), 0, "{record:?}");
        assert!(record.ending.detail.contains(detail), "{record:?}");
        // The moves before it are kept.
        assert!(record.thoughts.len() >= 4, "{record:?}");
    }
}

#[test]
fn a_crash() {
    loses("crashes", EndReason::Crash, "assertion failed");
}

#[test]
fn a_stall() {
    loses("stalls", EndReason::Stall, "no bestmove within");
}

#[test]
fn an_illegal_move() {
    loses("cheats", EndReason::IllegalMove, "e1e8");
}

#[test]
fn garbage() {
    loses("babbles", EndReason::Garbage, "writes garbage");
}

#[test]
fn a_time_loss() {
    loses("oversleeps", EndReason::TimeLoss, "ms late");
}

#[test]
fn good_behaviour() {
    for record in games("behaves", 6) {
        assert!(!record.ending.reason.is_fault(), "{record:?}");
        assert!(record.thoughts.iter().any(|thought| thought.depth == Some(1)));
    }
}

#[test]
fn a_player_that_cannot_start_is_an_error() {
    let folder = Folder::new("missing");
    let plan = plan(&["uci?cmd=/nowhere/engine", "random"], 2);
    let state = folder.file("state");
    let error = arena::Tournament::open(plan, &state).unwrap_err().to_string();
    assert!(error.contains("/nowhere/engine"), "{error}");
    assert!(!state.exists());
}
