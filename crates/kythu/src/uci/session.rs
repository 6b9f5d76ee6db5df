//! The state between two commands, and what each command does to it.

use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};

use ::agents::{Agent, AgentError, Decision, Remark, Request, Spec};
use ::uci::{Command, Go, Message};
use anyhow::{Result, anyhow, bail};
use chess::{Game, Move};
use thinking::SplitMix64;

use super::command_reader::{Order, Running};
use super::limits::limits;
use super::lines;
use super::options::{Consequence, Options, OptionsError};
use super::reporter::Reporter;
use super::voice::Voice;
use crate::bench::{self, BenchArgs};
use crate::perft;

/// How agents are made.
type Factory = Box<dyn Fn(&Spec) -> Result<Box<dyn Agent>, AgentError>>;

/// One conversation, from the engine's side.
pub(super) struct Session {
    voice: Voice,
    factory: Factory,
    agent: Box<dyn Agent>,
    options: Options,
    /// What the agent was called when it was asked for.
    title: String,
    game: Game,
    /// Games begun since the seed was set.
    games: u64,
    /// Say more than a GUI needs?
    debug: bool,
}

impl Session {
    pub(super) fn new(voice: Voice, spec: &Spec) -> Result<Session> {
        Session::with_factory(voice, spec, Box::new(Spec::build))
    }

    fn with_factory(voice: Voice, spec: &Spec, factory: Factory) -> Result<Session> {
        let options = Options::new(spec)?;
        let agent = factory(&options.spec)?;
        let title = spec.name().to_owned();
        let mut session = Session {
            voice,
            factory,
            agent,
            options,
            title,
            game: Game::new(),
            games: 0,
            debug: false,
        };
        session.new_game()?;
        Ok(session)
    }

    /// The games of a seed differ, and come again in the same order.
    fn new_game(&mut self) -> Result<(), AgentError> {
        self.games += 1;
        let seed = match self.options.conventions.seed {
            Some(seed) => SplitMix64::new(seed, self.games).below(u64::MAX),
            None => fastrand::u64(..),
        };
        self.agent.new_game(seed)
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
            Command::Uci => return Ok(Some(self.introduction())),
            Command::Debug(on) => self.debug = on,
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref())?,
            Command::UciNewGame => {
                self.game = Game::new();
                self.new_game()?;
            }
            Command::Position(text) => self.game = text.to_game()?,
            Command::Go(go) => return self.perft(go.perft.unwrap_or(0)).map(Some),
            Command::Display => return Ok(Some(self.display())),
            Command::Eval => {
                let trace = self.agent.trace(self.game.position());
                let trace = trace.ok_or_else(|| anyhow!("eval: this agent evaluates nothing"))?;
                return Ok(Some(trace.to_string()));
            }
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

    /// Sets an option. After an error everything is as before.
    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<()> {
        match self.options.set(name, value)? {
            Consequence::Conventions(conventions) => {
                let reseeded = conventions.seed != self.options.conventions.seed;
                self.options.conventions = conventions;
                if reseeded {
                    self.games = 0;
                    self.new_game()?;
                }
            }
            Consequence::Forget => self.new_game()?,
            Consequence::Agent(spec) => {
                self.change_agent(&spec)
                    .map_err(|source| OptionsError::Agent { name: super::excerpt(name), source })?;
                self.options.spec = spec;
                self.say_remarks()?;
            }
        }
        Ok(())
    }

    /// Makes the agent what `spec` describes, a new one if need be.
    fn change_agent(&mut self, spec: &Spec) -> Result<(), AgentError> {
        if !self.agent.adopt(spec.recipe())? {
            self.agent = (self.factory)(spec)?;
            self.new_game()?;
        }
        Ok(())
    }

    fn say_remarks(&mut self) -> io::Result<()> {
        for remark in self.agent.take_remarks() {
            match remark {
                Remark::Note(text) => self.voice.say(lines::remark(text))?,
                Remark::Warning(text) => self.voice.complain(text)?,
            }
        }
        Ok(())
    }

    fn perft(&self, depth: u32) -> Result<String> {
        if depth > perft::DEEPEST {
            bail!("go perft: {depth} is too deep (0 to {})", perft::DEEPEST);
        }
        let castling = self.options.conventions.castling;
        let position = self.game.position();
        let (lines, nodes) = perft::divide(position, depth, self.options.threads(), castling);
        let lines: String = lines.into_iter().map(|line| line + "\n").collect();
        Ok(format!("{lines}\nNodes searched: {nodes}"))
    }

    fn display(&self) -> String {
        let position = self.game.position();
        format!("{}\nFen: {}\nKey: {:016X}", position.board(), position.fen(), position.key())
    }

    /// Lets the agent think, reports meanwhile, and says the best move.
    fn search(&mut self, go: &Go, running: &Running) -> io::Result<()> {
        let limits = match limits(go, &self.game) {
            Ok(limits) => limits,
            Err(error) => {
                running.end();
                return self.voice.complain(error);
            }
        };
        let root = *self.game.position();
        let conventions = self.options.conventions.clone();
        if !root.has_legal_moves() {
            let infinite = limits.infinite;
            running.signal.begin(limits.ponder);
            running
                .signal
                .wait_while(|signal| !signal.is_stopped() && (infinite || signal.is_pondering()));
            self.voice.say(lines::game_over(&root))?;
            running.end();
            return self.voice.say(lines::best_move(&[], &root, &conventions));
        }
        let wants_lines = conventions.multi_pv > 1 || self.debug;
        let request = Request {
            candidates: if wants_lines { conventions.multi_pv } else { 0 },
            analysis: conventions.analysis,
            ..Request::from(limits)
        };
        let mut reporter =
            Reporter::new(&self.voice, &conventions, root, &request.limits, &running.signal);
        let (agent, game) = (&mut self.agent, &self.game);
        let decide = || agent.decide(game, &request, &running.signal, &mut reporter);
        let decision = catch_unwind(AssertUnwindSafe(decide));
        let seen = reporter.finish()?;
        let answer = match decision {
            Ok(Ok(decision)) => {
                self.say_remarks()?;
                self.conclude(&decision, &seen)?
            }
            Ok(Err(error)) => self.recover(&super::excerpt(&error.to_string()), seen)?,
            Err(panic) => self.recover(&reason(&*panic), seen)?,
        };
        running.end();
        self.voice.say(lines::best_move(&answer, &root, &conventions))
    }

    /// The best move and the expected reply, after a last word about them
    /// where one is due.
    fn conclude(&self, decision: &Decision, seen: &[Move]) -> io::Result<Vec<Move>> {
        let (position, conventions) = (self.game.position(), &self.options.conventions);
        if decision.from_book {
            for message in lines::from_book(decision, position, conventions) {
                self.voice.say(message)?;
            }
        } else if seen.first() != Some(&decision.best) {
            // Another thread saw better than the one that reports, or none did.
            self.voice.say(lines::conclusion(decision, position, conventions))?;
        }
        if self.debug
            && let Some(summary) = decision.explanation.as_ref().and_then(|why| why.summary)
        {
            self.voice.say(lines::statistics(&summary, decision.time))?;
        }
        Ok([Some(decision.best), decision.ponder()].into_iter().flatten().collect())
    }

    /// After a fault of the agent: a new one, and the best that was seen or at
    /// least a legal move, so that the game can go on.
    fn recover(&mut self, reason: &str, seen: Vec<Move>) -> io::Result<Vec<Move>> {
        self.voice.complain(format_args!("the search failed: {reason}"))?;
        match (self.factory)(&self.options.spec) {
            Ok(agent) => self.agent = agent,
            Err(error) => self.voice.complain(error)?,
        }
        if let Err(error) = self.new_game() {
            self.voice.complain(error)?;
        }
        let any = self.game.position().legal_moves().first().copied();
        Ok(if seen.is_empty() { any.into_iter().collect() } else { seen })
    }

    /// The answer to `uci`.
    fn introduction(&self) -> String {
        let version = env!("CARGO_PKG_VERSION");
        let name = match self.options.kind().name {
            "engine" => format!("Kythu {version}"),
            _ => format!("Kythu {version} {}", self.title),
        };
        let author = Message::Author("the Kythu authors".to_owned());
        let options = self.options.declarations().into_iter().map(Message::Option);
        let messages =
            [Message::Name(name), author].into_iter().chain(options).chain([Message::UciOk]);
        messages.map(|message| message.to_string()).collect::<Vec<_>>().join("\n")
    }
}

/// What a panic has to say.
fn reason(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    super::excerpt(text.unwrap_or("for no reason given"))
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Arc, Mutex};

    use chess::Position;
    use thinking::{Observer, Signal};

    use super::*;

    /// Plays like another agent, or not at all.
    struct Bomb {
        armed: Arc<AtomicBool>,
        agent: Box<dyn Agent>,
    }

    impl Agent for Bomb {
        fn new_game(&mut self, seed: u64) -> Result<(), AgentError> {
            self.agent.new_game(seed)
        }

        fn decide(
            &mut self,
            game: &Game,
            request: &Request,
            signal: &Signal,
            observer: &mut dyn Observer,
        ) -> Result<Decision, AgentError> {
            assert!(!self.armed.load(Ordering::SeqCst), "boom\nbang");
            self.agent.decide(game, request, signal, observer)
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

    fn engine() -> Spec {
        "engine?hash=1".parse().unwrap()
    }

    fn search(line: &str) -> Order {
        let Ok(Command::Go(go)) = line.parse() else { panic!("{line}") };
        Order::Search(go, Arc::default())
    }

    fn obey(session: &mut Session, line: &str) {
        session.execute(Order::Obey(line.parse().unwrap())).unwrap();
    }

    #[test]
    fn a_fault_in_the_search_is_told_and_the_game_goes_on() {
        let armed = Arc::new(AtomicBool::new(true));
        let paper = Paper::default();
        let bombs = Arc::clone(&armed);
        let factory: Factory = Box::new(move |spec| {
            Ok(Box::new(Bomb { armed: Arc::clone(&bombs), agent: spec.build()? }))
        });
        let voice = Voice::new(paper.clone());
        let mut session = Session::with_factory(voice, &engine(), factory).unwrap();
        session.execute(search("go depth 6")).unwrap();
        let lines = paper.take();
        assert_eq!(lines[0], "info string error the search failed: boom\u{fffd}bang");
        let best = lines[1].strip_prefix("bestmove ").unwrap();
        assert!(Position::initial().parse_uci(best).is_ok(), "{lines:?}");
        assert_eq!(lines.len(), 2);

        armed.store(false, Ordering::SeqCst);
        session.execute(search("go depth 3")).unwrap();
        let lines = paper.take();
        assert!(lines[0].starts_with("info depth 1 "), "{lines:?}");
        assert!(lines.last().unwrap().starts_with("bestmove "), "{lines:?}");
    }

    #[test]
    fn any_agent_can_be_talked_to() {
        for (spec, name) in [
            ("random", "id name Kythu 0.1.0 random"),
            ("minimax?level=easy", "id name Kythu 0.1.0 minimax?level=easy"),
            ("origin?system=negamax", "id name Kythu 0.1.0 origin?system=negamax"),
            ("engine?hash=1", "id name Kythu 0.1.0"),
        ] {
            let paper = Paper::default();
            let spec = spec.parse().unwrap();
            let mut session = Session::new(Voice::new(paper.clone()), &spec).unwrap();
            obey(&mut session, "uci");
            assert_eq!(paper.take()[0], name);
            obey(&mut session, "position startpos moves e2e4");
            session.execute(search("go nodes 500")).unwrap();
            let lines = paper.take();
            let best = lines.last().unwrap().strip_prefix("bestmove ").unwrap();
            let best = best.split(' ').next().unwrap();
            let mut game = Game::new();
            game.play(game.position().parse_uci("e2e4").unwrap()).unwrap();
            assert!(game.position().parse_uci(best).is_ok(), "{lines:?}");
        }
    }

    #[test]
    fn options_change_the_agent_and_bad_ones_do_not() {
        let paper = Paper::default();
        let mut session = Session::new(Voice::new(paper.clone()), &engine()).unwrap();
        for (line, said) in [
            ("setoption name Hash value 2", None),
            ("setoption name Hash value 0", Some("is not a whole number")),
            ("setoption name nullmove value false", None),
            ("setoption name SyzygyPath value /nowhere", Some("no endgame tables")),
            ("setoption name BookFile value /nowhere", None),
            ("setoption name OwnBook value true", Some("/nowhere")),
        ] {
            obey(&mut session, line);
            let lines = paper.take();
            match said {
                None => assert!(lines.is_empty(), "{line}: {lines:?}"),
                Some(said) => assert!(lines[0].contains(said), "{line}: {lines:?}"),
            }
        }
        let spec = session.options.spec.to_string();
        assert_eq!(spec, "engine?book=off&limit=off&hash=2&nullmove=off&bookfile=/nowhere");
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
        let mut session = Session::new(Voice::new(Closed), &engine()).unwrap();
        // Without an end of its own, it ends all the same.
        for order in [search("go infinite"), Order::Obey(Command::Display)] {
            let error = session.execute(order).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
        }
    }
}
