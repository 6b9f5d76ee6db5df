//! Agents by their specs, as tests make them.

use chess::Game;
use thinking::{Signal, Silent};

use crate::{Decision, Fault, Request, Spec};

/// What an agent decides.
pub(crate) fn decide(spec: &str, game: &Game) -> Decision {
    let mut agent = spec.parse::<Spec>().unwrap().build().unwrap();
    agent.decide(game, &Request::default(), &Signal::new(), &mut Silent).unwrap()
}

/// Why an agent cannot be made.
pub(crate) fn unable(spec: &str) -> String {
    let error = spec.parse::<Spec>().unwrap().build().map(drop).unwrap_err();
    assert_eq!(error.fault(), Fault::Unable);
    error.to_string()
}
