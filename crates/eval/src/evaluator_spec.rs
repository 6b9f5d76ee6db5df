//! Which evaluator to use: the text of `eval=…`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::{
    AnyEvaluator, Classic, HandSet, Mlp, MlpNet, Nnue, NnueNet, Pesto, Term, TermSet, TermSetError,
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
    /// [`Nnue`] with this net.
    Nnue(NnueNet),
}

impl EvaluatorSpec {
    /// The names of those that are not a choice of terms of the hand-written one. Of
    /// two names for the same the first is the one that is written.
    pub const NAMES: [(&'static str, EvaluatorSpec); 8] = [
        ("classic", EvaluatorSpec::Classic(TermSet::ALL)),
        ("pesto", EvaluatorSpec::Pesto),
        ("tapered", EvaluatorSpec::Pesto),
        ("simplified", EvaluatorSpec::Simplified),
        ("pychess", EvaluatorSpec::Simplified),
        ("document", EvaluatorSpec::Document),
        ("mlp", EvaluatorSpec::Mlp(MlpNet::Embedded)),
        ("nnue", EvaluatorSpec::Nnue(NnueNet::Embedded)),
    ];

    /// Makes the evaluator.
    pub fn build(&self) -> AnyEvaluator {
        match self {
            EvaluatorSpec::Classic(terms) => AnyEvaluator::Classic(Classic::with_terms(*terms)),
            EvaluatorSpec::Pesto => AnyEvaluator::Pesto(Pesto::new()),
            EvaluatorSpec::Simplified => AnyEvaluator::HandSet(HandSet::SIMPLIFIED),
            EvaluatorSpec::Document => AnyEvaluator::HandSet(HandSet::DOCUMENT),
            EvaluatorSpec::Mlp(net) => AnyEvaluator::Mlp(Mlp::new(net)),
            EvaluatorSpec::Nnue(net) => AnyEvaluator::Nnue(Nnue::new(net)),
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
            EvaluatorSpec::Nnue(_) => {
                "An efficiently updatable net that has learned from the engine's own games."
            }
        }
    }

    /// The net that the program carries with it, with which the engine is strongest.
    pub const NET: EvaluatorSpec = EvaluatorSpec::Nnue(NnueNet::Embedded);

    /// Is it the hand-written evaluation with all its terms?
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

/// `pesto`, `simplified`, `document`, `mlp` or `nnue`, also `tapered` and `pychess` after the
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
            EvaluatorSpec::Nnue(_) => f.write_str("nnue"),
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
}
