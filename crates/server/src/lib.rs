//! The page's server: games over HTTP and WebSocket, kept in SQLite, with the
//! agents of this program at the board.
//!
//! `web/API.md` is the contract with the page. One task owns a game
//! ([`table`]), agents think on a bounded pool ([`pool`]), one task writes
//! ([`store`]), and nothing a client sends names a file or a command
//! ([`catalogue`]).

#![forbid(unsafe_code)]

mod app;
mod catalogue;
mod config;
mod error;
pub mod generated;
mod glicko;
mod guard;
mod limiter;
mod listener;
pub mod messages;
mod metrics;
mod params;
mod places;
mod pool;
mod ratings;
mod routes;
mod search;
mod secret;
mod server;
mod store;
mod table;
mod tables;
mod time;

pub use config::{Config, EngineCommand, Limits, Rate};
pub use error::{Code, Refusal};
pub use server::{Server, StartError};
pub use store::StoreError;
