//! What page and server say to each other, as `web/API.md` describes it.
//!
//! TypeScript and OpenAPI are made from these types; `tests/generated.rs` fails
//! when the committed ones are stale.

mod agent;
mod ending;
mod game;
mod live;
mod new_game;
mod thought;
mod visitor;

pub use agent::{
    AgentKind, AgentKinds, AgentPreset, Choice, KindColor, OptionForm, OptionGroup, OptionValues,
};
pub use ending::{GameEnd, Reason};
pub use game::{
    Clock, Color, Game, GameList, GameState, GameSummary, MoveRecord, Opening, Seat, Start, Status,
    TimeControl, UnratedReason,
};
pub use live::{Command, CommandKind, Event, Farewell, Offer, PauseReason, ServerMessage};
pub use new_game::{
    Chess960Number, FenText, Import, ImportError, Imported, Invitation, InvitationView, NewGame,
    PositionView, SeatSpec,
};
pub use thought::{Candidate, NetValue, Score, Thought, WinDrawLoss};
pub use visitor::{Level, Me, MeChange, PoolView, Site};
