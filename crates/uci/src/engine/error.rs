//! What can go wrong with an external engine.

use std::io;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::time::Duration;

use chess::Position;
use thiserror::Error;

use crate::message::OptionError;

/// Why an engine did not do what it was asked.
#[derive(Debug, Error)]
pub enum EngineError {
    /// It could not be run at all.
    #[error("cannot run {}: {source}", program.display())]
    Spawn {
        /// The program.
        program: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// It did not introduce itself; perhaps it does not speak UCI.
    #[error("no uciok within {:.1} s: not a UCI engine?{}", after.as_secs_f64(), said(stderr))]
    Handshake {
        /// How long it had.
        after: Duration,
        /// The end of what it wrote to its error output.
        stderr: String,
    },
    /// It ended or closed its pipes when it should not, now or earlier.
    #[error("the engine {}{}", ending(*status), said(stderr))]
    Died {
        /// How it ended; `None` if it closed its pipes but lived on.
        status: Option<ExitStatus>,
        /// The end of what it wrote to its error output.
        stderr: String,
    },
    /// It did not answer in time, and was killed.
    #[error("no {waiting_for} within {:.1} s", after.as_secs_f64())]
    Timeout {
        /// What it should have said.
        waiting_for: &'static str,
        /// How long it had.
        after: Duration,
    },
    /// It played what the rules forbid.
    #[error("illegal move '{text}' in {position}")]
    IllegalMove {
        /// What it said.
        text: String,
        /// Where it said so.
        position: Box<Position>,
    },
    /// It wrote megabytes that mean nothing, and was killed.
    #[error("the engine writes garbage: '{excerpt}'")]
    BadOutput {
        /// Some of it.
        excerpt: String,
    },
    /// It declares no such option.
    #[error("no option '{name}'; there are: {}", known.join(", "))]
    UnknownOption {
        /// What was asked for.
        name: String,
        /// What there is.
        known: Vec<String>,
    },
    /// It has the option, but not with this value.
    #[error("option {name}: {source}")]
    BadOption {
        /// The option.
        name: String,
        /// What is wrong with the value.
        source: OptionError,
    },
    /// It was asked to think where no move is legal.
    #[error("there is no legal move in {0}")]
    NothingToPlay(Box<Position>),
}

fn ending(status: Option<ExitStatus>) -> String {
    match status {
        Some(status) => format!("died ({status})"),
        None => "closed its pipes".to_owned(),
    }
}

fn said(stderr: &str) -> String {
    if stderr.is_empty() { String::new() } else { format!(", and wrote: {stderr}") }
}
