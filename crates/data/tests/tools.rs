//! Files made out of files: merged and shuffled.

#![allow(clippy::unwrap_used)]

mod random_games;

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use data::{
    Audience, GameFiles, GameOutput, Merge, ReadError, ScoredGame, Shuffle, ToolError, ToolProgress,
};
use random_games::random_game;
use tempfile::TempDir;
use thinking::SplitMix64;

fn some_games(seed: u64, count: usize) -> Vec<ScoredGame> {
    let mut random = SplitMix64::new(seed, 0);
    // Chance gives some that were over before they began.
    std::iter::repeat_with(|| random_game(&mut random))
        .filter(|game| game.moves.len() > 1)
        .take(count)
        .collect()
}

fn write(path: &Path, games: &[ScoredGame]) {
    let mut output = GameOutput::create(path, true).unwrap();
    games.iter().for_each(|game| output.write(game).unwrap());
    output.finish().unwrap();
}

fn read(path: &Path) -> Vec<ScoredGame> {
    let paths = [path.to_owned()];
    let mut games = GameFiles::open(&paths, false).unwrap();
    let read = std::iter::from_fn(|| games.next_game().unwrap()).collect();
    assert!(games.damage().is_empty());
    read
}

/// Runs `work` with nobody listening.
fn undisturbed<T>(work: impl FnOnce(&mut Audience<'_>) -> T) -> T {
    work(&mut Audience { stop: &AtomicBool::new(false), report: &mut |_| {} })
}

fn shuffle(inputs: &[PathBuf], output: &Path, seed: u64, memory: u64) {
    let mut games = GameOutput::create(output, false).unwrap();
    let shuffle = Shuffle { inputs, salvage: false, seed, memory };
    undisturbed(|audience| shuffle.run(&mut games, output, audience)).unwrap();
    games.finish().unwrap();
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn outputs_are_whole_or_not_there() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("games.vf");
    let games = some_games(1, 5);
    let mut output = GameOutput::create(&path, false).unwrap();
    output.write(&games[0]).unwrap();
    assert!(!path.exists());
    assert!(matches!(GameOutput::create(&path, false), Err(ToolError::Busy { .. })));
    drop(output);
    assert!(names(folder.path()).is_empty(), "{:?}", names(folder.path()));

    write(&path, &games);
    assert_eq!((read(&path), names(folder.path())), (games.clone(), vec!["games.vf".into()]));
    assert!(matches!(GameOutput::create(&path, false), Err(ToolError::Exists { .. })));
    write(&path, &games[..2]);
    assert_eq!(read(&path), games[..2]);
    assert!(matches!(GameOutput::create(folder.path(), true), Err(ToolError::Io { .. })));

    // A file that comes while the draft is written is left alone.
    let late = folder.path().join("late");
    let mut output = GameOutput::create(&late, false).unwrap();
    output.write(&games[0]).unwrap();
    fs::write(&late, "mine").unwrap();
    assert!(matches!(output.finish(), Err(ToolError::Exists { .. })));
    assert_eq!(fs::read(&late).unwrap(), b"mine");
    assert_eq!(names(folder.path()), ["games.vf", "late"]);
}

#[test]
fn packed_files_hold_the_same() {
    let folder = TempDir::new().unwrap();
    let [plain, packed] = ["games.vf", "games.vf.zst"].map(|name| folder.path().join(name));
    let games = some_games(2, 40);
    write(&plain, &games);
    write(&packed, &games);
    assert_eq!(read(&packed), games);
    let bytes = fs::read(&packed).unwrap();
    assert!(bytes.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]));
    assert_eq!(zstd::decode_all(&bytes[..]).unwrap(), fs::read(&plain).unwrap());
}

#[test]
fn what_is_before_damage_is_used_or_refused() {
    let folder = TempDir::new().unwrap();
    let paths = ["a", "b"].map(|name| folder.path().join(name));
    let games = some_games(3, 6);
    write(&paths[1], &games[3..]);
    let bytes: Vec<u8> = games[..3].iter().flat_map(ScoredGame::to_bytes).collect();
    let third = bytes.len() - games[2].to_bytes().len();

    let collect = |salvage| {
        let mut files = GameFiles::open(&paths, salvage)?;
        let mut read = Vec::new();
        while let Some(game) = files.next_game()? {
            read.push(game);
        }
        Ok::<_, ToolError>((read, files.into_damage()))
    };
    let expected = [&games[..2], &games[3..]].concat();
    // Cut short: left out in any case, and the next file goes on.
    fs::write(&paths[0], &bytes[..bytes.len() - 3]).unwrap();
    let (read, damage) = collect(false).unwrap();
    assert_eq!(read, expected);
    assert!(matches!(damage[0].error, ReadError::CutShort { offset } if offset == third as u64));
    assert_eq!((damage.len(), &damage[0].path), (1, &paths[0]));

    // No result has this number.
    let mut damaged = bytes.clone();
    damaged[third + 30] = 77;
    fs::write(&paths[0], &damaged).unwrap();
    let error = collect(false).unwrap_err();
    assert!(error.to_string().contains(&format!("a: byte {third}: 77 is no result")), "{error}");
    assert_eq!(collect(true).unwrap().0, expected);

    // A packed file without its end.
    let mut packed = zstd::encode_all(&bytes[..], 1).unwrap();
    packed.truncate(packed.len() - 6);
    fs::write(&paths[0], &packed).unwrap();
    assert!(matches!(collect(false), Err(ToolError::Damaged { .. })));
    let (read, damage) = collect(true).unwrap();
    assert!(read.ends_with(&games[3..]) && games.starts_with(&read[..read.len() - 3]));
    assert_eq!(damage.len(), 1);

    fs::remove_file(&paths[0]).unwrap();
    assert!(matches!(collect(true), Err(ToolError::Io { .. })));
}

#[test]
fn merged_files_have_every_game_once() {
    let folder = TempDir::new().unwrap();
    let paths = ["a.vf", "b.vf.zst"].map(|name| folder.path().join(name));
    let output = folder.path().join("merged.vf");
    let games = some_games(4, 300);
    write(&paths[0], &games[..200]);
    // The same game with other scores is the same game.
    let mut relabelled = games[7].clone();
    relabelled.moves[0].score ^= 1;
    let second = [&games[100..], &[relabelled], &games[299..]].concat();
    write(&paths[1], &second);

    let merge = |keep_repeats| {
        let mut games = GameOutput::create(&output, true).unwrap();
        let merge = Merge { inputs: &paths, salvage: false, keep_repeats };
        let merged = undisturbed(|audience| merge.run(&mut games, &output, audience)).unwrap();
        games.finish().unwrap();
        merged.repeats
    };
    assert_eq!(merge(false), 102);
    assert_eq!(read(&output), games);
    assert_eq!(merge(true), 0);
    assert_eq!(read(&output), [&games[..200], &second].concat());
    assert_eq!(names(folder.path()), ["a.vf", "b.vf.zst", "merged.vf"]);
}

#[test]
fn a_file_that_grows_while_it_is_merged_is_told() {
    let folder = TempDir::new().unwrap();
    let paths = [folder.path().join("a")];
    let output = folder.path().join("merged");
    let games = some_games(5, 10);
    write(&paths[0], &games[..9]);
    let mut merged = GameOutput::create(&output, false).unwrap();
    let mut grow = |progress: &ToolProgress| {
        if progress.pass == 1 && progress.games == 0 {
            let bytes: Vec<u8> = games.iter().flat_map(ScoredGame::to_bytes).collect();
            fs::write(&paths[0], bytes).unwrap();
        }
    };
    let mut audience = Audience { stop: &AtomicBool::new(false), report: &mut grow };
    let merge = Merge { inputs: &paths, salvage: false, keep_repeats: false };
    let error = merge.run(&mut merged, &output, &mut audience).unwrap_err();
    assert!(matches!(error, ToolError::Changed), "{error}");
    drop(merged);
    assert_eq!(names(folder.path()), ["a"]);
}

#[test]
fn shuffled_games_are_the_same_in_another_order() {
    let folder = TempDir::new().unwrap();
    let inputs = ["a", "b.vf.zst"].map(|name| folder.path().join(name));
    let games = some_games(6, 400);
    write(&inputs[0], &games[..150]);
    write(&inputs[1], &games[150..]);
    let output = |name: &str| folder.path().join(name);
    shuffle(&inputs, &output("one"), 1, 1 << 30);
    let one = read(&output("one"));
    let set = |games: &[ScoredGame]| games.iter().map(ScoredGame::to_bytes).collect::<HashSet<_>>();
    assert_eq!((one.len(), set(&one)), (400, set(&games)));
    // By chance alone one game in 400 stays where it was.
    let fixed = one.iter().zip(&games).filter(|(a, b)| a == b).count();
    assert!(fixed < 8, "{fixed}");
    // Each half has its share of each half.
    let moved = one[..200].iter().filter(|game| games[200..].contains(game)).count();
    assert!((70..130).contains(&moved), "{moved}");

    // Buckets too large for the memory are divided again, and nothing changes.
    shuffle(&inputs, &output("small"), 1, 1_000);
    assert_eq!(read(&output("small")), one);
    shuffle(&inputs, &output("other"), 2, 1 << 30);
    assert_ne!(read(&output("other")), one);
    assert_eq!(names(folder.path()), ["a", "b.vf.zst", "one", "other", "small"]);
}

#[test]
fn stopped_work_leaves_nothing() {
    let folder = TempDir::new().unwrap();
    let inputs = [folder.path().join("a")];
    let path = folder.path().join("out");
    write(&inputs[0], &some_games(7, 3_000));
    for wanted in [0, 1] {
        let stop = AtomicBool::new(false);
        let mut output = GameOutput::create(&path, false).unwrap();
        let mut report = |progress: &ToolProgress| {
            if progress.pass == wanted && progress.games > 0 {
                stop.store(true, Relaxed);
            }
        };
        let mut audience = Audience { stop: &stop, report: &mut report };
        let shuffle = Shuffle { inputs: &inputs, salvage: false, seed: 1, memory: 1 << 20 };
        let error = shuffle.run(&mut output, &path, &mut audience).unwrap_err();
        assert!(matches!(error, ToolError::Interrupted), "{error}");
        drop(output);
        assert_eq!(names(folder.path()), ["a"]);
    }
    // What a kill left behind is no obstacle, unless it is not ours.
    let scratch = folder.path().join("out.buckets");
    fs::create_dir(&scratch).unwrap();
    fs::write(scratch.join("3.bucket"), "left behind").unwrap();
    shuffle(&inputs, &path, 1, 1 << 30);
    assert_eq!(names(folder.path()), ["a", "out"]);
    fs::create_dir(&scratch).unwrap();
    fs::write(scratch.join("letters"), "mine").unwrap();
    let mut output = GameOutput::create(&path, true).unwrap();
    let shuffle = Shuffle { inputs: &inputs, salvage: false, seed: 1, memory: 1 << 20 };
    let error = undisturbed(|audience| shuffle.run(&mut output, &path, audience)).unwrap_err();
    assert!(matches!(error, ToolError::InTheWay { .. }), "{error}");
    assert_eq!(names(&scratch), ["letters"]);
}
