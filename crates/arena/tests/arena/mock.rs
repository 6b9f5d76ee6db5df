//! Engines that misbehave.
//!
//! The test program runs itself as one of them, so that the tests need no
//! other program. Each is an ignored test; what the harness prints around it
//! a driver has to overlook.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use chess::{CastlingStyle, Game};

/// The spec of an engine that behaves so.
pub(crate) fn spec(behaviour: &str) -> String {
    let program = std::env::current_exe().unwrap();
    let program = program.to_str().unwrap().replace('%', "%25").replace('&', "%26");
    let arguments = "arg=--exact&arg=--ignored&arg=--nocapture";
    format!("uci?name={behaviour}&cmd={program}&arg=mock::{behaviour}&{arguments}")
}

fn say(text: &str) {
    let mut out = io::stdout().lock();
    // The arena may have gone.
    let _ = writeln!(out, "{text}").and_then(|()| out.flush());
}

/// Speaks UCI and plays the first legal move, unless `misbehave` does
/// something else with the moves played so far.
fn run(mut misbehave: impl FnMut(&Game) -> bool) -> ! {
    let mut game = Game::new();
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.first().copied() {
            Some("uci") => say("id name Mock\nuciok"),
            Some("isready") => say("readyok"),
            Some("position") => {
                game = Game::new();
                for text in words.iter().skip_while(|word| **word != "moves").skip(1) {
                    game.play(game.position().parse_uci(text).unwrap()).unwrap();
                }
            }
            Some("go") if !misbehave(&game) => {
                let position = game.position();
                let mv = position.to_uci(position.legal_moves()[0], CastlingStyle::Standard);
                say(&format!("info depth 1 score cp 0\nbestmove {mv}"));
            }
            Some("quit") => break,
            _ => {}
        }
    }
    std::process::exit(0)
}

fn is_late(game: &Game) -> bool {
    game.moves().len() >= 4
}

#[test]
#[ignore = "no test, but an engine that the tests run"]
fn crashes() {
    run(|game| {
        if is_late(game) {
            eprintln!("assertion failed");
            std::process::exit(3)
        }
        false
    })
}

#[test]
#[ignore = "no test, but an engine that the tests run"]
fn stalls() {
    run(is_late)
}

#[test]
#[ignore = "no test, but an engine that the tests run"]
fn cheats() {
    run(|game| {
        if is_late(game) {
            say("bestmove e1e8");
        }
        is_late(game)
    })
}

#[test]
#[ignore = "no test, but an engine that the tests run"]
fn babbles() {
    run(|game| {
        if is_late(game) {
            let noise = "the quick brown fox jumps over the lazy dog ".repeat(2_000);
            (0..100).for_each(|_| say(&noise));
        }
        is_late(game)
    })
}

#[test]
#[ignore = "no test, but an engine that the tests run"]
fn oversleeps() {
    run(|game| {
        if is_late(game) {
            std::thread::sleep(Duration::from_millis(900));
        }
        false
    })
}

#[test]
#[ignore = "no test, but an engine that the tests run"]
fn behaves() {
    run(|_| false)
}
