//! What a search comes to.

use std::time::Duration;

use chess::Move;
use serde::Serialize;
use thinking::{Chances, Score};

use crate::Proof;

/// The result of a search.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MctsVerdict {
    /// The move to play; none if there is no legal one.
    pub best: Option<Move>,
    /// The moves expected, that one first.
    pub line: Vec<Move>,
    /// Its worth for the side to move.
    pub score: Score,
    /// The chances that it gives.
    pub chances: Chances,
    /// Iterations of this search. Limits of nodes count these.
    pub nodes: u64,
    /// Moves played in the searches at their leaves.
    pub leaf_nodes: u64,
    /// Visits of the root, those of earlier searches that were kept included.
    pub visits: u64,
    /// Half-moves from the root to where iterations ended, on average.
    pub depth: u32,
    /// … and at most.
    pub seldepth: u32,
    /// Time it took.
    pub time: Duration,
    /// Was it told to stop, and might have found more?
    pub stopped: bool,
    /// How full the memory for its tree is, in thousandths.
    pub hashfull: u32,
    /// The moves of the root, best first.
    pub root: Vec<RootChild>,
}

/// A move of the root, and why it is tried as often as it is.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RootChild {
    /// The move.
    pub mv: Move,
    /// How often it was tried.
    pub visits: u64,
    /// The mean result for the side to move: expected points, 0 to 1, or raw
    /// scores in the classic search with raw rewards.
    pub value: f64,
    /// How likely it looked before it was tried; the classic search has none.
    pub prior: Option<f64>,
    /// What alpha-beta says, in the same points, where it was asked.
    pub opinion: Option<f64>,
    /// The first term of the formula that chooses: what is known.
    pub exploitation: f64,
    /// Its second term: what is not known well enough.
    pub exploration: f64,
    /// Its worth for the side to move.
    pub score: Score,
    /// The chances that it gives the side to move.
    pub chances: Chances,
    /// Its certain result for the side to move.
    pub proven: Option<Proof>,
    /// The moves expected, this one first.
    pub line: Vec<Move>,
}
