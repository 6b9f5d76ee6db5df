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
    let whole = text.split_inclusive('\n').filter(|line| line.ends_with('\n'));
    whole
        .filter_map(|line| {
            let line: serde_json::Value = serde_json::from_str(line).expect("a line of JSON");
            line["id"].as_u64()
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
         Elo above +183 (95%)"
    );
    assert!(!stdout.contains("Games repeat"), "{stdout}");
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
    assert_eq!(output.status.code(), Some(130));
    // How many games there are to be is remembered, and a report plays none.
    let played = finished(&state).len();
    let report = run(&["arena", "report", &name]);
    assert!(report.status.success(), "{}", text(&report.stderr));
    assert!(text(&report.stdout).contains("minimax?depth=1 v random: "));
    assert_eq!(finished(&state).len(), played);
    let list = text(&run(&["arena", "list", &folder.path().display().to_string()]).stdout);
    let expected = format!("match minimax?depth=1 v random, {played} of 1000000 games");
    assert!(list.contains(&expected), "{list}");
}

/// Interrupted before the first game is over, it says so without numbers.
#[cfg(unix)]
#[test]
fn terminated_before_the_first_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let state = folder.path().join("state");
    let name = state.display().to_string();
    let players = ["arena", "match", "engine", "engine?name=twin", "--movetime", "30"];
    let mut command = kythu(&[&players[..], &["--resume", &name]].concat());
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    // A session is written when playing begins.
    while !fs::read_to_string(&state).is_ok_and(|text| text.contains("\"session\"")) {
        thread::sleep(Duration::from_millis(10));
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().expect("kill").success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let stdout = text(&output.stdout);
    assert!(!stdout.contains("NaN") && stdout.contains("engine v twin: no games"), "{stdout}");
}

/// Two deterministic players from one position play two games, however often.
#[test]
fn repeats_are_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let state = folder.path().join("state").display().to_string();
    let players = ["arena", "match", "minimax?depth=2", "minimax?depth=1", "--games", "20"];
    let output = run(&[&players[..], &["--openings", "start", "--resume", &state]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let stdout = text(&output.stdout);
    assert!(stdout.contains("Games repeat: 2 of 20 are distinct"), "{stdout}");
    assert!(!stdout.contains("LOS 100"), "{stdout}");
    let players = ["arena", "sprt", "minimax?depth=2", "minimax?depth=1"];
    let output = run(&[&players[..], &["--openings", "start"]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("inconclusive: games repeat"));
}

/// The standings of a tournament are at the end.
#[test]
fn a_round_robin_ends_with_its_standings() {
    let players = ["arena", "round-robin", "random", "minimax?depth=2", "random?seed=4"];
    let output = run(&[&players[..], &["--games", "12"]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let stdout = text(&output.stdout);
    let table: Vec<&str> =
        stdout.lines().skip_while(|line| !line.contains("Rating")).skip(1).take(3).collect();
    assert_eq!(table.len(), 3, "{stdout}");
    assert!(table[0].starts_with("  1  minimax?depth=2  "), "{stdout}");
    assert!(table[0].contains(" ± ") && table[0].ends_with("100.0%"), "{stdout}");
}

/// Two machines share a tournament, and a third joins what they played.
#[test]
fn parts_are_merged() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let plan = path("plan.toml");
    let text_of_plan =
        "games = 10\n[[player]]\nspec = \"random\"\n[[player]]\nspec = \"minimax?depth=1\"\n";
    for part in ["1", "2"] {
        fs::write(&plan, format!("part = \"{part}/2\"\n{text_of_plan}")).expect("a plan");
        let output = run(&["arena", "run", &plan, "--resume", &path(part)]);
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
    assert_eq!(finished(Path::new(&path("1"))), [0, 1, 4, 5, 8, 9]);
    let output = run(&["arena", "merge", &path("1"), &path("2"), "-o", &path("all")]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(finished(Path::new(&path("all"))), (0..10).collect::<Vec<_>>());
    let (html, pgn) = (path("report.html"), path("games.pgn"));
    let output = run(&["arena", "report", &path("all"), "--report", &html, "--pgn", &pgn]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(fs::read_to_string(&html).expect("a page").contains("10 of 10 games"));
    assert_eq!(fs::read_to_string(&pgn).expect("games").matches("[Event ").count(), 10);
    // Nothing is overwritten.
    assert!(!run(&["arena", "merge", &path("1"), "-o", &path("all")]).status.success());
}

/// More games at a time than cores are told of where clocks run.
#[test]
fn too_many_games_at_a_time() {
    let players = ["arena", "match", "random", "random", "--games", "2", "--concurrency", "1000"];
    let stderr = text(&run(&[&players[..], &["--tc", "1+1"]].concat()).stderr);
    assert!(stderr.contains("1000 games at a time with clocks"), "{stderr}");
    assert!(!text(&run(&players).stderr).contains("Warning"));
}

#[test]
fn mistakes_list_what_exists() {
    for (arguments, expected) in [
        (
            &["arena", "match", "engin", "random"][..],
            "random, minimax, origin, mcts, mlp, engine, uci",
        ),
        (&["arena", "match", "random?sed=1", "random"], "there are seed, name"),
        (&["arena", "match", "random", "random", "--tc", "x"], "5+0.05"),
        (&["arena", "match", "random", "random", "--openings", "/x.epd"], "/x.epd"),
        (&["agents", "nobody"], "random, minimax, origin, mcts, mlp, engine, uci"),
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
    for word in ["random:", "minimax:", "origin:", "engine:", "uci:", "nullmove ", "cmd="] {
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
