//! The Universal Chess Interface.
//!
//! [`Command`] is what a GUI says to an engine, [`Message`] what the engine
//! answers. Both are read from any text without a panic and written back with
//! `Display`. [`Engine`] runs somebody else's engine and talks to it.

#![forbid(unsafe_code)]

mod command;
mod engine;
mod message;
mod tokens;

pub use command::{Command, CommandError, GameText, GameTextError, Go, Start};
pub use engine::{Engine, EngineConfig, EngineError, Thought, Timeouts};
pub use message::{
    BestMove, CurrentLine, Info, Message, MessageError, OptionDeclaration, OptionError, OptionKind,
    ScoreReport, UciBound, UciScore, UciWdl,
};
