//! The running sum of one side.

use chess::Color;

use crate::weights::Weight;
use crate::{PackedScore, Recorder, Term};

/// What one side has gathered, and who is told of it.
pub(crate) struct Tally<'a, R> {
    color: Color,
    recorder: &'a mut R,
    pub(crate) score: PackedScore,
    pub(crate) danger: PackedScore,
}

impl<'a, R: Recorder> Tally<'a, R> {
    #[inline(always)]
    pub(crate) fn new(color: Color, recorder: &'a mut R) -> Tally<'a, R> {
        Tally { color, recorder, score: PackedScore::ZERO, danger: PackedScore::ZERO }
    }

    /// Adds a weight once.
    #[inline(always)]
    pub(crate) fn add(&mut self, term: Term, weight: Weight) {
        self.score += weight.score;
        self.recorder.weight(term, self.color, weight, 1);
    }

    /// Adds a weight `count` times.
    #[inline(always)]
    pub(crate) fn add_times(&mut self, term: Term, weight: Weight, count: u32) {
        self.score += weight.score * count as i32;
        self.recorder.weight(term, self.color, weight, count as i32);
    }

    /// Adds to the danger of the own king.
    #[inline(always)]
    pub(crate) fn add_danger(&mut self, weight: Weight, count: u32) {
        self.danger += weight.score * count as i32;
        self.recorder.danger(self.color, weight, count as i32);
    }

    /// Adds what is no weight.
    #[inline(always)]
    pub(crate) fn add_score(&mut self, term: Term, score: PackedScore) {
        self.score += score;
        self.recorder.score(term, self.color, score);
    }
}
