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
use thiserror::Error;

use crate::{
    Classic, ClassicState, Evaluator, HandSet, HandSetState, Judgement, Mlp, MlpNet, MlpState,
    Pesto, PestoState, Term, TermSet, TermSetError, Trace,
};

/// Which evaluator to use, as `eval=…` names it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EvaluatorSpec {
    /// The hand-written one, with these terms.
    Classic(TermSet),
    /// [`Pesto`].
    Pesto,
    /// [`HandSet::SIMPLIFIED`].
    Simplified,
    /// [`HandSet::DOCUMENT`].
    Document,
    /// [`Mlp`] with this net.
    Mlp(MlpNet),
}

impl EvaluatorSpec {
    /// The names of those that are not a choice of terms of the hand-written one. Of
    /// two names for the same the first is the one that is written.
    pub const NAMES: [(&'static str, EvaluatorSpec); 7] = [
        ("classic", EvaluatorSpec::Classic(TermSet::ALL)),
        ("pesto", EvaluatorSpec::Pesto),
        ("tapered", EvaluatorSpec::Pesto),
        ("simplified", EvaluatorSpec::Simplified),
        ("pychess", EvaluatorSpec::Simplified),
        ("document", EvaluatorSpec::Document),
        ("mlp", EvaluatorSpec::Mlp(MlpNet::Embedded)),
    ];

    /// Makes the evaluator.
    pub fn build(&self) -> AnyEvaluator {
        match self {
            EvaluatorSpec::Classic(terms) => AnyEvaluator::Classic(Classic::with_terms(*terms)),
            EvaluatorSpec::Pesto => AnyEvaluator::Pesto(Pesto::new()),
            EvaluatorSpec::Simplified => AnyEvaluator::HandSet(HandSet::SIMPLIFIED),
            EvaluatorSpec::Document => AnyEvaluator::HandSet(HandSet::DOCUMENT),
            EvaluatorSpec::Mlp(net) => AnyEvaluator::Mlp(Mlp::new(net)),
        }
    }

    /// What it is, in a sentence.
    pub const fn about(&self) -> &'static str {
        match self {
            EvaluatorSpec::Classic(_) => {
                "The hand-written evaluation, its weights fitted to games."
            }
            EvaluatorSpec::Pesto => "PeSTO's values and tables, blended by the pieces left.",
            EvaluatorSpec::Simplified => {
                "Michniewski's Simplified Evaluation Function with pawns, king's shield and centre."
            }
            EvaluatorSpec::Document => "The terms of a design document, with its weights.",
            EvaluatorSpec::Mlp(_) => {
                "A multilayer perceptron that has learned from people's games."
            }
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

/// The text names no evaluator.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EvaluatorSpecError {
    /// It begins with no name there is.
    #[error(
        "'{found}' is neither an evaluator (there are: {names}), nor a choice of terms of the \
         classic one (there are: {presets}), nor one of its terms (there are: {terms})",
        names = EvaluatorSpec::NAMES.map(|(name, _)| name).join(", "),
        presets = TermSet::PRESETS.map(|(name, _)| name).join(", "),
        terms = Term::ALL.map(Term::name).join(", ")
    )]
    Unknown {
        /// What stands there.
        found: String,
    },
    /// A choice of terms is wrong further on.
    #[error(transparent)]
    Terms(TermSetError),
}

/// `pesto`, `simplified`, `document` or `mlp`, also `tapered` and `pychess` after the
/// systems that are evaluated so; `classic` is all terms of the hand-written
/// evaluation, and `classic-mobility`, or any other text that a [`TermSet`] has, is
/// a choice of them.
impl FromStr for EvaluatorSpec {
    type Err = EvaluatorSpecError;

    fn from_str(text: &str) -> Result<EvaluatorSpec, EvaluatorSpecError> {
        let named = EvaluatorSpec::NAMES.into_iter().find(|&(name, _)| name == text);
        if let Some((_, spec)) = named {
            return Ok(spec);
        }
        let terms = match text.strip_prefix("classic") {
            Some(changes) => format!("all{changes}").parse(),
            None => text.parse(),
        };
        terms.map(EvaluatorSpec::Classic).map_err(|error| match error {
            TermSetError::Start { .. } => {
                EvaluatorSpecError::Unknown { found: text.chars().take(32).collect() }
            }
            TermSetError::Term(_) => EvaluatorSpecError::Terms(error),
        })
    }
}

impl fmt::Display for EvaluatorSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EvaluatorSpec::Classic(terms) => terms.fmt(f),
            EvaluatorSpec::Pesto => f.write_str("pesto"),
            EvaluatorSpec::Simplified => f.write_str("simplified"),
            EvaluatorSpec::Document => f.write_str("document"),
            EvaluatorSpec::Mlp(_) => f.write_str("mlp"),
        }
    }
}

/// Any of the evaluators, chosen at run time.
#[derive(Clone, Debug)]
pub enum AnyEvaluator {
    /// The hand-written one.
    Classic(Classic<TermSet>),
    /// Tapered material and squares.
    Pesto(Pesto),
    /// One of the sums of terms that are set by hand.
    HandSet(HandSet),
    /// A net.
    Mlp(Mlp),
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
}

/// Calls the same function of whichever evaluator it is.
macro_rules! dispatch {
    ($self:ident, $evaluator:ident => $call:expr) => {
        match $self {
            AnyEvaluator::Classic($evaluator) => $call,
            AnyEvaluator::Pesto($evaluator) => $call,
            AnyEvaluator::HandSet($evaluator) => $call,
            AnyEvaluator::Mlp($evaluator) => $call,
        }
    };
    // With its state, which the same evaluator made.
    ($self:ident, $state:ident, $evaluator:ident => $call:expr) => {
        match ($self, $state) {
            (AnyEvaluator::Classic($evaluator), AnyState::Classic($state)) => $call,
            (AnyEvaluator::Pesto($evaluator), AnyState::Pesto($state)) => $call,
            (AnyEvaluator::HandSet($evaluator), AnyState::HandSet($state)) => $call,
            (AnyEvaluator::Mlp($evaluator), AnyState::Mlp($state)) => $call,
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

    #[test]
    fn texts_name_evaluators() {
        assert_eq!("classic".parse(), Ok(EvaluatorSpec::default()));
        assert_eq!("all".parse(), Ok(EvaluatorSpec::default()));
        let spec: EvaluatorSpec = "classic-mobility".parse().unwrap();
        assert_eq!(spec.to_string(), "all-mobility");
        assert!(!spec.is_default() && EvaluatorSpec::default().is_default());
        for (name, spec) in EvaluatorSpec::NAMES {
            assert_eq!(name.parse().as_ref(), Ok(&spec));
            assert_eq!(spec.to_string().parse().as_ref(), Ok(&spec));
            assert!(spec.about().ends_with('.'));
        }
        assert_eq!(EvaluatorSpec::Pesto.to_string(), "pesto");
        assert_eq!(EvaluatorSpec::Simplified.to_string(), "simplified");
    }

    #[test]
    fn errors_list_what_there_is() {
        for bad in ["", "mobility!", "peston", "classical", "pesto+mobility", "Pesto"] {
            let error = bad.parse::<EvaluatorSpec>().unwrap_err().to_string();
            for name in ["pesto", "tapered", "simplified", "pychess", "document", "pst", "mop-up"] {
                assert!(error.contains(name), "{error}");
            }
            assert!(error.contains(&format!("'{bad}'")), "{error}");
        }
        let error = "classic-x".parse::<EvaluatorSpec>().unwrap_err();
        assert!(matches!(error, EvaluatorSpecError::Terms(_)), "{error}");
    }

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
