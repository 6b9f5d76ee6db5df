//! Why an agent wants to play what it wants to play.

use chess::Move;
use eval::Trace;

use crate::{Score, Wdl};

/// What an agent thinks of a position.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Explanation {
    /// The moves it considers, best first.
    pub candidates: Vec<Candidate>,
    /// The evaluation of the position as it stands, term by term.
    pub trace: Option<Trace>,
    /// The evaluation where the best line ends, term by term: what the agent
    /// plays for.
    pub goal: Option<Trace>,
    /// What it looked at.
    pub tree: Option<TreeSummary>,
    /// The reason in a sentence.
    pub words: String,
}

/// One move that an agent considers.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// Its worth for the side to move.
    pub score: Option<Score>,
    /// The chances that it gives.
    pub wdl: Option<Wdl>,
    /// How likely it is to be played, 0 to 1, where chance plays a part.
    pub chance: Option<f64>,
    /// How often it was tried, where moves are tried often.
    pub visits: Option<u64>,
    /// The moves expected, this one first.
    pub line: Vec<Move>,
}

impl Candidate {
    /// A move of which nothing is known.
    pub fn new(mv: Move) -> Candidate {
        Candidate { mv, score: None, wdl: None, chance: None, visits: None, line: vec![mv] }
    }
}

/// The size and shape of what was looked at.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct TreeSummary {
    /// Plies searched.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// Those of them after the search proper, while captures were played out.
    pub quiescence_nodes: u64,
    /// Positions that were known already.
    pub table_cuts: u64,
    /// Positions where a refutation was found.
    pub beta_cuts: u64,
    /// Those where it was the first move tried.
    pub first_move_cuts: u64,
}
