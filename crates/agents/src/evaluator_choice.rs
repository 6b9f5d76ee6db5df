//! `eval=…` and `evalfile=…`: who judges positions.

use std::path::PathBuf;
use std::sync::Arc;

use eval::{EvaluatorSpec, NnueNet, Term, TermSet};
use nets::nnue::Network;

use crate::agent_option::{AgentOption, OptionChoice, OptionGroup};
use crate::option_values::Options;
use crate::{AgentError, SpecError};

/// An evaluator, and the file of its net where that is not the embedded one. Files
/// are read when an agent is made, not when its spec is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct EvaluatorChoice {
    spec: EvaluatorSpec,
    file: Option<PathBuf>,
}

impl From<EvaluatorSpec> for EvaluatorChoice {
    fn from(spec: EvaluatorSpec) -> EvaluatorChoice {
        EvaluatorChoice { spec, file: None }
    }
}

impl EvaluatorChoice {
    /// `eval=pst+mobility`, `evalfile=my.knn`, or the `default`. A file that is named is
    /// used, unless another evaluator is: a GUI may name both.
    pub(crate) fn read(
        options: &mut Options,
        default: EvaluatorSpec,
    ) -> Result<EvaluatorChoice, SpecError> {
        let file = options.take("evalfile")?.filter(|path| !path.is_empty()).map(PathBuf::from);
        let spec = match options.take("eval")? {
            Some(text) => text.parse().map_err(|error| options.bad("eval", &text, error))?,
            None if file.is_some() => EvaluatorSpec::NET,
            None => default,
        };
        Ok(EvaluatorChoice { spec, file })
    }

    /// The evaluator with its net.
    pub(crate) fn load(&self) -> Result<EvaluatorSpec, AgentError> {
        Ok(match (&self.spec, &self.file) {
            (EvaluatorSpec::Nnue(NnueNet::Embedded), Some(path)) => {
                EvaluatorSpec::Nnue(NnueNet::Given(Arc::new(Network::open(path)?)))
            }
            (spec, _) => spec.clone(),
        })
    }
}

/// The options that [`EvaluatorChoice::read`] reads, with the name of the default.
pub(crate) fn eval_options(default: &str) -> [AgentOption; 2] {
    let named = EvaluatorSpec::NAMES.iter();
    let named = named.map(|(name, spec)| OptionChoice::new(name, spec.about()));
    let choices = TermSet::PRESETS.map(|(name, _)| OptionChoice::new(name, ""));
    let presets = named.chain(choices).collect();
    let members = Term::ALL.map(|term| OptionChoice::new(term.name(), term.about()));
    [
        AgentOption::set(
            "eval",
            "Evaluation",
            "Who judges positions, and what it looks at.",
            presets,
            members.to_vec(),
            default,
        ),
        AgentOption::file(
            "evalfile",
            "Net file",
            "The net of eval=nnue instead of the built-in one; naming it chooses that evaluation.",
        )
        .called("EvalFile")
        .of(OptionGroup::Resources),
    ]
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use chess::{Game, Position};

    use super::*;
    use crate::Spec;
    use crate::spec_tests::{decide, unable};

    #[test]
    fn nets_come_from_files() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("my net.knn");
        let bytes = Network::of_material().to_bytes().unwrap();
        std::fs::write(&path, &bytes).unwrap();
        let file = path.display();
        let position = Position::from_fen("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1").unwrap();
        let game = Game::from_position(position);
        for spec in [
            format!("engine?eval=nnue&evalfile={file}&hash=1&depth=4"),
            format!("engine?evalfile={file}&hash=1&depth=4"),
            format!("engine?evalfile={file}&hash=1&depth=4&lmr=off"),
            format!("minimax?evalfile={file}&depth=2"),
            format!("mcts?evalfile={file}&memory=1&nodes=300"),
        ] {
            let decision = decide(&spec, &game);
            assert_eq!(position.to_san(decision.best), "exd5", "{spec}");
            let agent = spec.parse::<Spec>().unwrap().build().unwrap();
            let trace = agent.trace(&position).unwrap();
            assert!((trace.white + 800).abs() <= 2, "{spec}: {}", trace.white);
            assert_eq!(trace.lines.last().unwrap().term, "together");
        }
        // Another evaluation wins over a file that is set, and the file is not read.
        let first_term = |spec: &str| {
            let agent = spec.parse::<Spec>().unwrap().build().unwrap();
            agent.trace(&position).unwrap().lines[0].term
        };
        assert_eq!(first_term("engine?eval=classic&evalfile=/nowhere"), "material");
        // Where nobody says, the engine has the net at every level.
        let with_net = ["engine?evalfile=", "engine?hash=1", "mcts?memory=1", "engine?elo=1200"];
        for spec in with_net {
            assert_eq!(first_term(spec), "pawns", "{spec}");
        }
        for spec in ["engine?elo=1200&eval=classic", "minimax"] {
            assert_eq!(first_term(spec), "material", "{spec}");
        }

        std::fs::write(&path, &bytes[..1000]).unwrap();
        assert!(unable(&format!("engine?evalfile={file}")).contains("my net.knn: 1000 bytes"));
        assert!(unable("engine?evalfile=/nowhere/x").contains("cannot read the net /nowhere/x"));
        assert!(unable("mcts?evalfile=/").contains("cannot read the net /"));
    }

    /// An agent keeps what it has learned while its net is the same.
    #[test]
    fn another_file_needs_another_agent() {
        let spec = |text: &str| text.parse::<Spec>().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, Network::of_material().to_bytes().unwrap()).unwrap();
            path.display().to_string()
        };
        let (one, other) = (file("a.knn"), file("b.knn"));
        let mut agent = spec(&format!("engine?hash=1&evalfile={one}")).build().unwrap();
        let mut adopts = |text: &str| agent.adopt(spec(text).recipe()).unwrap();
        assert!(adopts(&format!("engine?hash=2&evalfile={one}")));
        assert!(!adopts(&format!("engine?hash=2&evalfile={other}")));
        assert!(!adopts("engine?hash=2"));
    }
}
