//! The server as a whole: from opening the games to the last farewell.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::sync::Arc;
use std::time::Duration;

use axum::error_handling::HandleErrorLayer;
use axum::middleware::from_fn_with_state;
use axum::response::IntoResponse;
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::time::{MissedTickBehavior, interval};
use tower::{BoxError, ServiceBuilder};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::trace::TraceLayer;

use crate::app::{ALIVE, App};
use crate::catalogue::Catalogue;
use crate::config::Config;
use crate::error::{Code, Refusal};
use crate::guard::guard;
use crate::limiter::Limiter;
use crate::listener::{address, listen};
use crate::metrics::Metrics;
use crate::params::{HEARTBEAT, KEEP_DELETED_DAYS, KEEP_STRANGERS_DAYS};
use crate::pool::SearchPool;
use crate::routes::router;
use crate::store::{Change, Store, StoreError};
use crate::table::Message;
use crate::tables::Tables;
use crate::time::Time;

/// A server that listens, but does not answer yet.
#[derive(Debug)]
pub struct Server {
    app: Arc<App>,
    listener: TcpListener,
}

/// Why there is no server.
#[derive(Debug, Error)]
pub enum StartError {
    /// The games cannot be opened.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The games cannot be read.
    #[error("the games cannot be read: {0}")]
    Read(#[from] sqlx::Error),
    /// The address is taken, or not ours.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// Where.
        address: SocketAddr,
        /// Why.
        error: std::io::Error,
    },
    /// No thread can be started.
    #[error("cannot start the threads of the search: {0}")]
    Threads(std::io::Error),
}

impl Server {
    /// Opens the games and begins to listen.
    pub async fn bind(config: Config) -> Result<Server, StartError> {
        let time = Time::start();
        let wanted = SocketAddr::new(config.host, config.port);
        let failed = |error| StartError::Listen { address: wanted, error };
        let listener = TcpListener::bind(wanted).await.map_err(failed)?;
        let port = listener.local_addr().map_err(failed)?.port();
        let store = Store::open(&config.data_dir).await?;
        let last_alive = store.mark(ALIVE).await?;
        let limits = config.limits.clone();
        let pool = SearchPool::start(&limits).map_err(StartError::Threads)?;
        let search_seconds = limits.search_time.as_secs_f64();
        let app = Arc::new(App {
            port,
            time,
            store,
            tables: Tables::default(),
            catalogue: Catalogue::new(&config.engines, pool.threads(), search_seconds),
            pool,
            metrics: Metrics::default(),
            requests: Limiter::new(limits.requests),
            connections: Arc::default(),
            sockets: Arc::default(),
            new_visitors: Limiter::new(limits.visitors),
            new_games: Limiter::new(limits.games),
            addresses: shared_addresses(config.host, port),
            last_alive,
            config,
        });
        app.tables.belong_to(&app);
        Ok(Server { app, listener })
    }

    /// Where a browser on this machine finds it.
    pub fn address(&self) -> String {
        let host = match self.app.config.host {
            host if host.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
            host => host,
        };
        address(SocketAddr::new(host, self.app.port))
    }

    /// Where browsers on other machines find it; empty if they cannot.
    pub fn shared_addresses(&self) -> &[String] {
        &self.app.addresses
    }

    /// Answers until `stop` is done, and then ends gracefully: nobody's move is
    /// lost, everybody is told.
    pub async fn run(self, stop: impl Future<Output = ()>) -> Result<(), StartError> {
        let Server { app, listener } = self;
        tracing::info!(host = %app.config.host, port = app.port, "listening");
        tidy_up(&app).await?;
        // Clocks that ran go on running, whether or not somebody looks.
        for id in app.store.games_with_running_clocks().await? {
            if let Err(error) = app.tables.open(&id).await {
                tracing::error!(id, %error, "a game cannot be loaded");
            }
        }
        let heart = tokio::spawn(beat(Arc::clone(&app)));
        let service = ServiceBuilder::new()
            .layer(TraceLayer::new_for_http())
            .layer(CatchPanicLayer::custom(|_| {
                Refusal::internal("a request panicked").into_response()
            }))
            .layer(from_fn_with_state(Arc::clone(&app), guard))
            .layer(HandleErrorLayer::new(|_: BoxError| async {
                Refusal::new(Code::BadRequest, "The request took too long.").into_response()
            }))
            .layer(tower::timeout::TimeoutLayer::new(app.limits().request_time));
        let router = router(Arc::clone(&app)).layer(service);
        let closing = Arc::clone(&app);
        let stop = async move {
            stop.await;
            tracing::info!("shutting down");
            closing.tables.tell_all(|| Message::Close).await;
            closing.pool.close();
        };
        listen(&app, listener, router, stop).await;
        heart.abort();
        let now = app.time.now();
        app.store.write(vec![Change::Mark { name: ALIVE, value: now }]).await?;
        app.store.close().await;
        Ok(())
    }
}

/// Forgets what nobody will miss: games that were deleted long ago, and visitors
/// who looked in once and left no game.
async fn tidy_up(app: &App) -> Result<(), sqlx::Error> {
    let before = |days: u64| app.time.now().saturating_sub(days * 24 * 3600 * 1000);
    let changes = vec![
        Change::ForgetGames { deleted_before: before(KEEP_DELETED_DAYS) },
        Change::ForgetVisitors { seen_before: before(KEEP_STRANGERS_DAYS) },
    ];
    app.store.write(changes).await
}

/// Notes now and then that the server is alive, while that matters to a clock.
async fn beat(app: Arc<App>) {
    let mut ticks = interval(HEARTBEAT);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        if app.metrics.running_clocks.get() > 0 {
            let value = app.time.now();
            if let Err(error) = app.store.write(vec![Change::Mark { name: ALIVE, value }]).await {
                tracing::error!(%error, "no sign of life could be written");
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        }
    }
}

/// The addresses by which others reach a server that listens on `host`.
fn shared_addresses(host: IpAddr, port: u16) -> Vec<String> {
    if host.is_loopback() {
        return Vec::new();
    }
    if !host.is_unspecified() {
        return vec![address(SocketAddr::new(host, port))];
    }
    // The address from which the wide world would be reached; nothing is sent.
    let route = || {
        let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
        socket.connect("192.0.2.1:9").ok()?;
        Some(socket.local_addr().ok()?.ip()).filter(|own| !own.is_unspecified())
    };
    route().into_iter().map(|own| address(SocketAddr::new(own, port))).collect()
}
