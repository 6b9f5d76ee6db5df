//! Training positions: games that the engine plays against itself, the files
//! they are kept in, and the filter that picks training samples from them.
//!
//! Files have the layout of the viriformat crate, which trainers of chess nets
//! read: the start position in 32 bytes, four bytes a move, four zero bytes.
//!
//! Games of others come in by [`read_games`], from PGN, Parquet tables or such
//! files; [`Sampling`] picks positions, and [`PositionFileWriter`] keeps them.
//!
//! [`Merge`], [`Shuffle`], [`GameSelection`] and [`Relabel`] make new files of games
//! out of others.

#![forbid(unsafe_code)]

mod adjudicator;
mod archive;
mod filter;
mod game_blocks;
mod generation;
mod generation_plan;
mod header;
mod import;
mod packed_move;
pub mod params;
mod position_file;
mod reader;
mod repeat_count;
mod scored_game;
mod self_play;
mod start_positions;
mod statistics;
mod tools;
mod white_points;

pub use adjudicator::SelfPlayAdjudicator;
pub use archive::{Archive, ArchiveError};
pub use filter::{Filter, Sample};
pub use game_blocks::{GameBlock, GameBlocks};
pub use generation::{Generation, GenerationError, GenerationProgress, Goal};
pub use generation_plan::{GenerationPlan, GenerationPlanError};
pub use header::HeaderError;
pub use import::{
    ImportError, ImportedGame, SampledPosition, Sampling, SourceKind, Split, SplitShares,
    read_games,
};
pub use position_file::{
    GameFault, PositionFileError, PositionFileReader, PositionFileSummary, PositionFileWriter,
    SampledGame,
};
pub use reader::{ReadError, Reader};
pub use scored_game::{MATE_SCORE, ScoredGame, ScoredMove, ply_of};
pub use self_play::{NoOpening, Played, SelfPlay};
pub use start_positions::{PositionList, PositionListError, StartPositions};
pub use statistics::{Bucket, DataStatistics};
pub use tools::{
    Audience, Damage, GameFiles, GameOutput, GameSelection, Merge, Merged, Relabel, RelabelSearch,
    Relabelled, Relabeller, Shuffle, StartKind, ToolError, ToolProgress,
};
pub use white_points::WhitePoints;
