//! `/api/games`.

// What utoipa's macro writes is more qualified than it must be.
#![allow(unused_qualifications)]

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use utoipa::IntoParams;

use super::body::{Asked, Body, Named};
use super::visitor::Caller;
use crate::app::App;
use crate::error::{Code, Refusal};
use crate::messages::{Color, Game, GameList, GameSummary, NewGame};
use crate::store::{Change, GameFilter, GameRow, Visitor};
use crate::table::Message;
use crate::table::setup::Setup;

/// Which games are wanted.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub(crate) struct ListQuery {
    /// `unfinished`, `finished` or `deleted`; all but deleted ones if left out.
    state: Option<String>,
    /// Words of names, opening, result.
    q: Option<String>,
    /// 1 to 100.
    limit: Option<u32>,
    /// `next` of the page before.
    before: Option<String>,
}

/// Games of the visitor, the latest first.
#[utoipa::path(get, path = "/api/games", params(ListQuery), responses((status = 200, body = GameList), (status = "default", body = Refusal)))]
pub(crate) async fn list(
    State(app): State<Arc<App>>,
    Caller(visitor): Caller,
    Asked(query): Asked<ListQuery>,
) -> Result<Json<GameList>, Refusal> {
    let filter = filter(&query)?;
    let (rows, total) = app.store.games_of(&visitor.id, &filter).await?;
    let next = rows
        .last()
        .filter(|_| rows.len() == filter.limit as usize)
        .map(|row| format!("{}-{}", row.updated_at, row.id));
    let games = rows.iter().map(|row| summary(row, &visitor.id)).collect::<Result<_, _>>()?;
    Ok(Json(GameList { games, next, total }))
}

fn filter(query: &ListQuery) -> Result<GameFilter, Refusal> {
    let bad = |message: &str| Refusal::new(Code::BadRequest, message);
    let (finished, deleted) = match query.state.as_deref() {
        None | Some("" | "all") => (None, false),
        Some("finished") => (Some(true), false),
        Some("unfinished") => (Some(false), false),
        Some("deleted") => (None, true),
        Some(_) => return Err(bad("state is unfinished, finished or deleted.")),
    };
    let words = query.q.as_deref().unwrap_or_default();
    if words.chars().count() > 200 {
        return Err(bad("This is too long to search for."));
    }
    let before = match query.before.as_deref() {
        None | Some("") => None,
        Some(text) => {
            let parts = text.split_once('-').and_then(|(at, id)| Some((at.parse().ok()?, id)));
            let (at, id) = parts.ok_or_else(|| bad("before is not what the list gave."))?;
            Some((at, id.to_owned()))
        }
    };
    Ok(GameFilter {
        finished,
        deleted,
        words: words.split_whitespace().take(10).map(str::to_lowercase).collect(),
        before,
        limit: query.limit.unwrap_or(30).clamp(1, 100),
    })
}

/// A game of a list as one visitor sees it.
pub(crate) fn summary(row: &GameRow, visitor: &str) -> Result<GameSummary, Refusal> {
    let mut summary: GameSummary = serde_json::from_str(&row.summary).map_err(Refusal::internal)?;
    let seats = [(&row.white_visitor, Color::White), (&row.black_visitor, Color::Black)];
    let is_theirs = |(holder, _): &(&Option<String>, Color)| holder.as_deref() == Some(visitor);
    summary.you = seats.into_iter().filter(is_theirs).map(|(_, color)| color).collect();
    summary.deleted = row.deleted_at.is_some();
    Ok(summary)
}

/// Makes a game.
#[utoipa::path(post, path = "/api/games", request_body = NewGame, responses((status = 201, body = Game), (status = "default", body = Refusal)))]
pub(crate) async fn create(
    State(app): State<Arc<App>>,
    Caller(visitor): Caller,
    Body(wish): Body<NewGame>,
) -> Result<(StatusCode, Json<Game>), Refusal> {
    demand_room(&app, &visitor, 1).await?;
    let id = (visitor.id.as_str(), visitor.nickname.as_str());
    let setup = Setup::new(&wish, id, &app.catalogue, app.time.now())?;
    let game = setup.id.clone();
    app.tables.create(setup).await?;
    if visitor.is_new != 0 {
        app.store.write(vec![Change::Known { visitor: visitor.id.clone() }]).await?;
    }
    Ok((StatusCode::CREATED, Json(view(&app, &game, Some(visitor.id)).await?)))
}

/// Refuses a visitor who has made too many games, or makes them too fast.
pub(crate) async fn demand_room(app: &App, visitor: &Visitor, more: u64) -> Result<(), Refusal> {
    let too_many = |message: &str| {
        app.metrics.refused.add(1);
        Err(Refusal::new(Code::TooMany, message))
    };
    if !app.new_games.allows(visitor.id.clone()) {
        return too_many("That was quick. Wait a moment before the next game.");
    }
    if app.store.count_games(&visitor.id).await? + more > app.limits().games_per_visitor {
        return too_many("You have more games than this server keeps for one visitor.");
    }
    Ok(())
}

async fn view(app: &App, id: &str, visitor: Option<String>) -> Result<Game, Refusal> {
    app.tables.ask(id, |reply| Message::View { visitor, reply }).await
}

/// A game.
#[utoipa::path(get, path = "/api/games/{id}", params(("id" = String, Path)), responses((status = 200, body = Game), (status = "default", body = Refusal)))]
pub(crate) async fn show(
    State(app): State<Arc<App>>,
    caller: Option<Caller>,
    Named(id): Named<String>,
) -> Result<Json<Game>, Refusal> {
    let game = view(&app, &id, caller.map(|Caller(visitor)| visitor.id)).await?;
    if game.deleted && !game.owner {
        return Err(Refusal::not_found("game"));
    }
    Ok(Json(game))
}

/// Hides a game; it can be restored.
#[utoipa::path(delete, path = "/api/games/{id}", params(("id" = String, Path)), responses((status = 204), (status = "default", body = Refusal)))]
pub(crate) async fn delete(
    State(app): State<Arc<App>>,
    Caller(visitor): Caller,
    Named(id): Named<String>,
) -> Result<StatusCode, Refusal> {
    let visitor = visitor.id;
    app.tables.ask(&id, |reply| Message::Delete { visitor, hide: true, reply }).await??;
    Ok(StatusCode::NO_CONTENT)
}

/// Shows a game again.
#[utoipa::path(post, path = "/api/games/{id}/restore", params(("id" = String, Path)), responses((status = 200, body = Game), (status = "default", body = Refusal)))]
pub(crate) async fn restore(
    State(app): State<Arc<App>>,
    Caller(visitor): Caller,
    Named(id): Named<String>,
) -> Result<Json<Game>, Refusal> {
    let visitor = visitor.id;
    let game = app.tables.ask(&id, |reply| Message::Delete { visitor, hide: false, reply });
    Ok(Json(game.await??))
}
