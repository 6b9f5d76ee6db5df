//! `kythu arena` as people run it, and as it is killed.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

fn kythu(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kythu"));
    command.args(arguments).stdin(Stdio::null());
    command
}

fn run(arguments: &[&str]) -> Output {
    kythu(arguments).output().expect("kythu runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Finished games in a state file, by their numbers.
fn finished(state: &Path) -> Vec<u64> {
    let text = fs::read_to_string(state).unwrap_or_default();
    let whole = text.split_inclusive('\n').filter(|line| line.ends_with('\n')).skip(1);
    whole
        .map(|line| {
            let game: serde_json::Value = serde_json::from_str(line).expect("a game in JSON");
            game["id"].as_u64().expect("a number")
        })
        .collect()
}

#[test]
fn a_match_ends_with_its_score() {
    let folder = tempfile::tempdir().expect("a folder");
    let state = folder.path().join("state").display().to_string();
    let arguments = ["arena", "match", "minimax?depth=2", "random?seed=3", "--games", "10"];
    let output = run(&[&arguments[..], &["--concurrency", "2", "--resume", &state]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let stdout = text(&output.stdout);
    let last = stdout.lines().last().expect("a last line");
    assert_eq!(
        last,
        "minimax?depth=2 v random?seed=3: 10 wins 0 draws 0 losses, score 100.0%, \
         Elo +inf ± inf (95%: above +183)"
    );
}

/// The engine against itself with hardly any time: nobody crashes, plays an
/// illegal move or oversteps. Clocks may be exceeded by more than usual here,
/// since tests share the machine with others.
#[test]
fn two_hundred_fast_games_without_a_fault() {
    let folder = tempfile::tempdir().expect("a folder");
    let pgn = folder.path().join("games.pgn").display().to_string();
    let players = ["arena", "match", "engine", "engine?name=twin", "--games", "200"];
    let conditions = ["--tc", "0.2+0.002", "--margin", "1000", "--concurrency", "2"];
    let ends = ["--resign", "900,4", "--draw", "10,6,30", "--pgn", &pgn];
    let output = run(&[&players[..], &conditions, &ends].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let stdout = text(&output.stdout);
    for fault in ["crash", "illegal", "time", "stall", "panic", "garbage"] {
        assert!(!stdout.contains(fault), "{stdout}");
    }
    let games = fs::read_to_string(&pgn).expect("the games");
    assert_eq!(games.matches("[Result ").count(), 200);
}

/// What cannot be written is an error before the first game, and leaves no
/// state behind that could be resumed.
#[test]
fn files_are_tried_first() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let state = path("state");
    for (option, file, expected) in [
        ("--json", path("nowhere/x.json"), "cannot write"),
        ("--report", path("x.txt"), ".html or .md"),
        ("--pgn", path(""), "cannot write"),
    ] {
        let arguments = ["arena", "match", "random", "random", "--resume", &state, option, &file];
        let output = run(&arguments);
        assert!(!output.status.success(), "{option}");
        assert!(text(&output.stderr).contains(expected), "{}", text(&output.stderr));
        assert!(finished(Path::new(&state)).is_empty(), "{option}");
        let _ = fs::remove_file(&state);
    }
    let notes = path("notes");
    fs::write(&notes, "dear diary").expect("a file");
    assert!(!run(&["arena", "resume", &notes]).status.success());
    assert_eq!(fs::read_to_string(&notes).expect("still there"), "dear diary");
}

/// A polite end is like Ctrl-C: the score so far, and how to go on.
#[cfg(unix)]
#[test]
fn terminated_it_says_how_to_go_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let state = folder.path().join("state");
    let name = state.display().to_string();
    let players = ["arena", "match", "minimax?depth=1", "random", "--games", "1000000"];
    let mut command = kythu(&[&players[..], &["--resume", &name]].concat());
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    while finished(&state).is_empty() {
        thread::sleep(Duration::from_millis(10));
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().expect("kill").success());
    let output = child.wait_with_output().expect("it ends");
    assert!(text(&output.stderr).contains("kythu arena resume"), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("minimax?depth=1 v random: "));
}

#[test]
fn mistakes_list_what_exists() {
    for (arguments, expected) in [
        (&["arena", "match", "engin", "random"][..], "random, minimax, origin, engine, uci"),
        (&["arena", "match", "random?sed=1", "random"], "there are seed, name"),
        (&["arena", "match", "random", "random", "--tc", "x"], "5+0.05"),
        (&["arena", "match", "random", "random", "--openings", "/x.epd"], "/x.epd"),
        (&["agents", "nobody"], "random, minimax, origin, engine, uci"),
    ] {
        let output = run(arguments);
        assert!(!output.status.success(), "{arguments:?}");
        let stderr = text(&output.stderr);
        assert!(stderr.contains(expected), "{stderr}");
    }
}

#[test]
fn all_agents_are_listed() {
    let output = text(&run(&["agents"]).stdout);
    for word in ["random:", "minimax:", "origin:", "engine:", "uci:", "nullmove=on | off", "cmd="] {
        assert!(output.contains(word), "{word} is missing in {output}");
    }
}

/// Killed three times without warning, a tournament loses no finished game
/// and plays none twice.
#[test]
fn killed_and_resumed() {
    const GAMES: usize = 240;
    let folder = tempfile::tempdir().expect("a folder");
    let (state, pgn) = (folder.path().join("state"), folder.path().join("games.pgn"));
    let (state_text, pgn_text) = (state.display().to_string(), pgn.display().to_string());
    let games = GAMES.to_string();
    let arguments = [
        "arena",
        "round-robin",
        "random?seed=1",
        "random?seed=2",
        "minimax?depth=1",
        "--games",
        &games,
        "--concurrency",
        "2",
        "--pgn",
        &pgn_text,
        "--resume",
        &state_text,
    ];
    for wanted in [30, 80, 140] {
        let mut child = kythu(&arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("kythu runs");
        let patience = Instant::now() + Duration::from_secs(60);
        let lines = || fs::read_to_string(&state).map_or(0, |text| text.lines().count());
        while lines() < wanted && child.try_wait().expect("a child").is_none() {
            assert!(Instant::now() < patience, "no progress");
            thread::sleep(Duration::from_millis(1));
        }
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        let so_far = finished(&state);
        assert!(so_far.len() < GAMES, "killed too late");
        assert_eq!(so_far.iter().collect::<BTreeSet<_>>().len(), so_far.len());
    }
    let output = run(&arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let ids: BTreeSet<u64> = finished(&state).into_iter().collect();
    assert_eq!(ids, (0..GAMES as u64).collect());
    assert_eq!(finished(&state).len(), GAMES);
    let book = fs::read_to_string(&pgn).expect("games");
    assert_eq!(book.matches("[Event ").count(), GAMES);
    let results = ["1-0\n\n", "0-1\n\n", "1/2-1/2\n\n"];
    assert_eq!(results.map(|result| book.matches(result).count()).iter().sum::<usize>(), GAMES);
    // Once more changes nothing.
    assert!(run(&["arena", "resume", &state_text]).status.success());
    assert_eq!(fs::read_to_string(&pgn).expect("games"), book);
}
