//! Who plays when no human does.

use std::time::Duration;

use agents::{Agent, AgentError, Decision, Remark, Request, Spec};
use chess::{ByColor, Game};
use thinking::{Clock, Limits, Observer, Signal};

/// How long an agent thinks that would think for ever.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// A player without hands: an agent at this table.
pub(super) struct Opponent {
    spec: Spec,
    agent: Box<dyn Agent>,
    /// How long it may think about a move, if that was said.
    time: Option<Duration>,
    seeds: fastrand::Rng,
    game_seed: u64,
    /// It failed, and must be made anew before it is asked again.
    has_failed: bool,
}

impl Opponent {
    /// Makes the agent.
    pub(super) fn new(
        spec: &Spec,
        time: Option<Duration>,
        seed: u64,
    ) -> Result<Opponent, AgentError> {
        let mut opponent = Opponent {
            agent: spec.build()?,
            spec: spec.clone(),
            time,
            seeds: fastrand::Rng::with_seed(seed),
            game_seed: 0,
            has_failed: false,
        };
        opponent.new_game()?;
        Ok(opponent)
    }

    pub(super) fn spec(&self) -> &Spec {
        &self.spec
    }

    /// What its chance in this game comes from.
    pub(super) fn game_seed(&self) -> u64 {
        self.game_seed
    }

    /// What to call it.
    pub(super) fn name(&self) -> String {
        let name = self.spec.name();
        if matches!(name, "mlp" | "mcts") {
            return name.to_uppercase();
        }
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
        self.game_seed = self.seeds.u64(..);
        let ready = self.agent.new_game(self.game_seed);
        self.has_failed = ready.is_err();
        ready
    }

    /// Its decision in a game that is not over, with reasons for so many moves.
    /// One that failed before is made anew.
    pub(super) fn choose(
        &mut self,
        game: &Game,
        clocks: ByColor<Option<Clock>>,
        reasons: usize,
        signal: &Signal,
        observer: &mut dyn Observer,
    ) -> Result<Decision, AgentError> {
        if self.has_failed {
            self.agent = self.spec.build()?;
            self.agent.new_game(self.game_seed)?;
            self.has_failed = false;
        }
        let request = Request::explained(self.limits(clocks), reasons);
        let decision = self.agent.decide(game, &request, signal, observer);
        self.has_failed = decision.is_err();
        decision
    }

    /// A clock is limit enough; who has none, and no limit of its own, gets one.
    fn limits(&self, clocks: ByColor<Option<Clock>>) -> Limits {
        let is_timed = clocks.0.iter().any(Option::is_some);
        let default = (!is_timed && !self.spec.is_bounded()).then_some(DEFAULT_TIME);
        Limits { move_time: self.time.or(default), clocks, ..Limits::default() }
    }

    /// What its user should know, each told once.
    pub(super) fn take_remarks(&mut self) -> Vec<String> {
        let name = self.name();
        let words = |remark| match remark {
            Remark::Note(text) => format!("{name}: {text}."),
            Remark::Warning(text) => format!("{name} warns: {text}."),
        };
        self.agent.take_remarks().into_iter().map(words).collect()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use thinking::Silent;

    use super::*;

    fn opponent(spec: &str) -> Opponent {
        Opponent::new(&spec.parse().unwrap(), None, 7).unwrap()
    }

    #[test]
    fn names_and_limits() {
        assert_eq!(opponent("random").name(), "Random");
        assert_eq!(opponent("minimax?depth=1").name(), "minimax?depth=1");
        assert_eq!(opponent("engine?name=Deep&hash=1").name(), "Deep");
        let without = ByColor::default();
        assert_eq!(opponent("minimax?depth=1").limits(without), Limits::default());
        assert_eq!(opponent("engine?hash=1").limits(without).move_time, Some(DEFAULT_TIME));
        let clock = Clock { left: Duration::from_secs(60), increment: Duration::ZERO };
        let limits = opponent("engine?hash=1").limits(ByColor([Some(clock); 2]));
        assert_eq!((limits.move_time, limits.clocks.0), (None, [Some(clock); 2]));
    }

    #[test]
    fn reasons_come_with_the_move() {
        let choose = |reasons| {
            let mut minimax = opponent("minimax?depth=2");
            let signal = Signal::new();
            minimax.choose(&Game::new(), ByColor::default(), reasons, &signal, &mut Silent).unwrap()
        };
        assert_eq!(choose(3).explanation.unwrap().candidates.len(), 3);
        assert_eq!(choose(0).explanation, None);
    }

    #[test]
    fn remarks_are_made_once() {
        let book = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(book.path(), [[9u8; 16], [1; 16]].concat()).unwrap();
        let mut reader = opponent(&format!("minimax?depth=1&bookfile={}", book.path().display()));
        assert_eq!(reader.take_remarks().len(), 1);
        assert!(reader.take_remarks().is_empty());
    }
}
