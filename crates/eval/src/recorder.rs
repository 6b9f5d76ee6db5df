//! Who listens while a position is evaluated.

use chess::Color;

use crate::weights::Weight;
use crate::{PackedScore, Term};

/// Is told what every part of the evaluation adds.
///
/// The evaluation is written once, for any recorder: [`Silence`] vanishes
/// from the compiled code, others make a trace or gather what the tuner
/// needs.
pub trait Recorder {
    /// `color` has a weight `count` times.
    fn weight(&mut self, term: Term, color: Color, weight: Weight, count: i32);

    /// The king of `color` has a weight of danger `count` times; what comes
    /// of the whole danger is told by [`score`](Recorder::score).
    fn danger(&mut self, color: Color, weight: Weight, count: i32);

    /// `color` gets a score that is no weight.
    fn score(&mut self, term: Term, color: Color, score: PackedScore);

    /// How the sums are made into one value.
    fn blend(&mut self, blend: &Blend);
}

/// How the sums of both phases become one value.
#[derive(Copy, Clone, Debug, Default)]
pub struct Blend {
    /// Middlegame share, of 24.
    pub phase: i32,
    /// Share of an endgame advantage that counts, of 64: White's, Black's.
    pub scale: [i32; 2],
    /// Added in the end, for White.
    pub mop_up: i32,
    /// Nobody can win: the value is zero.
    pub drawn: bool,
}

/// The phase with all pieces on the board.
pub(crate) const FULL_PHASE: i32 = 24;
/// A scale that changes nothing.
pub(crate) const FULL_SCALE: i32 = 64;

impl Blend {
    /// The value of `score`, both from White's view.
    #[inline]
    pub fn value(&self, score: PackedScore) -> i32 {
        if self.drawn {
            return 0;
        }
        let endgame = score.endgame() * self.scale_of(score);
        let blended =
            score.middlegame() * self.phase * FULL_SCALE + endgame * (FULL_PHASE - self.phase);
        blended / (FULL_PHASE * FULL_SCALE) + self.mop_up
    }

    /// The scale that applies to `score`.
    #[inline]
    pub fn scale_of(&self, score: PackedScore) -> i32 {
        self.scale[(score.endgame() < 0) as usize]
    }
}

/// Listens to nothing.
#[derive(Copy, Clone, Debug, Default)]
pub struct Silence;

impl Recorder for Silence {
    #[inline(always)]
    fn weight(&mut self, _: Term, _: Color, _: Weight, _: i32) {}

    #[inline(always)]
    fn danger(&mut self, _: Color, _: Weight, _: i32) {}

    #[inline(always)]
    fn score(&mut self, _: Term, _: Color, _: PackedScore) {}

    #[inline(always)]
    fn blend(&mut self, _: &Blend) {}
}
