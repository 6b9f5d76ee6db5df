//! `datagen` and `data stats`: runs that are killed, stopped and resumed.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use nets::nnue::Network;
use serde_json::Value;
use tempfile::TempDir;

use crate::kythu::{Run, kythu, program};

const GAMES: &str = "14";

fn arguments<'a>(file: &'a Path, games: &'a str, threads: &'a str, seed: &'a str) -> Vec<&'a str> {
    let file = file.to_str().expect("UTF-8");
    let common = ["--nodes", "200", "--hash", "1"];
    let own = ["datagen", "-o", file, "--games", games, "--threads", threads, "--seed", seed];
    [&own[..], &common].concat()
}

fn datagen(file: &Path, games: &str, threads: &str, seed: &str) -> Run {
    kythu(&arguments(file, games, threads, seed), "")
}

fn stats(file: &Path) -> Value {
    let run = kythu(&["data", "stats", "--json", file.to_str().expect("UTF-8")], "");
    assert_eq!(run.code, 0, "{run:?}");
    serde_json::from_str(&run.out).expect("JSON")
}

fn games(file: &Path) -> u64 {
    stats(file)["statistics"]["games"].as_u64().expect("a number")
}

/// Starts a run and waits until the file grows or the run ends.
fn begin(file: &Path, games: &str) -> Child {
    let length = || fs::metadata(file).map_or(0, |metadata| metadata.len());
    let before = length();
    let mut child = Command::new(program())
        .args(arguments(file, games, "2", "3"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let patience = Instant::now();
    while length() <= before && child.try_wait().expect("a child").is_none() {
        assert!(patience.elapsed() < Duration::from_secs(60), "no game in a minute");
        thread::sleep(Duration::from_millis(1));
    }
    child
}

#[test]
fn threads_change_nothing_and_seeds_everything() {
    let folder = TempDir::new().expect("a folder");
    let [one, three, other] = ["one", "three", "other"].map(|name| folder.path().join(name));
    let run = datagen(&one, GAMES, "1", "3");
    assert_eq!(run.code, 0, "{run:?}");
    let words: Vec<&str> = run.out.split_whitespace().collect();
    let [GAMES, "games", positions, "positions", speed, "positions/s", nodes, "nodes/s;", ..] =
        words[..]
    else {
        panic!("{run:?}")
    };
    let statistics = &stats(&one)["statistics"];
    assert_eq!(statistics["positions"].to_string(), positions);
    assert_eq!(
        (&statistics["repeated_starts"], &statistics["repeated_games"]),
        (&0.into(), &0.into())
    );
    assert!(speed.parse::<u64>().is_ok_and(|speed| speed > 0), "{run:?}");
    assert!(nodes.parse::<u64>().is_ok_and(|nodes| nodes > 0), "{run:?}");

    assert_eq!(datagen(&three, GAMES, "3", "3").code, 0);
    assert!(fs::read(&one).expect("a file") == fs::read(&three).expect("a file"));
    assert_eq!(datagen(&other, GAMES, "3", "4").code, 0);
    assert!(fs::read(&one).expect("a file") != fs::read(&other).expect("a file"));
}

#[test]
fn a_run_that_is_killed_again_and_again_ends_the_same() {
    let folder = TempDir::new().expect("a folder");
    let [whole, killed] = ["whole", "killed"].map(|name| folder.path().join(name));
    assert_eq!(datagen(&whole, GAMES, "2", "3").code, 0);
    let bytes = fs::read(&whole).expect("a file");
    let mut kills = 0;
    loop {
        let mut child = begin(&killed, GAMES);
        // SIGKILL: the program cannot do anything about it.
        child.kill().expect("it can be killed");
        let ended = child.wait().expect("it ends").success();
        let found = fs::read(&killed).expect("a file");
        assert!(bytes.starts_with(&found), "after {kills} kills");
        if ended {
            break;
        }
        kills += 1;
        assert!(games(&killed) >= kills, "no progress before kill {kills}");
    }
    assert!(kills >= 3, "only {kills} kills");
    assert!(fs::read(&killed).expect("a file") == bytes);
}

#[test]
fn a_game_cut_short_is_left_out_and_played_again() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("games");
    assert_eq!(datagen(&file, "3", "1", "3").code, 0);
    let bytes = fs::read(&file).expect("a file");
    fs::write(&file, &bytes[..bytes.len() - 5]).expect("it can be written");
    let found = stats(&file);
    assert_eq!(found["statistics"]["games"], 2);
    assert_eq!(found["cut_short_at"], found["bytes"]);
    let text = kythu(&["data", "stats", file.to_str().expect("UTF-8")], "").out;
    assert!(text.contains("is cut short and was left out"), "{text}");

    let run = datagen(&file, "3", "1", "3");
    assert!(run.err.contains("it is played again"), "{run:?}");
    assert!(run.out.starts_with("1 games "), "{run:?}");
    assert!(fs::read(&file).expect("a file") == bytes);
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_finishes_its_games() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("games");
    let child = begin(&file, "100000");
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill runs").success());
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("finishing the games"), "{output:?}");
    let found = stats(&file);
    assert_eq!(found["cut_short_at"], Value::Null);
    assert!(text.starts_with(&format!("{} games ", found["statistics"]["games"])), "{text}");
}

#[test]
fn one_run_a_file() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("games");
    let mut child = begin(&file, "100000");
    let second = datagen(&file, "100000", "1", "3");
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    assert_eq!(second.code, 1, "{second:?}");
    assert!(second.err.contains("another run is writing to it"), "{second:?}");
    // The lock died with its holder.
    let third = datagen(&file, "1", "1", "3");
    assert_eq!(third.code, 0, "{third:?}");
    let other = datagen(&file, "1", "1", "5");
    assert_eq!(other.code, 1, "{other:?}");
    assert!(other.err.contains("was begun with seed 3, not 5; choose another file"), "{other:?}");
}

#[test]
fn openings_from_a_file() {
    let folder = TempDir::new().expect("a folder");
    let [book, file] = ["book.epd", "games"].map(|name| folder.path().join(name));
    let name = book.to_str().expect("UTF-8");
    let options = ["--openings", name, "--random-plies", "0"];
    let args = [&arguments(&file, "2", "1", "3")[..], &options].concat();
    fs::write(&book, "8/8/4k3/8/8/4K3/4P3/8 w - -\nbad\n").expect("it can be written");
    let run = kythu(&args, "");
    assert!(run.code == 1 && run.err.contains("line 2: "), "{run:?}");
    fs::write(&book, "8/8/4k3/8/8/4K3/4P3/8 w - -\n").expect("it can be written");
    let run = kythu(&args, "");
    assert_eq!(run.code, 0, "{run:?}");
    let men = &stats(&file)["statistics"]["men"];
    let counted: Vec<bool> =
        men.as_array().expect("a list").iter().map(|bucket| bucket["count"] != 0).collect();
    assert!(counted[1] && !counted[2..].contains(&true), "{men}");
}

/// Another net, or another length, is another run.
#[test]
fn nets_and_lengths_belong_to_the_plan() {
    let folder = TempDir::new().expect("a folder");
    let [file, net] = ["games", "net.knn"].map(|name| folder.path().join(name));
    let net = net.to_str().expect("UTF-8");
    fs::write(net, Network::of_material().to_bytes().expect("a short header"))
        .expect("it can be written");
    let run =
        |options: &[&str]| kythu(&[&arguments(&file, "2", "1", "3")[..], options].concat(), "");
    let first = run(&["--evalfile", net, "--longest-game", "4"]);
    assert_eq!(first.code, 0, "{first:?}");
    let positions = stats(&file)["statistics"]["positions"].as_u64().expect("a number");
    assert!((1..=8).contains(&positions), "two games of four moves at most: {positions}");
    for (options, words) in [
        (&["--longest-game", "4"][..], "evaluation"),
        (&["--evalfile", net], "longest game"),
        (&["--evalfile", "nowhere.knn"], "nowhere.knn"),
        (&["--eval", "classic", "--evalfile", net], "--evalfile is for --eval nnue"),
    ] {
        let again = run(options);
        assert!(again.code == 1 && again.err.contains(words), "{options:?}: {again:?}");
    }
}

#[test]
fn statistics_for_people() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("games");
    assert_eq!(datagen(&file, "3", "1", "3").code, 0);
    let text = kythu(&["data", "stats", file.to_str().expect("UTF-8")], "").out;
    for word in ["White won", "kept for training", "-19 to +19", "31 to 32", "█"] {
        assert!(text.contains(word), "{word} in {text}");
    }
}

#[test]
fn several_files_and_their_total() {
    let folder = TempDir::new().expect("a folder");
    let [one, two] = ["one", "two"].map(|name| folder.path().join(name));
    assert_eq!(datagen(&one, "2", "1", "3").code, 0);
    assert_eq!(datagen(&two, "3", "1", "4").code, 0);
    let names = [&one, &two].map(|path| path.to_str().expect("UTF-8"));
    let args = ["data", "stats", names[0], names[1], names[0], "--json"];
    let run = kythu(&args, "");
    let found: Value = serde_json::from_str(&run.out).expect("JSON");
    let files = found["files"].as_array().expect("a list");
    let games = |report: &Value| report["statistics"]["games"].as_u64().expect("a number");
    assert_eq!(files.iter().map(games).collect::<Vec<_>>(), [2, 3, 2]);
    assert_eq!(files[0], stats(&one));
    assert!(files.iter().all(|file| file["statistics"]["repeated_games"] == 0), "{found}");
    // The first file was given twice.
    assert_eq!(
        (&found["total"]["games"], &found["total"]["repeated_games"]),
        (&7.into(), &2.into())
    );

    let text = kythu(&args[..4], "").out;
    for word in
        [names[0], names[1], "all 2 files together\ngames                                  5"]
    {
        assert!(text.contains(word), "{word} in {text}");
    }
    assert_eq!(text.matches("White got").count(), 4, "only the total has histograms: {text}");
    let run = kythu(&["data", "stats", names[0], "/nowhere/x"], "");
    assert!(run.code == 1 && run.out.is_empty() && run.err.contains("/nowhere/x: "), "{run:?}");
}

/// `cat one two > three`, and the same onto the file of a plan.
#[test]
fn joined_files_are_not_continued() {
    let folder = TempDir::new().expect("a folder");
    let [one, two, three] = ["one", "two", "three"].map(|name| folder.path().join(name));
    assert_eq!(datagen(&one, "2", "1", "3").code, 0);
    assert_eq!(datagen(&two, "2", "1", "4").code, 0);
    let joined = [&one, &two].map(|path| fs::read(path).expect("a file")).concat();
    fs::write(&three, &joined).expect("it can be written");
    let refused = |file: &Path, message: &str| {
        let run = datagen(file, "9", "1", "3");
        assert_eq!((run.code, run.out.as_str()), (1, ""), "{run:?}");
        assert!(run.err.contains(message), "{message:?} in {run:?}");
        assert!(fs::read(file).expect("a file") == joined);
    };
    refused(&three, "a file joined from others cannot be continued");
    fs::write(&one, &joined).expect("it can be written");
    refused(&one, "the last game in the file, number 4, is not game 4 of its plan");
    assert_eq!(games(&three), 4);
}

#[test]
fn mistakes() {
    let folder = TempDir::new().expect("a folder");
    let poem = folder.path().join("poem");
    fs::write(&poem, "Shall I compare thee to a summer's day?").expect("it can be written");
    let poem = poem.to_str().expect("UTF-8");
    for (args, code, message) in [
        (&["datagen", "-o", poem][..], 2, "--games <N>"),
        (&["datagen", "-o", poem, "--minutes", "0"], 2, "more than nothing"),
        (&["datagen", "-o", poem, "--games", "1"], 1, "there are games in the file already"),
        (&["datagen", "-o", "/nowhere/x", "--games", "1"], 1, "/nowhere/x: "),
        (&["data", "stats", poem], 1, "byte 0: "),
        (&["data", "stats", "/nowhere/x"], 1, "/nowhere/x: "),
        (&["data"], 2, "stats"),
        (&["data", "stats"], 2, "<FILE>"),
    ] {
        let run = kythu(args, "");
        assert_eq!(run.code, code, "{run:?}");
        assert!(run.err.contains(message), "{message:?} in {run:?}");
        assert!(run.out.is_empty(), "{run:?}");
    }
}
