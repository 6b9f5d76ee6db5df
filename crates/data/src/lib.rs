//! Training positions: games that the engine plays against itself, the files
//! they are kept in, and which of their positions are worth learning from.
//!
//! Files have the layout of the viriformat crate, which trainers of chess nets
//! read: the start position in 32 bytes, four bytes a move, four zero bytes.

#![forbid(unsafe_code)]

mod adjudication;
mod archive;
mod dice;
mod filter;
mod game_result;
mod generation;
mod header;
mod openings;
mod packed_move;
pub mod params;
mod plan;
mod reader;
mod scored_game;
mod self_play;
mod statistics;

pub use adjudication::Adjudication;
pub use archive::{Archive, ArchiveError};
pub use filter::{Filter, Sample};
pub use game_result::GameResult;
pub use generation::{Generation, GenerationError, Goal, Progress};
pub use header::HeaderError;
pub use openings::{Book, BookError, Openings};
pub use plan::{Plan, PlanError};
pub use reader::{ReadError, Reader};
pub use scored_game::{MATE_SCORE, ScoredGame, ScoredMove, ply_of};
pub use self_play::{NoOpening, Played, SelfPlay};
pub use statistics::{Bucket, Statistics};
