//! The multilayer perceptron of the origin system: 832 inputs, 1024 and 512 hidden
//! units with ReLU, one output with tanh, which is White's expected result between
//! −1 and 1.
//!
//! Inference does three quarters of the work not at all. The first layer is a sum of
//! columns, one for each man, of which a move changes two to four ([`Accumulator`]);
//! the second is multiplied only where an activation is not zero ([`Level`](crate::Level) says with
//! which instructions). Both ways give the same bits as doing it in full.

mod accumulator;
mod embedded;
mod features;
mod kernel;
mod network;
mod second_layer;
mod weights;

pub use accumulator::Accumulator;
pub use features::{ActiveFeatures, active_features, feature_index, side_sign};
pub use network::{Network, Workspace};
pub use weights::{Metadata, Weights};

/// Inputs: thirteen planes of 64 squares.
pub const INPUTS: usize = 13 * 64;

/// Of them those for pieces; the rest are the plane of the side to move.
pub const PIECE_INPUTS: usize = 12 * 64;

/// Units of the first hidden layer.
pub const HIDDEN1: usize = 1024;

/// Units of the second hidden layer.
pub const HIDDEN2: usize = 512;

/// What the metadata of a file calls it.
pub const ARCHITECTURE: &str = "kythu-mlp 832-1024-512-1";
