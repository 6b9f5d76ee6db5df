//! Answers that fit together, and damage that shows because they do not.

use std::{env, fs};

use chess::Position;
use knowledge::syzygy::{EndgameTables, Metric};

use crate::data;

#[test]
fn sound_tables_never_contradict_themselves() {
    let Some(tables) = data::tables() else { return };
    let mut dice = fastrand::Rng::with_seed(29);
    for file in tables.files() {
        for _ in 0..40 {
            let position = file.material.random_position(&mut dice);
            assert_eq!(tables.is_consistent(&position, file.metric), Ok(true), "{position}");
        }
    }
    for over in ["k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", "k7/8/1Q6/8/8/8/8/K7 b - - 0 1"] {
        let position = Position::from_fen(over).expect(over);
        for metric in [Metric::Wdl, Metric::Dtz] {
            assert_eq!(tables.is_consistent(&position, metric), Ok(true), "{position}");
        }
    }
}

#[test]
fn damage_that_looks_like_values_is_found() {
    let Some(folder) = data::shared("syzygy") else { return };
    for name in ["KQvKR.rtbw", "KBNvK.rtbz"] {
        let place = tempfile::tempdir().expect("a folder");
        let mut bytes = fs::read(folder.join(name)).expect("a table");
        // In the blocks, far behind the head.
        let middle = bytes.len() / 2;
        bytes[middle..middle + 4_096].iter_mut().for_each(|byte| *byte ^= 0x5a);
        fs::write(place.path().join(name), bytes).expect("it can be written");
        let path = env::join_paths([place.path(), &folder]).expect("no colons");
        let opened = EndgameTables::open(path.to_str().expect("UTF-8"));
        assert_eq!(opened.problems, []);
        let damaged = |tables: &EndgameTables| {
            let mut dice = fastrand::Rng::with_seed(31);
            let file = tables.files().find(|file| file.path.starts_with(place.path()));
            let file = file.expect("the damaged table comes first");
            (0..3_000).any(|_| {
                let position = file.material.random_position(&mut dice);
                tables.is_consistent(&position, file.metric) != Ok(true)
            })
        };
        assert!(damaged(&opened.tables), "{name}");
    }
}

#[test]
fn the_best_line_ends_with_mate_or_zeroing() {
    let Some(tables) = data::tables() else { return };
    let line = |fen: &str| {
        let mut position = Position::from_fen(fen).expect(fen);
        let mut text = Vec::new();
        for mv in tables.best_line(&position, true).expect(fen) {
            text.push(position.to_san(mv));
            position.play(mv);
        }
        text
    };
    assert_eq!(line("7k/8/5K2/8/8/8/8/R7 w - - 0 1").last().map(String::as_str), Some("Ra8#"));
    assert_eq!(line("4k3/8/4K3/8/8/8/4P3/8 b - - 0 1").last().map(|san| &san[..1]), Some("e"));
    let knight = line("8/8/8/8/4k3/8/1BN5/K7 w - - 0 1");
    assert!(knight.len() > 40 && knight.last().is_some_and(|san| san.ends_with('#')), "{knight:?}");
    assert!(line("4k3/8/8/8/8/8/8/3BK3 w - - 0 1").is_empty());
}
