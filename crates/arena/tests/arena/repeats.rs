//! Players that repeat themselves prove nothing by it.

use std::sync::atomic::AtomicBool;

use arena::statistics::{Sprt, SprtModel, SprtVerdict};
use arena::{End, OpeningSource, Tournament, TournamentReport};

use crate::setting::{Folder, plan, play};

const TEST: Sprt =
    Sprt { elo0: 0.0, elo1: 100.0, alpha: 0.05, beta: 0.05, model: SprtModel::Logistic };

#[test]
fn two_games_played_ten_times_are_two_games() {
    let folder = Folder::new("repeats");
    let mut plan = plan(&["minimax?depth=2", "minimax?depth=1"], 20);
    plan.openings.from = OpeningSource::Start;
    let (tournament, records) = play(plan, &folder);
    assert_eq!(records.len(), 20);
    let results = tournament.standings().results();
    assert_eq!((results.games(), results.distinct_games()), (20, 2));
    let meeting = results.meeting(0, 1);
    assert_eq!((meeting.games.games(), meeting.evidence.games.games()), (20, 2));
    assert!(meeting.estimate().unwrap().los <= 0.875);
    let report = TournamentReport::new(tournament.standings());
    for text in [report.html(), report.markdown(), report.json()] {
        assert!(text.contains("2 of 20 are distinct"), "{text}");
    }
    let json: serde_json::Value = serde_json::from_str(&report.json()).unwrap();
    assert_eq!((&json["games"], &json["distinct_games"]), (&20.into(), &2.into()));
    let pairs: u64 = report.meetings[0].distinct_pairs.iter().sum();
    assert_eq!((pairs, report.meetings[0].pairs.iter().sum()), (1, 10));
}

#[test]
fn without_openings_games_differ() {
    let folder = Folder::new("varied");
    let (tournament, _) = play(plan(&["minimax?depth=2", "minimax?depth=1"], 40), &folder);
    let results = tournament.standings().results();
    assert_eq!((results.games(), results.distinct_games()), (40, 40));
    assert_eq!(tournament.standings().repeat_note(), None);
}

#[test]
fn sprt_accepts_nothing_on_repeats() {
    let folder = Folder::new("repeating-sprt");
    let mut plan = plan(&["minimax?depth=2", "minimax?depth=1"], 1_000_000);
    plan.openings.from = OpeningSource::Start;
    plan.sprt = Some(TEST);
    let mut tournament = Tournament::open(plan.clone(), &folder.file("state")).unwrap();
    let end = tournament.play(&AtomicBool::new(false), &mut |_, _| ()).unwrap();
    assert_eq!(end, End::Repeating);
    let (_, verdict) = tournament.standings().sprt().unwrap();
    assert_eq!(verdict, SprtVerdict::Continue);
    // The first pair was new, sixteen were not.
    assert_eq!(tournament.standings().results().games(), 34);
    let report = TournamentReport::new(tournament.standings());
    assert!(report.html().contains("inconclusive: games repeat"));
    assert!(report.markdown().contains("inconclusive: games repeat"));
    drop(tournament);
    // Resumed, it knows.
    let mut again = Tournament::open(plan, &folder.file("state")).unwrap();
    let played = |_: &Tournament, _: &arena::GameRecord| panic!("a game was played");
    assert_eq!(again.play(&AtomicBool::new(false), &mut { played }).unwrap(), End::Repeating);
}

#[test]
fn sprt_ends_when_it_is_decided() {
    let folder = Folder::new("sprt");
    let mut plan = plan(&["minimax?depth=2", "random"], u32::MAX);
    plan.sprt = Some(TEST);
    plan.concurrency = 2;
    let mut tournament = Tournament::open(plan, &folder.file("state")).unwrap();
    let end = tournament.play(&AtomicBool::new(false), &mut |_, _| ()).unwrap();
    assert_eq!(end, End::Decided(SprtVerdict::H1));
    let games = tournament.standings().results().games();
    assert!(games < 200, "{games}");
}
