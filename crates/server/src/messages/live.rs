//! The frames of the WebSocket.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::game::{Color, Game, MoveRecord, Status, UnratedReason};
use super::thought::Thought;
use crate::error::Code;

/// From server to page.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The first frame where nothing can be resumed.
    Snapshot {
        /// The time by the server's clock.
        now: u64,
        /// All there is.
        game: Box<Game>,
    },
    /// The first frame where something can: the events up to `seq` follow.
    Resumed {
        /// The time by the server's clock.
        now: u64,
        /// The last of the events that follow.
        seq: u64,
    },
    /// Something happened.
    Event {
        /// Its number, one more than the last; null if it is not stored.
        seq: Option<u64>,
        /// When.
        at: u64,
        /// What.
        event: Event,
        /// How the game stands after it.
        status: Box<Status>,
    },
    /// A command is done, and on the disk.
    Ack {
        /// The command.
        id: u64,
        /// The number of its last event.
        seq: Option<u64>,
    },
    /// A command is not done.
    Refused {
        /// The command; null if it could not be read.
        id: Option<u64>,
        /// For programs.
        code: Code,
        /// For people.
        message: String,
    },
    /// What an agent thinks just now.
    Thought {
        /// Whose agent.
        color: Color,
        /// Half-moves played in its position.
        ply: usize,
        /// The thought.
        thought: Thought,
    },
    /// The answer to `hint` or `evaluate`.
    Advice {
        /// The command.
        id: u64,
        /// Half-moves played in its position.
        ply: usize,
        /// The best move.
        uci: String,
        /// As people write it.
        san: String,
        /// What the engine thinks.
        thought: Thought,
    },
    /// How many pages look at this game.
    Watchers {
        /// So many.
        count: usize,
    },
    /// The answer to `ping`.
    Pong {
        /// The command.
        id: u64,
        /// The time by the server's clock.
        now: u64,
    },
    /// The connection is about to be closed.
    Bye {
        /// For programs.
        code: Farewell,
        /// For people.
        message: String,
    },
}

/// Why the server closes a connection.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Farewell {
    /// The server shuts down.
    Closing,
    /// The page did not read what it was sent.
    Lagged,
    /// The game was deleted.
    Deleted,
}

/// What can be offered.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Offer {
    Draw,
    Undo,
    Rematch,
}

/// Why a game was paused.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum PauseReason {
    /// Somebody asked for it.
    Asked,
    /// An agent could not move.
    AgentFailed,
}

/// What can happen in a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// A move was played.
    Move {
        /// By whom.
        by: Color,
        /// Which.
        record: MoveRecord,
    },
    /// Moves were taken back.
    Undo {
        /// So many half-moves.
        plies: usize,
    },
    /// Moves that were taken back were played again.
    Redo {
        /// Which.
        records: Vec<MoveRecord>,
    },
    /// Somebody took a seat, or has another nickname.
    Joined {
        /// Which seat.
        color: Color,
        /// The nickname.
        name: String,
        /// Who.
        visitor: String,
    },
    /// Something was offered.
    Offer {
        /// What.
        what: Offer,
        /// By whom.
        by: Color,
    },
    /// An offer was declined.
    Declined {
        /// What.
        what: Offer,
        /// By the player who declines.
        by: Color,
    },
    /// Nobody moves until it is continued.
    Paused {
        /// Why.
        why: PauseReason,
        /// What went wrong.
        message: Option<String>,
    },
    /// It goes on.
    Continued,
    /// Agents play at another pace.
    Pace {
        /// The least time for a move.
        pace_ms: u64,
    },
    /// It no longer counts for the level.
    Unrated {
        /// Why.
        why: UnratedReason,
    },
    /// It has ended: the result is in the status.
    Over,
    /// It is played again elsewhere.
    Rematch {
        /// There.
        game: String,
    },
    /// An agent began or stopped to think. Not stored.
    Thinking,
}

/// From page to server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Command {
    /// A number of the page's choice, which comes back with the answer.
    pub id: u64,
    /// What to do.
    #[serde(flatten)]
    pub kind: CommandKind,
}

/// What a page can ask for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum CommandKind {
    /// Plays a move.
    Move {
        /// The move.
        uci: String,
        /// Half-moves played before it, as the page knows it.
        ply: usize,
    },
    /// Takes back, or asks to.
    Undo,
    /// Plays again what was taken back.
    Redo,
    /// Answers an offer of the other visitor.
    Answer {
        /// Which.
        what: Offer,
        /// Yes or no.
        accept: bool,
    },
    /// Offers a draw.
    OfferDraw,
    /// Claims the draw that there is.
    ClaimDraw,
    /// Gives up.
    Resign {
        /// Who, where one visitor has both seats; else the side to move.
        #[serde(default)]
        #[ts(optional = nullable)]
        color: Option<Color>,
    },
    /// Plays again, or asks to.
    Rematch,
    /// Stops agents and clocks.
    Pause,
    /// Goes on.
    Continue,
    /// Lets an agent play one move of a paused game.
    Step,
    /// Sets the least time for a move, agent against agent.
    Pace {
        /// 0 to 60000.
        pace_ms: u64,
    },
    /// Asks the engine for a move.
    Hint,
    /// Asks the engine what it thinks of a position of this game.
    Evaluate {
        /// Which; null: the present one.
        #[serde(default)]
        #[ts(optional = nullable)]
        ply: Option<usize>,
    },
    /// Whether thoughts are sent to this connection.
    Thoughts {
        /// Yes or no.
        on: bool,
    },
    /// Asks for a sign of life.
    Ping,
}
