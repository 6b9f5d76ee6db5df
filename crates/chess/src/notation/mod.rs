//! Moves as text: UCI for programs, SAN for score sheets, long algebraic for
//! people who like to see where a piece came from.

mod long;
mod san;
mod uci;

pub use san::SanError;
pub use uci::{CastlingStyle, UciMove, UciMoveError};
