//! Why a line is not a command.

use thiserror::Error;

/// A known command with an argument that cannot be meant.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CommandError {
    /// `debug` with neither `on` nor `off`.
    #[error("debug: '{0}' is neither on nor off")]
    Debug(String),
    /// `setoption` without a name.
    #[error("setoption: no option is named (expected 'name NAME')")]
    OptionName,
    /// `position` does not say where to start.
    #[error("position: '{0}' is neither startpos nor fen")]
    Start(String),
    /// `position fen` without a FEN.
    #[error("position: no FEN follows 'fen'")]
    EmptyFen,
    /// Something in `position … moves` is no move.
    #[error("position: move {number}, '{text}', is not a move (expected one like e2e4 or e7e8q)")]
    Move {
        /// Which one, from 1.
        number: usize,
        /// What stands there.
        text: String,
    },
    /// An argument of `go` lacks its number, or it is none.
    #[error("go {argument}: '{text}' is not {expected}")]
    Number {
        /// The argument.
        argument: &'static str,
        /// What follows it.
        text: String,
        /// What should follow it.
        expected: &'static str,
    },
    /// Something in `go searchmoves` is no move.
    #[error("go searchmoves: '{0}' is neither a move nor an argument of go")]
    SearchMove(String),
}
