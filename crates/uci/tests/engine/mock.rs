//! Engines that behave in every way seen in the wild, and some not seen yet.
//!
//! The test program runs itself as one of them, so that the tests need no
//! other program.

use std::io::{self, BufRead, Write};
use std::thread;
use std::time::Duration;

use chess::{CastlingStyle, Game};
use uci::{Command, EngineConfig, Go, Timeouts};

const BEHAVIOUR: &str = "KYTHU_MOCK_ENGINE";

/// How to run this very program as an engine. It also prints what the test
/// harness says, which a driver has to overlook.
pub fn config(behaviour: &str) -> EngineConfig {
    let mut config = EngineConfig::new(std::env::current_exe().unwrap());
    config.arguments =
        ["mock::mock_engine", "--exact", "--ignored", "--nocapture"].map(Into::into).to_vec();
    config.environment.push((BEHAVIOUR.into(), behaviour.into()));
    config.timeouts = Timeouts {
        handshake: Duration::from_secs(10),
        ready: Duration::from_secs(10),
        stop: Duration::from_millis(300),
        quit: Duration::from_millis(300),
    };
    config
}

#[test]
#[ignore = "no test, but the engine that the tests run"]
fn mock_engine() {
    let Ok(behaviour) = std::env::var(BEHAVIOUR) else { return };
    Mock { behaviour, game: Game::new(), position: String::new(), options: Vec::new() }.run();
    std::process::exit(0);
}

struct Mock {
    behaviour: String,
    game: Game,
    /// The last `position`, as it came.
    position: String,
    /// Every `setoption`, as it came.
    options: Vec<String>,
}

fn say(text: &str) {
    let mut stdout = io::stdout().lock();
    // A driver that has gone is no reason to shout.
    let _ = stdout.write_all(text.as_bytes()).and_then(|()| stdout.write_all(b"\n"));
    let _ = stdout.flush();
}

fn crash(code: i32, last_words: &str) -> ! {
    eprintln!("{last_words}");
    std::process::exit(code)
}

fn sleep_for_ever() -> ! {
    loop {
        thread::sleep(Duration::from_secs(3600));
    }
}

impl Mock {
    fn is(&self, behaviour: &str) -> bool {
        self.behaviour == behaviour
    }

    fn run(&mut self) {
        if self.is("crash at start") {
            crash(3, "cannot find the net");
        }
        let mut lines = io::stdin().lock().lines();
        while let Some(Ok(line)) = lines.next() {
            match line.parse().unwrap() {
                Command::Uci => self.introduce(),
                Command::IsReady if self.is("never ready") => {}
                Command::IsReady => {
                    say("readyok");
                    if self.is("never reads again") {
                        sleep_for_ever();
                    }
                }
                Command::SetOption { .. } => self.options.push(line),
                Command::Position(text) => {
                    self.game = text.to_game().unwrap();
                    self.position = line;
                }
                Command::Go(go) => self.think(&go, &mut lines),
                Command::Quit if self.is("ignores quit") => sleep_for_ever(),
                Command::Quit => return,
                _ => {}
            }
        }
        if self.is("ignores quit") {
            sleep_for_ever();
        }
    }

    fn introduce(&self) {
        if self.is("never uciok") {
            return eprintln!("this is xboard only");
        }
        if self.is("chatters") {
            (0..50_000).for_each(|number| eprintln!("warning {number}"));
            say("Welcome to info option bestmove uciok!");
        }
        if self.is("garbage") {
            self.make_noise(100_000);
        }
        say("id name Mock 1.0\nid author nobody");
        say("option name Hash type spin default 16 min 1 max 1024");
        say("option name Style type combo default Solid var Solid var Very Risky");
        say("option name Clear Hash type button\noption name Text type string default <empty>");
        say("option name Slider type slider\noption");
        if !self.is("no chess960") {
            say("option name UCI_Chess960 type check default false");
        }
        say("uciok");
    }

    fn make_noise(&self, bytes: usize) {
        let mut state = 1u32;
        let noise = std::iter::repeat_with(|| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state.to_be_bytes()[0]
        });
        let _ = io::stdout().write_all(&noise.take(bytes).collect::<Vec<u8>>());
        say("");
    }

    fn think(&self, go: &Go, lines: &mut impl Iterator<Item = io::Result<String>>) {
        match self.behaviour.as_str() {
            "crash in thought" => crash(7, "assertion failed: depth > 0"),
            "stall" => sleep_for_ever(),
            "illegal move" => return say("bestmove e2e5"),
            "no move" => return say("bestmove (none)"),
            "nonsense" => return say("bestmove Nf3"),
            "unfinished" => {
                let _ = write!(io::stdout(), "bestmove e2e4");
                let _ = io::stdout().flush();
                std::process::exit(0);
            }
            "long line" => say(&"x".repeat(10 * 1024 * 1024)),
            "endless line" => loop {
                let _ = io::stdout().write_all(&[b'y'; 4096]);
            },
            "garbage" => self.make_noise(100_000),
            "slow" => thread::sleep(Duration::from_millis(120)),
            _ => {}
        }
        say("info depth 1 score cp 12 nodes 20 pv e2e4\ninfo multipv 2 score cp -500");
        say(&format!("info string {}", self.position));
        say(&format!("info string {}", Command::Go(Box::new(go.clone()))));
        self.options.iter().for_each(|option| say(&format!("info string {option}")));
        if self.is("forgets a stop") {
            lines.next();
        }
        if go.infinite || go.ponder {
            let answer = lines.find_map(|line| line.ok().filter(|line| line != "isready"));
            say(&format!("info string {}", answer.unwrap_or_default()));
        }
        let position = self.game.position();
        let moves = position.legal_moves();
        // Castling shows best how moves are spelled.
        let best = moves.iter().find(|mv| mv.is_castle()).unwrap_or(&moves[0]);
        say(&format!("bestmove {} ponder a1a1", position.to_uci(*best, CastlingStyle::Standard)));
    }
}
