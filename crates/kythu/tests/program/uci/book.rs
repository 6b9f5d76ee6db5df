//! The engine's own book: when it answers and when it does not.

use std::collections::HashSet;
use std::fs;

use super::answers;
use super::conversation::Conversation;

const ON: &str = "setoption name OwnBook value true\nsetoption name Seed value 7\n";

/// Did these commands lead to a move from the book?
fn is_book(commands: &str) -> bool {
    let lines = answers(&format!("{ON}{commands}\n"));
    let best = lines.last().expect("an answer");
    assert!(best.starts_with("bestmove "), "{lines:?}");
    lines[0].starts_with("info string book ")
}

#[test]
fn it_answers_at_once() {
    let lines = answers(&format!("{ON}setoption name BookVariety value 0\ngo wtime 1 btime 1\n"));
    assert_eq!(lines[0], "info string book e2e4 100.0%");
    assert_eq!(lines[1..], ["info depth 1 nodes 0 pv e2e4", "bestmove e2e4"]);
    let lines = answers(&format!("{ON}position startpos moves e2e4\ngo depth 40\n"));
    assert_eq!(lines.len(), 3, "{lines:?}");
    let mv = lines[2].strip_prefix("bestmove ").expect("a move");
    assert!(lines[0].contains(&format!(" {mv} ")), "{lines:?}");
    // Without being asked to, it does not.
    assert!(!answers("go depth 1\n")[0].contains("book"));
}

#[test]
fn who_asks_a_question_gets_a_search() {
    assert!(is_book("go depth 1") && is_book("go nodes 100") && is_book("go movetime 1"));
    assert!(!is_book("go depth 1 searchmoves a2a3"));
    assert!(!is_book("go depth 1 mate 3"));
    assert!(!is_book("go depth 1 infinite") && !is_book("go"));
    assert!(!is_book("go ponder depth 1"));
    assert!(!is_book("setoption name UCI_AnalyseMode value true\ngo depth 1"));
    assert!(!is_book("position fen 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\ngo depth 1"));
}

#[test]
fn depth_is_in_moves_of_the_game() {
    let depth = "setoption name BookDepth value 1\n";
    assert!(is_book(&format!("{depth}position startpos moves e2e4\ngo depth 1")));
    assert!(!is_book(&format!("{depth}position startpos moves e2e4 e7e5\ngo depth 1")));
    assert!(!is_book("setoption name BookDepth value 0\ngo depth 1"));
}

#[test]
fn the_same_seed_plays_the_same_again() {
    let play = |seed: &str| {
        let mut gui = Conversation::start();
        gui.say("setoption name OwnBook value true\nsetoption name BookVariety value 100");
        gui.say(&format!("setoption name Seed value {seed}"));
        let game = "ucinewgame\nposition startpos\ngo depth 1";
        let moves = (0..30).filter_map(|_| gui.ask(game).pop()).collect::<Vec<_>>();
        assert!(gui.end().is_empty());
        moves
    };
    assert_eq!(play("7"), play("7"));
    assert_ne!(play("7"), play("8"));
    assert_ne!(play("0"), play("0"), "0 is for a seed from nowhere");
    assert!(play("7").into_iter().collect::<HashSet<_>>().len() > 2);
}

#[test]
fn another_book_and_a_bad_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let [good, bad] = ["good book.bin", "bad.bin"].map(|name| folder.path().join(name));
    // 1. a3, as the format has it: key, move, weight, nothing learned.
    let mut entry = 0x463b_9618_1691_fc9c_u64.to_be_bytes().to_vec();
    entry.extend([0x02, 0x10, 0, 1, 0, 0, 0, 0]);
    fs::write(&good, &entry).expect("it can be written");
    fs::write(&bad, &entry[1..]).expect("it can be written");
    let mut gui = Conversation::start();
    gui.say(&format!("{ON}setoption name BookFile value {}", good.display()));
    assert_eq!(gui.ask("go depth 1").last().map(String::as_str), Some("bestmove a2a3"));
    gui.say(&format!("setoption name BookFile value {}", bad.display()));
    let complaint = gui.hear("info string error ");
    assert!(complaint[0].contains("bad.bin: 15 bytes are no Polyglot book"), "{complaint:?}");
    assert_eq!(gui.ask("go depth 1").last().map(String::as_str), Some("bestmove a2a3"));
    gui.say("setoption name BookFile value /nowhere/book.bin");
    assert!(gui.hear("info string error ")[0].contains("/nowhere/book.bin: "));
    gui.say("setoption name BookFile value <empty>\nsetoption name BookVariety value 0");
    assert_eq!(gui.ask("go depth 1").last().map(String::as_str), Some("bestmove e2e4"));
    assert!(gui.end().is_empty());
}

#[test]
fn castling_from_the_book_is_written_as_the_gui_wants_it() {
    let line = "position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6";
    for (style, castling) in [("false", "e1g1"), ("true", "e1h1")] {
        let lines = answers(&format!(
            "{ON}setoption name BookVariety value 0\n\
             setoption name UCI_Chess960 value {style}\n{line}\ngo depth 1\n"
        ));
        assert_eq!(lines.last(), Some(&format!("bestmove {castling}")), "{lines:?}");
    }
}
