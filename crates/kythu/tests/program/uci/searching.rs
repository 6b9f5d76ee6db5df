//! Searches, and what is said to the engine meanwhile.

use std::time::{Duration, Instant};

use chess::{Game, Position};
use uci::{Info, Message};

use super::conversation::Conversation;
use super::timeless;
use crate::kythu::kythu;

const KIWIPETE: &str =
    "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// The reports on lines among what was said.
fn infos(lines: &[String]) -> Vec<Info> {
    let read = |line: &String| match line.parse() {
        Ok(Message::Info(info)) => Some(*info),
        _ => None,
    };
    lines.iter().filter_map(read).filter(|info| !info.pv.is_empty()).collect()
}

fn multipvs(lines: &[String]) -> Vec<u32> {
    infos(lines).iter().filter_map(|info| info.multipv).collect()
}

#[test]
fn an_endless_search_hears_and_waits() {
    let mut gui = Conversation::start();
    gui.say("go infinite\nisready");
    let before = gui.hear("readyok");
    assert!(before.iter().all(|line| !line.starts_with("bestmove")), "{before:?}");
    gui.say("go depth 1");
    gui.hear("info string error go: there is a search already (stop it first)");
    gui.assert_silent(Duration::from_millis(200));
    gui.ask("stop");
    // A game that is over is no exception.
    gui.say("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo infinite");
    gui.assert_silent(Duration::from_millis(200));
    assert_eq!(gui.ask("stop").last().map(String::as_str), Some("bestmove (none)"));
    assert!(gui.end().is_empty());
}

#[test]
fn the_end_of_input_ends_the_search() {
    for last in ["", "quit"] {
        let mut gui = Conversation::start();
        gui.say(&format!("go infinite\n{last}"));
        let rest = gui.end();
        assert!(rest.last().is_some_and(|line| line.starts_with("bestmove ")), "{rest:?}");
    }
}

#[test]
fn stop_right_behind_go_is_not_forgotten_and_gives_a_sensible_move() {
    let mut gui = Conversation::start();
    let free_queen = "position fen 3qk3/8/8/8/8/8/8/3RK3 w - - 0 1";
    for _ in 0..20 {
        let lines = gui.ask(&format!("{free_queen}\ngo infinite\nstop"));
        let best = lines.last().expect("something was said");
        assert!(best.starts_with("bestmove d1d8"), "{lines:?}");
    }
    // A GUI in a hurry does not wait for the answer.
    gui.say("go infinite\nstop\nposition startpos\ngo depth 2\nstop");
    gui.hear("bestmove ");
    gui.hear("bestmove ");
    assert!(gui.end().is_empty());
}

#[test]
fn options_set_during_a_search_are_set_after_it() {
    let mut gui = Conversation::start();
    gui.say("go infinite\nsetoption name MultiPV value 3\nsetoption name Hash value 1\nisready");
    gui.hear("readyok");
    let lines = gui.ask("stop");
    assert!(multipvs(&lines).iter().all(|&line| line == 1), "{lines:?}");
    let lines = gui.ask("go depth 4");
    assert_eq!(multipvs(&lines).iter().max(), Some(&3), "{lines:?}");
    assert!(gui.end().is_empty());
}

#[test]
fn pondering() {
    let mut gui = Conversation::start();
    gui.say("go ponder wtime 200 btime 200");
    gui.assert_silent(Duration::from_millis(600));
    gui.ask("ponderhit");
    // However fast the answer comes.
    for _ in 0..50 {
        gui.ask("go ponder wtime 60 btime 60\nponderhit");
    }
    gui.say("go ponder movetime 1");
    gui.assert_silent(Duration::from_millis(100));
    gui.ask("stop");
    assert!(gui.end().is_empty());
}

#[test]
fn every_limit_ends_the_search() {
    let mut gui = Conversation::start();
    for (limit, most) in [
        ("depth 5", 10_000),
        ("depth 0", 10_000),
        ("nodes 3000", 10_000),
        ("movetime 200", 2_000),
        ("wtime 1000", 2_000),
        ("btime 1000", 2_000),
        ("winc 100 binc 100", 2_000),
        ("wtime 0 btime 0", 2_000),
        ("wtime -50 btime 100", 2_000),
        ("wtime 1000 btime 1 movestogo 1", 2_500),
        ("wtime 60000 btime 60000 nodes 1000", 10_000),
    ] {
        let start = Instant::now();
        let lines = gui.ask(&format!("{KIWIPETE}\ngo {limit}"));
        let elapsed = start.elapsed();
        assert!(elapsed < Duration::from_millis(most), "{limit}: {elapsed:?}");
        assert!(!infos(&lines).is_empty(), "{limit}: {lines:?}");
    }
    let lines = gui.ask("go nodes 3000");
    let nodes = infos(&lines).iter().filter_map(|info| info.nodes).max();
    assert!(nodes.is_some_and(|nodes| nodes <= 3_000), "{lines:?}");
    // A mate that is found ends the search for it.
    let lines = gui.ask("position fen 5r1k/6pp/7N/8/8/1Q6/8/6K1 w - - 0 1\ngo mate 2");
    assert!(lines[lines.len() - 2].contains(" score mate 2 "), "{lines:?}");
    // Nodes for time.
    gui.say("setoption name nodestime value 100");
    let lines = gui.ask("position startpos\ngo movetime 100");
    let nodes = infos(&lines).iter().filter_map(|info| info.nodes).max();
    assert!(nodes.is_some_and(|nodes| nodes <= 10_600), "{lines:?}");
    assert!(gui.end().is_empty());
}

#[test]
fn the_same_nodes_twice() {
    let mut gui = Conversation::start();
    let game = "ucinewgame\nposition startpos moves e2e4 c7c5 g1f3\ngo nodes 20000";
    let mut run = || -> Vec<String> { gui.ask(game).iter().map(|line| timeless(line)).collect() };
    let (first, second) = (run(), run());
    assert_eq!(first, second);
    assert!(first.len() > 5, "{first:?}");
}

#[test]
fn every_report_is_complete_and_every_line_legal() {
    let mut gui = Conversation::start();
    gui.say("setoption name MultiPV value 3\nsetoption name UCI_ShowWDL value true");
    let lines = gui.ask(&format!("{KIWIPETE}\ngo depth 8"));
    let fen = KIWIPETE.trim_start_matches("position fen ");
    let root = Position::from_fen(fen).expect("a good FEN");
    for info in infos(&lines) {
        let all = [info.nodes, info.nps, info.hashfull.map(u64::from), info.tbhits];
        assert!(all.iter().all(Option::is_some), "{info}");
        assert!(info.depth.is_some() && info.time.is_some() && info.score.is_some(), "{info}");
        assert!(info.seldepth >= info.depth, "{info}");
        let wdl = info.wdl.expect("WDL was asked for");
        assert_eq!(wdl.win + wdl.draw + wdl.loss, 1_000);
        let mut game = Game::from_position(root);
        for mv in info.pv {
            let mv = game.position().find_uci(mv).expect("the line is legal");
            game.play(mv).expect("the game is not over");
        }
    }
    // The last three say the three best, best first, with different moves.
    let last: Vec<Info> = infos(&lines).into_iter().rev().take(3).collect();
    assert_eq!(last.iter().map(|info| info.multipv).collect::<Vec<_>>(), [3, 2, 1].map(Some));
    assert!(last[0].pv[0] != last[1].pv[0] && last[1].pv[0] != last[2].pv[0]);
    let best = lines.last().expect("something was said");
    assert!(best.starts_with(&format!("bestmove {} ", last[2].pv[0])), "{best} after {last:?}");
}

#[test]
fn long_searches_say_where_they_are() {
    let mut gui = Conversation::start();
    gui.say("go infinite");
    let start = Instant::now();
    let mut lines = gui.hear_where("currmove", |line| line.contains(" currmove "));
    assert!(start.elapsed() > Duration::from_secs(2), "{lines:?}");
    lines.extend(gui.ask("stop"));
    for line in lines.iter().filter(|line| line.contains(" currmove ")) {
        let Ok(Message::Info(info)) = line.parse() else { panic!("{line}") };
        let mv = info.currmove.expect("a move");
        assert!(Position::initial().find_uci(mv).is_ok(), "{line}");
        assert!(info.currmovenumber.is_some_and(|number| (1..=20).contains(&number)), "{line}");
    }
}

#[test]
fn several_threads_and_only_some_moves() {
    let run = kythu(
        &[
            "setoption name Threads value 3",
            "position startpos",
            "go depth 9 searchmoves a2a3 h2h3",
        ],
        "",
    );
    let lines: Vec<String> = run.out.lines().map(str::to_owned).collect();
    let best = lines.last().expect("something was said");
    assert!(["bestmove a2a3", "bestmove h2h3"].iter().any(|b| best.starts_with(b)), "{best}");
    // What is played is what was reported last.
    let last = infos(&lines).pop().expect("a report");
    assert!(best.starts_with(&format!("bestmove {}", last.pv[0])), "{lines:?}");
}

#[test]
fn debug_tells_more() {
    let lines = |debug: &str| kythu(&[&format!("debug {debug}"), "go depth 4"], "").out;
    assert!(lines("on").contains("info string "));
    assert!(!lines("off").contains("info string "));
}
