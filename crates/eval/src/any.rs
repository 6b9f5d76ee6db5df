//! The evaluators there are; only `evaluator_spec.rs` lists them beside this.
//!
//! A new evaluator is a variant of [`EvaluatorSpec`](crate::EvaluatorSpec) (how
//! people ask for it), of [`AnyEvaluator`] (its weights) and of [`AnyState`] (what a
//! thread keeps). Nothing else has to learn of it: agents, UCI and data generation
//! all go through these.

use chess::{PieceChanges, Position};
use nets::nnue::AccumulatorStack;
use thinking::Chances;

use crate::{
    Classic, ClassicState, Evaluator, HandSet, HandSetState, Judgement, Mlp, MlpState, Nnue, Pesto,
    PestoState, TermSet, Trace,
};

/// Any of the evaluators, chosen at run time.
#[derive(Clone, Debug)]
pub enum AnyEvaluator {
    /// The hand-written one.
    Classic(Classic<TermSet>),
    /// Tapered material and squares.
    Pesto(Pesto),
    /// One of the sums of terms that are set by hand.
    HandSet(HandSet),
    /// A perceptron.
    Mlp(Mlp),
    /// An efficiently updatable net.
    Nnue(Nnue),
}

/// What a thread keeps for [`AnyEvaluator`].
#[derive(Clone, Debug)]
pub enum AnyState {
    /// For [`AnyEvaluator::Classic`].
    Classic(ClassicState),
    /// For [`AnyEvaluator::Pesto`].
    Pesto(PestoState),
    /// For [`AnyEvaluator::HandSet`].
    HandSet(HandSetState),
    /// For [`AnyEvaluator::Mlp`].
    Mlp(MlpState),
    /// For [`AnyEvaluator::Nnue`].
    Nnue(AccumulatorStack),
}

/// Calls the same function of whichever evaluator it is.
macro_rules! dispatch {
    ($self:ident, $evaluator:ident => $call:expr) => {
        match $self {
            AnyEvaluator::Classic($evaluator) => $call,
            AnyEvaluator::Pesto($evaluator) => $call,
            AnyEvaluator::HandSet($evaluator) => $call,
            AnyEvaluator::Mlp($evaluator) => $call,
            AnyEvaluator::Nnue($evaluator) => $call,
        }
    };
    // With its state, which the same evaluator made.
    ($self:ident, $state:ident, $evaluator:ident => $call:expr) => {
        match ($self, $state) {
            (AnyEvaluator::Classic($evaluator), AnyState::Classic($state)) => $call,
            (AnyEvaluator::Pesto($evaluator), AnyState::Pesto($state)) => $call,
            (AnyEvaluator::HandSet($evaluator), AnyState::HandSet($state)) => $call,
            (AnyEvaluator::Mlp($evaluator), AnyState::Mlp($state)) => $call,
            (AnyEvaluator::Nnue($evaluator), AnyState::Nnue($state)) => $call,
            _ => unreachable!("the state belongs to another evaluator"),
        }
    };
}

impl Evaluator for AnyEvaluator {
    type State = AnyState;

    fn new_state(&self) -> AnyState {
        match self {
            AnyEvaluator::Classic(evaluator) => AnyState::Classic(evaluator.new_state()),
            AnyEvaluator::Pesto(evaluator) => AnyState::Pesto(evaluator.new_state()),
            AnyEvaluator::HandSet(evaluator) => AnyState::HandSet(evaluator.new_state()),
            AnyEvaluator::Mlp(evaluator) => AnyState::Mlp(evaluator.new_state()),
            AnyEvaluator::Nnue(evaluator) => AnyState::Nnue(evaluator.new_state()),
        }
    }

    fn reset(&self, state: &mut AnyState, position: &Position) {
        dispatch!(self, state, evaluator => evaluator.reset(state, position));
    }

    fn push(
        &self,
        state: &mut AnyState,
        before: &Position,
        after: &Position,
        changes: &PieceChanges,
    ) {
        dispatch!(self, state, evaluator => evaluator.push(state, before, after, changes));
    }

    fn push_null(&self, state: &mut AnyState, before: &Position, after: &Position) {
        dispatch!(self, state, evaluator => evaluator.push_null(state, before, after));
    }

    fn pop(&self, state: &mut AnyState) {
        dispatch!(self, state, evaluator => evaluator.pop(state));
    }

    fn evaluate(&self, state: &mut AnyState, position: &Position) -> i32 {
        dispatch!(self, state, evaluator => evaluator.evaluate(state, position))
    }

    fn chances(&self, value: i32, position: &Position) -> Chances {
        dispatch!(self, evaluator => evaluator.chances(value, position))
    }

    fn judge(&self, positions: &[Position]) -> Vec<Judgement> {
        dispatch!(self, evaluator => evaluator.judge(positions))
    }

    fn trace(&self, position: &Position) -> Trace {
        dispatch!(self, evaluator => evaluator.trace(position))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::EvaluatorSpec;

    #[test]
    fn the_chosen_one_judges_as_it_would_alone() {
        let position = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
        let any = EvaluatorSpec::default().build();
        assert_eq!(any.judge(&[position])[0].value, Classic::evaluate_once(&position));
        assert_eq!(any.trace(&position).value, Classic::evaluate_once(&position));
        for (spec, expected) in [
            (EvaluatorSpec::Pesto, Pesto::new().judge(&[position])),
            (EvaluatorSpec::Simplified, HandSet::SIMPLIFIED.judge(&[position])),
            (EvaluatorSpec::Document, HandSet::DOCUMENT.judge(&[position])),
        ] {
            assert_eq!(spec.build().judge(&[position]), expected, "{spec}");
        }
    }
}
