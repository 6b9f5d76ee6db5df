//! A game as the page sees it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::agent::KindColor;
use super::ending::{GameEnd, Reason};
use super::thought::Thought;

/// A side.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Color {
    White,
    Black,
}

impl From<chess::Color> for Color {
    fn from(color: chess::Color) -> Color {
        if color.is_white() { Color::White } else { Color::Black }
    }
}

impl From<Color> for chess::Color {
    fn from(color: Color) -> chess::Color {
        chess::Color::from_white(color == Color::White)
    }
}

/// Where a game begins.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Start {
    /// The ordinary start position.
    #[default]
    Initial,
    /// A start position of Chess960.
    Chess960 {
        /// 0 to 959.
        number: u16,
    },
    /// Any lawful position.
    Fen {
        /// The position.
        fen: String,
    },
}

/// Time for a whole game and for every move.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TimeControl {
    /// Time at the start.
    pub base_ms: u64,
    /// Time won with every move.
    pub increment_ms: u64,
}

/// Who sits at one side of the board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Seat {
    /// A person.
    Human {
        /// The nickname; none while nobody has come.
        name: Option<String>,
        /// Who it is; none while nobody has come, and in imported games.
        visitor: Option<String>,
    },
    /// A program.
    Agent {
        /// The kind, as in the catalogue.
        agent: String,
        /// What was set.
        options: BTreeMap<String, String>,
        /// What to call it.
        label: String,
        /// In which colour it is shown.
        color: KindColor,
        /// Its Elo, if that is known.
        rating: Option<f64>,
        /// Is that Elo a guess that nobody has measured?
        #[serde(default)]
        provisional: bool,
        /// What it calls itself.
        title: Option<String>,
    },
}

impl Seat {
    /// What to write on a score sheet.
    pub fn name(&self) -> &str {
        match self {
            Seat::Human { name, .. } => name.as_deref().unwrap_or("?"),
            Seat::Agent { label, .. } => label,
        }
    }

    /// Is it a program?
    pub fn is_agent(&self) -> bool {
        matches!(self, Seat::Agent { .. })
    }
}

/// Whether a game goes on.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum GameState {
    /// A seat is still empty.
    Waiting,
    /// It goes on.
    Playing,
    /// Nobody moves until it is continued.
    Paused,
    /// It has ended, or was imported.
    Over,
}

/// The opening that is played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Opening {
    /// Its code.
    pub eco: String,
    /// Its name.
    pub name: String,
    /// Half-moves until its position.
    pub ply: usize,
}

/// Both clocks as of `at`; the running one falls from there.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Clock {
    /// White's time.
    pub white_ms: u64,
    /// Black's time.
    pub black_ms: u64,
    /// Whose clock runs.
    pub running: Option<Color>,
    /// When this was so.
    pub at: u64,
}

/// A move that was played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct MoveRecord {
    /// The move.
    pub uci: String,
    /// As people write it.
    pub san: String,
    /// Time it took.
    pub ms: u64,
    /// The mover's clock after it.
    pub clock_ms: Option<u64>,
    /// What its player thought, if that was an agent.
    pub thought: Option<Thought>,
    /// Was it known from an opening book?
    pub book: bool,
}

/// Why a game does not count for the level.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum UnratedReason {
    /// A move was taken back.
    Undo,
    /// The engine was asked.
    Hint,
    /// A clock was stopped.
    Pause,
    /// Nobody's rating is known, or no single person plays.
    UnratedOpponent,
    /// It began from a position of its own.
    Position,
    /// It was not played here.
    Imported,
}

/// All of a game that changes and is no list.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Status {
    /// Whether it goes on.
    pub state: GameState,
    /// The position.
    pub fen: String,
    /// Who is to move.
    pub turn: Color,
    /// Half-moves played.
    pub plies: usize,
    /// Is the side to move in check?
    pub check: bool,
    /// Half-moves that can be redone.
    pub redo: usize,
    /// The clocks, if there are any.
    pub clock: Option<Clock>,
    /// What an agent died of, in English, if that is why the game is paused.
    #[serde(default)]
    pub failure: Option<String>,
    /// Agent against agent: the least time for a move.
    pub pace_ms: u64,
    /// Who offers a draw.
    pub draw_offer: Option<Color>,
    /// Who asks to take back a move.
    pub undo_offer: Option<Color>,
    /// Who wants to play again.
    pub rematch_offer: Option<Color>,
    /// The draw that the side to move may claim now.
    pub claim: Option<Reason>,
    /// Which agent is at work.
    pub thinking: Option<Color>,
    /// Does it count for the level?
    pub rated: bool,
    /// Why not.
    pub unrated: Option<UnratedReason>,
    /// How it ended; null while it goes on, and for an imported game without a
    /// result.
    pub result: Option<GameEnd>,
    /// The opening that is played.
    pub opening: Option<Opening>,
    /// The game that followed it.
    pub rematch: Option<String>,
}

/// All of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Game {
    /// Its name in addresses.
    pub id: String,
    /// When it was made.
    pub created_at: u64,
    /// Where it began.
    pub start: Start,
    /// The same as a position.
    pub start_fen: String,
    /// Does it castle as Chess960 does?
    pub chess960: bool,
    /// Who has White.
    pub white: Seat,
    /// Who has Black.
    pub black: Seat,
    /// What was played.
    pub moves: Vec<MoveRecord>,
    /// Its clocks, if there are any.
    pub time_control: Option<TimeControl>,
    /// Do agents take natural time?
    pub natural: bool,
    /// How it stands.
    pub status: Status,
    /// The number of the last event.
    pub seq: u64,
    /// The seats whose pieces you move.
    pub you: Vec<Color>,
    /// Did you make it?
    pub owner: bool,
    /// Is it hidden?
    pub deleted: bool,
    /// Was it played elsewhere?
    pub imported: bool,
    /// The PGN tags of an imported game.
    pub tags: BTreeMap<String, String>,
}

/// A game in a list.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct GameSummary {
    /// Its name in addresses.
    pub id: String,
    /// Whether it goes on.
    pub state: GameState,
    /// When it was made.
    pub created_at: u64,
    /// When something happened last.
    pub updated_at: u64,
    /// Who has White.
    pub white: Seat,
    /// Who has Black.
    pub black: Seat,
    /// The position.
    pub fen: String,
    /// The move that led to it.
    pub last_move: Option<String>,
    /// Half-moves played.
    pub plies: usize,
    /// How it ended.
    pub result: Option<GameEnd>,
    /// The opening.
    pub opening: Option<Opening>,
    /// Its clocks, if there are any.
    pub clock: Option<TimeControl>,
    /// The seats whose pieces you move.
    pub you: Vec<Color>,
    /// Was it played elsewhere?
    pub imported: bool,
    /// Is it hidden?
    pub deleted: bool,
}

/// A page of the list of games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct GameList {
    /// The games, the latest first.
    pub games: Vec<GameSummary>,
    /// What to give as `before` for the next page.
    pub next: Option<String>,
    /// How many there are on all pages.
    pub total: u64,
}
