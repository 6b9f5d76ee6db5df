//! New scores for old games.

#![allow(clippy::unwrap_used)]

mod random_games;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use data::{
    Audience, GameFiles, GameOutput, MATE_SCORE, Relabel, RelabelSearch, Relabelled, Relabeller,
    ScoredGame, ToolError, ToolProgress,
};
use eval::{Evaluator, EvaluatorSpec, TermSet};
use random_games::random_game;
use tempfile::TempDir;
use thinking::SplitMix64;

/// A file of random games and a folder for what comes of it.
fn games(count: usize) -> (TempDir, [PathBuf; 1], Vec<ScoredGame>) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("games.vf");
    let mut random = SplitMix64::new(1, 0);
    let mut output = GameOutput::create(&path, false).unwrap();
    let games: Vec<ScoredGame> = (0..count).map(|_| random_game(&mut random)).collect();
    games.iter().for_each(|game| output.write(game).unwrap());
    output.finish().unwrap();
    (folder, [path], games)
}

fn read(path: &Path) -> Vec<ScoredGame> {
    let paths = [path.to_owned()];
    let mut games = GameFiles::open(&paths, false).unwrap();
    std::iter::from_fn(|| games.next_game().unwrap()).collect()
}

fn relabel(inputs: &[PathBuf], search: RelabelSearch, threads: usize) -> Relabel<'_> {
    let evaluator = EvaluatorSpec::default();
    let evaluator_name = evaluator.to_string();
    Relabel { inputs, salvage: false, evaluator, evaluator_name, search, hash: 1, threads }
}

fn run(relabel: &Relabel<'_>, output: &Path) -> Result<Relabelled, ToolError> {
    let stop = AtomicBool::new(false);
    relabel.run(output, false, &mut Audience { stop: &stop, report: &mut |_| {} })
}

/// Stops as soon as `games` games of the second pass have been read.
fn interrupt(relabel: &Relabel<'_>, output: &Path, games: u64) {
    let stop = AtomicBool::new(false);
    let draft = draft_of(output);
    let mut report = |progress: &ToolProgress| {
        let is_written = || fs::metadata(&draft).is_ok_and(|draft| draft.len() > 0);
        if progress.pass == 1 && progress.games >= games && is_written() {
            stop.store(true, Relaxed);
        }
    };
    let mut audience = Audience { stop: &stop, report: &mut report };
    let error = relabel.run(output, false, &mut audience).unwrap_err();
    assert!(matches!(error, ToolError::Interrupted), "{error}");
    assert!(!output.exists());
}

fn draft_of(output: &Path) -> PathBuf {
    format!("{}.relabel", output.display()).into()
}

#[test]
fn static_scores_are_those_of_the_evaluator() {
    let (folder, inputs, old) = games(12);
    let output = folder.path().join("new.vf");
    let done = run(&relabel(&inputs, RelabelSearch::Static, 2), &output).unwrap();
    let new = read(&output);
    assert_eq!((done.games, done.before, new.len()), (12, 0, 12));
    let evaluator = EvaluatorSpec::default().build();
    for (old, new) in old.iter().zip(&new) {
        assert_eq!((old.id(), old.result), (new.id(), new.result));
        for (position, best) in new.positions() {
            let value = evaluator.judge(&[position])[0].value;
            let white = if position.turn().is_white() { value } else { -value };
            assert_eq!(i32::from(best.score), white, "{}", position.fen());
        }
    }
}

#[test]
fn searched_scores_see_more() {
    let (folder, inputs, _) = games(3);
    let mates = |search| {
        let output = folder.path().join(format!("{search}"));
        run(&relabel(&inputs, search, 1), &output).unwrap();
        let is_mate = |score: i16| score.abs() == MATE_SCORE;
        let moves = read(&output).into_iter().flat_map(|game| game.moves);
        moves.filter(|scored| is_mate(scored.score)).count()
    };
    // Random play gives mates away.
    let [no, few, more] =
        [RelabelSearch::Static, RelabelSearch::Depth(1), RelabelSearch::Nodes(2_000)].map(mates);
    assert!(no == 0 && more > few, "{no} {few} {more}");
}

#[test]
fn threads_packing_and_interruptions_change_nothing() {
    let (folder, inputs, _) = games(40);
    let output = |name: &str| folder.path().join(name);
    let search = RelabelSearch::Nodes(100);
    run(&relabel(&inputs, search, 1), &output("one")).unwrap();
    let whole = fs::read(output("one")).unwrap();
    run(&relabel(&inputs, search, 4), &output("four.zst")).unwrap();
    let packed = fs::read(output("four.zst")).unwrap();
    assert_eq!(zstd::decode_all(&packed[..]).unwrap(), whole);

    let cut = output("cut.vf");
    // With one thread 16 games are ahead of those that are written.
    interrupt(&relabel(&inputs, search, 1), &cut, 18);
    let draft = fs::read(draft_of(&cut)).unwrap();
    assert!(whole.starts_with(&draft) && !draft.is_empty() && draft.len() < whole.len());
    // As after a kill in the middle of a game.
    fs::write(draft_of(&cut), &draft[..draft.len() - 3]).unwrap();
    interrupt(&relabel(&inputs, search, 1), &cut, 30);
    let done = run(&relabel(&inputs, search, 3), &cut).unwrap();
    assert!(done.before > 0 && done.games == 40, "{done:?}");
    assert_eq!(fs::read(&cut).unwrap(), whole);
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap()).collect();
    assert_eq!(left.len(), 4, "{left:?}");
}

#[test]
fn unfinished_work_of_another_kind_is_left_alone() {
    let (folder, inputs, old) = games(40);
    let output = folder.path().join("out");
    let search = RelabelSearch::Nodes(60);
    interrupt(&relabel(&inputs, search, 1), &output, 18);
    let draft = fs::read(draft_of(&output)).unwrap();
    let refused = |relabel: &Relabel<'_>, message: &str| {
        let error = run(relabel, &output).unwrap_err().to_string();
        assert!(error.contains(message), "{message:?} in {error}");
        assert!(fs::read(draft_of(&output)).unwrap() == draft && !output.exists());
    };
    refused(&relabel(&inputs, RelabelSearch::Depth(3), 1), "the search 60 nodes, not depth 3");
    let pesto = EvaluatorSpec::Pesto;
    let other =
        Relabel { evaluator_name: "pesto".into(), evaluator: pesto, ..relabel(&inputs, search, 1) };
    refused(&other, "not pesto");
    // The same name, and other scores.
    let few_terms = EvaluatorSpec::Classic(TermSet::MATERIAL);
    let changed = Relabel { evaluator: few_terms, ..relabel(&inputs, search, 1) };
    refused(&changed, "the engine has changed since");
    // The same plan, and other games.
    let others = [folder.path().join("others")];
    let bytes: Vec<u8> = old.iter().rev().flat_map(ScoredGame::to_bytes).collect();
    fs::write(&others[0], bytes).unwrap();
    refused(&relabel(&others, search, 1), "game 1 is not that of the input");
    fs::write(&output, "mine").unwrap();
    assert!(matches!(run(&relabel(&inputs, search, 1), &output), Err(ToolError::Exists { .. })));
    assert_eq!(fs::read(&output).unwrap(), b"mine");
}

#[test]
fn nothing_is_left_of_work_that_did_not_begin() {
    let (folder, inputs, _) = games(2);
    let output = folder.path().join("out");
    let stop = AtomicBool::new(true);
    let mut audience = Audience { stop: &stop, report: &mut |_| {} };
    let relabel = relabel(&inputs, RelabelSearch::Static, 1);
    assert!(matches!(relabel.run(&output, false, &mut audience), Err(ToolError::Interrupted)));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// Files may hold games that the rules had ended: a reader only asks for legal moves.
#[test]
fn games_that_went_on_after_their_end() {
    let start = "7k/8/8/8/8/8/8/KB6 w - - 0 1".parse::<chess::Position>().unwrap();
    let mut game = ScoredGame { start, result: data::WhitePoints::Half, moves: Vec::new() };
    let mut position = start;
    for text in ["b1e4", "h8g8", "e4b1", "g8h8"].iter().cycle().take(40) {
        let mv = position.parse_uci(text).unwrap();
        game.moves.push(data::ScoredMove { mv, score: 7 });
        position.play(mv);
    }
    for search in [RelabelSearch::Static, RelabelSearch::Depth(2), RelabelSearch::Nodes(1)] {
        let mut relabeller = Relabeller::new(&EvaluatorSpec::default(), search, 1).unwrap();
        let new = relabeller.relabel(&game, &AtomicBool::new(false)).unwrap();
        assert_eq!(new.moves.len(), 40);
        assert!(new.moves.iter().all(|scored| scored.score.abs() < 500), "{search}");
    }
}
