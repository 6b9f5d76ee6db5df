//! A player who is asked outside of games of the arena.

use std::time::{Duration, Instant};

use agents::{Agent, AgentError, Decision, Request, Spec};
use chess::Game;
use thinking::Observer;

use crate::{Interruption, LabError};

/// An agent, and the spec it was made from, for error messages.
pub(crate) struct Thinker {
    spec: String,
    agent: Box<dyn Agent>,
}

/// What it decided, and how long that took by our own clock.
#[derive(Clone, Debug)]
pub(crate) struct Thought {
    pub(crate) decision: Decision,
    pub(crate) elapsed: Duration,
}

/// Reads a spec.
pub(crate) fn parse(spec: &str) -> Result<Spec, LabError> {
    let failed = |source| LabError::Spec { spec: spec.to_owned(), source: Box::new(source) };
    spec.parse().map_err(failed)
}

/// A spec with one option more.
pub(crate) fn with_option(spec: &str, option: &str) -> String {
    let mark = if spec.contains('?') { '&' } else { '?' };
    format!("{spec}{mark}{option}")
}

/// Agents keep back so much of the time for a move, lest their clock run out on the way.
const KEPT_BACK: Duration = Duration::from_millis(25);

/// Did a thought end because its time was over?
pub(crate) fn ran_out(elapsed: Duration, limit: Duration) -> bool {
    elapsed + KEPT_BACK >= limit
}

impl Thinker {
    pub(crate) fn new(spec: &str, seed: u64) -> Result<Thinker, LabError> {
        let agent = parse(spec)?.build().map_err(failed(spec))?;
        let mut thinker = Thinker { spec: spec.to_owned(), agent };
        thinker.new_game(seed)?;
        Ok(thinker)
    }

    pub(crate) fn new_game(&mut self, seed: u64) -> Result<(), LabError> {
        self.agent.new_game(seed).map_err(failed(&self.spec))
    }

    /// Its move; none if everything was broken off meanwhile.
    pub(crate) fn think(
        &mut self,
        game: &Game,
        request: &Request,
        interruption: &Interruption,
        observer: &mut dyn Observer,
    ) -> Result<Option<Thought>, LabError> {
        let start = Instant::now();
        let decision = self.agent.decide(game, request, interruption.signal(), observer);
        let elapsed = start.elapsed();
        if interruption.is_stopped() {
            return Ok(None);
        }
        Ok(Some(Thought { decision: decision.map_err(failed(&self.spec))?, elapsed }))
    }
}

fn failed(spec: &str) -> impl FnOnce(AgentError) -> LabError {
    let spec = spec.to_owned();
    |source| LabError::Agent { spec, source: Box::new(source) }
}
