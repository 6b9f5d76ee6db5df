//! Links for the empty seat.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;

use super::body::Named;
use super::visitor::Caller;
use crate::app::App;
use crate::error::Refusal;
use crate::messages::{Color, Game, Invitation, InvitationView, Seat};
use crate::secret;
use crate::table::Message;

/// Makes a link for the empty seat; the former one is void.
#[utoipa::path(post, path = "/api/games/{id}/invite", params(("id" = String, Path)), responses((status = 200, body = Invitation), (status = "default", body = Refusal)))]
pub(crate) async fn invite(
    State(app): State<Arc<App>>,
    Caller(visitor): Caller,
    Named(id): Named<String>,
) -> Result<Json<Invitation>, Refusal> {
    let visitor = visitor.id;
    let invitation = app.tables.ask(&id, |reply| Message::Invite { visitor, reply });
    Ok(Json(invitation.await??))
}

/// The game that a link leads to.
async fn game_of(app: &App, token: &str) -> Result<String, Refusal> {
    let unknown = || Refusal::not_found("invitation");
    if !secret::is_plausible(token) {
        return Err(unknown());
    }
    app.store.game_by_invitation(&secret::hash(token)).await?.ok_or_else(unknown)
}

/// What a link is for.
#[utoipa::path(get, path = "/api/join/{token}", params(("token" = String, Path)), responses((status = 200, body = InvitationView), (status = "default", body = Refusal)))]
pub(crate) async fn look(
    State(app): State<Arc<App>>,
    Named(token): Named<String>,
) -> Result<Json<InvitationView>, Refusal> {
    let id = game_of(&app, &token).await?;
    let game = app.tables.ask(&id, |reply| Message::View { visitor: None, reply }).await?;
    let stored = app.store.game(&id).await?.ok_or_else(|| Refusal::not_found("game"))?;
    let host = app.store.visitor(&stored.row.owner).await?;
    if game.deleted {
        return Err(Refusal::not_found("game"));
    }
    // The seat of whoever did not make the game.
    let is_owners = |seat: &Seat| matches!(seat, Seat::Human { visitor: Some(holder), .. } if *holder == stored.row.owner);
    let (color, seat) = if is_owners(&game.white) {
        (Color::Black, &game.black)
    } else {
        (Color::White, &game.white)
    };
    Ok(Json(InvitationView {
        game: id,
        color,
        by: host.map_or_else(|| "?".to_owned(), |host| host.nickname),
        clock: game.time_control,
        taken: matches!(seat, Seat::Human { visitor: Some(_), .. }),
    }))
}

/// Takes the seat.
#[utoipa::path(post, path = "/api/join/{token}", params(("token" = String, Path)), responses((status = 200, body = Game), (status = "default", body = Refusal)))]
pub(crate) async fn join(
    State(app): State<Arc<App>>,
    Caller(visitor): Caller,
    Named(token): Named<String>,
) -> Result<Json<Game>, Refusal> {
    let id = game_of(&app, &token).await?;
    let (visitor, nickname) = (visitor.id, visitor.nickname);
    let game = app.tables.ask(&id, |reply| Message::Join { visitor, nickname, reply });
    Ok(Json(game.await??))
}
