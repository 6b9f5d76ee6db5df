//! Conversations with the engine as a GUI, or a vandal, holds them.

use crate::kythu::kythu;

/// The lines answered to these commands, which do not end with `quit`.
fn answers(commands: &str) -> Vec<String> {
    let run = kythu(&[], commands);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
    run.out.lines().map(str::to_owned).collect()
}

#[test]
fn handshake() {
    let lines = answers("uci\nisready\nquit\nisready\n");
    assert!(lines[0].starts_with("id name Kythu "), "{lines:?}");
    assert_eq!(lines[lines.len() - 2..], ["uciok", "readyok"]);
}

#[test]
fn every_go_is_answered_with_a_legal_move() {
    let fen = "7k/8/8/8/8/8/8/6RK b - - 0 1";
    let lines = answers(&format!("position fen {fen}\ngo depth 3\n"));
    assert_eq!(lines, ["bestmove h8h7"]);
    let mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    assert_eq!(answers(&format!("position fen {mate}\ngo\n")), ["bestmove 0000"]);
}

#[test]
fn an_endless_search_answers_when_told_to_stop() {
    let lines = answers("position fen 7k/8/8/8/8/8/8/6RK b - - 0 1\ngo infinite\nisready\nstop\n");
    assert_eq!(lines, ["readyok", "bestmove h8h7"]);
    assert!(answers("stop\n").is_empty());
}

#[test]
fn castling_is_written_as_the_gui_wants_it() {
    let position = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\n";
    let both = format!(
        "{position}go perft 1\nsetoption name UCI_Chess960 value true\n{position}go perft 1\n"
    );
    let lines = answers(&both);
    assert!(lines.contains(&"e1g1: 1".to_owned()) && lines.contains(&"e1h1: 1".to_owned()));
    assert_eq!(lines.iter().filter(|line| *line == "Nodes searched: 15").count(), 2);
}

#[test]
fn bad_input_changes_nothing() {
    let moved = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    for bad in [
        "position",
        "position startpos moves e2e5",
        "position startpos moves e2e4 e7e5 zz",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen rnbqxbnr/8 w - - 0 1",
        "go perft",
        "go perft -1",
        "go perft 99999999999999999999",
        "setoption name Nonsense value 1",
        "xyzzy \u{0} \u{7f} ♞",
        "position fen ♞♞♞♞",
    ] {
        let lines = answers(&format!("position startpos moves e2e4\n{bad}\nd\n"));
        assert!(lines[0].starts_with("info string error "), "{bad}: {lines:?}");
        assert!(lines.contains(&format!("Fen: {moved}")), "{bad}: {lines:?}");
    }
}

#[test]
fn the_column_of_a_bad_fen_is_told() {
    let lines = answers("position fen rnbqkbnr/pppppppp/8/9/8/8/8/8 w - - 0 1\n");
    let expected = "info string error bad FEN: column 21: \
                    '9' is neither a piece letter nor a digit from 1 to 8";
    assert_eq!(lines, [expected]);
}

#[test]
fn noise_and_endless_lines_do_not_end_it() {
    let mut noise: Vec<u8> = (0..=255).cycle().take(100_000).collect();
    noise.extend(b"\n");
    noise.extend(vec![b'e'; 10_000_000]);
    noise.extend(b"\nisready\n");
    let run = kythu(&[], &noise);
    assert_eq!(run.code, 0);
    assert!(run.out.ends_with("readyok\n"), "{}", &run.out[run.out.len() - 200..]);
}
