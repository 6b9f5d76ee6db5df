//! Opponents that think, and what they say of it.

use super::{assert_has, session};

#[test]
fn the_own_move_is_drawn_before_the_answer() {
    let text = session(&[], &["e4", "quit"]);
    assert_has(&text, "White: Human    Black: engine?elo=1200");
    let own = text.find("White played 1. e4. Black to move.");
    let answer = text.find("Black played 1… ");
    assert!(own.is_some() && own < answer, "{text}");
    assert!(!text.contains("thinks"), "{text}");
}

#[test]
fn advice_on_the_own_moves_and_reasons_for_the_others() {
    let mate = ["--fen", "7k/8/6K1/8/8/8/8/R7 w - - 0 1"];
    let text = session(&mate, &["why", "hint", "eval", "Ra7", "why", "udno", "quit"]);
    assert_has(&text, "No opponent has decided on a move of this game here.");
    assert_has(&text, "White could play Ra8# (mate in 1");
    assert_has(&text, "rooks           │");
    assert_has(&text, "for White\n");
    assert_has(&text, "Why 1… Kg8? Kg8 ");
    assert_has(&text, "\n * Kg8      ");
    assert_has(&text, "'udno' is neither a move nor a command. Did you mean undo?");

    let text = session(&["--black", "random"], &["e4", "why", "quit"]);
    assert_has(&text, "20 legal moves, each as likely as the other.");
    let text = session(&["--black", "minimax?depth=1&book=on"], &["e4", "why", "quit"]);
    assert_has(&text, "The player knows the position from its opening book.");
    assert_has(&text, "% of the time");
    let text = session(&["--black", "mlp"], &["e4", "why", "quit"]);
    assert_has(&text, "is the best of 20 moves: the net expects");
    assert_has(&text, "winning chance ");
    // After the end there is nothing to advise, but still something to explain.
    let text = session(&[], &["e4", "resign", "hint", "why", "quit"]);
    assert_has(&text, "The game is over.");
    assert_has(&text, "seems best to a player of this strength");
}

#[test]
fn no_draw_is_agreed_on_move_two() {
    let text = session(&[], &["e4", "draw", "draw", "quit"]);
    assert_has(&text, "engine?elo=1200 declines the draw.");
    assert_has(&text, "You have offered a draw already.");
    // Two rooks down it is another matter.
    let fen = ["--fen", "4k3/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1"];
    let text = session(&fen, &["e4", "draw", "quit"]);
    assert_has(&text, "engine?elo=1200 accepts the draw.");
    assert_has(&text, "Draw by agreement (1/2-1/2).");
}

#[test]
fn opponents_come_and_go() {
    let typed = [
        "e4",
        "opponent",
        "opponent rnadom",
        "opponent minimax?depth=1",
        "human",
        "human",
        "d4",
        "black random",
        "white uci?cmd=/nowhere/engine",
        "quit",
    ];
    let text = session(&["--black", "random", "--seed", "5"], &typed);
    assert_has(&text, "Say who: opponent engine?elo=1200, for example, or opponent human.");
    assert_has(&text, "Nobody came: no agent is called 'rnadom' (did you mean random?)");
    assert_has(&text, "Black is played by minimax?depth=1.");
    assert_has(&text, "Black is played by Human.");
    assert_has(&text, "Humans sit on both sides.");
    assert_has(&text, "White: Human    Black: Human");
    assert_has(&text, "White played 2. d4. Black to move.");
    assert_has(&text, "Black played 2… ");
    assert_has(&text, "uci?cmd=/nowhere/engine cannot play: cannot run /nowhere/engine");
    assert_has(&text, "To go on from here: kythu play --black random --fen '");
}

#[test]
fn remarks_are_shown_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let book = folder.path().join("unsorted.bin");
    std::fs::write(&book, [[9u8; 16], [1; 16]].concat()).expect("a book");
    let spec = format!("minimax?depth=1&bookfile={}", book.display());
    let text = session(&["--black", &spec], &["e4", "d4", "new", "e4", "quit"]);
    assert_eq!(text.matches(" warns: ").count(), 1, "{text}");
}

#[cfg(unix)]
#[test]
fn engines_are_pointed_at_by_name() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let engine = folder.path().join("deepthought");
    std::fs::write(&engine, "").expect("an engine");
    std::fs::set_permissions(&engine, PermissionsExt::from_mode(0o755)).expect("it can be run");
    let output = std::process::Command::new(crate::kythu::program())
        .args(["play", "--black", "deepthought?Hash=8"])
        .env("PATH", folder.path())
        .output()
        .expect("the program runs");
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8_lossy(&output.stderr);
    assert_has(&error, "plays as uci?cmd=deepthought&Hash=8");
}
