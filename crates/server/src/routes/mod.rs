//! The HTTP interface, as `web/API.md` describes it.

mod agents;
mod body;
mod games;
mod health;
mod invitations;
mod live;
mod me;
mod page;
mod pgn;
mod positions;
mod visitor;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::get;
use utoipa::OpenApi;
use utoipa::openapi::OpenApi as Description;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::params::{BODY, IMPORT_BODY};

#[derive(OpenApi)]
#[openapi(info(
    title = "Kythu",
    description = "Games, visitors and agents of a chess house. Live events come by WebSocket: see web/API.md."
))]
struct Api;

fn described() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::with_openapi(Api::openapi())
        .routes(routes!(me::me, me::change))
        .routes(routes!(me::site))
        .routes(routes!(agents::agents))
        .routes(routes!(games::list, games::create))
        .routes(routes!(games::show, games::delete))
        .routes(routes!(games::restore))
        .routes(routes!(pgn::export))
        .routes(routes!(invitations::invite))
        .routes(routes!(invitations::look, invitations::join))
        .routes(routes!(positions::check))
        .routes(routes!(positions::chess960))
        .layer(DefaultBodyLimit::max(BODY))
        .merge(
            OpenApiRouter::new()
                .routes(routes!(pgn::import))
                .layer(DefaultBodyLimit::max(IMPORT_BODY)),
        )
}

/// The description of the HTTP interface.
pub(crate) fn openapi() -> Description {
    described().split_for_parts().1
}

/// All routes.
pub(crate) fn router(app: Arc<App>) -> Router {
    let (api, description) = described().split_for_parts();
    let description = Arc::new(description);
    api.route("/api/games/{id}/live", get(live::live))
        .route(
            "/api/openapi.json",
            get(move || async move { axum::Json(Arc::clone(&description)) }),
        )
        .route("/healthz", get(health::health))
        .route("/metrics", get(health::metrics))
        .fallback(page::page)
        .method_not_allowed_fallback(page::wrong_method)
        .with_state(app)
}
