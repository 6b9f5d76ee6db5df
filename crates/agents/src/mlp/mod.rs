//! `mlp`: a net that has learned from people's games, and looks one move ahead.

mod greedy;
mod successor;

use std::path::PathBuf;
use std::sync::Arc;

use eval::{EvaluatorSpec, Mlp, MlpNet};
use knowledge::book::Variety;
use nets::mlp::Network;
use search::Settings;

use crate::agent_option::{AgentOption, OptionGroup};
use crate::alpha_beta::AlphaBetaRecipe;
use crate::book::{book_options, with_book};
use crate::catalogue::{Kind, Recipe};
use crate::minimax::{HASH, SOUND, variety};
use crate::option_values::{Options, limit_options};
use crate::own_limits::OwnLimits;
use crate::{Agent, AgentError, SpecError};
use greedy::Greedy;

pub(crate) const KIND: Kind = Kind {
    name: "mlp",
    about: "A neural net that learned from people's games: the move after which it expects most",
    examples: &["mlp", "mlp?depth=3", "mlp?movetime=0.5&book=on", "mlp?net=my.safetensors"],
    options: mlp_options,
    open: false,
    read,
};

fn mlp_options() -> Vec<AgentOption> {
    let about = "Plies to search with the net at the leaves; without it, one move is looked ahead.";
    let mut options = limit_options(None, about);
    options.push(
        AgentOption::file("net", "Net file", "Another net of the same kind than the built-in one.")
            .called("EvalFile")
            .of(OptionGroup::Resources),
    );
    options.extend(book_options(None));
    options
}

fn read(options: &mut Options) -> Result<Box<dyn Recipe>, SpecError> {
    let net = options.take("net")?.filter(|path| !path.is_empty()).map(PathBuf::from);
    let limits = options.limits()?;
    let variety = limits.depth.map_or(Variety::WEIGHTED, variety);
    with_book(options, variety, MlpRecipe { net, limits })
}

#[derive(Clone, Debug)]
struct MlpRecipe {
    /// None: the one that the program carries.
    net: Option<PathBuf>,
    /// With any of them it searches.
    limits: OwnLimits,
}

impl MlpRecipe {
    fn net(&self) -> Result<MlpNet, AgentError> {
        Ok(match &self.net {
            None => MlpNet::Embedded,
            Some(path) => MlpNet::Given(Arc::new(Network::open(path)?)),
        })
    }
}

impl Recipe for MlpRecipe {
    fn build(&self) -> Result<Box<dyn Agent>, AgentError> {
        let net = self.net()?;
        if !self.limits.any() {
            return Ok(Box::new(Greedy::new(Mlp::new(&net))));
        }
        AlphaBetaRecipe {
            evaluator: EvaluatorSpec::Mlp(net).into(),
            techniques: SOUND.into(),
            settings: Settings { hash: HASH, ..Settings::default() },
            limits: self.limits,
            syzygy: None,
            fixed_depth: self.limits.depth.is_some(),
        }
        .build()
    }

    fn is_bounded(&self) -> bool {
        true
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use chess::Game;
    use nets::Precision;
    use nets::mlp::Weights;

    use crate::Spec;
    use crate::spec_tests::{decide, unable};

    /// A net of its own in place of the embedded one.
    #[test]
    fn nets_come_from_files() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("my net.safetensors");
        let bytes = Weights::of_material(0.25).to_bytes(Precision::Half, &Default::default());
        let bytes = bytes.unwrap();
        std::fs::write(&path, &bytes).unwrap();
        let game = Game::from_position(
            chess::Position::from_fen("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1").unwrap(),
        );
        let position = game.position();
        let spec = format!("mlp?net={}", path.display());
        assert_eq!(position.to_san(decide(&spec, &game).best), "exd5");
        let searched = decide(&format!("{spec}&depth=2"), &game);
        assert_eq!((position.to_san(searched.best), searched.depth), ("exd5".to_owned(), Some(2)));

        std::fs::write(&path, &bytes[..1000]).unwrap();
        assert!(unable(&spec).contains("my net.safetensors: 1000 bytes are too few"));
        assert!(unable("mlp?net=/nowhere/x").contains("cannot read the net /nowhere/x"));
        assert!(unable("mlp?net=/").contains("cannot read the net /"));
    }

    #[test]
    fn the_embedded_net_plays_greedily_searches_and_guides_other_searches() {
        let game = Game::new();
        for (spec, depth) in
            [("mlp", 1), ("mlp?depth=2", 2), ("minimax?eval=mlp&depth=2", 2), ("mlp?nodes=500", 1)]
        {
            let decision = decide(spec, &game);
            assert!(game.position().is_legal(decision.best), "{spec}");
            assert!(decision.depth >= Some(depth) && decision.score.is_some(), "{spec}");
        }
        let decision = decide("mcts?eval=mlp&nodes=200", &game);
        assert!(game.position().is_legal(decision.best) && decision.score.is_some());
        assert!("mlp".parse::<Spec>().unwrap().is_bounded());
    }
}
