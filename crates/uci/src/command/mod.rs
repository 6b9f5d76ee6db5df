//! What a GUI says to an engine.

mod error;
mod game_text;
mod go;

use std::fmt;
use std::str::FromStr;

pub use error::CommandError;
pub use game_text::{GameText, GameTextError, Start};
pub use go::Go;

use crate::tokens::{Tokens, excerpt};

/// One line from a GUI.
///
/// ```
/// use uci::Command;
///
/// let command: Command = "setoption name Clear Hash".parse()?;
/// assert_eq!(command, Command::SetOption { name: "Clear Hash".into(), value: None });
/// # Ok::<(), uci::CommandError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `uci`: introduce yourself.
    Uci,
    /// `debug on` or `debug off`.
    Debug(bool),
    /// `isready`: answer as soon as everything before it is done.
    IsReady,
    /// `setoption`. UCI asks to compare names without regard to case.
    SetOption {
        /// Perhaps of several words, single blanks between them.
        name: String,
        /// As written; a button has none.
        value: Option<String>,
    },
    /// `register` and whatever follows it.
    Register(String),
    /// `ucinewgame`.
    UciNewGame,
    /// `position`: what to think about.
    Position(GameText),
    /// `go`: think.
    Go(Box<Go>),
    /// `stop` thinking.
    Stop,
    /// `ponderhit`: the opponent has played the expected move.
    PonderHit,
    /// `quit`.
    Quit,
    /// `d`, not in the standard: show the position.
    Display,
    /// `eval`, not in the standard: explain the static evaluation.
    Eval,
    /// `bench`, not in the standard, and its arguments.
    Bench(String),
    /// Nothing that is known; a blank line has the empty text.
    Unknown(String),
}

impl FromStr for Command {
    type Err = CommandError;

    /// Reads a line. As UCI demands, unknown words before a command are
    /// skipped; but `d`, `eval` and `bench`, which it does not know, must come
    /// first.
    fn from_str(line: &str) -> Result<Command, CommandError> {
        let mut tokens = Tokens::new(line);
        match tokens.peek() {
            Some("d") => return Ok(Command::Display),
            Some("eval") => return Ok(Command::Eval),
            Some("bench") => {
                tokens.next();
                return Ok(Command::Bench(tokens.rest().to_owned()));
            }
            _ => {}
        }
        while let Some(word) = tokens.next() {
            return Ok(match word {
                "uci" => Command::Uci,
                "debug" => Command::Debug(read_switch(tokens.next())?),
                "isready" => Command::IsReady,
                "setoption" => read_option(tokens)?,
                "register" => Command::Register(tokens.rest().to_owned()),
                "ucinewgame" => Command::UciNewGame,
                "position" => Command::Position(GameText::read(tokens)?),
                "go" => Command::Go(Box::new(Go::read(tokens)?)),
                "stop" => Command::Stop,
                "ponderhit" => Command::PonderHit,
                "quit" => Command::Quit,
                _ => continue,
            });
        }
        Ok(Command::Unknown(line.trim().to_owned()))
    }
}

fn read_switch(word: Option<&str>) -> Result<bool, CommandError> {
    match word {
        Some("on") => Ok(true),
        Some("off") => Ok(false),
        other => Err(CommandError::Debug(excerpt(other.unwrap_or_default()))),
    }
}

fn read_option(mut tokens: Tokens<'_>) -> Result<Command, CommandError> {
    tokens.phrase(&["name"]);
    tokens.next();
    let name = tokens.phrase(&["value"]);
    if name.is_empty() {
        return Err(CommandError::OptionName);
    }
    let value = tokens.next().map(|_| tokens.rest().to_owned());
    Ok(Command::SetOption { name, value })
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Uci => f.write_str("uci"),
            Command::Debug(on) => write!(f, "debug {}", if *on { "on" } else { "off" }),
            Command::IsReady => f.write_str("isready"),
            Command::SetOption { name, value } => {
                write!(f, "setoption name {name}")?;
                value.as_ref().map_or(Ok(()), |value| write!(f, " value {value}"))
            }
            Command::Register(arguments) => write!(f, "register {arguments}"),
            Command::UciNewGame => f.write_str("ucinewgame"),
            Command::Position(text) => write!(f, "position {text}"),
            Command::Go(go) => write!(f, "go{go}"),
            Command::Stop => f.write_str("stop"),
            Command::PonderHit => f.write_str("ponderhit"),
            Command::Quit => f.write_str("quit"),
            Command::Display => f.write_str("d"),
            Command::Eval => f.write_str("eval"),
            Command::Bench(arguments) if arguments.is_empty() => f.write_str("bench"),
            Command::Bench(arguments) => write!(f, "bench {arguments}"),
            Command::Unknown(text) => f.write_str(text),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[track_caller]
    fn read(line: &str) -> Command {
        line.parse().unwrap()
    }

    #[test]
    fn plain_commands() {
        assert_eq!(read("uci\r\n"), Command::Uci);
        assert_eq!(read("  isready "), Command::IsReady);
        assert_eq!(read("debug off"), Command::Debug(false));
        assert_eq!(read("register later"), Command::Register("later".into()));
        assert_eq!(read("ponderhit"), Command::PonderHit);
        assert_eq!(read("bench 13 1"), Command::Bench("13 1".into()));
        assert_eq!(read("d"), Command::Display);
        assert_eq!(read(""), Command::Unknown(String::new()));
        assert_eq!(read(" Stop it "), Command::Unknown("Stop it".into()));
    }

    #[test]
    fn unknown_words_before_a_command_are_skipped() {
        assert_eq!(read("joho debug on"), Command::Debug(true));
        assert_eq!(read("please stop now"), Command::Stop);
        // A word in a sentence is no wish to see the board.
        assert_eq!(read("what d eval"), Command::Unknown("what d eval".into()));
    }

    #[test]
    fn options_may_have_blanks() {
        let option = |name: &str, value: Option<&str>| Command::SetOption {
            name: name.into(),
            value: value.map(str::to_owned),
        };
        assert_eq!(read("setoption name Hash value 64"), option("Hash", Some("64")));
        assert_eq!(read("setoption name  Clear   Hash"), option("Clear Hash", None));
        assert_eq!(
            read("setoption name SyzygyPath value C:\\my  tables;D:\\value "),
            option("SyzygyPath", Some("C:\\my  tables;D:\\value"))
        );
        assert_eq!(read("setoption name BookFile value"), option("BookFile", Some("")));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let error = |line: &str| line.parse::<Command>().unwrap_err().to_string();
        assert_eq!(error("debug perhaps"), "debug: 'perhaps' is neither on nor off");
        for line in ["setoption", "setoption name", "setoption Hash 3", "setoption name value 3"] {
            assert_eq!(error(line), "setoption: no option is named (expected 'name NAME')");
        }
    }
}
