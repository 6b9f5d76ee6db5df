//! A run is a frozen plan: its games are numbers, whoever plays them.

use std::fs;
use std::sync::atomic::AtomicBool;

use arena::{GameRecord, OpeningSource, Player, Run, SavedTournament, Tournament, TournamentPlan};
use serde_json::Value;

use crate::mock;
use crate::setting::{Folder, plan, play};

fn without_times(record: &GameRecord) -> GameRecord {
    let mut record = record.clone();
    (record.began, record.lasted) = (0, 0);
    record.thoughts.iter_mut().for_each(|thought| thought.us = 0);
    record
}

#[test]
fn a_game_is_a_function_of_the_run_and_its_number() {
    let folder = Folder::new("function");
    let plan = plan(&["random?seed=1", "minimax?depth=1", "random?seed=2"], 12);
    let run = Run::new(plan.clone()).unwrap();
    let (tournament, records) = play(plan.clone(), &folder);
    assert_eq!(tournament.run().id(), run.id());
    for record in &records {
        let fixture = plan.fixture(record.id);
        assert_eq!((fixture.white, fixture.black), (record.white, record.black));
        assert_eq!(run.fixture(record.id), fixture);
        let opening = run.opening(record.id).unwrap();
        assert_eq!((opening.start.fen(), opening.moves.len()), (record.fen.clone(), record.book));
    }
    for number in [11, 0, 5] {
        let alone = run.play(number, &AtomicBool::new(false)).unwrap().unwrap();
        let record = records.iter().find(|record| record.id == number).unwrap();
        assert_eq!(without_times(&alone), without_times(record));
    }
    assert_eq!(run.play(3, &AtomicBool::new(true)).unwrap(), None);
}

/// The lines of a state file without what differs from run to run.
fn lines(path: &std::path::Path) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap();
    let clean = |line: &str| {
        let mut value: Value = serde_json::from_str(line).unwrap();
        for field in ["began", "lasted"] {
            value.as_object_mut().unwrap().remove(field);
        }
        if let Some(session) = value.get_mut("session") {
            session.as_object_mut().unwrap().remove("began");
        }
        for thought in value.get_mut("thoughts").and_then(Value::as_array_mut).into_iter().flatten()
        {
            thought.as_object_mut().unwrap().remove("us");
        }
        value
    };
    text.lines().map(clean).collect()
}

fn play_into(plan: TournamentPlan, path: &std::path::Path) {
    let mut tournament = Tournament::open(plan, path).unwrap();
    tournament.play(&AtomicBool::new(false), &mut |_, _| ()).unwrap();
    assert_eq!(tournament.left(), 0);
}

#[test]
fn merged_parts_are_what_one_machine_writes() {
    let folder = Folder::new("merge");
    let whole = plan(&["random?seed=1", "minimax?depth=1"], 23);
    play_into(whole.clone(), &folder.file("whole"));
    for part in ["1", "2", "3"] {
        let part_plan =
            TournamentPlan { part: Some(format!("{part}/3").parse().unwrap()), ..whole.clone() };
        play_into(part_plan, &folder.file(part));
    }
    let parts = ["3", "1", "2", "1"].map(|part| folder.file(part));
    let merged = SavedTournament::merge(&parts[0], &parts[1..]).unwrap();
    merged.write(&folder.file("merged")).unwrap();
    assert_eq!(lines(&folder.file("merged")), lines(&folder.file("whole")));
    // It can be gone on with.
    let tournament = Tournament::open(whole.clone(), &folder.file("merged")).unwrap();
    assert_eq!(tournament.left(), 0);
    drop(tournament);
    // Nothing is overwritten.
    assert!(merged.write(&folder.file("merged")).is_err());
    // The same number played twice, at other times: which one is right?
    play_into(whole.clone(), &folder.file("again"));
    let error = SavedTournament::merge(&folder.file("whole"), &[folder.file("again")]);
    let error = error.unwrap_err().to_string();
    assert!(error.contains("game 1 is in") && error.contains("differ"), "{error}");
    // Another tournament.
    play_into(TournamentPlan { seed: 9, ..whole }, &folder.file("other"));
    let error = SavedTournament::merge(&folder.file("whole"), &[folder.file("other")]);
    assert!(error.unwrap_err().to_string().contains("seed was 0, now it is 9"));
}

#[test]
fn changed_openings_are_an_error() {
    let folder = Folder::new("openings");
    let file = folder.file("openings.epd");
    let fens = [
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n",
        "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2\n",
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n",
    ];
    fs::write(&file, fens.concat()).unwrap();
    let mut plan = plan(&["random", "random?seed=1"], 4);
    plan.openings.from = OpeningSource::File(file.clone());
    play_into(plan.clone(), &folder.file("state"));
    plan.games = Some(8);
    fs::write(&file, fens[..2].concat()).unwrap();
    let error = Tournament::open(plan.clone(), &folder.file("state")).unwrap_err().to_string();
    assert!(error.contains("openings have changed"), "{error}");
    // Moved, but the same: that is fine.
    let moved = folder.file("moved.epd");
    fs::write(&moved, fens.concat()).unwrap();
    plan.openings.from = OpeningSource::File(moved);
    assert!(Tournament::open(plan, &folder.file("state")).is_ok());
}

#[test]
fn bad_openings_are_found_before_the_first_game() {
    let folder = Folder::new("bad-opening");
    let file = folder.file("openings.epd");
    let good = "4k3/8/8/8/8/8/4P3/4K3 w - -\n";
    fs::write(&file, format!("{}not a position\n", good.repeat(5))).unwrap();
    let mut plan = plan(&["random", "random?seed=1"], 12);
    plan.openings.from = OpeningSource::File(file);
    let error = Tournament::open(plan.clone(), &folder.file("state")).unwrap_err().to_string();
    assert!(error.contains("openings.epd, opening 6: "), "{error}");
    assert!(!folder.file("state").exists());
    // What is never played is not read.
    (plan.games, plan.openings.order) = (Some(10), arena::OpeningOrder::Sequential);
    assert!(Tournament::open(plan, &folder.file("state")).is_ok());
}

#[test]
fn who_cannot_play_chess960_is_found_before_the_first_game() {
    let folder = Folder::new("chess960");
    let mut plan = plan(&["random", &mock::spec("behaves")], 4);
    assert!(Tournament::open(plan.clone(), &folder.file("standard")).is_ok());
    plan.openings.from = OpeningSource::Chess960;
    let error = Tournament::open(plan, &folder.file("state")).unwrap_err().to_string();
    assert!(error.contains("behaves cannot play Chess960"), "{error}");
    assert!(!folder.file("state").exists());
    let able = crate::setting::plan(&["random", "minimax?depth=1"], 2);
    let mut able = able;
    able.openings.from = OpeningSource::Chess960;
    assert!(Tournament::open(able, &folder.file("able")).is_ok());
}

#[test]
fn a_state_remembers_its_sessions_and_number_of_games() {
    let folder = Folder::new("sessions");
    let state = folder.file("state");
    let mut plan = plan(&["random", "random?seed=1"], 2);
    play_into(plan.clone(), &state);
    plan.games = Some(6);
    plan.players[0] = Player { spec: "random".to_owned(), name: None, tc: None };
    play_into(plan.clone(), &state);
    plan.games = None;
    let tournament = Tournament::open(plan, &state).unwrap();
    assert_eq!((tournament.run().plan().total_games(), tournament.left()), (6, 0));
    let saved = SavedTournament::read(&state).unwrap();
    assert_eq!((saved.plan.games, saved.games.len(), saved.sessions.len()), (Some(6), 6, 2));
    assert_eq!(saved.sessions[0].build, arena::build());
    assert_eq!(saved.pgn().unwrap().matches("[Event ").count(), 6);
}
