//! `data merge`, `shuffle`, `filter`, `relabel` and `view`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use nets::nnue::Network;
use serde_json::Value;
use tempfile::TempDir;

use crate::kythu::{Run, kythu, program};

/// A folder with files of games of the engine against itself.
fn folder_of_games(files: &[(&str, &str, &str)]) -> TempDir {
    let folder = TempDir::new().expect("a folder");
    for (name, games, seed) in files {
        let file = folder.path().join(name);
        let file = file.to_str().expect("UTF-8");
        let args = ["datagen", "-o", file, "--games", games, "--seed", seed];
        let common = ["--nodes", "60", "--hash", "1", "--threads", "2"];
        let run = kythu(&[&args[..], &common].concat(), "");
        assert_eq!(run.code, 0, "{run:?}");
        fs::remove_file(format!("{file}.plan")).expect("a plan");
    }
    folder
}

/// `data` with arguments that may name files of the folder as `@name`.
fn data(folder: &TempDir, args: &str) -> Run {
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let word = |word: &str| word.strip_prefix('@').map_or_else(|| word.to_owned(), path);
    let words: Vec<String> = args.split_whitespace().map(word).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    kythu(&[&["data"], &words[..]].concat(), "")
}

fn done(folder: &TempDir, args: &str) -> Run {
    let run = data(folder, args);
    assert_eq!(run.code, 0, "{args}: {run:?}");
    run
}

fn bytes(folder: &TempDir, name: &str) -> Vec<u8> {
    fs::read(folder.path().join(name)).expect("a file")
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let name = |entry: fs::DirEntry| entry.file_name().into_string().expect("UTF-8");
    let mut names: Vec<String> = entries.map(|entry| name(entry.expect("an entry"))).collect();
    names.sort();
    names
}

fn statistics(folder: &TempDir, file: &str) -> Value {
    let run = done(folder, &format!("stats --json {file}"));
    serde_json::from_str::<Value>(&run.out).expect("JSON")["statistics"].clone()
}

#[test]
fn merged_packed_shuffled_and_back() {
    let folder = folder_of_games(&[("a.vf", "4", "1"), ("b.vf", "5", "2")]);
    let run = done(&folder, "merge @a.vf @b.vf @a.vf -o @all.vf.zst");
    assert!(run.out.starts_with("9 games "), "{run:?}");
    assert!(run.err.contains("4 games were there twice"), "{run:?}");
    let all = statistics(&folder, "@all.vf.zst");
    assert_eq!((&all["games"], &all["repeated_games"]), (&9.into(), &0.into()));
    let joined = [bytes(&folder, "a.vf"), bytes(&folder, "b.vf")].concat();
    done(&folder, "merge @all.vf.zst -o @all.vf --keep-repeats");
    assert_eq!(bytes(&folder, "all.vf"), joined);

    for (name, seed) in [("one", 5), ("again", 5), ("other", 6)] {
        done(&folder, &format!("shuffle @a.vf @b.vf -o @{name} --seed {seed} --memory 1"));
    }
    let one = bytes(&folder, "one");
    assert!(one == bytes(&folder, "again") && one != bytes(&folder, "other") && one != joined);
    assert_eq!(statistics(&folder, "@one"), all);
    assert_eq!(
        names(folder.path()),
        ["a.vf", "again", "all.vf", "all.vf.zst", "b.vf", "one", "other"]
    );
}

#[test]
fn filtered_games() {
    let folder = folder_of_games(&[("a.vf", "12", "3")]);
    let all = statistics(&folder, "@a.vf");
    done(&folder, "filter @a.vf -o @won --result 1-0,0-1");
    let won = statistics(&folder, "@won");
    assert_eq!((&won["drawn"], &won["white_won"]), (&0.into(), &all["white_won"]));
    assert_eq!(won["black_won"], all["black_won"]);
    let long = all["longest"].as_u64().expect("a number");
    done(&folder, &format!("filter @a.vf -o @long --least-plies {long} --limit 1"));
    let found = statistics(&folder, "@long");
    assert_eq!((&found["games"], &found["shortest"]), (&1.into(), &long.into()));
    let white = done(&folder, "filter @a.vf -o @white --least-final-score 2000").out;
    let black = done(&folder, "filter @a.vf -o @black --most-final-score -2000").out;
    assert_ne!(white, black);
    for (name, args) in [("none", "--start chess960"), ("empty", "--sample 0")] {
        let run = done(&folder, &format!("filter @a.vf -o @{name} {args}"));
        assert!(run.out.starts_with("0 games "), "{run:?}");
    }
    for name in ["s1", "s2"] {
        done(&folder, &format!("filter @a.vf -o @{name} --sample 0.5 --seed 9"));
    }
    assert_eq!(bytes(&folder, "s1"), bytes(&folder, "s2"));
}

#[test]
fn relabelled_by_a_net_and_by_a_search() {
    let folder = folder_of_games(&[("a.vf", "3", "4")]);
    let net = Network::of_material().to_bytes().expect("a net");
    fs::write(folder.path().join("net.nnue"), net).expect("it can be written");
    let run = done(&folder, "relabel @a.vf -o @b.vf --depth 0 --evalfile @net.nnue --threads 2");
    assert!(run.out.starts_with("3 games "), "{run:?}");
    let (old, new) = (statistics(&folder, "@a.vf"), statistics(&folder, "@b.vf"));
    assert_ne!(old["scores"], new["scores"]);
    for same in ["games", "positions", "white_won", "drawn", "black_won", "men", "lengths"] {
        assert_eq!(old[same], new[same], "{same}");
    }
    // The first positions are level to whoever counts men only.
    let lines = done(&folder, "view @b.vf --format lines --limit 1").out;
    let score = lines.lines().next().and_then(|line| line.split(" | ").nth(2)).expect("a score");
    assert!(score.parse::<i32>().expect("a number").abs() < 1_000, "{lines}");
    done(&folder, "relabel @a.vf -o @c.vf.zst --nodes 50 --eval classic --hash 1");
    assert_eq!(statistics(&folder, "@c.vf.zst")["positions"], old["positions"]);
    assert_eq!(names(folder.path()), ["a.vf", "b.vf", "c.vf.zst", "net.nnue"]);
}

#[cfg(unix)]
#[test]
fn an_interrupted_relabelling_goes_on() {
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    let folder = folder_of_games(&[("a.vf", "40", "5")]);
    let path = |name: &str| folder.path().join(name);
    done(&folder, "relabel @a.vf -o @whole --nodes 400 --hash 1");
    let mut child = Command::new(program())
        .args(["data", "relabel", "--nodes", "400", "--hash", "1", "--threads", "1", "-o"])
        .args([path("cut"), path("a.vf")])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let patience = Instant::now();
    let written = || fs::metadata(path("cut.relabel")).is_ok_and(|draft| draft.len() > 0);
    while !written() && child.try_wait().expect("a child").is_none() {
        assert!(patience.elapsed() < Duration::from_secs(60), "no game in a minute");
        sleep(Duration::from_millis(1));
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill runs").success());
    let output = child.wait_with_output().expect("it ends");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(error.contains("interrupted; the same command goes on"), "{error}");
    assert!(!path("cut").exists());
    let run = done(&folder, "relabel @a.vf -o @cut --nodes 400 --hash 1");
    assert!(run.err.contains("games had been judged before"), "{run:?}");
    assert!(bytes(&folder, "cut") == bytes(&folder, "whole"));
    assert_eq!(names(folder.path()), ["a.vf", "cut", "whole"]);
}

#[test]
fn games_as_text() {
    let folder = folder_of_games(&[("a.vf", "3", "6")]);
    let text = done(&folder, "view @a.vf").out;
    let mut reader = pgn::Reader::new(text.as_bytes());
    let records: Vec<_> = reader.records().map(|record| record.expect("a game")).collect();
    let plies: usize = records.iter().map(|record| record.moves().count()).sum();
    let all = statistics(&folder, "@a.vf");
    assert_eq!((records.len(), &all["positions"]), (3, &plies.into()));
    assert!(text.contains("[%eval "), "{text}");
    assert_eq!(records[1].tags.get("Round"), Some("2"));

    let lines = done(&folder, "view @a.vf --format lines").out;
    assert_eq!(lines.lines().count(), plies);
    for (line, (position, mv)) in lines.lines().zip(records.iter().flat_map(|record| {
        let nodes = record.tree.main_line();
        nodes.map(|node| {
            let parent = record.tree.parent(node).expect("a parent");
            (record.tree.position(parent), record.tree.mv(node).expect("a move"))
        })
    })) {
        let fields: Vec<&str> = line.split(" | ").collect();
        assert_eq!(fields[0], position.fen());
        assert_eq!(position.parse_uci(fields[1]).ok(), Some(mv));
        assert!(fields[2].parse::<i16>().is_ok() && fields.len() == 4, "{line}");
    }
    let second = done(&folder, "view @a.vf --from 2 --limit 1").out;
    assert_eq!(second, records[1].to_string());
    assert_eq!(done(&folder, "view @a.vf --limit 0").out, "");
}

/// `kythu data view FILE | head -1`
#[test]
fn a_closed_pipe_ends_quietly() {
    let folder = folder_of_games(&[("a.vf", "3", "7")]);
    let file = bytes(&folder, "a.vf").repeat(100);
    let path: PathBuf = folder.path().join("long");
    fs::write(&path, file).expect("it can be written");
    let mut child = Command::new(program())
        .args(["data", "view", path.to_str().expect("UTF-8")])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}

#[test]
fn mistakes_are_told_and_nothing_is_written() {
    let folder = folder_of_games(&[("a.vf", "3", "8")]);
    let path = |name: &str| folder.path().join(name);
    let games = bytes(&folder, "a.vf");
    let mut damaged = games.clone();
    // The first move of the first game goes nowhere.
    damaged[32..34].copy_from_slice(&[0xff, 0x0f]);
    fs::write(path("damaged.vf"), [&games[..], &damaged].concat()).expect("it can be written");
    fs::write(path("there"), "mine").expect("it can be written");
    let before = names(folder.path());
    let place = format!("damaged.vf: byte {}: 0x0fff is no legal move", games.len() + 32);
    for (args, code, message) in [
        ("merge -o @x", 2, "<FILE>"),
        ("merge @a.vf", 2, "--output <FILE>"),
        ("merge @a.vf -o @there", 1, "there is a file already; --force replaces it"),
        ("merge @a.vf @nowhere -o @x", 1, "nowhere: "),
        ("merge @damaged.vf -o @x", 1, &place),
        ("shuffle @damaged.vf -o @x", 1, &place),
        ("filter @damaged.vf -o @x", 1, &place),
        ("relabel @damaged.vf -o @x --depth 0", 1, &place),
        ("stats @damaged.vf", 1, &place),
        ("shuffle @a.vf -o @none/x", 1, "x.draft: "),
        ("filter @a.vf -o @x --sample 2", 2, "from 0 to 1"),
        ("filter @a.vf -o @x --result 2-0", 2, "1/2"),
        ("relabel @a.vf -o @x", 2, "--nodes <N>"),
        ("relabel @a.vf -o @x --nodes 1 --depth 1", 2, "cannot be used with"),
        ("relabel @a.vf -o @x --depth 0 --eval nonsense", 2, "nonsense"),
        ("relabel @a.vf -o @x --depth 0 --eval classic --evalfile @a.vf", 1, "--evalfile is for"),
        ("relabel @a.vf -o @x --depth 0 --evalfile @there", 1, "there: "),
        ("view @a.vf --from 4", 1, "there are 3 games, and so no game 4"),
        ("view @there", 1, "byte 0: "),
    ] {
        let run = data(&folder, args);
        assert_eq!(run.code, code, "{args}: {run:?}");
        assert!(run.err.contains(message), "{args}: {message:?} in {run:?}");
        assert!(run.out.is_empty(), "{args}: {run:?}");
        assert_eq!(names(folder.path()), before, "{args}");
    }
    assert_eq!(bytes(&folder, "there"), b"mine");
    let run = done(&folder, "merge @damaged.vf -o @there --salvage --force");
    assert!(run.err.contains(&place) && run.err.contains("was used"), "{run:?}");
    assert_eq!(bytes(&folder, "there"), games);
    let run = done(&folder, "stats @damaged.vf --salvage");
    assert!(run.out.contains("The file is damaged"), "{run:?}");
}
