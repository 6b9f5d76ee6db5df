//! Engines that fail in the middle of a game.

use super::{assert_has, session};
use crate::kythu::kythu;

/// An engine that does this when it is told to think; `$0` is its file.
fn mock(folder: &tempfile::TempDir, think: &str) -> String {
    let script = folder.path().join("engine");
    let text = format!(
        "while read -r line; do case \"$line\" in\n uci) echo 'id name Mock'; echo uciok;;\n \
         isready) echo readyok;;\n go*) {think};;\n quit) exit 0;;\nesac; done\n"
    );
    std::fs::write(&script, text).expect("an engine");
    format!("uci?name=Mock&cmd=/bin/sh&arg={}", script.display())
}

#[test]
fn a_crash_of_an_engine_ends_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let crash_once = "if [ -e \"$0.done\" ]; then echo bestmove e7e5; \
                      else touch \"$0.done\"; exit 3; fi";
    let spec = mock(&folder, crash_once);
    let file = folder.path().join("games.pgn").display().to_string();
    let args = ["--black", &spec, "--pgn", &file];
    let text = session(&args, &["e4", "d5", "draw", "retry", "retry", "why", "quit"]);
    assert_has(&text, "Mock failed (crash: the engine ");
    assert_has(&text, "retry, human, opponent WHO or quit >");
    assert_eq!(text.matches("It is the turn of an opponent that failed.").count(), 3, "{text}");
    assert_has(&text, "Black played 1… e5. White to move.");
    assert_has(&text, "Nobody has failed.");
    assert_has(&text, "Why 1… e5? Mock wants e5.");
    assert!(text.contains("Goodbye. To go on"), "{text}");

    // Whoever leaves then has the game, and the last words.
    std::fs::remove_file(folder.path().join("engine.done")).expect("it crashed");
    let text = session(&args, &["d4"]);
    assert_has(&text, "Goodbye. To go on from here: kythu play --black 'uci?name=Mock");
    let games = std::fs::read_to_string(&file).expect("the games");
    assert_has(&games, "1. d4 *");
}

#[test]
fn an_engine_that_cheats_can_be_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let spec = mock(&folder, "echo bestmove e8e1");
    let typed = ["e4", "resign", "undo", "human", "e5", "quit"];
    let text = session(&["--black", &spec], &typed);
    assert_has(&text, "Mock failed (illegal move: illegal move 'e8e1' in\n");
    assert_has(&text, "Black wins, White resigns (0-1).");
    assert_has(&text, "Black is played by Human.");
    assert_has(&text, "Black played 1… e5. White to move.");
    let text = session(&["--black", &spec], &["e4", "opponent random", "undo", "quit"]);
    assert_has(&text, "Black is played by Random.");
    assert_has(&text, "Black played 1… ");
    // Without a human there is nobody to decide, but the last words are said.
    let run = kythu(&["play", "--white", "random", "--black", &spec, "--seed", "1"], "");
    assert_eq!(run.code, 1, "{run:?}");
    assert_has(&run.err, "Mock failed (illegal move");
    assert_has(&run.out, "Goodbye. To go on from here: kythu play --white random --black ");
}
