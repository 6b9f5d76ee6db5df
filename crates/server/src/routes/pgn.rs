//! Games in and out as PGN.

// What utoipa's macro writes is more qualified than it must be.
#![allow(unused_qualifications)]

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use chess::Color;
use pgn::{Comment, GameResult, ReadError, Reader, Record};
use serde::Deserialize;
use utoipa::IntoParams;

use super::body::{Asked, Body};
use super::games::{demand_room, summary};
use super::visitor::Caller;
use crate::app::App;
use crate::error::{Code, Refusal};
use crate::messages::{
    GameEnd, Import, ImportError, Imported, MoveRecord, Reason, Seat, Start, UnratedReason,
};
use crate::params::{EXPORT_GAMES, IMPORT_GAMES, PLIES};
use crate::secret;
use crate::store::{Change, GameFilter};
use crate::table::State as GameStanding;
use crate::table::setup::{ImportedFrom, Setup, record};

/// Reads games out of a PGN text. Those that cannot be read are told of, the
/// others are there.
#[utoipa::path(post, path = "/api/games/import", request_body = Import, responses((status = 200, body = Imported), (status = "default", body = Refusal)))]
pub(crate) async fn import(
    State(app): State<Arc<App>>,
    Caller(visitor): Caller,
    Body(text): Body<Import>,
) -> Result<Json<Imported>, Refusal> {
    demand_room(&app, &visitor, 1).await?;
    let (now, owner) = (app.time.now(), visitor.id.clone());
    let read = tokio::task::spawn_blocking(move || read_games(&text.pgn, &owner, now));
    let (standings, errors) = read.await.map_err(Refusal::internal)?;
    if standings.is_empty() {
        let message = match errors.first() {
            Some(error) => format!("Line {}: {}", error.line, error.message),
            None => "There is no game in this text.".to_owned(),
        };
        return Err(Refusal::new(Code::BadPgn, message));
    }
    demand_room(&app, &visitor, standings.len() as u64).await?;
    let mut rows = Vec::with_capacity(standings.len());
    for (index, standing) in standings.iter().enumerate() {
        // One after the other in the list, as in the file.
        rows.push(standing.row(now - index as u64).map_err(Refusal::internal)?);
    }
    let changes = rows.iter().map(|row| Change::NewGame(Box::new(row.clone()))).collect();
    app.store.write(changes).await?;
    let games = rows.iter().map(|row| summary(row, &visitor.id)).collect::<Result<_, _>>()?;
    Ok(Json(Imported { games, errors }))
}

fn read_games(text: &str, owner: &str, now: u64) -> (Vec<GameStanding>, Vec<ImportError>) {
    let mut reader = Reader::new(text.as_bytes());
    let (mut games, mut errors) = (Vec::new(), Vec::new());
    let mut records = reader.records();
    for number in 1.. {
        let Some(record) = records.next() else { break };
        if games.len() + errors.len() >= IMPORT_GAMES {
            let message = format!("Only the first {IMPORT_GAMES} games were read.");
            errors.push(ImportError { game: number, line: 0, message });
            break;
        }
        let standing = match &record {
            Ok(record) => standing(record, owner, now),
            Err(error) => Err(error.to_string()),
        };
        match standing {
            Ok(standing) => games.push(standing),
            Err(message) => {
                let line = match record {
                    Err(ReadError::Game { line, .. } | ReadError::Io { line, .. }) => line,
                    Ok(_) => 0,
                };
                errors.push(ImportError { game: number, line, message });
            }
        }
    }
    (games, errors)
}

/// A game that was played elsewhere.
fn standing(game: &Record, owner: &str, now: u64) -> Result<GameStanding, String> {
    let start = *game.tree.start();
    let mut position = start;
    let mut moves = Vec::new();
    for id in game.tree.main_line() {
        let Some(mv) = game.tree.mv(id) else { break };
        let clock = game.tree.comment(id).and_then(|comment| comment.clock);
        let clock_ms = clock.map(|clock| clock.as_millis() as u64);
        moves.push(MoveRecord { clock_ms, ..record(&position, mv) });
        position = position.after(mv);
    }
    if moves.len() > PLIES {
        return Err("the game is too long".to_owned());
    }
    // A game that goes on after its end could not be shown.
    let played = game.game().map_err(|error| error.to_string())?;
    let end = match (played.outcome(), game.result()) {
        (Some(outcome), _) => Some(outcome.into()),
        (None, GameResult::Unknown) => None,
        (None, result) => Some(GameEnd {
            score: result.text().to_owned(),
            winner: result.winner().map(Into::into),
            reason: Reason::Unknown,
        }),
    };
    let seat = |color: Color| Seat::Human {
        name: Some(game.tags.player(color).unwrap_or("?").chars().take(100).collect()),
        visitor: None,
    };
    let tags = game.tags.iter().map(|(name, value)| (name.to_owned(), value.to_owned()));
    let is_initial = start == chess::Position::initial();
    let setup = Setup {
        id: secret::public_id(),
        owner: owner.to_owned(),
        created_at: now,
        start: if is_initial { Start::Initial } else { Start::Fen { fen: start.fen() } },
        start_fen: start.fen(),
        white: seat(Color::White),
        black: seat(Color::Black),
        open: None,
        time_control: None,
        natural: false,
        pace_ms: 0,
        moves,
        unrated: Some(UnratedReason::Imported),
        imported: Some(ImportedFrom { end, tags: tags.collect::<BTreeMap<_, _>>() }),
    };
    GameStanding::new(setup, now).map_err(|error| error.to_string())
}

/// Which games are wanted.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub(crate) struct ExportQuery {
    /// Their names, with commas between them; all of the visitor's if left out.
    ids: Option<String>,
}

/// Games as a PGN file.
#[utoipa::path(get, path = "/api/games/export", params(ExportQuery), responses((status = 200, body = String, content_type = "application/x-chess-pgn"), (status = "default", body = Refusal)))]
pub(crate) async fn export(
    State(app): State<Arc<App>>,
    caller: Option<Caller>,
    Asked(query): Asked<ExportQuery>,
) -> Result<Response, Refusal> {
    let visitor = caller.map(|Caller(visitor)| visitor.id);
    let ids = match (query.ids.filter(|ids| !ids.is_empty()), &visitor) {
        (Some(ids), _) => ids.split(',').map(str::to_owned).collect(),
        (None, Some(visitor)) => {
            let filter = GameFilter { limit: EXPORT_GAMES as u32, ..GameFilter::default() };
            let (rows, _) = app.store.games_of(visitor, &filter).await?;
            rows.into_iter().map(|row| row.id).collect::<Vec<_>>()
        }
        (None, None) => {
            return Err(Refusal::new(Code::NoVisitor, "Say which games, or load the page first."));
        }
    };
    if ids.len() > EXPORT_GAMES {
        let message = format!("No more than {EXPORT_GAMES} games at once.");
        return Err(Refusal::new(Code::TooLarge, message));
    }
    let mut text = String::new();
    for id in &ids {
        let stored = match secret::is_plausible(id) {
            true => app.store.game(id).await?,
            false => None,
        };
        let stored = stored.ok_or_else(|| Refusal::not_found("game"))?;
        if stored.row.deleted_at.is_some() && visitor.as_ref() != Some(&stored.row.owner) {
            return Err(Refusal::not_found("game"));
        }
        let standing = GameStanding::load(&stored).map_err(Refusal::internal)?;
        text.push_str(&write_game(&standing).to_string());
    }
    let name = if ids.len() == 1 { &ids[0] } else { "games" };
    let headers = [
        (CONTENT_TYPE, "application/x-chess-pgn; charset=utf-8".to_owned()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"kythu-{name}.pgn\"")),
    ];
    Ok((headers, text).into_response())
}

fn write_game(standing: &GameStanding) -> Record {
    let setup = &standing.setup;
    let mut record = Record::from_game(&standing.game);
    let nodes: Vec<_> = record.tree.main_line().collect();
    for (id, played) in nodes.into_iter().zip(&standing.records) {
        if let Some(ms) = played.clock_ms {
            let mut comment = Comment::default();
            comment.clock = Some(Duration::from_millis(ms));
            record.tree.set_comment(id, comment);
        }
    }
    let tags = &mut record.tags;
    match &setup.imported {
        Some(imported) => {
            imported.tags.iter().for_each(|(name, value)| {
                tags.set(name, value);
            });
            let result = imported.end.as_ref().and_then(|end| GameResult::from_text(&end.score));
            tags.set_result(result.unwrap_or(GameResult::Unknown));
        }
        None => {
            tags.set("Event", "Casual game");
            tags.set("Site", "Kythu");
            tags.set("Date", &pgn::date(setup.created_at / 1000));
            for (color, name) in [(Color::White, "White"), (Color::Black, "Black")] {
                let seat = &standing.seats[color];
                tags.set(name, seat.name());
                if let Seat::Agent { rating: Some(rating), .. } = seat {
                    tags.set(&format!("{name}Elo"), &format!("{rating:.0}"));
                }
            }
            let control = match setup.time_control {
                Some(control) => {
                    let seconds = |ms: u64| ms as f64 / 1000.0;
                    format!("{}+{}", seconds(control.base_ms), seconds(control.increment_ms))
                }
                None => "-".to_owned(),
            };
            tags.set("TimeControl", &control);
            if let Some(end) = standing.end() {
                let is_time =
                    matches!(end.reason, Reason::Flag | Reason::FlagWithoutMatingMaterial);
                tags.set("Termination", if is_time { "time forfeit" } else { "normal" });
            }
        }
    }
    record
}
