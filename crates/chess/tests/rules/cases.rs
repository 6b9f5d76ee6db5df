//! Positions with every legal move, its SAN and the position after it.

use std::collections::BTreeMap;

use chess::{MoveKind, Position};
use serde_json::Value;

use crate::data;

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

/// Checks a file of cases in the format of the Rampart suite; returns how
/// many there were.
fn check(json: &str) -> usize {
    let file: Value = serde_json::from_str(json).unwrap();
    let cases = file["testCases"].as_array().unwrap();
    for case in cases {
        let start = text(&case["start"]["fen"]);
        // Two cases have bishops that no game leads to.
        let position =
            Position::from_fen_tolerant(start).unwrap_or_else(|e| panic!("{start}: {e}"));
        let mut expected: BTreeMap<&str, &str> = BTreeMap::new();
        for entry in case["expected"].as_array().unwrap() {
            let before = expected.insert(text(&entry["move"]), text(&entry["fen"]));
            assert_eq!(before, None, "{start}: {} is there twice", entry["move"]);
        }
        for mv in position.legal_moves() {
            let san = position.to_san(mv);
            let Some(fen) = expected.remove(&*san) else { panic!("{start}: {san} is too much") };
            assert_eq!(position.parse_san(&san), Ok(mv), "{start}: {san}");
            assert_eq!(position.captured(mv).is_some(), san.contains('x'), "{start}: {san}");
            let pushed = (mv.kind() == MoveKind::DoublePush).then(|| skipped(mv.to()));
            assert_same(&position.after(mv).fen(), fen, pushed.as_deref());
        }
        assert!(expected.is_empty(), "{start}: {expected:?} are missing");
    }
    cases.len()
}

/// The square that a pawn pushed to `to` has skipped.
fn skipped(to: chess::Square) -> String {
    let rank = if to.rank() == chess::Rank::Fourth { '3' } else { '6' };
    format!("{}{rank}", to.file())
}

/// The cases agree on all fields but one: some write the en-passant square
/// after every double push, others only where an enemy pawn stands beside,
/// as we do. So the square may be there without ours, but only behind a pawn
/// that has just pushed twice; and never may it lack or be another than ours.
#[track_caller]
fn assert_same(ours: &str, theirs: &str, pushed: Option<&str>) {
    let (mut our_fields, mut their_fields): (Vec<_>, Vec<_>) =
        (ours.split(' ').collect(), theirs.split(' ').collect());
    let (our_square, their_square) = (our_fields.remove(3), their_fields.remove(3));
    assert_eq!(our_fields, their_fields);
    let also_lawful = our_square == "-" && pushed == Some(their_square);
    assert!(our_square == their_square || also_lawful, "{ours} instead of {theirs}");
}

#[test]
fn own_cases() {
    assert_eq!(check(&data::own("moves.json")), 12);
}

#[test]
fn shared_rampart() {
    let Some(folder) = data::shared("perft/rampart") else { return };
    let mut files: Vec<_> = folder.read_dir().unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let cases: usize = files.iter().map(|file| check(&data::read(file))).sum();
    assert_eq!(cases, 129);
}
