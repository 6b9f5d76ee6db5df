//! What agents think, as the page sees it.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// A value as people read it, for the side to move.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Score {
    /// Hundredths of a pawn.
    Cp(i32),
    /// Mate in so many moves; negative: is mated.
    Mate(i32),
    /// Won by endgame tables in so many moves; negative: lost.
    Tablebase(i32),
}

impl From<thinking::Score> for Score {
    fn from(score: thinking::Score) -> Score {
        match score {
            thinking::Score::Cp(value) => Score::Cp(value),
            thinking::Score::Mate(moves) => Score::Mate(moves),
            thinking::Score::Tablebase(moves) => Score::Tablebase(moves),
        }
    }
}

/// Chances in thousandths, for the side to move.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[allow(missing_docs)]
pub struct WinDrawLoss {
    pub win: u16,
    pub draw: u16,
    pub loss: u16,
}

impl From<thinking::Chances> for WinDrawLoss {
    fn from(chances: thinking::Chances) -> WinDrawLoss {
        WinDrawLoss { win: chances.win, draw: chances.draw, loss: chances.loss }
    }
}

/// What an agent thinks of a position, for the side to move there.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
pub struct Thought {
    /// Plies searched.
    pub depth: Option<u32>,
    /// Plies of the longest line.
    pub seldepth: Option<u32>,
    /// Positions looked at.
    pub nodes: Option<u64>,
    /// Time it took.
    pub time_ms: Option<u64>,
    /// What it is worth.
    pub score: Option<Score>,
    /// What chances that gives.
    pub chances: Option<WinDrawLoss>,
    /// The moves expected.
    pub line: Vec<String>,
    /// The same as people write them.
    pub line_san: Vec<String>,
    /// The moves it considered, best first; none if nobody asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Candidate>>")]
    pub candidates: Vec<Candidate>,
    /// Its reason in an English sentence, if somebody asked.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[ts(optional, as = "Option<String>")]
    pub words: String,
}

/// A move that an agent considered. What it does not know of the move is null,
/// so that every way of thinking can be shown by the same list.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
pub struct Candidate {
    /// The move.
    pub uci: String,
    /// As people write it.
    pub san: String,
    /// What it is worth.
    pub score: Option<Score>,
    /// What chances that gives.
    pub chances: Option<WinDrawLoss>,
    /// How likely it was to be played, in thousandths, where chance plays a part.
    pub probability: Option<u16>,
    /// How often it was tried.
    pub visits: Option<u64>,
    /// What a net expects of the game after it, where it looks no further.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub expected: Option<NetValue>,
}

/// What a net expects of a game, for the side that moved.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct NetValue {
    /// In thousandths: -1000 is lost, 1000 is won.
    pub value: i16,
    /// Is the game drawn then? Whoever has better moves makes such a one last.
    pub drawn: bool,
}
