//! Whole conversations, word by word.

use super::conversation::Conversation;
use super::{answers, timeless};
use crate::kythu::kythu;

#[test]
fn handshake() {
    let name = format!("id name Kythu {}", env!("CARGO_PKG_VERSION"));
    let expected = [
        &name,
        "id author the Kythu authors",
        "option name UCI_Elo type spin default 1200 min 400 max 2800",
        "option name UCI_LimitStrength type check default false",
        "option name Hash type spin default 16 min 1 max 1048576",
        "option name Threads type spin default 1 min 1 max 256",
        "option name parallel type combo default lazy var lazy var split",
        "option name Move Overhead type spin default 20 min 0 max 5000",
        "option name nodestime type spin default 0 min 0 max 10000",
        "option name eval type string default nnue",
        "option name EvalFile type string default <empty>",
        "option name SyzygyPath type string default <empty>",
        "option name SyzygyProbeDepth type spin default 1 min 1 max 100",
        "option name SyzygyProbeLimit type spin default 7 min 0 max 7",
        "option name Syzygy50MoveRule type check default true",
        "option name OwnBook type check default false",
        "option name BookFile type string default <empty>",
        "option name BookDepth type spin default 255 min 0 max 1000",
        "option name BookVariety type spin default 50 min 0 max 100",
        "option name MultiPV type spin default 1 min 1 max 256",
        "option name Ponder type check default false",
        "option name Clear Hash type button",
        "option name UCI_Chess960 type check default false",
        "option name UCI_ShowWDL type check default false",
        "option name UCI_AnalyseMode type check default false",
        "option name UCI_Opponent type string default <empty>",
        "option name Seed type spin default 0 min 0 max 2147483647",
        "uciok",
        "readyok",
    ];
    assert_eq!(answers("uci\nisready\nquit\nisready\n"), expected);
}

#[test]
fn a_game_as_guis_play_it() {
    let mut gui = Conversation::start();
    gui.say("uci");
    gui.hear("uciok");
    gui.say(
        "debug on\nsetoption name Hash value 8\nsetoption name Ponder value true\n\
         setoption name UCI_Opponent value GM 2800 human Somebody\nsetoption name Clear Hash\n\
         setoption name UCI_AnalyseMode value false\ndebug off\nregister later\n\
         ucinewgame\nisready",
    );
    assert_eq!(gui.hear("readyok"), ["readyok"]);
    // Mate in two: one move, the only answer, mate.
    let lines = gui.ask("position fen 5r1k/6pp/7N/8/8/1Q6/8/6K1 w - - 0 1\ngo depth 12");
    let best = lines.last().expect("something was said");
    assert_eq!(best, "bestmove b3g8 ponder f8g8");
    let info = &lines[lines.len() - 2];
    assert!(info.contains(" score mate 2 ") && info.ends_with(" pv b3g8 f8g8 h6f7"), "{info}");

    let moves = "position fen 5r1k/6pp/7N/8/8/1Q6/8/6K1 w - - 0 1 moves b3g8 f8g8";
    let lines = gui.ask(&format!("{moves}\ngo wtime 1000 btime 1000 winc 10 binc 10"));
    assert_eq!(lines.last().map(String::as_str), Some("bestmove h6f7"));
    let lines = gui.ask(&format!("{moves} h6f7\ngo wtime 1000 btime 1000"));
    let lines: Vec<String> = lines.iter().map(|line| timeless(line)).collect();
    assert_eq!(lines, ["info depth 0 score mate 0", "bestmove (none)"]);
    gui.say("quit");
    assert!(gui.end().is_empty());
}

#[test]
fn stalemate_and_a_forced_move() {
    let lines = answers("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo depth 3\n");
    let lines: Vec<String> = lines.iter().map(|line| timeless(line)).collect();
    assert_eq!(lines, ["info depth 0 score cp 0", "bestmove (none)"]);
    let run = kythu(&["position fen 7k/8/8/8/8/8/8/6RK b - - 0 1", "go depth 3"], "");
    assert!(run.out.lines().last().is_some_and(|line| line.starts_with("bestmove h8h7")));
}

#[test]
fn the_board_and_the_evaluation_are_shown() {
    let moves = "position startpos moves e2e4 c7c5";
    let net = answers(&format!("{moves}\neval\n")).join("\n");
    assert!(net.contains("\ntogether        │") && net.contains("for White"), "{net}");
    let lines = answers(&format!("setoption name eval value classic\n{moves}\nd\neval\n"));
    let lines = lines.join("\n");
    assert!(
        lines
            .contains("\nFen: rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\nKey: ")
    );
    let fen = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    let table = kythu(&["eval", "--fen", fen], "").out;
    assert!(lines.ends_with(table.trim_end()), "{lines}\n--\n{table}");

    let json = kythu(&["eval", "--fen", fen, "--json"], "").out;
    let json: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
    let white = json["white"].as_i64().expect("a number");
    assert_eq!(json["value"].as_i64(), Some(white));
    let pawns = format!("value           │ {:+.2} for White", white as f64 / 100.0);
    assert!(table.contains(&pawns), "{pawns} in {table}");
    let terms: Vec<&str> = json["lines"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|line| line["term"].as_str())
        .collect();
    for term in ["material", "squares", "mobility", "tempo"] {
        assert!(terms.contains(&term) && table.contains(term), "{term}");
    }
}

#[test]
fn commands_as_arguments() {
    let mate = "position fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
    let run = kythu(&[mate, "go depth 4", "isready", "quit", "go depth 4"], "");
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines[lines.len() - 2..], ["bestmove d1d8", "readyok"], "{run:?}");
    let run = kythu(&["go", "nodes", "500"], "");
    assert!(run.out.lines().last().is_some_and(|line| line.starts_with("bestmove ")), "{run:?}");
    assert!(kythu(&["uci"], "uci\n").out.ends_with("uciok\n"));
    let run = kythu(&["uci", "--agent", "random?seed=3"], "uci\ngo depth 1\n");
    assert!(run.out.starts_with("id name Kythu 0.1.0 random?seed=3\n"), "{run:?}");
    assert!(run.out.contains("\nbestmove "), "{run:?}");
    let run = kythu(&["go", "depth", "-1"], "");
    assert_eq!(run.code, 2);
    assert!(run.err.contains("go depth: '-1' is not a whole number from 0"), "{run:?}");
}

#[test]
fn bench_is_the_same_within_a_conversation() {
    let nodes = |text: &str| {
        let last = text.lines().last().unwrap_or_default().to_owned();
        let (nodes, speed) = last.split_once(" nodes ").expect("a line of nodes");
        assert!(speed.ends_with(" nps"), "{last}");
        nodes.parse::<u64>().expect("a number")
    };
    let inside = nodes(&kythu(&[], "bench 4\n").out);
    assert!(inside > 1_000);
    assert_eq!(inside, nodes(&kythu(&["bench", "4", "1", "32"], "").out));
    let run = kythu(&[], "bench 0\nbench 4 1 16 x\nisready\n");
    let errors = run.out.lines().filter(|line| line.starts_with("info string error bench: "));
    assert_eq!(errors.count(), 2, "{run:?}");
    assert!(run.out.ends_with("readyok\n"));
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

    for (style, castling) in [("false", "e1g1"), ("true", "e1h1")] {
        for asked in ["e1g1", "e1h1"] {
            let run = kythu(
                &[
                    &format!("setoption name UCI_Chess960 value {style}"),
                    position.trim(),
                    &format!("go depth 3 searchmoves {asked}"),
                ],
                "",
            );
            let best = format!("bestmove {castling}");
            assert!(run.out.lines().last().is_some_and(|l| l.starts_with(&best)), "{run:?}");
            assert!(run.out.contains(&format!(" pv {castling}")), "{run:?}");
        }
    }
}
