//! `/healthz` and `/metrics`.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;

use crate::app::App;

/// Is all well?
pub(crate) async fn health(State(app): State<Arc<App>>) -> impl IntoResponse {
    if app.store.is_well().await {
        (StatusCode::OK, "ok")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "the games cannot be read")
    }
}

/// Numbers for Prometheus.
pub(crate) async fn metrics(State(app): State<Arc<App>>) -> impl IntoResponse {
    (
        [(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")],
        app.metrics.text(app.pool.load()),
    )
}
