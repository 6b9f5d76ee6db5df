//! What no GUI should send.

use super::answers;
use super::conversation::Conversation;
use crate::kythu::kythu;

#[test]
fn bad_input_changes_nothing() {
    let moved = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    for bad in [
        "position",
        "position startpos moves e2e5",
        "position startpos moves e2e4 e7e5 zz",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen rnbqxbnr/8 w - - 0 1",
        "position fen ♞♞♞♞",
        "go perft",
        "go perft -1",
        "go perft 21",
        "go perft 99999999999999999999",
        "go depth -1",
        "go depth 99999999999999999999",
        "go nodes",
        "go movetime x",
        "go searchmoves e2e4",
        "go searchmoves Nf3",
        "debug maybe",
        "setoption",
        "setoption name Nonsense value 1",
        "setoption name Hash",
        "setoption name Hash value 0",
        "setoption name Hash value 1000000000",
        "setoption name Hash value 1048576",
        "setoption name Threads value -3",
        "setoption name UCI_Chess960 value perhaps",
        "bench -1",
        "xyzzy \u{0} \u{7f} ♞",
    ] {
        let lines = answers(&format!("position startpos moves e2e4\n{bad}\nd\n"));
        assert!(lines[0].starts_with("info string error "), "{bad}: {lines:?}");
        assert!(lines.contains(&format!("Fen: {moved}")), "{bad}: {lines:?}");
    }
}

#[test]
fn what_is_wrong_is_told() {
    let lines = answers("position fen rnbqkbnr/pppppppp/8/9/8/8/8/8 w - - 0 1\n");
    let expected = "info string error position: bad FEN 'rnbqkbnr/pppppppp/8/9/8/8/8/8 w - - 0 1': \
                    column 21: '9' is neither a piece letter nor a digit from 1 to 8";
    assert_eq!(lines, [expected]);
    let expected = "info string error position: move 2, e4e5, is not legal in \
                    rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    assert_eq!(answers("position startpos moves e2e4 e4e5\n"), [expected]);
    let expected = "info string error go searchmoves: move e2e5 is not legal in this position";
    assert_eq!(answers("go searchmoves e2e4 e2e5\n"), [expected]);
    let expected = "info string error setoption Hash: '0' is not a whole number from 1 to 1048576";
    assert_eq!(answers("setoption name hash value 0\n"), [expected]);
    assert_eq!(answers("xyzzy"), ["info string error unknown command 'xyzzy'"]);
    assert!(answers("\n   \nstop\nponderhit\n").is_empty());
}

#[test]
fn settings_survive_a_mistake() {
    let fen = "position fen 5r1k/6pp/7N/8/8/1Q6/8/6K1 w - - 0 1";
    let mut gui = Conversation::start();
    gui.say("setoption name MultiPV value 2\nsetoption name MultiPV value 0");
    gui.hear("info string error setoption MultiPV: '0' is not a whole number from 1 to 256");
    let lines = gui.ask(&format!("{fen}\ngo depth 3"));
    assert!(lines.iter().any(|line| line.contains(" multipv 2 ")), "{lines:?}");
    assert!(gui.end().is_empty());
}

#[test]
fn noise_and_endless_lines_do_not_end_it() {
    let mut noise: Vec<u8> = (0..=255).cycle().take(100_000).collect();
    noise.extend(b"\n");
    noise.extend(vec![b'e'; 10_000_000]);
    noise.extend(b"\nposition fen \xff\xfe\x00\nisready\n");
    let run = kythu(&[], &noise);
    assert_eq!(run.code, 0);
    let tail: Vec<&str> = run.out.lines().rev().take(3).collect();
    assert_eq!(tail[0], "readyok");
    assert!(tail[1].starts_with("info string error position: bad FEN '"), "{tail:?}");
    assert_eq!(tail[2], "info string error a line of 10000001 bytes is too long");
}

#[test]
fn random_words_of_the_protocol() {
    let words: Vec<&str> = "go depth 1 2 stop ponderhit position startpos moves e2e4 e7e5 fen \
        setoption name value Hash MultiPV ucinewgame isready infinite ponder searchmoves nodes -1 \
        movetime wtime true d \n \n \n \n \n"
        .split(' ')
        .filter(|word| !word.is_empty())
        .collect();
    let seed = fastrand::u64(..);
    println!("seed {seed}");
    let mut random = fastrand::Rng::with_seed(seed);
    let mut text = String::new();
    for _ in 0..3_000 {
        text += random.choice(&words).expect("there are words");
        text += " ";
    }
    text += "\nstop\nisready\n";
    let run = kythu(&[], &text);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "seed {seed}");
    assert!(run.out.lines().any(|line| line == "readyok"), "seed {seed}");
}

#[test]
fn it_ends_quietly_when_nobody_hears_it() {
    for command in ["uci", "go infinite", "go depth 4", "bench 9", "go perft 4", "isready"] {
        let (code, errors) = Conversation::turn_deaf(command);
        assert_eq!((code, errors.as_str()), (Some(0), ""), "{command}");
    }
}
