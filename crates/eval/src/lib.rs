//! What a position is worth.
//!
//! [`Evaluator`] is what search asks for. [`Classic`] is the hand-written
//! evaluation: a sum of [`Term`]s, each with a value for the middlegame and
//! one for the endgame, blended by the pieces that are left. [`Pesto`] and
//! [`HandSet`] are those of other systems, to be compared with. [`Nnue`] is a net.

#![forbid(unsafe_code)]

mod any;
mod area;
mod assessment;
mod attack_map;
mod classic;
mod coefficients;
mod evaluator;
mod evaluator_spec;
mod frame;
mod net_choice;
mod nnue;
mod origins;
mod packed_score;
pub mod params;
mod pawn_table;
mod recorder;
mod tally;
mod term;
mod term_set;
mod terms;
mod trace;
mod view;
mod walk;
pub mod weights;

pub use any::{AnyEvaluator, AnyState};
pub use classic::{Classic, ClassicState};
pub use coefficients::{Coefficient, Coefficients};
pub use evaluator::{Evaluator, Judgement};
pub use evaluator_spec::{EvaluatorSpec, EvaluatorSpecError};
pub use net_choice::NetChoice;
pub use nnue::{Nnue, NnueNet};
pub use origins::{HandSet, HandSetState, Mlp, MlpNet, MlpState, Pesto, PestoState};
pub use packed_score::PackedScore;
pub use recorder::{Blend, Recorder, Silence};
pub use term::{Term, TermError};
pub use term_set::{AllTerms, TermSet, TermSetError, Terms};
pub use trace::{Phases, Trace, TraceLine};
pub use walk::Walk;
