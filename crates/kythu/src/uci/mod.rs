//! The UCI loop: how chess GUIs talk to the engine.
//!
//! Two threads: one listens, this one does what is asked, searches included.
//! Commands are done in the order in which they come; what cannot wait for
//! the end of a search is named in [`command_reader`].

mod command_reader;
mod limits;
mod lines;
mod options;
mod reporter;
mod session;
mod voice;

use std::io::{self, BufRead};
use std::sync::{Arc, mpsc};
use std::thread;

use ::agents::Spec;
use ::uci::{Command, Message};
use anyhow::{Result, bail};
use clap::Args;

use command_reader::{CommandReader, Order};
use session::Session;
use voice::Voice;

/// Speak UCI, with any agent
///
/// Puts any agent into any chess GUI: kythu uci --agent 'minimax?level=hard'.
/// Without an agent it is the engine, as `kythu` without a command.
#[derive(Args)]
pub(crate) struct UciArgs {
    /// Who thinks; `kythu agents` lists them all
    #[arg(long, value_name = "AGENT", default_value = "engine")]
    agent: Spec,
}

impl UciArgs {
    /// The agent that was asked for.
    pub(crate) fn agent(&self) -> &Spec {
        &self.agent
    }
}

/// The agent that plays when nobody says which.
pub(crate) fn engine() -> Result<Spec> {
    Ok("engine".parse()?)
}

/// Reads and answers commands until `quit` or the end of input.
pub(crate) fn run(agent: &Spec, mut input: impl BufRead + Send + 'static) -> Result<()> {
    let voice = Voice::new(io::stdout());
    let mut session = Session::new(voice.clone(), agent)?;
    let (sender, orders) = mpsc::channel();
    let reader = CommandReader::new(voice, sender);
    // Nobody waits for it: when the answers cannot be delivered, it may still
    // hang in reading.
    thread::Builder::new().name("commands".to_owned()).spawn(move || reader.listen(&mut input))?;
    for order in orders {
        session.execute(order)?;
    }
    Ok(())
}

/// The commands that stand on the command line. Several words are one command,
/// unless one of them is a whole command itself, in quotes.
pub(crate) fn commands(arguments: &[String]) -> Result<Vec<Command>> {
    let whole = arguments.iter().any(|argument| argument.contains(char::is_whitespace));
    let lines = if whole { arguments.to_vec() } else { vec![arguments.join(" ")] };
    let read = |line: &String| match line.parse()? {
        Command::Unknown(text) => bail!("unrecognized subcommand '{}'", excerpt(&text)),
        command => Ok(command),
    };
    lines.iter().map(read).collect()
}

/// Does these commands, each to its end.
pub(crate) fn run_commands(commands: Vec<Command>) -> Result<()> {
    let mut session = Session::new(Voice::new(io::stdout()), &engine()?)?;
    for command in commands {
        match command {
            Command::Quit => break,
            Command::Go(go) if go.perft.is_none() => {
                session.execute(Order::Search(go, Arc::default()))?;
            }
            Command::IsReady => session.execute(Order::Say(Message::ReadyOk.to_string()))?,
            command => session.execute(Order::Obey(command))?,
        }
    }
    Ok(())
}

/// The beginning of a text, fit to be shown.
fn excerpt(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).take(60).collect()
}
