//! The driver of an external engine.

mod config;
mod conversation;
mod error;
mod input;
mod output;
mod process;
mod thought;

use chess::CastlingStyle;

pub use config::{EngineConfig, Timeouts};
pub use error::EngineError;
pub use thought::Thought;

use crate::command::Command;
use crate::message::{Message, OptionDeclaration, OptionKind};
use conversation::Conversation;

const CHESS960: &str = "UCI_Chess960";

/// An engine that runs in a process of its own.
///
/// After [`Died`](EngineError::Died), [`Timeout`](EngineError::Timeout) or
/// [`BadOutput`](EngineError::BadOutput) the process is gone, and every call
/// fails until [`restart`](Engine::restart). Other errors leave it usable.
/// Dropping the engine ends the process.
///
/// ```no_run
/// use std::time::Duration;
///
/// use thinking::Signal;
/// use uci::{Engine, EngineConfig, Go};
///
/// let mut engine = Engine::start(EngineConfig::new("stockfish").option("Hash", 64))?;
/// let game = chess::Game::new();
/// let limits = Go { movetime: Some(Duration::from_secs(1)), ..Go::default() };
/// let patience = Some(Duration::from_secs(2));
/// let thought = engine.go(&game, &limits, patience, &Signal::new(), |info| println!("{info}"))?;
/// println!("{:?} after {:?}", thought.best, thought.elapsed);
/// # Ok::<(), uci::EngineError>(())
/// ```
#[derive(Debug)]
pub struct Engine {
    config: EngineConfig,
    conversation: Conversation,
    name: String,
    author: String,
    options: Vec<OptionDeclaration>,
    chess960: bool,
    /// It owes us a `bestmove`.
    thinking: bool,
}

impl Engine {
    /// Runs the program, lets it introduce itself, sets the options and waits
    /// until it is ready.
    pub fn start(config: EngineConfig) -> Result<Engine, EngineError> {
        let mut engine = Engine {
            conversation: Conversation::start(&config)?,
            name: config.program.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
            author: String::new(),
            options: Vec::new(),
            chess960: false,
            thinking: false,
            config,
        };
        engine.introduce()?;
        for (name, value) in engine.config.options.clone() {
            engine.set_option(&name, value.as_deref())?;
        }
        engine.ready()?;
        Ok(engine)
    }

    /// Kills the process and starts another, with all options as they were
    /// set last.
    pub fn restart(&mut self) -> Result<(), EngineError> {
        // Before the start, or two would hold their hash tables at once.
        self.conversation.kill();
        *self = Engine::start(self.config.clone())?;
        Ok(())
    }

    fn introduce(&mut self) -> Result<(), EngineError> {
        self.conversation.send(&[Command::Uci])?;
        let timeout = self.config.timeouts.handshake;
        let (name, author, options) = (&mut self.name, &mut self.author, &mut self.options);
        let done = self.conversation.wait("uciok", timeout, |message| {
            match message {
                Message::Name(text) => *name = text,
                Message::Author(text) => *author = text,
                Message::Option(option) => options.push(option),
                Message::UciOk => return true,
                _ => {}
            }
            false
        });
        done.map_err(|error| match error {
            EngineError::Timeout { after, .. } => {
                EngineError::Handshake { after, stderr: self.conversation.stderr() }
            }
            other => other,
        })
    }

    /// What it was started with, and the options set since.
    pub fn config(&self) -> &EngineConfig {
        &self.config
    }

    /// What it calls itself; the program's name if it does not say.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Who wrote it, if it says so.
    pub fn author(&self) -> &str {
        &self.author
    }

    /// What can be set.
    pub fn options(&self) -> &[OptionDeclaration] {
        &self.options
    }

    /// The number of its process.
    pub fn process_id(&self) -> u32 {
        self.conversation.process_id()
    }

    /// Sets an option, or presses a button. Case does not matter in names.
    pub fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), EngineError> {
        let Some(option) = self.find_option(name) else {
            let known = self.options.iter().map(|option| option.name.clone()).collect();
            return Err(EngineError::UnknownOption { name: name.to_owned(), known });
        };
        let OptionDeclaration { name, kind } = option.clone();
        let value = kind
            .accept(value)
            .map_err(|source| EngineError::BadOption { name: name.clone(), source })?;
        self.settle()?;
        if name.eq_ignore_ascii_case(CHESS960) {
            self.chess960 = value.as_deref() == Some("true");
        }
        if let Some(value) = &value {
            self.config.remember(&name, value);
        }
        self.conversation.send(&[Command::SetOption { name, value }])
    }

    fn find_option(&self, name: &str) -> Option<&OptionDeclaration> {
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// Waits until the engine has done all that it was told.
    pub fn ready(&mut self) -> Result<(), EngineError> {
        self.settle()?;
        self.conversation.send(&[Command::IsReady])?;
        let timeout = self.config.timeouts.ready;
        self.conversation.wait("readyok", timeout, |message| message == Message::ReadyOk)
    }

    /// Lets it forget the last game, and waits until it has.
    pub fn new_game(&mut self) -> Result<(), EngineError> {
        self.settle()?;
        self.conversation.send(&[Command::UciNewGame])?;
        self.ready()
    }

    /// Whether it can play Chess960.
    pub fn knows_chess960(&self) -> bool {
        let option = self.find_option(CHESS960);
        option.is_some_and(|option| matches!(option.kind, OptionKind::Check { .. }))
    }

    fn castling_style(&self) -> CastlingStyle {
        if self.chess960 { CastlingStyle::Chess960 } else { CastlingStyle::Standard }
    }

    /// Ends a search that nobody waits for any more, as a panic in the
    /// caller's callback leaves behind.
    fn settle(&mut self) -> Result<(), EngineError> {
        if self.thinking {
            self.conversation.send(&[Command::Stop])?;
            let timeout = self.config.timeouts.stop;
            let is_move = |message| matches!(message, Message::BestMove(_));
            self.conversation.wait("bestmove", timeout, is_move)?;
            self.thinking = false;
        }
        Ok(())
    }
}
