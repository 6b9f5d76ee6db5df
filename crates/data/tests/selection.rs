//! Which games are kept.

#![allow(clippy::unwrap_used)]

mod random_games;

use std::fs;
use std::sync::atomic::AtomicBool;

use data::{
    Audience, GameFiles, GameOutput, GameSelection, Reader, ScoredGame, StartKind, WhitePoints,
};
use random_games::random_game;
use tempfile::TempDir;
use thinking::SplitMix64;

fn some_games(seed: u64, count: usize) -> Vec<ScoredGame> {
    let mut random = SplitMix64::new(seed, 0);
    std::iter::repeat_with(|| random_game(&mut random))
        .filter(|game| !game.moves.is_empty())
        .take(count)
        .collect()
}

#[test]
fn selections_keep_what_they_say() {
    let games = some_games(8, 600);
    let all = GameSelection::default();
    assert!(games.iter().all(|game| all.keeps(game)));
    let kept = |selection: &GameSelection| -> Vec<&ScoredGame> {
        let kept: Vec<_> = games.iter().filter(|game| selection.keeps(game)).collect();
        assert!(!kept.is_empty() && kept.len() < games.len(), "{selection:?}");
        kept
    };
    let wins = GameSelection { results: vec![WhitePoints::One], ..all.clone() };
    assert!(kept(&wins).iter().all(|game| game.result == WhitePoints::One));
    let lengths = GameSelection { least_plies: 20, most_plies: 60, ..all.clone() };
    assert!(kept(&lengths).iter().all(|game| (20..=60).contains(&game.moves.len())));
    let scores = GameSelection { least_final_score: -500, most_final_score: 9_000, ..all.clone() };
    let last = |game: &ScoredGame| game.moves[game.moves.len() - 1].score;
    assert!(kept(&scores).iter().all(|game| (-500..=9_000).contains(&last(game))));
    let of_start = |kind| GameSelection { start: Some(kind), ..all.clone() };
    let chess960 = kept(&of_start(StartKind::Chess960));
    assert!(chess960.iter().all(|game| game.start.is_chess960()));
    assert_eq!(kept(&of_start(StartKind::Ordinary)).len() + chess960.len(), games.len());
    assert!(kept(&of_start(StartKind::Initial)).iter().all(|game| game.start.fullmoves() == 1));

    let sample = |seed| GameSelection { sample: 0.25, seed, ..all.clone() };
    let one = kept(&sample(1));
    assert!((100..200).contains(&one.len()), "{}", one.len());
    assert_eq!(kept(&sample(1)), one);
    assert_ne!(kept(&sample(2)), one);
    let none = GameSelection { sample: 0.0, ..all };
    assert!(!games.iter().any(|game| none.keeps(game)));
}

#[test]
fn selected_games_up_to_a_limit() {
    let folder = TempDir::new().unwrap();
    let inputs = [folder.path().join("a")];
    let output = folder.path().join("b");
    let games = some_games(9, 50);
    let bytes: Vec<u8> = games.iter().flat_map(ScoredGame::to_bytes).collect();
    fs::write(&inputs[0], bytes).unwrap();
    let draws = GameSelection { results: vec![WhitePoints::Half], ..GameSelection::default() };
    let expected: Vec<ScoredGame> =
        games.into_iter().filter(|game| game.result == WhitePoints::Half).collect();
    for limit in [0, 3, 1_000] {
        let mut selected = GameOutput::create(&output, true).unwrap();
        let mut files = GameFiles::open(&inputs, false).unwrap();
        let mut audience = Audience { stop: &AtomicBool::new(false), report: &mut |_| {} };
        files.select(&draws, limit, &mut selected, &mut audience).unwrap();
        selected.finish().unwrap();
        let found: Vec<ScoredGame> =
            Reader::new(fs::File::open(&output).unwrap()).map(Result::unwrap).collect();
        assert_eq!(found, expected[..expected.len().min(limit as usize)]);
    }
}
