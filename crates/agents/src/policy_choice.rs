//! `policy=…` and `policyfile=…`: who says which moves look likely.

use std::path::PathBuf;
use std::sync::Arc;

use mcts::{LinearPolicy, NetPolicy, Policy};
use nets::policy::PolicyNetwork;

use crate::agent_option::{AgentOption, OptionChoice, OptionGroup};
use crate::option_values::Options;
use crate::{AgentError, SpecError};

/// Where the priors of Monte-Carlo tree search come from. Files are read when an agent
/// is made, not when its spec is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum PolicyChoice {
    /// A net: the embedded one, or that of a file.
    Net(Option<PathBuf>),
    /// What is seen at each move, with one weight for each thing.
    Hand,
}

/// The words of the option.
#[derive(Copy, Clone)]
enum Word {
    Net,
    Hand,
}

const WORDS: [(&str, Word); 2] = [("net", Word::Net), ("hand", Word::Hand)];

impl PolicyChoice {
    /// `policy=hand`, `policyfile=my.knn`, or the embedded net. A file is not read
    /// where the policy is another: a GUI may name both.
    pub(crate) fn read(options: &mut Options) -> Result<PolicyChoice, SpecError> {
        let file = options.take("policyfile")?.filter(|path| !path.is_empty()).map(PathBuf::from);
        Ok(match options.choice("policy", &WORDS)? {
            Some(Word::Hand) => PolicyChoice::Hand,
            Some(Word::Net) | None => PolicyChoice::Net(file),
        })
    }

    /// The policy with its net.
    pub(crate) fn load(&self) -> Result<Arc<dyn Policy>, AgentError> {
        Ok(match self {
            PolicyChoice::Net(None) => Arc::new(NetPolicy::default()),
            PolicyChoice::Net(Some(path)) => {
                Arc::new(NetPolicy::new(Arc::new(PolicyNetwork::open(path)?)))
            }
            PolicyChoice::Hand => Arc::new(LinearPolicy::default()),
        })
    }
}

/// The options that [`PolicyChoice::read`] reads.
pub(crate) fn policy_options() -> [AgentOption; 2] {
    let choices = vec![
        OptionChoice::new("net", "A net that has learned from the engine's own games."),
        OptionChoice::new("hand", "Captures, exchanges, checks and squares, with one weight each."),
    ];
    [
        AgentOption::choice(
            "policy",
            "Policy",
            "Which moves look likely before anything is tried.",
            choices,
            Some("net"),
        )
        .of(OptionGroup::Tuning),
        AgentOption::file(
            "policyfile",
            "Policy file",
            "The net of policy=net instead of the built-in one.",
        )
        .called("PolicyFile")
        .of(OptionGroup::Resources),
    ]
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use chess::Game;
    use thinking::{Limits, Signal, Silent};

    use super::*;
    use crate::{Fault, Request, Spec};

    /// The moves of the initial position with their priors.
    fn priors(spec: &str) -> Vec<(chess::Move, f64)> {
        let mut agent = spec.parse::<Spec>().unwrap().build().unwrap();
        let request = Request::explained(Limits::nodes(50), 20);
        let decision = agent.decide(&Game::new(), &request, &Signal::new(), &mut Silent).unwrap();
        let candidates = decision.explanation.unwrap().candidates;
        let mut priors: Vec<_> = candidates
            .iter()
            .map(|candidate| (candidate.mv, candidate.upper_bound.unwrap().prior.unwrap()))
            .collect();
        priors.sort_by_key(|(mv, _)| mv.to_bits());
        assert_eq!(priors.len(), 20);
        priors
    }

    #[test]
    fn policies_are_chosen_and_explained() {
        let net = priors("mcts?memory=1");
        assert_eq!(net, priors("mcts?memory=1&policy=net"));
        let hand = priors("mcts?memory=1&policy=hand");
        assert_ne!(net, hand);
        assert_eq!(hand, priors("mcts?memory=1&policy=hand&policyfile=/nowhere"));
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("my policy.knn");
        std::fs::write(&path, PolicyNetwork::embedded().to_bytes().unwrap()).unwrap();
        assert_eq!(net, priors(&format!("mcts?memory=1&policyfile={}", path.display())));
    }

    #[test]
    fn bad_choices_and_files_are_told() {
        let refused = |text: &str| text.parse::<Spec>().unwrap_err().to_string();
        assert!(refused("mcts?policy=foot").contains("net | hand"));
        assert!(refused("mcts?level=easy&policy=net").contains("without level"));
        for path in ["/nowhere/x", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")] {
            let spec: Spec = format!("mcts?policyfile={path}").parse().unwrap();
            let error = spec.build().map(drop).unwrap_err();
            assert_eq!(error.fault(), Fault::Unable);
            assert!(error.to_string().contains(path), "{error}");
        }
    }

    #[test]
    fn another_policy_needs_another_agent() {
        let spec = |text: &str| text.parse::<Spec>().unwrap();
        let mut agent = spec("mcts?memory=1").build().unwrap();
        assert!(agent.adopt(spec("mcts?memory=1&policy=net&cpuct=1").recipe()).unwrap());
        assert!(!agent.adopt(spec("mcts?memory=1&policy=hand").recipe()).unwrap());
        assert!(!agent.adopt(spec("mcts?memory=1&policyfile=a.knn").recipe()).unwrap());
    }
}
