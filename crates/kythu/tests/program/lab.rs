//! `kythu lab` as people run it, and as it is interrupted and killed.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::kythu::{kythu, program};

/// A run that is long enough to be interrupted.
fn arguments(folder: &str) -> [&str; 10] {
    let only = "minimax?depth=3";
    ["lab", "scenarios", "--only", only, "--games", "40", "--concurrency", "2", "--output", folder]
}

/// The pieces of work in a notebook, in the order in which they came.
fn pieces(notebook: &Path) -> Vec<String> {
    let text = fs::read_to_string(notebook).unwrap_or_default();
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let lines = whole.lines().skip(1);
    lines
        .map(|line| {
            let value: Value = serde_json::from_str(line).expect("a line of JSON");
            value["piece"].as_str().expect("a name").to_owned()
        })
        .collect()
}

/// Starts the run and ends it by `signal` when so many results are there. Gives its
/// exit status.
fn interrupted(folder: &str, notebook: &Path, wanted: usize, signal: &str) -> Option<i32> {
    let mut child = Command::new(program())
        .args(arguments(folder))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let patience = Instant::now() + Duration::from_secs(120);
    let lines = || fs::read_to_string(notebook).map_or(0, |text| text.lines().count());
    while lines() < wanted && child.try_wait().expect("a child").is_none() {
        assert!(Instant::now() < patience, "no progress");
        thread::sleep(Duration::from_millis(1));
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").args([signal, &id]).status().expect("kill").success());
    child.wait().expect("it ends").code()
}

#[test]
fn interrupted_and_killed_it_goes_on_where_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = folder.path().display().to_string();
    let notebook = folder.path().join("scenarios.jsonl");
    assert_eq!(interrupted(&text, &notebook, 8, "-INT"), Some(130), "interrupted by Ctrl-C");
    let first = pieces(&notebook);
    assert!((7..200).contains(&first.len()), "{}", first.len());
    assert!(folder.path().join("scenarios.md").exists(), "what was found so far is written");
    assert_eq!(interrupted(&text, &notebook, first.len() + 8, "-KILL"), None);
    let second = pieces(&notebook);
    assert!(second.len() > first.len() && second.starts_with(&first));

    let run = kythu(&arguments(&text), "");
    assert_eq!(run.code, 0, "{}", run.err);
    let all = pieces(&notebook);
    assert!(all.starts_with(&second));
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len(), "nothing is done twice");
    assert!(run.out.contains("| minimax?depth=3 | random | White | 40 |"), "{}", run.out);
    for file in ["scenarios.md", "scenarios.csv", "scenarios.json"] {
        assert!(folder.path().join(file).exists(), "{file}");
    }
    // Another seed is another experiment.
    let mut other = arguments(&text).to_vec();
    other.extend(["--seed", "9"]);
    let run = kythu(&other, "");
    assert_eq!(run.code, 1);
    assert!(run.err.contains("seed: 1 then, 9 now"), "{}", run.err);
}

#[test]
fn bad_requests_are_answered() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = folder.path().display().to_string();
    for (args, word) in [
        (vec!["agents", "8/8/8/8 w - - 0 1"], "rank"),
        (vec!["agents", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"], "no legal move"),
        (vec!["suite", "/nowhere/at/all.epd"], "/nowhere/at/all.epd"),
        (vec!["sees", "--player", "nobody", "--depths", "1"], "no agent is called 'nobody'"),
        (vec!["depth", "--limit", "0"], "seconds"),
        (vec!["ablation", "--only", "nulmove"], "no technique is called 'nulmove'"),
        (vec!["calibrate", "--anchor", "/nowhere/at/all", "--skills", "0,100"], "/nowhere/at/all"),
        (vec!["humanity", "--judge", "/nowhere/at/all", "--levels", "1200"], "/nowhere/at/all"),
        (vec!["scenarios", "--concurrency", "0"], "concurrency"),
    ] {
        let mut all = vec!["lab"];
        all.extend(&args);
        all.extend(["--output", &text]);
        let run = kythu(&all, "");
        assert!(run.code != 0 && run.err.contains(word), "{args:?}: {}", run.err);
        assert!(!run.err.contains("panicked"), "{}", run.err);
    }
}
