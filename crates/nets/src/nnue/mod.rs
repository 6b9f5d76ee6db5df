//! NNUE: an efficiently updatable net, `(768·K → N) × 2 → 1 × B`, or with two small layers
//! behind the accumulators, `(768·K → N) × 2 → (16 → 32 → 1) × B`.
//!
//! Every man is a feature of each side's view of the board ([`View`]): the view is
//! turned so that one's own pieces stand below and one's own king on the files a to
//! d, and where that king stands may choose one of K sets of weights. The N sums of
//! a view (its accumulator) are clamped and squared (SCReLU), those of the side to
//! move first, and one of B outputs, by the men on the board, adds them up. In a net
//! with [layers](Architecture::layers), the sums are clamped and multiplied in pairs
//! instead, and two layers of that output's own come before it.
//!
//! A [`Network`] has whole numbers, and in its last layers floats that are added in a
//! fixed order, so that every way to compute it gives the same value.
//! [`Network::evaluate_from_scratch`] is the definition;
//! [`AccumulatorStack`] is how a search does it.

mod accumulator_stack;
mod architecture;
mod deep_layers;
mod deep_parameters;
mod embedded;
pub(crate) mod envelope;
mod error;
mod explanation;
mod features;
mod file;
mod handmade;
pub(crate) mod kernel;
pub(crate) mod layers;
mod network;
pub(crate) mod parameters;
mod reference;
mod refresh_cache;

pub use accumulator_stack::AccumulatorStack;
pub use architecture::{Architecture, DeepSizes, KingBuckets};
pub use deep_parameters::DeepParameters;
pub use error::NnueError;
pub use explanation::Explanation;
pub use features::{ActiveFeatures, View, active_features};
pub use file::file_name;
pub use network::{Network, Provenance};
pub use parameters::Parameters;

/// Features of a view: own pieces and the other's, six kinds each, on 64 squares.
pub const FEATURES: usize = 768;

/// One in the first layer: weights, biases and activations.
pub const INPUT_UNIT: i32 = 255;

/// One in the weights of the outputs, or of the second layer.
pub const OUTPUT_UNIT: i32 = 64;

/// Centipawns that an output of one is worth: odds of e to 1 in training. Of this
/// engine's centipawns a pawn has 49 in the middlegame, and a side that is 80 ahead
/// scores about 73% in fast games; four pawns for one keep large advantages apart.
pub const SCALE: i32 = 160;

/// The largest weight of an output. An activation times it still fits 16 bits, which
/// is what the instructions multiply.
pub const MAX_OUTPUT_WEIGHT: i16 = 128;

/// What the product of two clamped sums is shifted by to the right, so that it fits the
/// seven bits that the instructions of the second layer want.
pub const PAIR_SHIFT: u32 = 9;

/// What one in the sums of the second layer is: a product of one, times a weight of one.
pub const SECOND_UNIT: f32 =
    (INPUT_UNIT * INPUT_UNIT * OUTPUT_UNIT) as f32 / (1 << PAIR_SHIFT) as f32;

/// The largest float of the last layers: no sum of them leaves the range of centipawns.
pub const MAX_FLOAT: f32 = 10_000.0;
