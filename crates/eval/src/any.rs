//! The one place that knows which evaluators there are.
//!
//! A new evaluator is a variant of [`EvaluatorSpec`] (how people ask for it), of
//! [`AnyEvaluator`] (its weights) and of [`AnyState`] (what a thread keeps).
//! Nothing else has to learn of it: agents, UCI and data generation all go through
//! these.

use std::fmt;
use std::str::FromStr;

use chess::{PieceChanges, Position};
use thinking::Chances;

use crate::{Classic, ClassicState, Evaluator, Judgement, TermSet, TermSetError, Trace};

/// Which evaluator to use, as `eval=…` names it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EvaluatorSpec {
    /// The hand-written one, with these terms.
    Classic(TermSet),
}

impl EvaluatorSpec {
    /// Makes the evaluator.
    pub fn build(&self) -> AnyEvaluator {
        match self {
            EvaluatorSpec::Classic(terms) => AnyEvaluator::Classic(Classic::with_terms(*terms)),
        }
    }

    /// Is it the one that the engine uses when nobody says?
    pub fn is_default(&self) -> bool {
        *self == EvaluatorSpec::default()
    }
}

impl Default for EvaluatorSpec {
    fn default() -> EvaluatorSpec {
        EvaluatorSpec::Classic(TermSet::ALL)
    }
}

/// `classic` is all terms of the hand-written evaluation; `classic-mobility`, or
/// any other text that a [`TermSet`] has, is a choice of them.
impl FromStr for EvaluatorSpec {
    type Err = TermSetError;

    fn from_str(text: &str) -> Result<EvaluatorSpec, TermSetError> {
        let terms = match text.strip_prefix("classic") {
            Some(changes) => format!("all{changes}").parse(),
            None => text.parse(),
        };
        terms.map(EvaluatorSpec::Classic)
    }
}

impl fmt::Display for EvaluatorSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EvaluatorSpec::Classic(terms) => terms.fmt(f),
        }
    }
}

/// Any of the evaluators, chosen at run time.
#[derive(Clone, Debug)]
pub enum AnyEvaluator {
    /// The hand-written one.
    Classic(Classic<TermSet>),
}

/// What a thread keeps for [`AnyEvaluator`].
#[derive(Clone, Debug)]
pub enum AnyState {
    /// For [`AnyEvaluator::Classic`].
    Classic(ClassicState),
}

/// Calls the same function of whichever evaluator it is, with its state.
macro_rules! dispatch {
    ($self:ident, $state:ident, $evaluator:ident => $call:expr) => {
        match ($self, $state) {
            (AnyEvaluator::Classic($evaluator), AnyState::Classic($state)) => $call,
        }
    };
}

impl Evaluator for AnyEvaluator {
    type State = AnyState;

    fn new_state(&self) -> AnyState {
        match self {
            AnyEvaluator::Classic(evaluator) => AnyState::Classic(evaluator.new_state()),
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
        match self {
            AnyEvaluator::Classic(evaluator) => evaluator.chances(value, position),
        }
    }

    fn judge(&self, positions: &[Position]) -> Vec<Judgement> {
        match self {
            AnyEvaluator::Classic(evaluator) => evaluator.judge(positions),
        }
    }

    fn trace(&self, position: &Position) -> Trace {
        match self {
            AnyEvaluator::Classic(evaluator) => evaluator.trace(position),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_name_evaluators() {
        assert_eq!("classic".parse(), Ok(EvaluatorSpec::default()));
        assert_eq!("all".parse(), Ok(EvaluatorSpec::default()));
        let spec: EvaluatorSpec = "classic-mobility".parse().unwrap();
        assert_eq!(spec.to_string(), "all-mobility");
        assert!(!spec.is_default() && EvaluatorSpec::default().is_default());
        assert!("mobility!".parse::<EvaluatorSpec>().is_err());
    }

    #[test]
    fn the_chosen_one_judges_as_it_would_alone() {
        let position = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
        let any = EvaluatorSpec::default().build();
        assert_eq!(any.judge(&[position])[0].value, Classic::evaluate_once(&position));
        assert_eq!(any.trace(&position).value, Classic::evaluate_once(&position));
    }
}
