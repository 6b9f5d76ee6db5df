//! The pictures of a report. They are narrow enough to be read on a phone.

mod columns;
mod openings;
mod strength;

pub(super) use columns::{lengths, pairs, times};
pub(super) use openings::openings;
pub(super) use strength::strength;

/// Width of a drawing; a page scales it.
const WIDTH: f64 = 480.0;
