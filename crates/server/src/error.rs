//! What is said when something cannot be done: a code for programs and a
//! sentence for people.

use axum::Json;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// Why something is refused.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Code {
    BadRequest,
    NoVisitor,
    ForeignOrigin,
    NotYourSeat,
    NotYours,
    NotFound,
    SeatTaken,
    OwnInvitation,
    IllegalMove,
    Stale,
    GameOver,
    NotAllowed,
    BetweenPeople,
    Paused,
    PauseFirst,
    AskedAlready,
    FinishFirst,
    GameTooLong,
    Deleted,
    NothingToUndo,
    NothingToRedo,
    NothingToClaim,
    NothingToAnswer,
    Waiting,
    Busy,
    TooLarge,
    BadPosition,
    BadAgent,
    OptionNotAllowed,
    BadPgn,
    TooMany,
    AgentFailed,
    Internal,
    Closing,
}

impl Code {
    /// The status that goes with it.
    pub fn status(self) -> StatusCode {
        match self {
            Code::BadRequest => StatusCode::BAD_REQUEST,
            Code::NoVisitor => StatusCode::UNAUTHORIZED,
            Code::ForeignOrigin | Code::NotYourSeat | Code::NotYours => StatusCode::FORBIDDEN,
            Code::NotFound => StatusCode::NOT_FOUND,
            Code::SeatTaken
            | Code::OwnInvitation
            | Code::IllegalMove
            | Code::Stale
            | Code::GameOver
            | Code::NotAllowed
            | Code::BetweenPeople
            | Code::Paused
            | Code::PauseFirst
            | Code::AskedAlready
            | Code::FinishFirst
            | Code::GameTooLong
            | Code::Deleted
            | Code::NothingToUndo
            | Code::NothingToRedo
            | Code::NothingToClaim
            | Code::NothingToAnswer
            | Code::Waiting
            | Code::Busy => StatusCode::CONFLICT,
            Code::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Code::BadPosition | Code::BadAgent | Code::OptionNotAllowed | Code::BadPgn => {
                StatusCode::UNPROCESSABLE_ENTITY
            }
            Code::TooMany => StatusCode::TOO_MANY_REQUESTS,
            Code::AgentFailed | Code::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            Code::Closing => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}

/// A refusal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema, thiserror::Error)]
#[error("{message}")]
#[schema(as = Error)]
pub struct Refusal {
    /// For programs.
    pub code: Code,
    /// For people.
    pub message: String,
}

impl Refusal {
    /// A refusal with its reason.
    pub fn new(code: Code, message: impl Into<String>) -> Refusal {
        Refusal { code, message: message.into() }
    }

    pub(crate) fn not_found(what: &str) -> Refusal {
        Refusal::new(Code::NotFound, format!("There is no such {what}."))
    }

    /// Something of ours went wrong: logged in full, told in short.
    pub(crate) fn internal(error: impl std::fmt::Display) -> Refusal {
        tracing::error!(%error, "internal error");
        Refusal::new(Code::Internal, "Something went wrong on the server. Please try again.")
    }

    pub(crate) fn closing() -> Refusal {
        Refusal::new(Code::Closing, "The server is shutting down.")
    }
}

impl From<sqlx::Error> for Refusal {
    fn from(error: sqlx::Error) -> Refusal {
        Refusal::internal(error)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = (self.code.status(), Json(&self)).into_response();
        if self.code == Code::TooMany {
            let headers = response.headers_mut();
            headers.insert("retry-after", HeaderValue::from_static("5"));
        }
        response
    }
}
