//! How to run an external engine.

use std::ffi::OsString;
use std::io;
use std::path::{self, Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// What to run, and how to set it up.
#[derive(Clone, Debug)]
pub struct EngineConfig {
    /// The program: a path, or a name to look for in `PATH`. A relative path
    /// starts at our own directory, not at `directory`.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// Where it runs; where we run if there is none.
    pub directory: Option<PathBuf>,
    /// Variables added to the environment it inherits.
    pub environment: Vec<(OsString, OsString)>,
    /// Options to set before the first game, a button without a value.
    pub options: Vec<(String, Option<String>)>,
    /// How long to wait for it.
    pub timeouts: Timeouts,
}

/// How long to wait for an engine that does not answer.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Timeouts {
    /// From `uci` to `uciok`: 10 s, as nets may be read from a slow disk.
    pub handshake: Duration,
    /// From `isready` to `readyok`: 30 s, as a large hash may be cleared.
    pub ready: Duration,
    /// From `stop` to `bestmove`: 2 s.
    pub stop: Duration,
    /// From `quit` to the end, before it is killed: 0.5 s.
    pub quit: Duration,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        Timeouts {
            handshake: Duration::from_secs(10),
            ready: Duration::from_secs(30),
            stop: Duration::from_secs(2),
            quit: Duration::from_millis(500),
        }
    }
}

impl EngineConfig {
    /// A program without arguments or options.
    pub fn new(program: impl Into<PathBuf>) -> EngineConfig {
        EngineConfig {
            program: program.into(),
            arguments: Vec::new(),
            directory: None,
            environment: Vec::new(),
            options: Vec::new(),
            timeouts: Timeouts::default(),
        }
    }

    /// Adds an argument.
    pub fn argument(mut self, argument: impl Into<OsString>) -> EngineConfig {
        self.arguments.push(argument.into());
        self
    }

    /// Adds an option with a value.
    pub fn option(mut self, name: &str, value: impl ToString) -> EngineConfig {
        self.options.push((name.to_owned(), Some(value.to_string())));
        self
    }

    pub(super) fn command(&self) -> io::Result<Command> {
        let is_name = self.program.parent() == Some(Path::new(""));
        let program = if is_name { self.program.clone() } else { path::absolute(&self.program)? };
        let mut command = Command::new(program);
        command.args(&self.arguments);
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        if let Some(directory) = &self.directory {
            command.current_dir(directory);
        }
        Ok(command)
    }

    /// Remembers that an option was set, so that a restart sets it again.
    pub(super) fn remember(&mut self, name: &str, value: &str) {
        self.options.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        self.options.push((name.to_owned(), Some(value.to_owned())));
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn names_are_looked_up_and_paths_made_absolute() {
        let program = |text: &str| {
            let command = EngineConfig::new(text).command().unwrap();
            PathBuf::from(command.get_program())
        };
        assert_eq!(program("stockfish"), Path::new("stockfish"));
        assert!(program("./stockfish").is_absolute());
        assert!(program("engines/stockfish").ends_with("engines/stockfish"));
    }

    #[test]
    fn the_last_value_of_an_option_is_remembered() {
        let mut config = EngineConfig::new("x").option("Hash", 16).option("Threads", 2);
        config.remember("hash", "64");
        let value = |text: &str| Some(text.to_owned());
        let expected = [("Threads".to_owned(), value("2")), ("hash".to_owned(), value("64"))];
        assert_eq!(config.options, expected);
    }
}
