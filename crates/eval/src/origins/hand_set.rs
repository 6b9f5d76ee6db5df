//! Evaluations that are a sum of terms with weights set by hand.

use chess::{PieceChanges, Position};
use thinking::Chances;

use super::params::CHANCES;
use super::sight::Sight;
use super::{document, simplified};
use crate::recorder::FULL_PHASE;
use crate::trace::{Phases, TraceLine};
use crate::{Evaluator, Trace};

/// A sum of terms that looks at each position afresh and keeps nothing.
#[derive(Copy, Clone, Debug)]
pub struct HandSet {
    terms: &'static [HandSetTerm],
    /// How many of the units of the terms make a centipawn.
    per_centipawn: i32,
}

/// What a thread keeps for [`HandSet`]: nothing.
#[derive(Copy, Clone, Debug, Default)]
pub struct HandSetState;

/// A term, the same for both sides.
#[derive(Debug)]
pub(crate) struct HandSetTerm {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    /// What it gives the side that looks.
    pub(crate) value: fn(&Sight<'_>) -> i32,
}

impl HandSet {
    /// Michniewski's Simplified Evaluation Function, with pawn structure, the
    /// king's shield and the centre as the report of the system `pychess` has them.
    ///
    /// The report's: material, squares, the two tables of the king and which terms
    /// there are. Ours: the weights of pawn structure, shield and centre, and that a
    /// shield counts while the king has his table of the middlegame.
    pub const SIMPLIFIED: HandSet = HandSet { terms: &simplified::TERMS, per_centipawn: 1 };

    /// The evaluation of the system `document`, in tenths of a centipawn, rounded
    /// towards zero in the end.
    ///
    /// The report's: all terms and weights. Our reading: its weights are in
    /// centipawns like its material, so that a legal move more is worth a tenth of
    /// one; the value of a hanging man counts in hundredths, half of it in all; a man
    /// attacks the king if it attacks his square; the squares are Michniewski's.
    pub const DOCUMENT: HandSet =
        HandSet { terms: &document::TERMS, per_centipawn: document::PER_CENTIPAWN };
}

impl Evaluator for HandSet {
    type State = HandSetState;

    fn new_state(&self) -> HandSetState {
        HandSetState
    }

    fn reset(&self, _: &mut HandSetState, _: &Position) {}

    fn push(&self, _: &mut HandSetState, _: &Position, _: &Position, _: &PieceChanges) {}

    fn push_null(&self, _: &mut HandSetState, _: &Position, _: &Position) {}

    fn pop(&self, _: &mut HandSetState) {}

    fn evaluate(&self, _: &mut HandSetState, position: &Position) -> i32 {
        let sights = Sight::both(position);
        let sum = |sight| self.terms.iter().map(|term| (term.value)(sight)).sum::<i32>();
        let white = (sum(&sights[0]) - sum(&sights[1])) / self.per_centipawn;
        if position.turn().is_white() { white } else { -white }
    }

    fn chances(&self, value: i32, position: &Position) -> Chances {
        CHANCES.chances(value, position)
    }

    /// Its terms know one phase: both columns are the same. The phase says which of
    /// his two tables the king has.
    fn trace(&self, position: &Position) -> Trace {
        let sights = Sight::both(position);
        let lines = self.terms.iter().map(|term| {
            let [white, black] = sights.each_ref().map(|sight| {
                let value = (term.value)(sight);
                Phases { middlegame: value, endgame: value }
            });
            TraceLine { term: term.name, about: term.about, white, black }
        });
        let phase = if sights[0].endgame { 0 } else { FULL_PHASE };
        Trace::of_lines(position.turn(), lines.collect(), self.per_centipawn, phase)
    }
}
