//! The WebSocket of a game.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message as Frame, WebSocket, WebSocketUpgrade};
use axum::extract::{ConnectInfo, State};
use axum::response::Response;
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval, timeout};

use super::body::{Asked, Named};
use super::visitor::Caller;
use crate::app::App;
use crate::error::{Code, Refusal};
use crate::limiter::Bucket;
use crate::messages::{Command, Farewell, ServerMessage};
use crate::params::{FRAME, OUTBOX, PING, SILENCE, WRITE_STALL};
use crate::places::Place;
use crate::table::{Message, TableHandle};

/// Where the page left off.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct LiveQuery {
    since: Option<u64>,
}

/// Opens the WebSocket. Origin and Host were checked before.
pub(crate) async fn live(
    State(app): State<Arc<App>>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    caller: Option<Caller>,
    Named(id): Named<String>,
    Asked(query): Asked<LiveQuery>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Refusal> {
    let upgrade =
        upgrade.map_err(|rejection| Refusal::new(Code::BadRequest, rejection.body_text()))?;
    // What does not exist is said before the upgrade, so that it can be said.
    app.tables.open(&id).await?;
    let place = Place::take(&app.sockets, client.ip(), app.limits()).ok_or_else(|| {
        app.metrics.refused.add(1);
        Refusal::new(Code::TooMany, "Too many connections from your address.")
    })?;
    let visitor = caller.map(|Caller(visitor)| visitor.id);
    let upgrade = upgrade
        .max_message_size(FRAME)
        .max_frame_size(FRAME)
        // Of each of many connections, and cleared for every read.
        .read_buffer_size(FRAME)
        .write_buffer_size(0)
        .max_write_buffer_size(4 << 20);
    Ok(upgrade.on_upgrade(move |socket| async move {
        app.metrics.watchers.add(1);
        serve(&app, socket, &id, visitor, query.since).await;
        app.metrics.watchers.add(-1);
        drop(place);
    }))
}

async fn serve(
    app: &App,
    mut socket: WebSocket,
    id: &str,
    visitor: Option<String>,
    since: Option<u64>,
) {
    let (outbox, mut frames) = mpsc::channel(OUTBOX);
    let (reply, answer) = tokio::sync::oneshot::channel();
    let attach = Message::Attach { visitor, since, outbox, reply };
    let attached = match app.tables.tell(id, attach).await {
        Ok(table) => answer.await.unwrap_or(Err(Refusal::closing())).map(|it| (table, it)),
        Err(refusal) => Err(refusal),
    };
    let (table, watcher) = match attached {
        Ok(attached) => attached,
        Err(Refusal { code, message }) => {
            send(&mut socket, &ServerMessage::Refused { id: None, code, message }).await;
            return;
        }
    };
    converse(app, &mut socket, &table, watcher, &mut frames).await;
    table.send(Message::Detach { watcher }).await.ok();
    timeout(WRITE_STALL, socket.close()).await.ok();
}

/// Frames both ways, until one side has enough.
async fn converse(
    app: &App,
    socket: &mut WebSocket,
    table: &TableHandle,
    watcher: u64,
    frames: &mut mpsc::Receiver<axum::extract::ws::Utf8Bytes>,
) {
    let mut commands = Bucket::new(app.limits().commands, Instant::now());
    let mut heard = Instant::now();
    let mut ping = interval(PING);
    ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            frame = frames.recv() => {
                let Some(text) = frame else {
                    // The table has let us go: after a farewell of its own, or
                    // because this page does not keep up.
                    let message = "Your connection is too slow. Reconnecting.".to_owned();
                    send(socket, &ServerMessage::Bye { code: Farewell::Lagged, message }).await;
                    return;
                };
                let is_bye = text.starts_with(r#"{"type":"bye""#);
                if !write(socket, Frame::Text(text)).await || is_bye {
                    return;
                }
            }
            frame = socket.next() => {
                heard = Instant::now();
                match frame {
                    Some(Ok(Frame::Text(text))) => {
                        if !commands.take(heard) {
                            app.metrics.refused.add(1);
                            let message = "Too many commands. Slow down.".to_owned();
                            let refused =
                                ServerMessage::Refused { id: None, code: Code::TooMany, message };
                            send(socket, &refused).await;
                            return;
                        }
                        match serde_json::from_str::<Command>(&text) {
                            Ok(command) => {
                                if table.send(Message::Command { watcher, command }).await.is_err() {
                                    return;
                                }
                            }
                            Err(error) => {
                                let message = format!("This is no command: {error}.");
                                let code = Code::BadRequest;
                                let refused = ServerMessage::Refused { id: None, code, message };
                                if !send(socket, &refused).await {
                                    return;
                                }
                            }
                        }
                    }
                    Some(Ok(Frame::Binary(_))) => {
                        let message = "Frames are text.".to_owned();
                        let code = Code::BadRequest;
                        send(socket, &ServerMessage::Refused { id: None, code, message }).await;
                        return;
                    }
                    Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => {}
                    Some(Ok(Frame::Close(_)) | Err(_)) | None => return,
                }
            }
            _ = ping.tick() => {
                if heard.elapsed() > SILENCE || !write(socket, Frame::Ping(Default::default())).await {
                    return;
                }
            }
        }
    }
}

async fn send(socket: &mut WebSocket, message: &ServerMessage) -> bool {
    match serde_json::to_string(message) {
        Ok(text) => write(socket, Frame::Text(text.into())).await,
        Err(_) => false,
    }
}

/// Writes a frame, unless the client does not read.
async fn write(socket: &mut WebSocket, frame: Frame) -> bool {
    matches!(timeout(WRITE_STALL, socket.send(frame)).await, Ok(Ok(())))
}
