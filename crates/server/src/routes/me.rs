//! `/api/me` and `/api/site`.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Json;
use axum::extract::{ConnectInfo, State};
use axum::http::header::SET_COOKIE;
use axum::response::{IntoResponse, Response};

use super::body::Body;
use super::visitor::{Caller, cookie};
use crate::app::App;
use crate::error::{Code, Refusal};
use crate::glicko::{NEW_RATING, Rating};
use crate::messages::{Level, Me, MeChange, PoolView, Site};
use crate::params::{NICKNAME, SETTINGS};
use crate::secret;
use crate::store::{Change, Visitor};
use crate::table::Message;

/// The visitor who asks. Who has no cookie gets one.
#[utoipa::path(get, path = "/api/me", responses((status = 200, body = Me), (status = "default", body = Refusal)))]
pub(crate) async fn me(
    State(app): State<Arc<App>>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    caller: Option<Caller>,
) -> Result<Response, Refusal> {
    let now = app.time.now();
    if let Some(Caller(visitor)) = caller {
        // Once a day is enough to know who still comes.
        if now.saturating_sub(visitor.seen_at as u64) > 24 * 3600 * 1000 {
            let visitor = visitor.id.clone();
            app.store.write(vec![Change::Seen { visitor, at: now }]).await?;
        }
        return Ok(Json(view(&app, &visitor)?).into_response());
    }
    if !app.new_visitors.allows(address.ip()) {
        app.metrics.refused.add(1);
        let message = "Too many new visitors from your address. Wait a minute.";
        return Err(Refusal::new(Code::TooMany, message));
    }
    let secret = secret::secret();
    let level = Rating::newcomer(NEW_RATING);
    let visitor = Visitor {
        id: secret::public_id(),
        secret_hash: secret::hash(&secret),
        nickname: format!("Guest {}", secret::short_id()),
        settings: "{}".to_owned(),
        is_new: 1,
        rating: level.rating,
        deviation: level.deviation,
        volatility: level.volatility,
        rated_games: 0,
        created_at: now as i64,
        seen_at: now as i64,
    };
    app.store.write(vec![Change::NewVisitor(Box::new(visitor.clone()))]).await?;
    let mut response = Json(view(&app, &visitor)?).into_response();
    response.headers_mut().insert(SET_COOKIE, cookie(&secret)?);
    Ok(response)
}

/// Changes what is said.
#[utoipa::path(patch, path = "/api/me", request_body = MeChange, responses((status = 200, body = Me), (status = "default", body = Refusal)))]
pub(crate) async fn change(
    State(app): State<Arc<App>>,
    Caller(mut visitor): Caller,
    Body(change): Body<MeChange>,
) -> Result<Json<Me>, Refusal> {
    let mut changes = Vec::new();
    let nickname = change.nickname.as_deref().map(read_nickname).transpose()?;
    let renamed = nickname.is_some();
    if let Some(nickname) = &nickname {
        visitor.nickname.clone_from(nickname);
        visitor.is_new = 0;
        changes.push(Change::Known { visitor: visitor.id.clone() });
    }
    let mut settings_text = None;
    if let Some(settings) = change.settings {
        let text = serde_json::to_string(&settings).map_err(Refusal::internal)?;
        if !settings.is_object() || text.len() > SETTINGS {
            let message = format!("Settings are an object of up to {SETTINGS} bytes.");
            return Err(Refusal::new(Code::BadRequest, message));
        }
        visitor.settings.clone_from(&text);
        settings_text = Some(text);
    }
    if let Some(rating) = change.start_rating {
        if !(100.0..=2800.0).contains(&rating) {
            let message = "A level to start with is from 100 to 2800.";
            return Err(Refusal::new(Code::BadRequest, message));
        }
        if visitor.rated_games > 0 {
            let message = "Your games say by now how well you play.";
            return Err(Refusal::new(Code::NotAllowed, message));
        }
        let level = Rating::newcomer(rating);
        (visitor.rating, visitor.deviation) = (level.rating, level.deviation);
        (visitor.volatility, visitor.is_new) = (level.volatility, 0);
        changes.push(Change::StartLevel { visitor: visitor.id.clone(), rating: level });
    }
    let (id, settings) = (visitor.id.clone(), settings_text);
    changes.push(Change::Profile { visitor: id, nickname, settings });
    app.store.write(changes).await?;
    if renamed {
        let (id, name) = (&visitor.id, &visitor.nickname);
        app.tables
            .tell_all(|| Message::Renamed { visitor: id.clone(), nickname: name.clone() })
            .await;
    }
    view(&app, &visitor).map(Json)
}

/// A nickname that can be shown anywhere.
fn read_nickname(text: &str) -> Result<String, Refusal> {
    let is_shown = |letter: &char| !letter.is_control() && !is_invisible(*letter);
    let words: String = text.chars().filter(is_shown).collect();
    let name = words.split_whitespace().collect::<Vec<_>>().join(" ");
    if (1..=NICKNAME).contains(&name.chars().count()) {
        return Ok(name);
    }
    let message = format!("A nickname has 1 to {NICKNAME} letters.");
    Err(Refusal::new(Code::BadRequest, message))
}

/// Letters that reorder or hide their neighbours.
fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

fn view(app: &App, visitor: &Visitor) -> Result<Me, Refusal> {
    let level = visitor.level();
    Ok(Me {
        id: visitor.id.clone(),
        nickname: visitor.nickname.clone(),
        is_new: visitor.is_new != 0,
        level: Level {
            rating: level.rating,
            deviation: level.deviation,
            games: visitor.rated_games as u32,
            even: app.catalogue.even_game(level.rating),
        },
        settings: serde_json::from_str(&visitor.settings).map_err(Refusal::internal)?,
    })
}

/// This server.
#[utoipa::path(get, path = "/api/site", responses((status = 200, body = Site)))]
pub(crate) async fn site(State(app): State<Arc<App>>) -> Json<Site> {
    Json(Site {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        shared: !app.config.host.is_loopback(),
        addresses: app.addresses.clone(),
        pool: PoolView { threads: app.pool.threads() },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nicknames_are_tidied_up() {
        assert_eq!(read_nickname("  Vua \u{202e} Cờ\n").unwrap(), "Vua Cờ");
        assert!(read_nickname(" \u{200b} ").is_err());
        assert!(read_nickname(&"x".repeat(25)).is_err());
    }
}
