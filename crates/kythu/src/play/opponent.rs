//! Who plays when no human does.

use std::time::Duration;

use agents::{Agent, AgentError, Decision, Spec};
use chess::Game;
use thinking::{Limits, Score, Signal, Silent};

/// A player without hands: an agent at this table.
pub(super) struct Opponent {
    spec: Spec,
    agent: Box<dyn Agent>,
    limits: Limits,
    random: fastrand::Rng,
    /// What it thought of its last move.
    score: Option<Score>,
}

impl Opponent {
    /// Makes the agent. Unless it limits itself, it thinks for `time` a move.
    pub(super) fn new(
        spec: &Spec,
        time: Option<Duration>,
        default_time: Duration,
        seed: u64,
    ) -> Result<Opponent, AgentError> {
        let time = time.or_else(|| (!spec.is_bounded()).then_some(default_time));
        let limits = time.map_or_else(Limits::default, Limits::move_time);
        let random = fastrand::Rng::with_seed(seed);
        let mut opponent =
            Opponent { agent: spec.build()?, spec: spec.clone(), limits, random, score: None };
        opponent.new_game()?;
        Ok(opponent)
    }

    /// What to call it.
    pub(super) fn name(&self) -> String {
        let name = self.spec.name();
        let mut letters = name.chars();
        // A bare kind is a name like any other.
        match letters.next() {
            Some(first) if name.chars().all(char::is_alphabetic) => {
                first.to_uppercase().collect::<String>() + letters.as_str()
            }
            _ => name.to_owned(),
        }
    }

    /// Gets ready for another game.
    pub(super) fn new_game(&mut self) -> Result<(), AgentError> {
        self.score = None;
        self.agent.new_game(self.random.u64(..))
    }

    /// Its decision in a game that is not over.
    pub(super) fn choose(&mut self, game: &Game) -> Result<Decision, AgentError> {
        let decision =
            self.agent.decide(game, &self.limits.clone().into(), &Signal::new(), &mut Silent)?;
        self.score = decision.score;
        Ok(decision)
    }

    /// Does it accept a draw? Not if it thinks it is winning; who does not
    /// think leaves it to chance.
    pub(super) fn accepts_draw(&mut self) -> bool {
        match self.score {
            Some(score) => score.centipawns() <= 0,
            None => self.random.bool(),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn opponent(spec: &str) -> Opponent {
        let time = Duration::from_millis(20);
        Opponent::new(&spec.parse().unwrap(), None, time, 7).unwrap()
    }

    #[test]
    fn names_and_limits() {
        assert_eq!(opponent("random").name(), "Random");
        assert_eq!(opponent("minimax?depth=1").name(), "minimax?depth=1");
        assert_eq!(opponent("engine?name=Deep&hash=1").name(), "Deep");
        assert_eq!(opponent("minimax?depth=1").limits, Limits::default());
        assert!(opponent("engine?hash=1").limits.move_time.is_some());
    }

    #[test]
    fn a_winning_opponent_refuses_a_draw() {
        let mut engine = opponent("minimax?depth=2");
        let winning = chess::Position::from_fen("4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1").unwrap();
        engine.choose(&Game::from_position(winning)).unwrap();
        assert!(!engine.accepts_draw());
        let losing = chess::Position::from_fen("4k3/8/8/8/8/8/8/QQ2K3 b - - 0 1").unwrap();
        engine.choose(&Game::from_position(losing)).unwrap();
        assert!(engine.accepts_draw());
    }
}
