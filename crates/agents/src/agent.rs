//! What every player can do.

use chess::{Game, Position};
use eval::Trace;
use thinking::{Observer, Signal};

use crate::{AgentError, Decision, Recipe, Request};

/// A player without hands.
///
/// It is used by one thread at a time and may move between threads. Whoever
/// holds a clone of the [`Signal`] can stop it from another one.
pub trait Agent: Send {
    /// Prepares for a new game: what was learned from the last one is forgotten.
    ///
    /// Whatever is random in the game is a function of `seed` and the moves played
    /// so far: after taking back a move, or in another process, the same position
    /// of the same game gets the same answer.
    fn new_game(&mut self, seed: u64) -> Result<(), AgentError>;

    /// Decides on a move in a game that has a legal one, within the limits of the
    /// request and its own, telling `observer` what it thinks meanwhile.
    ///
    /// When `signal` says stop it answers with what it has. With no limit at
    /// all it may think until then. The explanation that the request may ask for
    /// is gathered during this very search.
    fn decide(
        &mut self,
        game: &Game,
        request: &Request,
        signal: &Signal,
        observer: &mut dyn Observer,
    ) -> Result<Decision, AgentError>;

    /// Becomes what another recipe of its kind describes, without losing what it
    /// has learned. `false` means that it cannot: make a new agent.
    fn adopt(&mut self, _recipe: &dyn Recipe) -> Result<bool, AgentError> {
        Ok(false)
    }

    /// Why its evaluator values a position as it does, if it has one.
    fn trace(&self, _position: &Position) -> Option<Trace> {
        None
    }

    /// What it calls itself, where that is more than its spec says: an
    /// external engine has a name and a version.
    fn title(&self) -> Option<String> {
        None
    }

    /// What its user should know though it goes on: which endgame tables it
    /// found, a damaged one, an unsorted book. Each is told once.
    fn take_remarks(&mut self) -> Vec<Remark> {
        Vec::new()
    }
}

/// Something that an agent's user should know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Remark {
    /// All is well.
    Note(String),
    /// Something is not as it should be.
    Warning(String),
}
