//! What all parts of the server share.

use std::net::IpAddr;
use std::sync::Arc;

use crate::catalogue::Catalogue;
use crate::config::{Config, Limits};
use crate::limiter::Limiter;
use crate::messages::Clock;
use crate::metrics::Metrics;
use crate::places::Places;
use crate::pool::SearchPool;
use crate::store::Store;
use crate::tables::Tables;
use crate::time::Time;

/// One server.
#[derive(Debug)]
pub(crate) struct App {
    pub(crate) config: Config,
    /// The port that it really listens on.
    pub(crate) port: u16,
    pub(crate) time: Time,
    pub(crate) store: Store,
    pub(crate) tables: Tables,
    pub(crate) pool: SearchPool,
    pub(crate) catalogue: Catalogue,
    pub(crate) metrics: Metrics,
    pub(crate) requests: Limiter<IpAddr>,
    pub(crate) connections: Arc<Places>,
    /// WebSockets, which are no HTTP connections any more.
    pub(crate) sockets: Arc<Places>,
    pub(crate) new_visitors: Limiter<IpAddr>,
    pub(crate) new_games: Limiter<String>,
    /// Where others can reach it; empty if they cannot.
    pub(crate) addresses: Vec<String>,
    /// When the server before this one was last known to be alive.
    pub(crate) last_alive: Option<u64>,
}

/// The mark of the last sign of life.
pub(crate) const ALIVE: &str = "alive_at";

impl App {
    pub(crate) fn limits(&self) -> &Limits {
        &self.config.limits
    }

    /// While there was no server nobody could move: a clock that ran when it was
    /// killed goes on from its last sign of life. Returns whether it did.
    pub(crate) fn account_for_downtime(&self, clock: &mut Option<Clock>) -> bool {
        let started = self.time.started();
        let stood_still = |clock: &&mut Clock| clock.running.is_some() && clock.at < started;
        let Some(clock) = clock.as_mut().filter(stood_still) else { return false };
        let alive_until = self.last_alive.unwrap_or(clock.at).clamp(clock.at, started);
        *clock = clock.settled(alive_until);
        clock.at = started;
        true
    }
}
