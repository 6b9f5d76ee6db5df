//! `tb`: endgame tables, real ones and damaged copies.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

use crate::data::shared;
use crate::kythu::{kythu, program};

const BISHOP_AND_KNIGHT: &str = "8/8/8/8/4k3/8/1BN5/K7 w - - 0 1";

#[test]
fn probe_for_people() {
    let Some(folder) = shared("syzygy") else { return };
    let path = folder.to_str().expect("UTF-8");
    let run = kythu(&["tb", "probe", BISHOP_AND_KNIGHT, "--path", path], "");
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
    for part in [
        "White to move: White wins\nDTZ ~58, with 0 half-moves on the clock\n",
        "\nKa2     win              ~58\n",
        "\nBe5     draw               0\n",
        "\nBest play: 1. ",
    ] {
        assert!(run.out.contains(part), "{part:?} in {}", run.out);
    }
    assert!(run.out.trim_end().ends_with('#'), "{}", run.out);

    let late = BISHOP_AND_KNIGHT.replace(" 0 1", " 60 99");
    let cursed = kythu(&["tb", "probe", &late, "--path", path], "").out;
    assert!(cursed.starts_with("White to move: White wins, but for the fifty-move"), "{cursed}");
    let without = kythu(&["tb", "probe", &late, "--path", path, "--no-fifty-moves"], "").out;
    assert!(without.starts_with("White to move: White wins\n"), "{without}");

    let mate = "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1";
    let over = kythu(&["tb", "probe", mate, "--path", path], "").out;
    assert_eq!(over, "Black to move: White wins\nThe game is over: checkmate.\n");
}

#[test]
fn probe_for_programs() {
    let Some(folder) = shared("syzygy") else { return };
    // The folder by the variable this time.
    let output = Command::new(program())
        .args(["tb", "probe", "8/8/8/8/8/8/1q6/2K4k w - - 0 1", "--json"])
        .env("SYZYGY_PATH", folder)
        .output()
        .expect("the program runs");
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&report["outcome"], &report["dtz"]), (&"draw".into(), &0.into()), "{report}");
    assert_eq!(report["exact"], true);
    let [take, run] = &report["moves"].as_array().expect("a list")[..] else { panic!("{report}") };
    assert_eq!((&take["san"], &take["outcome"]), (&"Kxb2".into(), &"draw".into()));
    assert_eq!((&run["uci"], &run["outcome"]), (&"c1d1".into(), &"loss".into()));
    assert!(run["dtz"].as_i64() < Some(0) && run["rank"].as_i64() < take["rank"].as_i64());
}

/// A table without its other, one cut short, one damaged within, and two sound ones.
fn damaged(folder: &Path) -> TempDir {
    let place = TempDir::new().expect("a folder");
    for name in ["KQvK.rtbw", "KRvK.rtbw", "KQvKR.rtbw", "KQvKR.rtbz", "KBvK.rtbw", "KBvK.rtbz"] {
        let mut bytes = fs::read(folder.join(name)).expect("a table");
        match name {
            "KRvK.rtbw" => bytes.truncate(bytes.len() - 64),
            "KQvKR.rtbw" => {
                let middle = bytes.len() / 2;
                bytes[middle..].fill(0);
            }
            _ => {}
        }
        fs::write(place.path().join(name), bytes).expect("it can be written");
    }
    place
}

#[test]
fn list_names_what_is_missing_and_broken() {
    let Some(folder) = shared("syzygy") else { return };
    let whole = kythu(&["tb", "list", "--path", folder.to_str().expect("UTF-8")], "");
    assert!(whole.code == 0 && whole.out.contains("30 of 30    30 of 30"), "{whole:?}");
    assert!(!whole.out.contains("without") && !whole.out.contains("Not used"), "{whole:?}");

    let place = damaged(&folder);
    let path = place.path().to_str().expect("UTF-8");
    let list = kythu(&["tb", "list", "--path", path], "").out;
    assert!(list.contains("WDL without DTZ: KQvK\n"), "{list}");
    assert!(list.contains("KRvK.rtbw: it is cut short: "), "{list}");
    let json = kythu(&["tb", "list", "--json", "--path", path], "").out;
    let report: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(report["tables"].as_array().map(Vec::len), Some(5), "{report}");
    assert_eq!(report["problems"].as_array().map(Vec::len), Some(1), "{report}");
}

#[test]
fn check_finds_what_looks_whole() {
    let Some(folder) = shared("syzygy") else { return };
    let check = |path: &Path| {
        kythu(&["tb", "check", "--positions", "50", "--path", path.to_str().expect("UTF-8")], "")
    };
    let whole = check(&folder);
    assert_eq!((whole.code, whole.out.as_str()), (0, "tables: 70, positions: 3500, faults: 0\n"));
    let broken = check(damaged(&folder).path());
    assert_eq!(broken.code, 1, "{broken:?}");
    assert!(broken.err.contains("not to be relied on"), "{broken:?}");
    assert!(broken.out.contains("KRvK.rtbw: it is cut short: "), "{broken:?}");
    assert!(broken.out.contains("KQvKR.rtbw: its "), "{broken:?}");
    let place = damaged(&folder);
    let path = place.path().to_str().expect("UTF-8");
    let run = kythu(&["tb", "check", "--positions", "50", "--path", path, "--json"], "");
    let report: Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!((run.code, &report["tables"]), (1, &5.into()), "{report}");
    assert_eq!(report["faults"].as_array().map(Vec::len), Some(2), "{report}");
    // What cannot be asked for want of other tables is no fault.
    let place = TempDir::new().expect("a folder");
    let path = place.path().join("KQvKR.rtbw");
    fs::copy(folder.join("KQvKR.rtbw"), path).expect("copied");
    let alone = check(place.path());
    assert_eq!(alone.code, 0, "{alone:?}");
    assert!(alone.out.contains("tables which are not there: "), "{alone:?}");
}

#[test]
fn mistakes() {
    let none = Command::new(program())
        .args(["tb", "probe", BISHOP_AND_KNIGHT])
        .env_remove("SYZYGY_PATH")
        .output()
        .expect("the program runs");
    let message = String::from_utf8_lossy(&none.stderr);
    assert!(
        !none.status.success() && message.contains("with --path or in SYZYGY_PATH"),
        "{message}"
    );

    let place = TempDir::new().expect("a folder");
    let empty = place.path().to_str().expect("UTF-8");
    for (args, code, message) in [
        (
            &["tb", "probe", BISHOP_AND_KNIGHT, "--path", empty][..],
            1,
            "there are no endgame tables",
        ),
        (&["tb", "check", "--path", empty], 1, "there are no endgame tables in"),
        (&["tb", "probe", BISHOP_AND_KNIGHT, "--path", "/nowhere"], 1, "/nowhere: "),
        (&["tb", "probe", "8/8 w", "--path", empty], 2, "column "),
        (&["tb"], 2, "probe"),
    ] {
        let run = kythu(args, "");
        assert_eq!(run.code, code, "{run:?}");
        assert!(run.err.contains(message), "{message:?} in {run:?}");
    }
    let Some(folder) = shared("syzygy") else { return };
    let path = folder.to_str().expect("UTF-8");
    for (fen, message) in [
        ("4k3/8/8/8/8/8/PPPP4/4K3 w - - 0 1", "6 men on the board, and tables for 4 at most"),
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "rights to castle"),
    ] {
        let run = kythu(&["tb", "probe", fen, "--path", path], "");
        assert!(run.code == 1 && run.err.contains(message), "{run:?}");
    }
}

/// The moves would let one count to 2, but that is not what the table says.
#[test]
fn dtz_is_the_tables_own() {
    let Some(folder) = shared("syzygy") else { return };
    let path = folder.to_str().expect("UTF-8");
    let fen = "8/6K1/6R1/6R1/7k/8/8/8 w - - 0 1";
    let run = kythu(&["tb", "probe", fen, "--path", path, "--json"], "");
    let report: Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!((&report["dtz"], &report["rounded"]), (&Value::from(1), &Value::from(true)));
}
