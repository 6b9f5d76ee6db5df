//! A player in a game: its agent, guarded.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use agents::{Agent, AgentError, Decision, Spec};
use chess::Game;
use thinking::{Limits, Signal, Silent};

use crate::ending::EndReason;

/// An agent that is there when it is needed: made on first use, kept between
/// games, made anew after a failure.
pub(crate) struct Seat {
    spec: Spec,
    agent: Option<Box<dyn Agent>>,
}

/// What an agent did wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Failure {
    pub(crate) reason: EndReason,
    pub(crate) detail: String,
}

impl Seat {
    pub(crate) fn new(spec: Spec) -> Seat {
        Seat { spec, agent: None }
    }

    /// Gets ready for a game. An agent that was lost since the last one is
    /// made anew.
    pub(crate) fn prepare(&mut self, seed: u64) -> Result<(), Failure> {
        if let Some(agent) = &mut self.agent
            && guarded(|| agent.new_game(seed)).is_ok()
        {
            return Ok(());
        }
        self.agent = None;
        let agent = guarded(|| {
            let mut agent = self.spec.build()?;
            agent.new_game(seed)?;
            Ok(agent)
        })?;
        self.agent = Some(agent);
        Ok(())
    }

    /// Asks for a move. After a failure the agent is gone.
    pub(crate) fn decide(
        &mut self,
        game: &Game,
        limits: &Limits,
        signal: &Signal,
    ) -> Result<Decision, Failure> {
        let Some(agent) = &mut self.agent else {
            return Err(Failure { reason: EndReason::Unable, detail: "not ready".to_owned() });
        };
        let decision = guarded(|| agent.decide(game, &limits.clone().into(), signal, &mut Silent));
        let decision = decision.and_then(|decision| {
            let detail = || format!("{:?} in {}", decision.best, game.position());
            if game.position().is_legal(decision.best) {
                Ok(decision)
            } else {
                Err(Failure { reason: EndReason::IllegalMove, detail: detail() })
            }
        });
        if decision.is_err() {
            self.agent = None;
        }
        decision
    }

    /// Drops the agent; the next game starts another.
    pub(crate) fn dismiss(&mut self) {
        self.agent = None;
    }
}

/// Turns errors and panics of an agent into failures.
fn guarded<T>(act: impl FnOnce() -> Result<T, AgentError>) -> Result<T, Failure> {
    match catch_unwind(AssertUnwindSafe(act)) {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(error)) => {
            Err(Failure { reason: error.fault().into(), detail: one_line(&error.to_string()) })
        }
        Err(panic) => Err(Failure { reason: EndReason::Panic, detail: one_line(words(&*panic)) }),
    }
}

fn words(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("without a word")
}

/// At most a line of it: details end up in PGN comments.
fn one_line(text: &str) -> String {
    let line: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    line.chars().take(200).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use agents::Request;
    use thinking::Observer;

    use super::*;

    struct Panicking;

    impl Agent for Panicking {
        fn new_game(&mut self, _seed: u64) -> Result<(), AgentError> {
            Ok(())
        }

        fn decide(
            &mut self,
            _game: &Game,
            _request: &Request,
            _signal: &Signal,
            _observer: &mut dyn Observer,
        ) -> Result<Decision, AgentError> {
            panic!("index {} out of bounds", 64)
        }
    }

    #[test]
    fn a_panic_is_a_failure_and_the_next_game_has_a_new_agent() {
        let mut seat = Seat::new("random".parse().unwrap());
        seat.agent = Some(Box::new(Panicking));
        seat.prepare(1).unwrap();
        let decide =
            |seat: &mut Seat| seat.decide(&Game::new(), &Limits::default(), &Signal::new());
        let failure = decide(&mut seat).unwrap_err();
        assert_eq!(
            (failure.reason, failure.detail.as_str()),
            (EndReason::Panic, "index 64 out of bounds")
        );
        assert_eq!(decide(&mut seat).unwrap_err().reason, EndReason::Unable);
        seat.prepare(2).unwrap();
        assert!(decide(&mut seat).is_ok());
    }
}
