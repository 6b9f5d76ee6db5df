//! Games that others played, turned into training positions.
//!
//! [`read_games`] streams the games of a file, whatever its kind; [`Sampling`]
//! picks positions from each; a [`PositionFileWriter`](crate::PositionFileWriter)
//! keeps them. Memory is constant; what is damaged is reported and skipped.

mod imported_game;
mod parquet_games;
mod sampling;
mod source;
mod split;

pub use imported_game::ImportedGame;
pub use sampling::{SampledPosition, Sampling};
pub use source::{ImportError, SourceKind, read_games};
pub use split::{Split, SplitShares};
