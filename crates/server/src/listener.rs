//! Connections: how many, how long, and how slow they may be.

use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::GracefulShutdown;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, Sleep, sleep, timeout};
use tower::ServiceExt;

use crate::app::App;
use crate::params::{FAREWELL, HEADERS, WRITE_STALL};

/// Accepts connections until told to stop, and then lets those that are open
/// finish what they do.
pub(crate) async fn listen(
    app: &Arc<App>,
    listener: TcpListener,
    router: Router,
    stop: impl Future<Output = ()>,
) {
    let graceful = GracefulShutdown::new();
    let places = Arc::new(Places::default());
    let mut stop = std::pin::pin!(stop);
    loop {
        let (stream, client) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    // Out of file descriptors, most likely: some will come back.
                    tracing::warn!(%error, "a connection could not be accepted");
                    sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
            () = &mut stop => break,
        };
        let limits = app.limits();
        let most = (limits.connections, limits.connections_per_client);
        let Some(place) = Place::take(&places, client.ip().to_canonical(), most) else {
            app.metrics.refused.add(1);
            continue;
        };
        stream.set_nodelay(true).ok();
        let router = router.clone();
        let service = hyper::service::service_fn(move |mut request: hyper::Request<_>| {
            request.extensions_mut().insert(ConnectInfo(client));
            router.clone().oneshot(request)
        });
        let mut builder = Builder::new(TokioExecutor::new()).http1_only();
        builder
            .http1()
            .timer(TokioTimer::new())
            .header_read_timeout(limits.header_time)
            .max_buf_size(HEADERS)
            .keep_alive(true);
        let io = TokioIo::new(Unstalled::new(stream));
        let connection = builder.serve_connection_with_upgrades(io, service).into_owned();
        let connection = graceful.watch(connection);
        let app = Arc::clone(app);
        tokio::spawn(async move {
            app.metrics.connections.add(1);
            if let Err(error) = connection.await {
                tracing::debug!(%client, %error, "a connection ended badly");
            }
            app.metrics.connections.add(-1);
            drop(place);
        });
    }
    drop(listener);
    timeout(FAREWELL, graceful.shutdown()).await.ok();
}

/// Who is connected how often.
#[derive(Debug, Default)]
struct Places {
    taken: Mutex<HashMap<IpAddr, usize>>,
}

/// The right to one connection; it is given back when dropped.
#[derive(Debug)]
struct Place {
    places: Arc<Places>,
    client: IpAddr,
}

impl Place {
    fn take(places: &Arc<Places>, client: IpAddr, most: (usize, usize)) -> Option<Place> {
        let mut taken = places.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let all: usize = taken.values().sum();
        let own = taken.get(&client).copied().unwrap_or(0);
        if all >= most.0 || own >= most.1 {
            return None;
        }
        taken.insert(client, own + 1);
        Some(Place { places: Arc::clone(places), client })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = taken.get_mut(&self.client) {
            *count -= 1;
            if *count == 0 {
                taken.remove(&self.client);
            }
        }
    }
}

/// A stream that is an error when its client does not read what is written to
/// it. Reading has time-outs elsewhere.
#[derive(Debug)]
struct Unstalled {
    stream: TcpStream,
    /// When patience ends, while something waits to be written.
    stalled: Option<Pin<Box<Sleep>>>,
}

impl Unstalled {
    fn new(stream: TcpStream) -> Unstalled {
        Unstalled { stream, stalled: None }
    }

    /// Ends the connection if writing has been pending for too long.
    fn watch<T>(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let deadline = Instant::now() + WRITE_STALL;
        let stalled =
            self.stalled.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(deadline)));
        match stalled.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncRead for Unstalled {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Unstalled {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.watch(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.watch(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        self.watch(context, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

/// Where it can be reached, for people: `http://127.0.0.1:4173/`.
pub(crate) fn address(host: SocketAddr) -> String {
    format!("http://{host}/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_and_given_back() {
        let places = Arc::new(Places::default());
        let one: IpAddr = [1, 1, 1, 1].into();
        let other: IpAddr = [2, 2, 2, 2].into();
        let first = Place::take(&places, one, (3, 2));
        let second = Place::take(&places, one, (3, 2));
        assert!(first.is_some() && second.is_some());
        assert!(Place::take(&places, one, (3, 2)).is_none());
        let third = Place::take(&places, other, (3, 2));
        assert!(third.is_some() && Place::take(&places, other, (3, 2)).is_none());
        drop(first);
        assert!(Place::take(&places, other, (3, 2)).is_some());
    }
}
