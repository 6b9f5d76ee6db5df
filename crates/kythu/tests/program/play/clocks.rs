//! Games with clocks.

use super::{TWO, assert_has, session};
use crate::kythu::kythu;

#[test]
fn a_flag_ends_the_game() {
    let text = session(&[TWO, &["--clock", "5+3"]].concat(), &["e4", "quit"]);
    assert_has(&text, " Clocks: White 5:00, Black 5:00.\n");
    assert_has(&text, " Clocks: White 5:0");
    assert_has(&text, "kythu play --black human --clock 5+3 --fen");
    // Less than a microsecond: it is gone before anything is typed.
    let args = [TWO, &["--clock", "0.00000001"]].concat();
    let text = session(&args, &["e4", "undo", "quit"]);
    assert_has(&text, "Black wins on time (0-1).");
    assert_has(&text, "Clocks: White 0:00.0, Black 0:00.0.");
    let bare = [&args[..], &["--fen", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"]].concat();
    let text = session(&bare, &["Ra2", "quit"]);
    assert_has(&text, "(1/2-1/2).");
    assert!(!text.contains("White played"), "{text}");
    // Agents have no more time than others.
    let args = ["--white", "random", "--black", "random", "--clock", "0.00000001"];
    assert_has(&session(&args, &[]), "(0-1).");

    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.pgn").display().to_string();
    session(&[TWO, &["--clock", "5+3", "--pgn", &file]].concat(), &["e4", "e5"]);
    let games = std::fs::read_to_string(&file).expect("the games");
    assert_has(&games, "[TimeControl \"300+3\"]");
    assert_has(&games, "1. e4 {[%clk 0:05:0");
}

#[test]
fn bad_clocks_are_refused() {
    let run = kythu(&["play", "--clock", "five"], "");
    assert_eq!(run.code, 2, "{run:?}");
    assert_has(&run.err, "such as 5+3");
}
