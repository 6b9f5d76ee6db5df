//! What can be wrong with games.

use std::io;

use chess::{Color, FenError, SanError};
use thiserror::Error;

use crate::params::{MAX_DEPTH, MAX_GAME_BYTES, MAX_TAG_LINE, MAX_TAGS};

/// Why a game could not be read.
#[derive(Debug, Error)]
pub enum ReadError {
    /// A game is broken. The next one can be read all the same.
    #[error("game {number}, line {line}: {fault}")]
    Game {
        /// Which one, from 1.
        number: u64,
        /// The line of the fault, from 1.
        line: u64,
        /// What is wrong with it.
        fault: Fault,
    },
    /// The file cannot be read, or not unpacked. Nothing more will come.
    #[error("line {line}: cannot read on: {source}")]
    Io {
        /// How far it could be read.
        line: u64,
        /// What the system, or the unpacker, said.
        source: io::Error,
    },
}

/// What is wrong with a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Fault {
    /// The `FEN` tag is no position to play on.
    #[error("the FEN tag: {0}")]
    Fen(FenError),
    /// The game is played by other rules.
    #[error("the variant '{0}' is not played here (expected Standard or Chess960)")]
    Variant(String),
    /// A move that cannot be made.
    #[error("move {number} of {color}: {source}")]
    Move {
        /// The number of the move.
        number: u16,
        /// Whose it would be.
        color: Color,
        /// What is wrong with it.
        source: SanError,
    },
    /// Somebody passes. Annotators do so in variations; the rules do not know it.
    #[error(
        "move {number} of {color}: passing is no move (in variations it may stand, but not in check)"
    )]
    Pass {
        /// The number of the move.
        number: u16,
        /// Whose it would be.
        color: Color,
    },
    /// A word that is neither a move nor anything else of a game.
    #[error("'{0}' is neither a move nor a result")]
    Word(String),
    /// A move, but the result came before.
    #[error("a move after the result")]
    AfterResult,
    /// `{` without `}`.
    #[error("a comment begins here and does not end")]
    OpenComment,
    /// `(` without `)`.
    #[error("a variation does not end")]
    OpenVariation,
    /// `)` without `(`.
    #[error("')' without a variation to end")]
    StrayParenthesis,
    /// `(` where there is no move to vary.
    #[error("a variation without a move before it")]
    NothingToVary,
    /// Variations in variations in variations.
    #[error("variations are more than {MAX_DEPTH} deep")]
    TooDeep,
    /// A line of tags without an end.
    #[error("a line of tags is longer than {MAX_TAG_LINE} bytes")]
    LongTag,
    /// Headers without an end.
    #[error("there are more than {MAX_TAGS} tags")]
    ManyTags,
    /// A game without an end.
    #[error("the game is longer than {MAX_GAME_BYTES} bytes")]
    TooLong,
    /// Some text, but neither tags, moves nor a result.
    #[error("this is not a game")]
    NoGame,
}
