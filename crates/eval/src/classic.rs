//! The hand-written evaluation as search uses it.

use chess::{PieceChanges, Position};
use thinking::{ChanceCurve, Chances};

use crate::assessment::{Assessment, Known};
use crate::frame::{Frame, FrameStack};
use crate::pawn_table::PawnTable;
use crate::terms::placement::PlacementTable;
use crate::{AllTerms, Evaluator, Silence, Terms, Trace};

/// The hand-written evaluation.
#[derive(Clone, Debug)]
pub struct Classic<T = AllTerms> {
    terms: T,
    placement: Box<PlacementTable>,
}

/// What a thread keeps for it.
#[derive(Clone, Debug)]
pub struct ClassicState {
    pawns: PawnTable,
    frames: FrameStack,
}

impl Classic {
    /// The full evaluation.
    pub fn new() -> Classic {
        Classic::with_terms(AllTerms)
    }

    /// The value of one position for the side to move, without a search
    /// around it.
    pub fn evaluate_once(position: &Position) -> i32 {
        let classic = Classic::new();
        let mut state = classic.new_state();
        classic.reset(&mut state, position);
        classic.evaluate(&mut state, position)
    }
}

impl Default for Classic {
    fn default() -> Classic {
        Classic::new()
    }
}

impl<T: Terms> Classic<T> {
    /// The evaluation with these terms.
    pub fn with_terms(terms: T) -> Classic<T> {
        Classic { placement: PlacementTable::new(&terms), terms }
    }
}

impl<T: Terms> Evaluator for Classic<T> {
    type State = ClassicState;

    fn new_state(&self) -> ClassicState {
        let frames = FrameStack::new(&Position::initial(), &self.placement);
        ClassicState { pawns: PawnTable::new(), frames }
    }

    fn reset(&self, state: &mut ClassicState, position: &Position) {
        state.frames.reset(position, &self.placement);
    }

    #[inline]
    fn push(
        &self,
        state: &mut ClassicState,
        _before: &Position,
        _after: &Position,
        changes: &PieceChanges,
    ) {
        state.frames.push(changes, &self.placement);
    }

    fn push_null(&self, state: &mut ClassicState, _before: &Position, _after: &Position) {
        state.frames.push_null();
    }

    #[inline]
    fn pop(&self, state: &mut ClassicState) {
        state.frames.pop();
    }

    fn evaluate(&self, state: &mut ClassicState, position: &Position) -> i32 {
        let Frame { pawn_key, placement, phase } = state.frames.top();
        let assessment = Assessment::new(position, &self.terms);
        let pawns = state.pawns.entry(pawn_key, || assessment.pawns(&mut Silence));
        let value = assessment.value(&Known { placement, phase, pawns }, &mut Silence);
        if position.turn().is_white() { value } else { -value }
    }

    fn chances(&self, value: i32, position: &Position) -> Chances {
        CHANCES.chances(value, position)
    }

    fn trace(&self, position: &Position) -> Trace {
        Trace::new(position, &self.terms)
    }
}

/// Fitted by `kythu-train wdl` to the scores and results of 261,524 positions from
/// 1,804 games of self-play (`kythu datagen --nodes 20000 --seed 2026
/// --random-plies 0` from book openings of three moves; 57% drawn, loss 0.534).
pub(crate) const CHANCES: ChanceCurve =
    ChanceCurve { a: [-169.1, 504.3, -527.8, 276.8], b: [25.4, -52.7, 37.8, 35.6] };

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_stays_sensible_for_all_material() {
        for material in 0..=100 {
            let (a, b) = CHANCES.at(f64::from(material));
            assert!((30.0..300.0).contains(&a) && (35.0..120.0).contains(&b), "{material} {a} {b}");
        }
        let classic = Classic::new();
        let even = classic.chances(0, &Position::initial());
        assert!(even.draw > 150 && even.win == even.loss, "{even:?}");
        assert!(classic.chances(400, &Position::initial()).win > 950);
    }

    #[test]
    fn many_positions_are_judged_like_one() {
        let fens = ["4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"];
        let positions = fens.map(|fen| Position::from_fen(fen).unwrap());
        let judgements = Classic::new().judge(&positions);
        assert_eq!(judgements.len(), 2);
        for (judgement, position) in judgements.iter().zip(&positions) {
            assert_eq!(judgement.value, Classic::evaluate_once(position));
        }
        assert!(judgements[0].chances.win > judgements[1].chances.win);
    }
}
