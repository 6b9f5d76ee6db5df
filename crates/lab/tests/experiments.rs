//! A tiny run of every experiment.

use std::fs;
use std::path::Path;
use std::time::Duration;

use lab::{
    AblationOptions, ComparisonOptions, DepthOptions, Interruption, Lab, LabError, Nobody, Outcome,
    RatingsOptions, ScenarioOptions, SeesOptions, SuiteOptions, ThreadsOptions,
};
use search::Technique;

fn specs(specs: &[&str]) -> Vec<String> {
    specs.iter().map(|&spec| spec.to_owned()).collect()
}

fn lab(folder: &Path) -> Lab<'static> {
    Lab {
        folder: folder.to_owned(),
        concurrency: 2,
        seed: 5,
        interruption: Interruption::new(),
        audience: &Nobody,
    }
}

/// Runs an experiment to its end, then once more: nothing may be done again, and
/// the findings are the same. Then it is written, and the Markdown given back.
#[track_caller]
fn complete(run: impl Fn(&Lab<'_>) -> Result<Outcome, LabError>) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let stopped = lab(folder.path());
    stopped.interruption.stop();
    let interrupted = run(&stopped).expect("an interruption is no error");
    assert!(!interrupted.is_complete);
    let outcome = run(&lab(folder.path())).expect("it works");
    assert!(outcome.is_complete);
    let name = &outcome.findings.name;
    let notebook = folder.path().join(format!("{name}.jsonl"));
    let lines = fs::read_to_string(&notebook).expect("a notebook");
    let again = run(&lab(folder.path())).expect("it works again");
    assert!(again.is_complete);
    assert_eq!(fs::read_to_string(&notebook).expect("a notebook"), lines, "nothing is done twice");
    let text = outcome.findings.markdown();
    assert_eq!(again.findings.markdown(), text);
    let files = outcome.findings.write(folder.path()).expect("files");
    for ending in ["md", "csv", "json", "svg"] {
        let has = files.iter().any(|file| file.extension().is_some_and(|found| found == ending));
        assert!(has, "{name} has no .{ending}");
    }
    text
}

#[test]
fn depth_stands_beside_the_origin() {
    let options = DepthOptions {
        players: specs(&["origin?system=pychess", "minimax"]),
        depths: vec![1, 2],
        games: 1,
        moves: 3,
        limit: Duration::from_secs(60),
        easy_games: 1,
    };
    let text = complete(|lab| options.run(lab));
    for figure in ["0.818", "15.66", "31.1", "1–2"] {
        assert!(text.contains(figure), "{figure}: {text}");
    }
}

#[test]
fn scenarios_stand_beside_the_origin() {
    let options = ScenarioOptions { games: 1, only: specs(&["origin?system=tapered"]) };
    let text = complete(|lab| options.run(lab));
    assert!(text.contains("99–1–0") && text.contains("98–2–0"), "{text}");
    let folder = tempfile::tempdir().expect("a folder");
    let nobody = ScenarioOptions { games: 1, only: specs(&["nobody"]) };
    let error = nobody.run(&lab(folder.path())).expect_err("nobody plays");
    assert!(error.to_string().contains("nobody"), "{error}");
}

#[test]
fn depth_one_sees_mates_and_less_than_depth_three() {
    let options = SeesOptions {
        players: specs(&["minimax"]),
        depths: vec![1, 3],
        others: specs(&["random"]),
        limit: Duration::from_secs(60),
    };
    let text = complete(|lab| options.run(lab));
    let solved = |row: &str| -> u32 {
        let line =
            text.lines().find(|line| line.starts_with(&format!("| {row} |"))).expect("a row");
        let all = line.split('|').nth_back(1).expect("a column").trim();
        all.split('/').next().and_then(|solved| solved.parse().ok()).expect("a number")
    };
    assert!(solved("minimax?depth=1") < solved("minimax?depth=3"), "{text}");
    assert!(solved("random") < solved("minimax?depth=1"), "{text}");
}

#[test]
fn ratings_tell_strong_from_weak() {
    let options = RatingsOptions {
        players: specs(&["random", "minimax?depth=1", "minimax?depth=2"]),
        games: 2,
        near_games: 2,
        tc: "none".parse().expect("a time control"),
        ..RatingsOptions::default()
    };
    let text = complete(|lab| options.run(lab));
    let place = |name: &str| text.find(&format!("| {name} |")).expect("a row");
    assert!(place("minimax?depth=2") < place("random"), "{text}");
    let folder = tempfile::tempdir().expect("a folder");
    let outcome = options.run(&lab(folder.path())).expect("it works");
    let csv = RatingsOptions::csv(&outcome.findings).expect("ratings");
    assert!(csv.starts_with("player,rating,error,games\n") && csv.lines().count() == 4, "{csv}");
    let missing = RatingsOptions { anchor: Some("/nowhere/at/all".to_owned()), ..options };
    assert!(missing.run(&lab(&folder.path().join("x"))).is_err(), "an anchor that is not there");
}

#[test]
fn techniques_save_nodes() {
    let options = AblationOptions {
        depth: 4,
        alone_depth: 2,
        only: vec![Technique::TranspositionTable, Technique::LateMoveReduction],
        positions: 3,
        suite: None,
        limit: Duration::from_secs(60),
    };
    let text = complete(|lab| options.run(lab));
    assert!(text.contains("without lmr") && text.contains("plain minimax"), "{text}");
    assert!(text.contains("alpha-beta and tt"), "{text}");
    // What does not reach its depth in time is said to be broken off.
    let hopeless = AblationOptions { alone_depth: 40, limit: Duration::from_millis(60), ..options };
    let text = complete(|lab| hopeless.run(lab));
    let row = text.lines().find(|line| line.starts_with("| plain minimax |")).expect("a row");
    assert!(row.ends_with("| 3 |"), "{row}");
}

#[test]
fn threads_are_compared_by_every_way() {
    let options = ThreadsOptions {
        threads: vec![1, 2],
        time: Duration::from_millis(20),
        depth: 4,
        limit: Duration::from_secs(60),
        hash: 1,
        positions: 2,
        games: 2,
        tc: "nodes=500".parse().expect("a time control"),
    };
    let text = complete(|lab| options.run(lab));
    for row in ["| Lazy SMP | 1 |", "| Lazy SMP | 2 |", "| root splitting | 2 |", "| MCTS | 2 |"] {
        assert!(text.contains(row), "{row}: {text}");
    }
    assert!(!text.contains("| root splitting | 1 |"), "the same as Lazy SMP: {text}");
}

#[test]
fn everybody_has_an_opinion() {
    let fen = "6k1/5ppp/8/8/8/8/r4PPP/3R2K1 w - - 0 1";
    let options = ComparisonOptions {
        position: chess::Position::from_fen(fen).expect("a position"),
        players: specs(&["random", "minimax?depth=2", "origin?system=negamax"]),
        time: Duration::from_millis(50),
    };
    let text = complete(|lab| options.run(lab));
    assert!(text.matches("Rd8#").count() >= 4, "two players and their lines: {text}");
}

#[test]
fn suites_are_solved_and_mistakes_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("x.epd");
    let text = "6k1/5ppp/8/8/8/8/r4PPP/3R2K1 w - - bm Rd8#; id \"mate\";\n\
                6k1/5ppp/8/8/8/8/r4PPP/3R2K1 w - - am Rd8#; id \"not that\";\n";
    fs::write(&file, text).expect("a file");
    let options = SuiteOptions {
        file: file.clone(),
        players: specs(&["minimax?depth=2"]),
        time: Duration::from_millis(200),
        most: 10,
    };
    let text = complete(|lab| options.run(lab));
    assert!(text.contains("| minimax?depth=2 | 2 | 1 | 50.0 |"), "{text}");
    fs::write(&file, "6k1/5ppp/8/8/8/8/r4PPP/3R2K1 w - - id \"x\";\n").expect("a file");
    let error = options.run(&lab(folder.path())).expect_err("nothing to solve");
    assert!(error.to_string().contains("no position has bm or am"), "{error}");
}
