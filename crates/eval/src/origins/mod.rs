//! The evaluations of the systems that this program grew from, with the numbers
//! that their reports give. Where a report is silent the number is ours, set by
//! hand in [`params`]. Nothing here is fitted, and nothing will be (but for the net
//! that one of them learned, trained anew from other games): these are what the
//! fitted evaluation is compared with.

mod document;
mod hand_set;
mod mlp;
mod params;
mod pesto;
mod pesto_tables;
mod sight;
mod simplified;
mod simplified_tables;

pub use hand_set::{HandSet, HandSetState};
pub use mlp::{Mlp, MlpNet, MlpState};
pub use pesto::{Pesto, PestoState};
