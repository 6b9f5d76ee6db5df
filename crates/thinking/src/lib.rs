//! What everything that thinks shares, whatever way it thinks: how long it may
//! take ([`Limits`], [`Timer`]), how it is told to stop ([`Signal`]), and how it
//! says what it found ([`Score`], [`Chances`], [`Progress`]); and the one source of
//! random numbers ([`SplitMix64`]) for what must come out the same everywhere.

#![forbid(unsafe_code)]

mod chances;
mod limits;
mod params;
mod progress;
mod score;
mod signal;
mod split_mix;
mod timer;
mod value;

pub use chances::{ChanceCurve, Chances};
pub use limits::{Clock, Limits};
pub use params::MOVES_EXPECTED;
pub use progress::{Observer, Progress, ScoreBound, Silent};
pub use score::Score;
pub use signal::{Signal, Subscription};
pub use split_mix::SplitMix64;
pub use timer::{Stability, Timer};
pub use value::{
    DRAW, EVAL_BOUND, INFINITE, MATE, MATE_BOUND, MAX_PLY, TABLEBASE, TABLEBASE_BOUND, is_decided,
    is_mate, mated_at, mates_at,
};
