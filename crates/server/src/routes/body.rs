//! JSON that comes in, and queries: what is wrong with them is told as all
//! errors are.

use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts};
use axum::http::StatusCode;

use crate::error::{Code, Refusal};

/// A body of JSON.
#[derive(Debug, FromRequest)]
#[from_request(via(axum::Json), rejection(Refusal))]
pub(crate) struct Body<T>(pub(crate) T);

/// What stands behind the question mark.
#[derive(Debug, FromRequestParts)]
#[from_request(via(axum::extract::Query), rejection(Refusal))]
pub(crate) struct Asked<T>(pub(crate) T);

/// What a path has in its braces.
#[derive(Debug, FromRequestParts)]
#[from_request(via(axum::extract::Path), rejection(Refusal))]
pub(crate) struct Named<T>(pub(crate) T);

impl From<PathRejection> for Refusal {
    fn from(rejection: PathRejection) -> Refusal {
        Refusal::new(Code::BadRequest, rejection.body_text())
    }
}

impl From<JsonRejection> for Refusal {
    fn from(rejection: JsonRejection) -> Refusal {
        let code = match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Code::TooLarge,
            _ => Code::BadRequest,
        };
        Refusal::new(code, rejection.body_text())
    }
}

impl From<QueryRejection> for Refusal {
    fn from(rejection: QueryRejection) -> Refusal {
        Refusal::new(Code::BadRequest, rejection.body_text())
    }
}
