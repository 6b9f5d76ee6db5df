//! Why an agent wants to play what it wants to play.

use chess::Move;
use eval::Trace;
use mcts::MctsTree;
use search::SearchTree;
use serde::Serialize;
use thinking::{Chances, Score};

/// What an agent thinks of a position, as it was when it decided.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Explanation {
    /// The moves it considers, best first.
    pub candidates: Vec<Candidate>,
    /// The evaluation of the position as it stands, term by term, by the
    /// evaluator that made the decision.
    pub trace: Option<Trace>,
    /// The same where the best line ends: what the agent plays for.
    pub goal: Option<Trace>,
    /// What it looked at, in numbers.
    pub summary: Option<TreeSummary>,
    /// What it looked at, as far as it was asked to keep that.
    pub tree: Option<ThoughtTree>,
    /// The reason in a sentence.
    pub words: String,
}

/// The tree that an agent has searched, by its way of thinking.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ThoughtTree {
    /// The visits of an alpha-beta search.
    AlphaBeta(SearchTree),
    /// The most visited part of a Monte Carlo tree.
    Mcts(MctsTree),
}

/// One move that an agent considers. What an agent does not know of it is left
/// out.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// Its worth for the side to move.
    pub score: Option<Score>,
    /// The chances that it gives.
    pub chances: Option<Chances>,
    /// How likely it is to be played, 0 to 1, where chance plays a part.
    pub probability: Option<f64>,
    /// How often it was tried, where moves are tried often.
    pub visits: Option<u64>,
    /// The share of all nodes that went into it, 0 to 1.
    pub effort: Option<f64>,
    /// What chose it, where a formula weighs the known against the unknown.
    pub upper_bound: Option<UpperBound>,
    /// What a net says of the position it leads to, where that is all there is.
    pub successor: Option<SuccessorValue>,
    /// The moves expected, this one first.
    pub line: Vec<Move>,
}

impl Candidate {
    /// A move of which nothing is known.
    pub fn new(mv: Move) -> Candidate {
        Candidate {
            mv,
            score: None,
            chances: None,
            probability: None,
            visits: None,
            effort: None,
            upper_bound: None,
            successor: None,
            line: vec![mv],
        }
    }
}

/// The terms of UCT or PUCT for one move.
#[derive(Copy, Clone, PartialEq, Debug, Serialize)]
pub struct UpperBound {
    /// What is known: the mean result for the side to move, mixed with the opinion of
    /// alpha-beta where there is one.
    pub exploitation: f64,
    /// What alpha-beta says, where it was asked.
    pub opinion: Option<f64>,
    /// What is not known well enough.
    pub exploration: f64,
    /// How likely the move looked before it was tried, 0 to 1; UCT has no priors.
    pub prior: Option<f64>,
}

/// What a net expects of the game after a move, for White: −1 is lost, 1 is won.
#[derive(Copy, Clone, PartialEq, Debug, Serialize)]
pub struct SuccessorValue {
    /// What the net says.
    pub white: f64,
    /// The same as it counts for the choice: a drawn game costs whoever chooses.
    pub weighed: f64,
    /// Is the game drawn after the move?
    pub drawn: bool,
}

/// The size and shape of what was looked at.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct TreeSummary {
    /// Plies searched.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// Those of them after the search proper, while captures were played out.
    pub quiescence_nodes: u64,
    /// Questions to the transposition table.
    pub table_probes: u64,
    /// Questions that it could answer.
    pub table_hits: u64,
    /// Nodes that its answer settled.
    pub table_cuts: u64,
    /// Nodes that failed high.
    pub beta_cuts: u64,
    /// Those where the first move did.
    pub first_move_cuts: u64,
}
