//! What every player can do.

use chess::Game;

use crate::{AgentError, Control, Decision, Explanation, Limits, Observer};

/// A player without hands.
///
/// It is used by one thread at a time and may move between threads. Whoever
/// holds a clone of the [`Control`] can stop it from another one.
pub trait Agent: Send {
    /// Prepares for a new game: what was learned from the last one is
    /// forgotten. Whatever is random in the game follows from `seed`.
    fn new_game(&mut self, seed: u64) -> Result<(), AgentError>;

    /// Decides on a move in a game that has a legal one, within `limits` and
    /// its own, telling `observer` what it thinks meanwhile.
    ///
    /// When `control` says stop it answers with what it has. With no limit at
    /// all it may think until then.
    fn decide(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        observer: &mut dyn Observer,
    ) -> Result<Decision, AgentError>;

    /// Says what it thinks of the present position and why: up to
    /// `candidates` moves, best first.
    fn explain(
        &mut self,
        game: &Game,
        limits: &Limits,
        candidates: usize,
        control: &Control,
    ) -> Result<Explanation, AgentError>;

    /// What it calls itself, where that is more than its spec says: an
    /// external engine has a name and a version.
    fn title(&self) -> Option<String> {
        None
    }
}
