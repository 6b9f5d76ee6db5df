//! Connections: how many, how long, and how slow they may be.

use std::io;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use hyper::server::conn::http1::Builder;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::{Instant, Sleep, sleep, timeout};
use tower::ServiceExt;

use crate::app::App;
use crate::params::{FAREWELL, HEADERS, WRITE_STALL};
use crate::places::Place;

/// Accepts connections until told to stop, and then lets those that are open
/// finish what they do.
pub(crate) async fn listen(
    app: &Arc<App>,
    listener: TcpListener,
    router: Router,
    stop: impl Future<Output = ()>,
) {
    let (closing, closed) = watch::channel(());
    let mut stop = pin!(stop);
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
        let Some(place) = Place::take(&app.connections, client.ip(), limits) else {
            app.metrics.refused.add(1);
            continue;
        };
        stream.set_nodelay(true).ok();
        let router = router.clone();
        let service = hyper::service::service_fn(move |mut request: hyper::Request<_>| {
            request.extensions_mut().insert(ConnectInfo(client));
            router.clone().oneshot(request)
        });
        // Not hyper-util's builder for both versions: before it knows the version it
        // waits for ever, and whoever says nothing is never dropped.
        let mut builder = Builder::new();
        builder
            .timer(TokioTimer::new())
            .header_read_timeout(limits.header_time)
            .max_buf_size(HEADERS)
            .keep_alive(true);
        let io = TokioIo::new(Unstalled::new(stream));
        let connection = builder.serve_connection(io, service).with_upgrades();
        let (app, mut closed) = (Arc::clone(app), closed.clone());
        tokio::spawn(async move {
            app.metrics.connections.add(1);
            let mut connection = pin!(connection);
            let ended = tokio::select! {
                ended = &mut connection => ended,
                _ = closed.changed() => {
                    connection.as_mut().graceful_shutdown();
                    connection.await
                }
            };
            if let Err(error) = ended {
                tracing::debug!(%client, %error, "a connection ended badly");
            }
            app.metrics.connections.add(-1);
            drop(place);
        });
    }
    drop(listener);
    closing.send_replace(());
    let all_gone = async {
        while app.metrics.watchers.get() + app.metrics.connections.get() > 0 {
            sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(FAREWELL, all_gone).await.ok();
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
