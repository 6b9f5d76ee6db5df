//! `random`: any legal move, each as likely as the other.

use chess::Game;
use thinking::{Observer, Signal};

use crate::agent_option::AgentOption;
use crate::catalogue::{Kind, Recipe};
use crate::chance::chance;
use crate::option_values::Options;
use crate::{Agent, AgentError, Candidate, Decision, Explanation, Request, SpecError};

pub(crate) const KIND: Kind = Kind {
    name: "random",
    about: "Any legal move, each as likely as the other",
    examples: &["random", "random?seed=7"],
    options: || vec![seed_option()],
    open: false,
    read,
};

/// Where an agent's own chance comes from.
pub(crate) fn seed_option() -> AgentOption {
    let about = "Another seed makes other choices in the same game.";
    AgentOption::number("seed", "Seed", about, (0, u64::MAX), "", Some(0))
}

#[derive(Copy, Clone, Debug)]
struct RandomRecipe {
    seed: u64,
}

fn read(options: &mut Options) -> Result<Box<dyn Recipe>, SpecError> {
    Ok(Box::new(RandomRecipe { seed: options.number("seed")?.unwrap_or(0) }))
}

impl Recipe for RandomRecipe {
    fn build(&self) -> Result<Box<dyn Agent>, AgentError> {
        Ok(Box::new(Random { seed: self.seed, game_seed: 0 }))
    }

    fn is_bounded(&self) -> bool {
        true
    }
}

#[derive(Debug)]
struct Random {
    seed: u64,
    game_seed: u64,
}

impl Agent for Random {
    fn new_game(&mut self, seed: u64) -> Result<(), AgentError> {
        self.game_seed = seed;
        Ok(())
    }

    fn decide(
        &mut self,
        game: &Game,
        request: &Request,
        _signal: &Signal,
        _observer: &mut dyn Observer,
    ) -> Result<Decision, AgentError> {
        let mut moves = game.position().legal_moves();
        let asked = &request.limits.search_moves;
        if asked.iter().any(|mv| moves.contains(mv)) {
            moves.retain(|mv| asked.contains(mv));
        }
        let choice = chance(self.seed, self.game_seed, game).choice(moves.iter().copied());
        let best = choice.ok_or_else(|| AgentError::NothingToPlay(Box::new(*game.position())))?;
        let probability = Some(1.0 / moves.len() as f64);
        let explain = || Explanation {
            candidates: moves
                .iter()
                .take(request.candidates)
                .map(|&mv| Candidate { probability, ..Candidate::new(mv) })
                .collect(),
            words: format!("{} legal moves, each as likely as the other", moves.len()),
            ..Explanation::default()
        };
        let explanation = (request.candidates > 0).then(|| Box::new(explain()));
        Ok(Decision { explanation, ..Decision::blind(best) })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::collections::HashSet;

    use chess::Move;
    use thinking::{Limits, Silent};

    use super::*;

    fn choose(seed: u64, game_seed: u64) -> Move {
        let mut agent = RandomRecipe { seed }.build().unwrap();
        agent.new_game(game_seed).unwrap();
        let mut decide = || {
            let game = Game::new();
            agent.decide(&game, &Request::default(), &Signal::new(), &mut Silent).unwrap().best
        };
        let first = decide();
        assert_eq!(first, decide(), "the same game so far, the same answer");
        first
    }

    #[test]
    fn it_plays_every_move_and_repeats_itself_by_seed() {
        let choices = |seed| (0..500).map(|game| choose(seed, game)).collect::<Vec<_>>();
        assert_eq!(choices(7), choices(7));
        assert_ne!(choices(7), choices(8));
        assert_eq!(choices(7).into_iter().collect::<HashSet<Move>>().len(), 20);
    }

    #[test]
    fn it_explains_its_chances() {
        let mut agent = RandomRecipe { seed: 1 }.build().unwrap();
        let request = Request::explained(Limits::default(), 99);
        let decision = agent.decide(&Game::new(), &request, &Signal::new(), &mut Silent).unwrap();
        let all = decision.explanation.unwrap();
        assert_eq!(all.candidates.len(), 20);
        let sum: f64 = all.candidates.iter().filter_map(|candidate| candidate.probability).sum();
        assert!((sum - 1.0).abs() < 1e-9);
    }
}
