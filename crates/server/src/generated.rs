//! The types of the page, made from ours.

use ts_rs::{Config, TS};

use crate::error::Code;
use crate::messages::{
    Candidate, Clock, Color, Command, CommandKind, Event, Farewell, Game, GameEnd, GameState,
    GameSummary, KindColor, MoveRecord, NetValue, Offer, Opening, PauseReason, Reason, Score, Seat,
    ServerMessage, Start, Status, Thought, TimeControl, UnratedReason, WinDrawLoss,
};

const HEAD: &str = "// Made from the Rust types of crates/server; do not edit.\n\
    // KYTHU_BLESS=1 cargo test -p kythu-server --test generated\n";

/// The frames of the WebSocket as TypeScript.
pub fn typescript() -> String {
    let config = Config::default().with_large_int("number");
    let mut text = HEAD.to_owned();
    let mut add = |declaration: String| {
        text.push_str("\nexport ");
        text.push_str(declaration.trim_end());
        text.push('\n');
    };
    add(Color::decl(&config));
    add(Start::decl(&config));
    add(TimeControl::decl(&config));
    add(KindColor::decl(&config));
    add(Seat::decl(&config));
    add(GameState::decl(&config));
    add(Reason::decl(&config));
    add(GameEnd::decl(&config));
    add(Opening::decl(&config));
    add(Clock::decl(&config));
    add(Score::decl(&config));
    add(WinDrawLoss::decl(&config));
    add(NetValue::decl(&config));
    add(Candidate::decl(&config));
    add(Thought::decl(&config));
    add(MoveRecord::decl(&config));
    add(UnratedReason::decl(&config));
    add(Status::decl(&config));
    add(Game::decl(&config));
    add(GameSummary::decl(&config));
    add(Offer::decl(&config));
    add(PauseReason::decl(&config));
    add(Event::decl(&config));
    add(Code::decl(&config));
    add(Farewell::decl(&config));
    add(ServerMessage::decl(&config));
    add(CommandKind::decl(&config));
    add(Command::decl(&config));
    text
}

/// The HTTP interface as OpenAPI.
pub fn openapi() -> Result<String, serde_json::Error> {
    Ok(crate::routes::openapi().to_pretty_json()? + "\n")
}
