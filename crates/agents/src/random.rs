//! `random`: any legal move, each as likely as the other.

use chess::Game;

use crate::catalogue::{Kind, KindOption, Recipe};
use crate::options::Options;
use crate::{
    Agent, AgentError, Candidate, Control, Decision, Explanation, Limits, Observer, SpecError,
};

pub(crate) const KIND: Kind = Kind {
    name: "random",
    about: "Any legal move, each as likely as the other",
    examples: &["random", "random?seed=7"],
    options: || vec![KindOption::new("seed", "NUMBER", "0", "Makes it play the same again")],
    open: false,
    read,
};

#[derive(Copy, Clone, Debug)]
struct RandomRecipe {
    seed: u64,
}

fn read(options: &mut Options) -> Result<Box<dyn Recipe>, SpecError> {
    Ok(Box::new(RandomRecipe { seed: options.number("seed", 0..=u64::MAX)?.unwrap_or(0) }))
}

impl Recipe for RandomRecipe {
    fn build(&self) -> Result<Box<dyn Agent>, AgentError> {
        Ok(Box::new(Random { seed: self.seed, rng: fastrand::Rng::with_seed(self.seed) }))
    }

    fn is_bounded(&self) -> bool {
        true
    }
}

#[derive(Debug)]
struct Random {
    seed: u64,
    rng: fastrand::Rng,
}

impl Agent for Random {
    fn new_game(&mut self, seed: u64) -> Result<(), AgentError> {
        // An odd factor mixes the two without making them equal in any bit.
        self.rng = fastrand::Rng::with_seed(
            self.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(seed),
        );
        Ok(())
    }

    fn decide(
        &mut self,
        game: &Game,
        limits: &Limits,
        _control: &Control,
        _observer: &mut dyn Observer,
    ) -> Result<Decision, AgentError> {
        let mut moves = game.position().legal_moves();
        if limits.search_moves.iter().any(|mv| moves.contains(mv)) {
            moves.retain(|mv| limits.search_moves.contains(mv));
        }
        self.rng
            .choice(moves)
            .map(Decision::blind)
            .ok_or_else(|| AgentError::NothingToPlay(Box::new(*game.position())))
    }

    fn explain(
        &mut self,
        game: &Game,
        _limits: &Limits,
        candidates: usize,
        _control: &Control,
    ) -> Result<Explanation, AgentError> {
        let moves = game.position().legal_moves();
        let chance = 1.0 / moves.len().max(1) as f64;
        let candidate = |&mv| Candidate { chance: Some(chance), ..Candidate::new(mv) };
        Ok(Explanation {
            candidates: moves.iter().take(candidates).map(candidate).collect(),
            words: format!("{} legal moves, each as likely as the other", moves.len()),
            ..Explanation::default()
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::collections::HashSet;

    use chess::Move;

    use super::*;
    use crate::Silent;

    fn choices(seed: u64, game_seed: u64) -> Vec<Move> {
        let mut agent = RandomRecipe { seed }.build().unwrap();
        agent.new_game(game_seed).unwrap();
        let game = Game::new();
        let mut decide =
            || agent.decide(&game, &Limits::default(), &Control::new(), &mut Silent).unwrap().best;
        (0..500).map(|_| decide()).collect()
    }

    #[test]
    fn it_plays_every_move_and_repeats_itself_by_seed() {
        assert_eq!(choices(7, 1), choices(7, 1));
        assert_ne!(choices(7, 1), choices(8, 1));
        assert_ne!(choices(7, 1), choices(7, 2));
        assert_eq!(choices(7, 1).into_iter().collect::<HashSet<Move>>().len(), 20);
    }

    #[test]
    fn it_explains_its_chances() {
        let mut agent = RandomRecipe { seed: 1 }.build().unwrap();
        let control = Control::new();
        let all = agent.explain(&Game::new(), &Limits::default(), 99, &control).unwrap();
        assert_eq!(all.candidates.len(), 20);
        let sum: f64 = all.candidates.iter().filter_map(|candidate| candidate.chance).sum();
        assert!((sum - 1.0).abs() < 1e-9);
    }
}
