//! What a position is worth.
//!
//! [`Evaluator`] is what search asks for. [`Classic`] is the hand-written
//! evaluation: a sum of [`Term`]s, each with a value for the middlegame and
//! one for the endgame, blended by the pieces that are left.

#![forbid(unsafe_code)]

mod area;
mod assessment;
mod attack_map;
mod classic;
mod coefficients;
mod evaluator;
pub mod params;
mod pawn_table;
mod recorder;
mod score;
mod tally;
mod term;
mod term_set;
mod terms;
mod trace;
mod view;
pub mod weights;

pub use classic::Classic;
pub use coefficients::{Coefficient, Coefficients};
pub use evaluator::Evaluator;
pub use recorder::{Blend, Recorder, Silence};
pub use score::Score;
pub use term::{Term, TermError};
pub use term_set::{AllTerms, TermSet, TermSetError, Terms};
pub use trace::{Phases, Trace, TraceLine};
