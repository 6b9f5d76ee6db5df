//! The rules of chess and Chess960: squares, bitboards, positions, legal
//! moves, notation, keys, and a game with its history and outcome.
//!
//! No input or output, no clock, no heuristics: those live in other crates.

// The attack tables are computed by the compiler.
#![allow(long_running_const_eval)]

pub mod attacks;
mod bitboard;
mod board;
mod castling;
mod changes;
mod checks;
mod chess960;
mod color;
mod count;
mod fen;
mod game;
mod material;
mod movegen;
mod moves;
mod notation;
mod outcome;
pub mod perft;
mod piece;
mod play;
mod position;
mod see;
mod setup;
mod square;
mod validity;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use board::Board;
pub use castling::{CastlingRights, Wing};
pub use changes::{PieceChange, PieceChanges, piece_key, turn_key};
pub use checks::{CheckSquares, Checks};
pub use color::{ByColor, Color};
pub use fen::{FenError, FenFault, FenField};
pub use game::{DeclareError, Game, PlayError};
pub use moves::{MAX_MOVES, Move, MoveKind, MoveList};
pub use notation::{CastlingStyle, SanError, UciMove, UciMoveError};
pub use outcome::{DrawReason, Outcome, WinReason};
pub use piece::{ByRole, Piece, Role};
pub use position::Position;
pub use see::EXCHANGE_VALUES;
pub use setup::{MAX_CLOCK, Setup};
pub use square::{File, Rank, Square, SquareError};
pub use validity::{CastlingFault, EnPassantFault, PositionError};
