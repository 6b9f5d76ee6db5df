//! The state between two commands, and what each command does to it.

use std::any::Any;
use std::io;
use std::num::NonZeroU32;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ::uci::{Command, Go, Message};
use anyhow::{Context, Result, bail};
use chess::{ByColor, Color, Game, Move, UciMove};
use eval::Evaluator;
use search::{Clock, Engine, Limits, TableTooLarge, Tournament, Verdict};

use super::lines;
use super::listener::{Order, Running};
use super::options::{Consequence, Options};
use super::reporter::Reporter;
use super::voice::Voice;
use crate::bench::{self, BenchArgs};
use crate::eval::trace;
use crate::perft;

/// One conversation, from the engine's side.
pub(super) struct Session<E> {
    voice: Voice,
    evaluator: E,
    engine: Engine<E>,
    options: Options,
    game: Game,
    /// Say more than a GUI needs?
    debug: bool,
}

impl<E: Evaluator + Clone> Session<E> {
    pub(super) fn new(voice: Voice, evaluator: E) -> Result<Session<E>, TableTooLarge> {
        let options = Options::default();
        let engine = Engine::new(evaluator.clone(), Tournament, options.settings.clone())?;
        Ok(Session { voice, evaluator, engine, options, game: Game::new(), debug: false })
    }

    /// Does what is asked. Mistakes are answered; an error means that nobody
    /// listens any more.
    pub(super) fn execute(&mut self, order: Order) -> io::Result<()> {
        match order {
            Order::Say(line) => self.voice.say(line),
            Order::Search(go, running) => self.search(&go, &running),
            Order::Obey(command) => match self.obey(command) {
                Ok(None) => Ok(()),
                Ok(Some(answer)) => self.voice.say(answer),
                Err(error) => match error.downcast::<io::Error>() {
                    Ok(error) => Err(error),
                    Err(error) => self.voice.complain(format_args!("{error:#}")),
                },
            },
        }
    }

    /// Does what a command says and returns the answer.
    fn obey(&mut self, command: Command) -> Result<Option<String>> {
        match command {
            Command::Uci => return Ok(Some(introduction())),
            Command::Debug(on) => self.debug = on,
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref())?,
            Command::UciNewGame => {
                self.game = Game::new();
                self.engine.new_game();
            }
            Command::Position(text) => self.game = text.to_game()?,
            Command::Go(go) => return self.perft(go.perft.unwrap_or(0)).map(Some),
            Command::Display => return Ok(Some(self.display())),
            Command::Eval => return Ok(Some(trace(self.game.position()).to_string())),
            Command::Bench(words) => {
                bench::run(&BenchArgs::from_words(&words)?, self.voice.clone())?;
            }
            Command::Unknown(text) if !text.is_empty() => {
                bail!("unknown command '{}'", super::excerpt(&text))
            }
            // Not for us, or dealt with where they are heard.
            Command::Unknown(_)
            | Command::Register(_)
            | Command::IsReady
            | Command::Stop
            | Command::PonderHit
            | Command::Quit => {}
        }
        Ok(None)
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<()> {
        let mut options = self.options.clone();
        match options.set(name, value)? {
            Consequence::None => {}
            Consequence::ClearHash => self.engine.clear_hash(),
            Consequence::Configure => self.engine.configure(options.settings.clone())?,
        }
        self.options = options;
        Ok(())
    }

    fn perft(&self, depth: u32) -> Result<String> {
        if depth > perft::DEEPEST {
            bail!("go perft: {depth} is too deep (0 to {})", perft::DEEPEST);
        }
        let threads = self.options.settings.threads;
        let position = self.game.position();
        let (lines, nodes) = perft::divide(position, depth, threads, self.options.castling);
        let lines: String = lines.into_iter().map(|line| line + "\n").collect();
        Ok(format!("{lines}\nNodes searched: {nodes}"))
    }

    fn display(&self) -> String {
        let position = self.game.position();
        format!("{}\nFen: {}\nKey: {:016X}", position.board(), position.fen(), position.key())
    }

    /// Searches, reports meanwhile, and says the best move.
    fn search(&mut self, go: &Go, running: &Running) -> io::Result<()> {
        let limits = match limits(go, &self.game) {
            Ok(limits) => limits,
            Err(error) => {
                running.end();
                return self.voice.complain(format_args!("{error:#}"));
            }
        };
        let root = *self.game.position();
        let mut reporter = Reporter::new(&self.voice, &self.options, root, &running.control);
        let engine = &mut self.engine;
        let search = || engine.search(&self.game, &limits, &running.control, &mut reporter);
        let verdict = catch_unwind(AssertUnwindSafe(search));
        let seen = reporter.finish()?;
        let answer = match verdict {
            Ok(verdict) => self.conclude(&verdict, &seen)?,
            Err(panic) => self.recover(&*panic, seen)?,
        };
        running.end();
        self.voice.say(lines::best_move(&answer, &root, &self.options))
    }

    /// The best move and the expected reply, after a last word about them
    /// where one is due.
    fn conclude(&self, verdict: &Verdict, seen: &[Move]) -> io::Result<Vec<Move>> {
        // There is nothing to play, or another thread saw better than the one
        // that reports.
        if verdict.best.is_none() || verdict.depth > 0 && seen.first() != verdict.best.as_ref() {
            self.voice.say(lines::last_info(verdict, self.game.position(), &self.options))?;
        }
        if self.debug {
            self.voice.say(lines::statistics(&verdict.statistics))?;
        }
        Ok(verdict.best.into_iter().chain(verdict.ponder()).collect())
    }

    /// After a fault in the search: a new engine, and the best that was seen
    /// or at least a legal move, so that the game can go on.
    fn recover(&mut self, panic: &(dyn Any + Send), seen: Vec<Move>) -> io::Result<Vec<Move>> {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no reason");
        self.voice.complain(format_args!("the search failed: {}", super::excerpt(text)))?;
        let settings = self.options.settings.clone();
        match Engine::new(self.evaluator.clone(), Tournament, settings) {
            Ok(engine) => self.engine = engine,
            // No memory for two: the old one must do, if it forgets all.
            Err(_) => self.engine.new_game(),
        }
        let any = self.game.position().legal_moves().first().copied();
        Ok(if seen.is_empty() { any.into_iter().collect() } else { seen })
    }
}

/// How long `go` lets us think about this game.
fn limits(go: &Go, game: &Game) -> Result<Limits> {
    let position = game.position();
    let legal = |&mv: &UciMove| position.find_uci(mv).context("go searchmoves");
    let clock = |color: Color| {
        let (time, increment) = (go.time[color], go.increment[color]);
        let clock =
            Clock { left: time.unwrap_or_default(), increment: increment.unwrap_or_default() };
        time.or(increment).map(|_| clock)
    };
    let mut clocks = ByColor([clock(Color::White), clock(Color::Black)]);
    let us = position.turn();
    // With the opponent's clock only, ours is taken to show the same.
    clocks[us] = clocks[us].or(clocks[!us]);
    Ok(Limits {
        depth: go.depth,
        nodes: go.nodes,
        soft_nodes: None,
        move_time: go.movetime,
        clocks,
        moves_to_go: go.movestogo.map(NonZeroU32::get),
        mate: go.mate,
        search_moves: go.searchmoves.iter().map(legal).collect::<Result<_>>()?,
        infinite: go.infinite,
        ponder: go.ponder,
    })
}

/// The answer to `uci`.
fn introduction() -> String {
    let name = Message::Name(format!("Kythu {}", env!("CARGO_PKG_VERSION")));
    let author = Message::Author("the Kythu authors".to_owned());
    let options = Options::declarations().map(Message::Option);
    let messages = [name, author].into_iter().chain(options).chain([Message::UciOk]);
    messages.map(|message| message.to_string()).collect::<Vec<_>>().join("\n")
}
