//! The net of moves: how likely each legal move is to be the best, before anything
//! is tried. `3072 → N → 11748`.
//!
//! It sees the board as the side to move does, turned and mirrored as in
//! [`nnue`](crate::nnue), and of every man also whether he is attacked and whether he
//! is defended ([`Sight::features`]). The N sums are clamped and squared (SCReLU), and
//! each move has an output of its own by the man and his squares, and by what it does:
//! lose material, give check or neither ([`Sight::index`]). Only the outputs of legal
//! moves are ever computed.
//!
//! A [`PolicyNetwork`] has whole numbers only, with the units of NNUE, so that every
//! way to compute it gives the same logits.

mod embedded;
mod features;
mod file;
mod move_index;
mod network;

pub use features::{ActiveFeatures, Sight};
pub use file::{MAGIC, file_name};
pub use move_index::MOVES;
pub use network::PolicyNetwork;

/// Features: a man as NNUE has him, four times by attack and defence.
pub const INPUTS: usize = 4 * crate::nnue::FEATURES;

/// Outputs: each move that there can be, by what it does.
pub const OUTPUTS: usize = move_index::EFFECTS * MOVES;

/// The largest hidden layer.
pub const MAX_HIDDEN: usize = 1024;
