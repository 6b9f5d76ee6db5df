//! The state between two commands, and what each command does to it.

use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use ::uci::{Command, Go, Message};
use anyhow::{Result, bail};
use chess::{Game, Move};
use eval::Evaluator;
use knowledge::syzygy::{EndgameTables, Opened, Problem};
use search::{Engine, TableTooLarge, Tournament, Verdict};

use super::limits::limits;
use super::lines;
use super::listener::{Order, Running};
use super::opening::{self, Opening};
use super::options::{Consequence, Options};
use super::reporter::Reporter;
use super::voice::Voice;
use crate::bench::{self, BenchArgs};
use crate::eval::trace;
use crate::perft;

/// So many damaged tables are named; there may be hundreds.
const MOST_PROBLEMS: usize = 5;

/// One conversation, from the engine's side.
pub(super) struct Session<E> {
    voice: Voice,
    evaluator: E,
    engine: Engine<E>,
    options: Options,
    opening: Opening,
    tables: Option<Arc<EndgameTables>>,
    game: Game,
    /// Say more than a GUI needs?
    debug: bool,
}

impl<E: Evaluator + Clone> Session<E> {
    pub(super) fn new(voice: Voice, evaluator: E) -> Result<Session<E>, TableTooLarge> {
        let options = Options::default();
        let engine = Engine::new(evaluator.clone(), Tournament, options.settings.clone())?;
        let (opening, game) = (Opening::new(), Game::new());
        Ok(Session { voice, evaluator, engine, options, opening, tables: None, game, debug: false })
    }

    /// Does what is asked. Mistakes are answered; an error means that nobody
    /// listens any more.
    pub(super) fn execute(&mut self, order: Order) -> io::Result<()> {
        match order {
            Order::Say(line) => self.voice.say(line),
            Order::Search(go, running) => self.search(&go, &running),
            Order::Obey(command) => match catch_unwind(AssertUnwindSafe(|| self.obey(command))) {
                Ok(Ok(None)) => Ok(()),
                Ok(Ok(Some(answer))) => self.voice.say(answer),
                Ok(Err(error)) => match error.downcast::<io::Error>() {
                    Ok(error) => Err(error),
                    Err(error) => self.voice.complain(error),
                },
                Err(panic) => {
                    self.voice.complain(format_args!("the command failed: {}", reason(&*panic)))
                }
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
            Consequence::Tables => self.open_tables(&options.syzygy_path)?,
            Consequence::Book => self.opening.configure(&self.options.book, &options.book)?,
        }
        self.options = options;
        Ok(())
    }

    /// Opens other endgame tables, and says what they are. If there are none,
    /// those that are open stay so.
    fn open_tables(&mut self, path: &str) -> Result<()> {
        self.tables = if path.is_empty() {
            None
        } else {
            let Opened { tables, problems } = EndgameTables::open_some(path)?;
            self.tell_problems(&problems)?;
            let (files, men) = (tables.len(), tables.max_men());
            self.voice.say(lines::remark(format!("{files} endgame tables of up to {men} men")))?;
            Some(Arc::new(tables))
        };
        self.engine.set_tables(self.tables.clone());
        Ok(())
    }

    /// Names the first few tables that are of no use.
    fn tell_problems(&self, problems: &[Problem]) -> io::Result<()> {
        for problem in problems.iter().take(MOST_PROBLEMS) {
            self.voice.complain(format_args!("SyzygyPath: {problem}"))?;
        }
        match problems.len().saturating_sub(MOST_PROBLEMS) {
            0 => Ok(()),
            more => self.voice.complain(format_args!("SyzygyPath: and {more} more")),
        }
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
                return self.voice.complain(error);
            }
        };
        let root = *self.game.position();
        if let Some((mv, choices)) = self.opening.choose(&self.options, &limits, &root) {
            for info in opening::infos(mv, &choices, &root, &self.options) {
                self.voice.say(info)?;
            }
            running.end();
            return self.voice.say(lines::best_move(&[mv], &root, &self.options));
        }
        let mut reporter =
            Reporter::new(&self.voice, &self.options, root, &limits, &running.control);
        let engine = &mut self.engine;
        let search = || engine.search(&self.game, &limits, &running.control, &mut reporter);
        let verdict = catch_unwind(AssertUnwindSafe(search));
        let seen = reporter.finish()?;
        if let Some(tables) = &self.tables {
            self.tell_problems(&tables.take_problems())?;
        }
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
        self.voice.complain(format_args!("the search failed: {}", reason(panic)))?;
        let settings = self.options.settings.clone();
        match Engine::new(self.evaluator.clone(), Tournament, settings) {
            Ok(engine) => {
                self.engine = engine;
                self.engine.set_tables(self.tables.clone());
            }
            // No memory for two: the old one must do, if it forgets all.
            Err(_) => self.engine.new_game(),
        }
        let any = self.game.position().legal_moves().first().copied();
        Ok(if seen.is_empty() { any.into_iter().collect() } else { seen })
    }
}

/// What a panic has to say.
fn reason(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    super::excerpt(text.unwrap_or("for no reason given"))
}

/// The answer to `uci`.
fn introduction() -> String {
    let name = Message::Name(format!("Kythu {}", env!("CARGO_PKG_VERSION")));
    let author = Message::Author("the Kythu authors".to_owned());
    let options = Options::declarations().map(Message::Option);
    let messages = [name, author].into_iter().chain(options).chain([Message::UciOk]);
    messages.map(|message| message.to_string()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Arc, Mutex};

    use chess::Position;

    use super::*;

    /// Judges every position alike, or not at all.
    #[derive(Clone)]
    struct Bomb {
        armed: Arc<AtomicBool>,
    }

    impl Evaluator for Bomb {
        fn reset(&mut self, _position: &Position) {}
        fn push(&mut self, _before: &Position, _mv: Move) {}
        fn push_null(&mut self, _before: &Position) {}
        fn pop(&mut self) {}
        fn evaluate(&mut self, _position: &Position) -> i32 {
            assert!(!self.armed.load(Ordering::SeqCst), "boom\nbang");
            0
        }
    }

    #[derive(Clone, Default)]
    struct Paper(Arc<Mutex<Vec<u8>>>);

    impl Write for Paper {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Paper {
        fn take(&self) -> Vec<String> {
            let bytes = std::mem::take(&mut *self.0.lock().unwrap());
            String::from_utf8(bytes).unwrap().lines().map(str::to_owned).collect()
        }
    }

    fn search(line: &str) -> Order {
        let Ok(Command::Go(go)) = line.parse() else { panic!("{line}") };
        Order::Search(go, Arc::default())
    }

    #[test]
    fn a_fault_in_the_search_is_told_and_the_game_goes_on() {
        for threads in [1, 3] {
            let bomb = Bomb { armed: Arc::new(AtomicBool::new(true)) };
            let paper = Paper::default();
            let mut session = Session::new(Voice::new(paper.clone()), bomb.clone()).unwrap();
            let set = format!("setoption name Threads value {threads}");
            session.execute(Order::Obey(set.parse().unwrap())).unwrap();
            session.execute(search("go depth 6")).unwrap();
            let lines = paper.take();
            assert_eq!(lines[0], "info string error the search failed: boom\u{fffd}bang");
            let best = lines[1].strip_prefix("bestmove ").unwrap();
            assert!(Position::initial().parse_uci(best).is_ok(), "{lines:?}");
            assert_eq!(lines.len(), 2);

            bomb.armed.store(false, Ordering::SeqCst);
            session.execute(search("go depth 3")).unwrap();
            let lines = paper.take();
            assert!(lines[0].starts_with("info depth 1 "), "{lines:?}");
            assert!(lines.last().unwrap().starts_with("bestmove "), "{lines:?}");
            assert_eq!(session.engine.settings().threads, threads);
        }
    }

    #[test]
    fn nobody_to_talk_to_is_an_error() {
        struct Closed;
        impl Write for Closed {
            fn write(&mut self, _bytes: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let mut session = Session::new(Voice::new(Closed), eval::Classic::new()).unwrap();
        // Without an end of its own, it ends all the same.
        for order in [search("go infinite"), Order::Obey(Command::Display)] {
            let error = session.execute(order).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
        }
    }
}
