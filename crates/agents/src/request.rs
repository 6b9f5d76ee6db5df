//! What an agent is asked for.

use thinking::Limits;

/// How long to think, and how much to tell of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Request {
    /// When to stop.
    pub limits: Limits,
    /// How many moves to explain, best first. 0 asks for no explanation at all;
    /// more than one may cost strength, since they all are searched in full.
    pub candidates: usize,
    /// Is the user looking at the position rather than playing? Then no opening
    /// book answers.
    pub analysis: bool,
    /// How many nodes of the search tree to keep; 0 keeps none, which is faster.
    pub tree_nodes: usize,
}

impl Request {
    /// Whether a move is to be played, and no question is asked that a book cannot
    /// answer: about certain moves, for a mate, or without an end.
    pub(crate) fn is_to_play(&self) -> bool {
        let Limits { infinite, ponder, mate, search_moves, .. } = &self.limits;
        !(self.analysis || *infinite || *ponder) && mate.is_none() && search_moves.is_empty()
    }

    /// A move and the reasons for it, with as many alternatives.
    pub fn explained(limits: Limits, candidates: usize) -> Request {
        Request { limits, candidates, ..Request::default() }
    }
}

/// A move and no reasons.
impl From<Limits> for Request {
    fn from(limits: Limits) -> Request {
        Request { limits, ..Request::default() }
    }
}
