//! `/api/position/…`: what the editor asks.

use axum::Json;
use chess::{CastlingStyle, Game, Position};

use super::body::Body;
use crate::error::{Code, Refusal};
use crate::messages::{Chess960Number, FenText, PositionView};
use crate::table::setup::read_fen;

/// Is this a lawful position? If not, the error says why.
#[utoipa::path(post, path = "/api/position/check", request_body = FenText, responses((status = 200, body = PositionView), (status = "default", body = Refusal)))]
pub(crate) async fn check(Body(text): Body<FenText>) -> Result<Json<PositionView>, Refusal> {
    Ok(Json(view(&read_fen(&text.fen)?)))
}

/// A start position of Chess960.
#[utoipa::path(post, path = "/api/position/chess960", request_body = Chess960Number, responses((status = 200, body = PositionView), (status = "default", body = Refusal)))]
pub(crate) async fn chess960(
    Body(wish): Body<Chess960Number>,
) -> Result<Json<PositionView>, Refusal> {
    let position = Position::chess960(wish.number).ok_or_else(|| {
        Refusal::new(Code::BadPosition, "Chess960 positions have numbers from 0 to 959.")
    })?;
    Ok(Json(view(&position)))
}

fn view(position: &Position) -> PositionView {
    let spell = |&mv: &chess::Move| position.to_uci(mv, CastlingStyle::Standard).to_string();
    let is_start = |number: &u16| Position::chess960(*number).is_some_and(|it| it == *position);
    PositionView {
        fen: position.fen(),
        valid: true,
        chess960: (position.fullmoves() == 1).then(|| (0..960).find(is_start)).flatten(),
        turn: position.turn().into(),
        check: position.is_check(),
        legal_moves: position.legal_moves().iter().map(spell).collect(),
        outcome: Game::from_position(*position).outcome().map(Into::into),
    }
}
