//! Whole sessions of `kythu play`, typed through a pipe.

mod agents;
mod clocks;
#[cfg(unix)]
mod faults;

use crate::kythu::kythu;

/// A session with lines as typed; how the program talks back.
fn session(args: &[&str], lines: &[&str]) -> String {
    let run = kythu(&[&["play"], args].concat(), lines.join("\n") + "\n");
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
    assert!(!run.out.contains('\x1b'), "no escape codes in a pipe: {}", run.out);
    run.out
}

const TWO: &[&str] = &["--white", "human", "--black", "human"];

#[track_caller]
fn assert_has(text: &str, part: &str) {
    assert!(text.contains(part), "no {part:?} in\n{text}");
}

#[test]
fn fools_mate() {
    let text = session(TWO, &["f3", "e7e5", "g4", "Qh4", "e4", "quit"]);
    assert_has(&text, "White to move.");
    assert_has(&text, "Black played 1… e5. White to move.");
    assert_has(&text, "Black played 2… Qh4#. Black wins by checkmate (0-1).");
    assert_has(&text, " 4  .  .  .  .  .  .  P [q]");
    assert_has(&text, "The game is over. Type new");
    assert!(text.ends_with("Goodbye.\n"), "{text}");
}

#[test]
fn mistakes_do_not_end_the_game() {
    let long = "x".repeat(2_000_000);
    let typed = ["Ke2", "e5", "e2e5", "e7e5", "♞", "", &long, "moves", "e4"];
    let text = session(TWO, &typed);
    assert_has(&text, "No legal move is 'Ke2' in this position.");
    assert_has(&text, "Move e2e5 is not legal in this position.");
    assert_has(&text, "The pawn on e7 is Black's.");
    assert_has(&text, "'♞' is neither a move nor a command.");
    assert_has(&text, "A line of 2000001 bytes is no move.");
    assert_has(&text, "20 legal moves:\n Na3 Nc3 Nf3 Nh3 a3 a4");
    assert_has(&text, "White played 1. e4. Black to move.");
    assert_has(
        &text,
        "To go on from here: kythu play --black human --fen 'rnbqkbnr/pppppppp/8/8/4P3",
    );
}

#[test]
fn undo_and_redo_between_humans_take_one_move() {
    let text = session(TWO, &["e4", "undo", "fen", "redo", "redo", "fen", "undo", "undo"]);
    assert_has(&text, "PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_has(&text, "4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    assert_has(&text, "There is nothing to play again.");
    assert_has(&text, "There is no move of yours to take back.");
}

#[test]
fn undo_against_an_opponent_takes_two() {
    let text = session(&["--seed", "1"], &["e4", "d4", "undo", "fen", "redo", "fen", "quit"]);
    let fens: Vec<&str> = text.lines().filter(|line| line.contains(" w KQ")).collect();
    assert!(fens[0].ends_with(" 2") && fens[1].ends_with(" 3"), "{fens:?}");
    // Nothing of the human's own: the opponent began.
    let text = session(&["--white", "random", "--black", "human"], &["undo"]);
    assert_has(&text, "There is no move of yours to take back.");
    assert_has(&text, "Black to move.");
}

#[test]
fn mate_can_be_taken_back_from_an_opponent() {
    let fen = ["--fen", "7k/8/6K1/8/8/8/8/R7 w - - 0 1"];
    let text = session(&fen, &["Ra8", "undo", "Ra7", "quit"]);
    assert_has(&text, "White wins by checkmate (1-0).");
    assert_has(&text, "1. Ra7");
}

#[test]
fn draws_are_claimed_offered_and_refused() {
    let shuffle = ["Nf3", "Nf6", "Ng1", "Ng8"];
    let twice = [&shuffle[..], &shuffle[..], &["draw"]].concat();
    let text = session(TWO, &twice);
    assert_has(&text, "A draw by threefold repetition can be claimed: type draw.");
    assert_has(&text, "Draw by threefold repetition (1/2-1/2).");

    let announced = [&shuffle[..], &shuffle[..3], &["draw Nh5", "draw Ng8"]].concat();
    let text = session(TWO, &announced);
    assert_has(&text, "No draw can be claimed with Nh5");
    assert_has(&text, "Black played 4… Ng8. Draw by threefold repetition (1/2-1/2).");

    let text = session(TWO, &["draw", "perhaps", "no", "draw", "e4", "draw", "y"]);
    assert_has(&text, "White offers a draw. Black, do you accept?");
    assert_has(&text, "Type yes or no.");
    assert_has(&text, "The offer is declined.");
    assert_has(&text, "You have offered a draw already.");
    assert_has(&text, "Draw by agreement (1/2-1/2).");
}

#[test]
fn resigning_and_starting_again() {
    let text = session(&["--black", "human"], &["e4", "resign", "new", "moves"]);
    assert_has(&text, "White wins, Black resigns (1-0).");
    assert_has(&text, "A new game.");
    assert_has(&text, "20 legal moves:");
}

#[test]
fn the_board_turns_with_the_player() {
    let text = session(&["--white", "random", "--black", "human", "--seed", "2"], &["flip"]);
    let first = text.find("    h  g  f  e  d  c  b  a");
    let then = text.find("    a  b  c  d  e  f  g  h");
    assert!(first.is_some() && first < then, "{text}");
}

#[test]
fn chess960_castles_by_name_or_square() {
    // The king stands on f1 with a rook on g1.
    let fen = ["--fen", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "--black", "human"];
    for text in ["O-O", "f1g1"] {
        let text = session(&fen, &[text]);
        assert_has(&text, "White played 1. O-O.");
        assert_has(&text, " 1  .  .  .  .  . [R][K] .");
    }
    let text = session(&["--960", "0", "--black", "human"], &[]);
    assert_has(&text, "Chess960 position 0");
    assert_has(&text, " 1  B  B  Q  N  N  R  K  R");
}

#[test]
fn random_against_random_ends_and_repeats_itself() {
    let args = ["--white", "random", "--black", "random", "--seed"];
    let play = |seed| session(&[&args[..], &[seed]].concat(), &[]);
    let text = play("7");
    assert_eq!(text, play("7"));
    assert_ne!(text, play("8"));
    assert!(["(1-0).\n", "(0-1).\n", "(1/2-1/2).\n"].iter().any(|end| text.ends_with(end)));
    let moves = text.lines().filter(|line| line.contains(". ") || line.contains("… ")).count();
    assert!(moves > 10, "{text}");
}

#[test]
fn games_are_saved_and_loaded() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("my games.pgn");
    let [save, load] = ["save", "load"].map(|word| format!("{word} {}", path.display()));
    let text = session(TWO, &["save", "e4", &save, "e5", "save", "new", "d4", &save, "quit"]);
    assert_has(&text, "Not saved: say where: save FILE");
    assert_has(&text, &format!("Saved in {}.", path.display()));
    let games = std::fs::read_to_string(&path).expect("the games");
    assert_has(&games, "[White \"Human\"]\n[Black \"Human\"]\n[Result \"*\"]\n[ECO \"C20\"]\n");
    assert_has(&games, "[Opening \"Open Game\"]\n\n1. e4 e5 *\n\n");
    assert_has(&games, "1. d4 *\n\n");
    assert_eq!(games.matches("[Event ").count(), 2, "{games}");

    // The last game, then the first: undo goes back through it.
    let first = format!("{load} #1");
    let text = session(TWO, &["c4", &load, "d5", &first, "Nf3", "undo", "undo", "fen", "quit"]);
    assert_has(&text, "Game 2 of 2: Human – Human (*).");
    assert_has(&text, "Black played 1… d5. White to move.");
    assert_has(&text, "Game 1: Human – Human (*).");
    assert_has(&text, "White played 2. Nf3. Black to move.");
    assert_has(&text, "4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    assert_eq!(std::fs::read_to_string(&path).expect("the games"), games);

    let file = path.display().to_string();
    let text = session(&["--black", "human", "--load", &file, "--game", "1"], &["d4", "quit"]);
    assert_has(&text, "White played 2. d4. Black to move.");
}

#[test]
fn a_diary_has_every_game_to_its_last_move() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.pgn");
    std::fs::write(&path, "1. c4 *").expect("a file");
    let file = path.display().to_string();
    let args = [TWO, &["--pgn", &file]].concat();
    // Saved there by hand as well, the game is still one.
    let save = format!("save {file}");
    session(
        &args,
        &["f3", "e5", "g4", &save, "Qh4", "undo", "Qh4", "new", "d4", "undo", "e4", "resign"],
    );
    let games = std::fs::read_to_string(&path).expect("the games");
    assert!(games.starts_with("1. c4 *\n\n[Event \"Casual game\"]"), "{games}");
    assert_has(&games, "[Result \"0-1\"]\n[ECO \"A00\"]\n");
    assert_has(&games, "Fool's Mate\"]\n\n1. f3 e5 2. g4 Qh4# {Black wins by checkmate} 0-1\n");
    assert_has(&games, "1. e4 {White wins, Black resigns} 1-0\n");
    assert_eq!(games.matches("[Event ").count(), 2, "{games}");

    // Agents write down what they think, and need no human for it.
    let thinkers = ["--white", "minimax?depth=2", "--black", "random", "--seed", "3"];
    session(&[&thinkers[..], &["--pgn", &file]].concat(), &[]);
    let games = std::fs::read_to_string(&path).expect("the games");
    assert_has(&games, "[White \"minimax?depth=2\"]\n[Black \"Random\"]");
    assert_has(&games, ",2]}");
}

#[test]
fn files_that_cannot_be_loaded_or_saved_change_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("letter.txt");
    std::fs::write(&path, "Dear Emanuel,\n").expect("a file");
    let file = path.display().to_string();
    let nowhere = folder.path().join("none").join("x.pgn").display().to_string();
    let typed = [
        "e4",
        &format!("save {file}"),
        &format!("load {file}"),
        &format!("save {nowhere}"),
        &format!("load {nowhere}"),
        "load",
        "fen",
        "quit",
    ];
    let text = session(TWO, &typed);
    assert_has(
        &text,
        "is not a file of games: game 1, line 1: 'Dear' is neither a move nor a result",
    );
    assert_has(&text, "Not loaded: ");
    assert_has(&text, "Not saved: ");
    assert_has(&text, "Say from where: load FILE.");
    assert_has(&text, "4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    assert_eq!(std::fs::read_to_string(&path).expect("the letter"), "Dear Emanuel,\n");
    for args in [["--load", &file], ["--pgn", &file], ["--load", &nowhere]] {
        let run = kythu(&[&["play"][..], &args].concat(), String::new());
        assert_eq!(run.code, 1, "{run:?}");
        assert_has(&run.err, args[1]);
    }
}

#[test]
fn undo_gives_a_resigned_game_back() {
    let text = session(&[], &["e4", "resign", "undo", "fen", "undo", "fen", "quit"]);
    assert_has(&text, "Black wins, White resigns (0-1).");
    assert_has(&text, "The game goes on.");
    let fens: Vec<&str> = text.lines().filter(|line| line.contains("/RNBQKBNR w ")).collect();
    assert!(fens[0].contains("/4P3/") && fens[0].ends_with(" 2"), "{fens:?}");
    assert!(fens[1].ends_with("/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), "{fens:?}");
    // Before the first move, too.
    let text = session(&[], &["resign", "undo", "moves", "quit"]);
    assert_has(&text, "The game goes on.");
    assert_has(&text, "20 legal moves:");
}
