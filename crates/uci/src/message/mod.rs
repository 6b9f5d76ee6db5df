//! What an engine says to a GUI.

mod info;
mod option;
mod score;

use std::fmt;
use std::str::FromStr;

use chess::UciMove;
use thiserror::Error;

pub use info::{CurrentLine, Info};
pub use option::{OptionDeclaration, OptionError, OptionKind};
pub use score::{ScoreReport, UciBound, UciScore, UciWdl};

use crate::tokens::{Tokens, excerpt};

/// One line from an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// `id name …`
    Name(String),
    /// `id author …`
    Author(String),
    /// `option …`: something that can be set.
    Option(OptionDeclaration),
    /// `uciok`: the introduction is over.
    UciOk,
    /// `readyok`
    ReadyOk,
    /// `bestmove …`: the end of thinking.
    BestMove(BestMove),
    /// `info …`: what it thinks meanwhile.
    Info(Box<Info>),
    /// `copyprotection …`
    CopyProtection(String),
    /// `registration …`
    Registration(String),
    /// Anything else.
    Unknown(String),
}

/// The arguments of `bestmove`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct BestMove {
    /// The move; `None` for `(none)` or `0000`, when there is nothing to play.
    pub best: Option<UciMove>,
    /// The answer it expects.
    pub ponder: Option<UciMove>,
}

/// A known message that is not complete.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MessageError {
    /// `bestmove` without a move.
    #[error("bestmove: '{0}' is not a move")]
    BestMove(String),
    /// `option` without a name.
    #[error("option: no name")]
    OptionName,
    /// `option` of no known type.
    #[error(
        "option {name}: '{kind}' is not a type (expected check, spin, combo, button or string)"
    )]
    OptionKind {
        /// The option.
        name: String,
        /// What stands for its type.
        kind: String,
    },
}

impl FromStr for Message {
    type Err = MessageError;

    /// Reads a line. Its first word decides, for engines also greet and
    /// chatter. An argument of `info` that makes no sense is skipped.
    fn from_str(line: &str) -> Result<Message, MessageError> {
        let mut tokens = Tokens::new(line);
        Ok(match tokens.next() {
            Some("id") => match tokens.next() {
                Some("name") => Message::Name(tokens.rest().to_owned()),
                Some("author") => Message::Author(tokens.rest().to_owned()),
                _ => Message::Unknown(line.trim().to_owned()),
            },
            Some("option") => Message::Option(OptionDeclaration::read(tokens)?),
            Some("uciok") => Message::UciOk,
            Some("readyok") => Message::ReadyOk,
            Some("bestmove") => Message::BestMove(BestMove::read(tokens)?),
            Some("info") => Message::Info(Box::new(Info::read(tokens))),
            Some("copyprotection") => Message::CopyProtection(tokens.rest().to_owned()),
            Some("registration") => Message::Registration(tokens.rest().to_owned()),
            _ => Message::Unknown(line.trim().to_owned()),
        })
    }
}

impl BestMove {
    fn read(mut tokens: Tokens<'_>) -> Result<BestMove, MessageError> {
        let best = match tokens.next().unwrap_or_default() {
            "(none)" | "0000" | "none" | "NULL" => None,
            text => Some(text.parse().map_err(|_| MessageError::BestMove(excerpt(text)))?),
        };
        // A strange move to ponder on spoils nothing.
        let ponder = tokens.next_as(|word| (word == "ponder").then_some(()));
        Ok(BestMove { best, ponder: ponder.and_then(|()| tokens.next()?.parse().ok()) })
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Message::Name(name) => write!(f, "id name {name}"),
            Message::Author(author) => write!(f, "id author {author}"),
            Message::Option(option) => write!(f, "option {option}"),
            Message::UciOk => f.write_str("uciok"),
            Message::ReadyOk => f.write_str("readyok"),
            Message::BestMove(best) => write!(f, "bestmove {best}"),
            Message::Info(info) => write!(f, "info{info}"),
            Message::CopyProtection(state) => write!(f, "copyprotection {state}"),
            Message::Registration(state) => write!(f, "registration {state}"),
            Message::Unknown(text) => f.write_str(text),
        }
    }
}

impl fmt::Display for BestMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.best {
            Some(best) => write!(f, "{best}")?,
            None => f.write_str("(none)")?,
        }
        self.ponder.map_or(Ok(()), |ponder| write!(f, " ponder {ponder}"))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[track_caller]
    fn read(line: &str) -> Message {
        line.parse().unwrap()
    }

    #[test]
    fn plain_messages() {
        assert_eq!(read("id name Stockfish 15.1\r\n"), Message::Name("Stockfish 15.1".into()));
        assert_eq!(read("id author A, B"), Message::Author("A, B".into()));
        assert_eq!(read("uciok"), Message::UciOk);
        assert_eq!(read("readyok"), Message::ReadyOk);
        assert_eq!(read("registration ok"), Message::Registration("ok".into()));
        let greeting = "Engine by info option uciok";
        assert_eq!(read(greeting), Message::Unknown(greeting.into()));
        assert_eq!(read("id"), Message::Unknown("id".into()));
        assert_eq!(read(""), Message::Unknown(String::new()));
    }

    #[test]
    fn best_moves() {
        let best = |best: Option<&str>, ponder: Option<&str>| {
            let parse = |text: &str| text.parse().unwrap();
            Message::BestMove(BestMove { best: best.map(parse), ponder: ponder.map(parse) })
        };
        assert_eq!(read("bestmove e2e4"), best(Some("e2e4"), None));
        assert_eq!(read("bestmove e7e8q ponder a2a1n"), best(Some("e7e8q"), Some("a2a1n")));
        assert_eq!(read("bestmove e2e4 ponder (none)"), best(Some("e2e4"), None));
        assert_eq!(read("bestmove e2e4 ponder"), best(Some("e2e4"), None));
        assert_eq!(read("bestmove (none)"), best(None, None));
        assert_eq!(read("bestmove 0000 ponder 0000"), best(None, None));
        for text in ["", "Nf3", "e2e4e6"] {
            let error = format!("bestmove {text}").parse::<Message>();
            assert_eq!(error, Err(MessageError::BestMove(text.into())));
        }
    }
}
