//! Positions whose outcome and distance are known.

use std::fs;

use chess::Position;
use knowledge::syzygy::Wdl;

use crate::data;

/// The number after `name` in the operations of a line.
fn operand(line: &str, name: &str) -> i32 {
    let rest = line.split_once(&format!(" {name} ")).map(|parts| parts.1);
    let number = rest.and_then(|rest| rest.split_once(';')).map(|parts| parts.0);
    number.and_then(|number| number.parse().ok()).unwrap_or_else(|| panic!("{name} in {line}"))
}

#[test]
fn known_positions_agree() {
    let Some((tables, path)) = data::tables().zip(data::shared("suites/endgame-wdl-dtz.epd"))
    else {
        return;
    };
    let text = fs::read_to_string(path).expect("a file");
    let mut probed = 0;
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let fen = line.split_once(" wdl_table").map_or(line, |parts| parts.0);
        let position = Position::from_fen_tolerant(fen).expect(line);
        let wdl = tables.wdl(&position).expect(line);
        let dtz = tables.dtz(&position).expect(line);
        assert_eq!(wdl, Wdl::ALL[(operand(line, "wdl") + 2) as usize], "{line}");
        assert_eq!(dtz.plies, operand(line, "dtz"), "{line}");
        probed += 1;
    }
    assert_eq!(probed, 200);
}
