//! Endgame tables: found, asked, damaged, absent.

use std::fs;

use super::answers;
use crate::data::shared;

const QUEEN: &str = "position fen 8/8/8/3k4/8/8/8/KQ6 w - - 0 1\ngo depth 3";

/// The number after this word in the last line of thought.
fn last(lines: &[String], word: &str) -> i64 {
    let line = lines.iter().rfind(|line| line.starts_with("info depth")).expect("a line");
    let mut words = line.split(' ').skip_while(|&found| found != word);
    words.nth(1).and_then(|number| number.parse().ok()).expect(word)
}

#[test]
fn they_are_found_and_asked() {
    let Some(folder) = shared("syzygy") else { return };
    let path = format!("setoption name SyzygyPath value {}\n", folder.display());
    let lines = answers(&format!("{path}{QUEEN}\n"));
    assert_eq!(lines[0], "info string 70 endgame tables of up to 4 men");
    assert!(last(&lines, "tbhits") > 0 && last(&lines, "cp") > 19_000, "{lines:?}");
    // A draw by the fifty-move rule, and the same without that rule.
    let late = "position fen 8/8/8/3k4/8/8/8/KBN5 w - - 90 120\ngo depth 3\n";
    assert!(last(&answers(&format!("{path}{late}")), "cp").abs() < 10);
    let ignored = "setoption name Syzygy50MoveRule value false\n";
    assert!(last(&answers(&format!("{path}{ignored}{late}")), "cp") > 19_000);
    // Fewer men than are on the board: nobody asks.
    let limited = "setoption name SyzygyProbeLimit value 2\n";
    assert_eq!(last(&answers(&format!("{path}{limited}{QUEEN}\n")), "tbhits"), 0);
    // Taken away again.
    let none = "setoption name SyzygyPath value <empty>\n";
    assert_eq!(last(&answers(&format!("{path}{none}{QUEEN}\n")), "tbhits"), 0);
}

#[test]
fn where_there_are_none_the_engine_plays_on() {
    let lines = answers(&format!("setoption name SyzygyPath value /no/where\n{QUEEN}\n"));
    let error = "info string error setoption SyzygyPath: there are no endgame tables in '/no/where' (/no/where: ";
    assert!(lines[0].starts_with(error), "{lines:?}");
    assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")), "{lines:?}");
}

#[test]
fn damaged_ones_are_named_and_the_others_used() {
    let Some(folder) = shared("syzygy") else { return };
    let copies = tempfile::tempdir().expect("a folder");
    for name in ["KQvK.rtbw", "KQvK.rtbz", "KRvK.rtbw"] {
        fs::copy(folder.join(name), copies.path().join(name)).expect("a copy");
    }
    fs::write(copies.path().join("KRvK.rtbz"), "not a table").expect("a file");
    let path = format!("setoption name SyzygyPath value {}\n", copies.path().display());
    let lines = answers(&format!("{path}{QUEEN}\n"));
    assert!(lines[0].starts_with("info string error SyzygyPath: "), "{lines:?}");
    assert!(lines[0].contains("KRvK.rtbz"), "{lines:?}");
    assert_eq!(lines[1], "info string 3 endgame tables of up to 3 men");
    assert!(last(&lines, "tbhits") > 0, "{lines:?}");
}
