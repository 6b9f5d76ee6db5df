//! `/api/agents`.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;

use crate::app::App;
use crate::messages::AgentKinds;

/// All that can sit at the board without hands, and what can be set about it.
#[utoipa::path(get, path = "/api/agents", responses((status = 200, body = AgentKinds)))]
pub(crate) async fn agents(State(app): State<Arc<App>>) -> Json<AgentKinds> {
    Json(app.catalogue.view())
}
