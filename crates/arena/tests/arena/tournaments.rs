//! Tournaments from beginning to end.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

use arena::{End, OpeningFile, OpeningSource, Tournament, TournamentReport};

use crate::setting::{Folder, plan, play};

#[test]
fn the_same_seed_gives_the_same_games() {
    let moves = |concurrency: usize, seed: u64| {
        let folder = Folder::new(&format!("seed-{concurrency}-{seed}"));
        let mut plan = plan(&["random?seed=1", "minimax?depth=1"], 12);
        (plan.concurrency, plan.seed) = (concurrency, seed);
        plan.openings.from = OpeningSource::Chess960;
        let (_, mut records) = play(plan, &folder);
        records.sort_by_key(|record| record.id);
        records.into_iter().map(|record| (record.fen, record.moves)).collect::<Vec<_>>()
    };
    assert_eq!(moves(1, 5), moves(3, 5));
    assert_ne!(moves(1, 5), moves(1, 6));
}

#[test]
fn an_interrupted_tournament_goes_on() {
    let folder = Folder::new("interrupted");
    std::fs::write(folder.file("games.pgn"), "[Event \"earlier\"]\n\n1. e4 *\n\n").unwrap();
    let mut plan = plan(&["random?seed=1", "random?seed=2", "random?seed=3"], 30);
    plan.pgn = Some(folder.file("games.pgn"));
    plan.concurrency = 2;
    let state = folder.file("state");
    let mut ids = BTreeSet::new();
    for stop_after in [7, 9, 100] {
        let mut tournament = Tournament::open(plan.clone(), &state).unwrap();
        assert_eq!(tournament.standings().results().games(), ids.len() as u64);
        let stop = AtomicBool::new(false);
        let mut played = 0;
        let end = tournament
            .play(&stop, &mut |_, record| {
                assert!(ids.insert(record.id), "game {} twice", record.id);
                played += 1;
                stop.store(played >= stop_after, Ordering::Relaxed);
            })
            .unwrap();
        assert_eq!(end == End::Complete, ids.len() == 30);
        drop(tournament);
        // As if the power had gone while a game was written down.
        if ids.len() < 30 {
            append(&state, b"{\"id\":29,\"white\":");
            append(&folder.file("games.pgn"), b"[Event \"half a game");
        }
    }
    assert_eq!(ids.len(), 30);
    // What was in the file before is still there.
    let book = OpeningFile::open(&folder.file("games.pgn")).unwrap();
    assert_eq!(book.len(), 31);
    for index in 0..book.len() {
        book.opening(index).unwrap();
    }
    let error = Tournament::open(crate::setting::plan(&["random", "random"], 30), &state);
    assert!(error.unwrap_err().to_string().contains("another tournament"));
}

fn append(path: &std::path::Path, bytes: &[u8]) {
    use std::io::Write;
    let mut file = std::fs::OpenOptions::new().append(true).open(path).unwrap();
    file.write_all(bytes).unwrap();
}

#[test]
fn a_state_in_use_is_left_alone() {
    let folder = Folder::new("locked");
    let plan = plan(&["random", "random"], 2);
    let first = Tournament::open(plan.clone(), &folder.file("state")).unwrap();
    let second = Tournament::open(plan.clone(), &folder.file("state"));
    assert!(second.unwrap_err().to_string().contains("in use"));
    drop(first);
    assert!(Tournament::open(plan, &folder.file("state")).is_ok());
}

#[test]
fn reports_say_everything() {
    let folder = Folder::new("report");
    let mut plan = plan(&["minimax?depth=2&name=<b>A&", "random", "random?seed=4"], 12);
    plan.players[0].spec = "minimax?depth=2&name=<b>A%26".to_owned();
    let (tournament, _) = play(plan, &folder);
    let report = TournamentReport::new(tournament.standings());
    assert_eq!(report.players[0].name, "<b>A&");
    assert_eq!(
        report.players.iter().map(|player| player.wins + player.draws + player.losses).sum::<u64>(),
        24
    );
    let page = report.html();
    assert!(page.contains("&lt;b&gt;A&amp;") && !page.contains("<b>A"));
    for heading in ["Strength", "Standings", "Who beat whom", "Score by opening", "Time for a move"]
    {
        assert!(page.contains(heading), "{heading}");
    }
    assert_eq!(page.matches("<svg").count(), page.matches("</svg>").count());
    assert!(report.markdown().contains("| random v random?seed=4 |"));
    // Two numbers have two names.
    assert!(page.contains("Rating</th>") && page.contains("Elo difference</th>"));
    assert!(report.markdown().contains("| rating |"));
    let json: serde_json::Value = serde_json::from_str(&report.json()).unwrap();
    assert_eq!(json["games"], 12);
    assert_eq!(json["meetings"].as_array().unwrap().len(), 3);
}

#[test]
fn a_match_has_one_elo() {
    let folder = Folder::new("one-elo");
    let (tournament, _) = play(plan(&["minimax?depth=1", "random"], 4), &folder);
    let report = TournamentReport::new(tournament.standings());
    assert!(!report.html().contains("Rating</th>") && !report.markdown().contains("rating"));
    assert!(!report.html().contains("inf") && !report.markdown().contains("inf"));
    let host = &tournament.standings().sessions()[0].host;
    assert!(report.html().contains(&format!("{host}, build ")));
}

#[test]
fn a_report_before_the_first_game() {
    let folder = Folder::new("no-games");
    let tournament = Tournament::open(plan(&["random", "random"], 2), &folder.file("state"));
    let report = TournamentReport::new(tournament.unwrap().standings());
    for text in [report.html(), report.markdown(), report.json()] {
        assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
    }
}
