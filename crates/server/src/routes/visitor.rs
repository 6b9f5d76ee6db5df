//! Who asks.

use std::sync::Arc;

use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::header::COOKIE;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue};

use crate::app::App;
use crate::error::{Code, Refusal};
use crate::secret;
use crate::store::Visitor;

/// The name of the cookie.
const NAME: &str = "kythu_visitor";
/// Seconds of a year.
const YEAR: u32 = 365 * 24 * 3600;

/// The visitor who asks, by their cookie.
#[derive(Debug)]
pub(crate) struct Caller(pub(crate) Visitor);

impl Caller {
    /// Who has sent these headers.
    async fn of(headers: &HeaderMap, app: &App) -> Result<Option<Caller>, Refusal> {
        let Some(secret) = secret_in(headers) else { return Ok(None) };
        let found = app.store.visitor_by_secret(&secret::hash(secret)).await?;
        Ok(found.map(Caller))
    }
}

impl FromRequestParts<Arc<App>> for Caller {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Caller, Refusal> {
        Caller::of(&parts.headers, app).await?.ok_or_else(|| {
            Refusal::new(Code::NoVisitor, "The server does not know you. Load the page again.")
        })
    }
}

impl OptionalFromRequestParts<Arc<App>> for Caller {
    type Rejection = Refusal;

    async fn from_request_parts(
        parts: &mut Parts,
        app: &Arc<App>,
    ) -> Result<Option<Caller>, Refusal> {
        Caller::of(&parts.headers, app).await
    }
}

/// The secret among the cookies.
fn secret_in(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs =
        cookies.flat_map(|text| text.split(';')).filter_map(|pair| pair.split_once('='));
    let (_, secret) = pairs.find(|(name, _)| name.trim() == NAME)?;
    Some(secret.trim()).filter(|secret| secret::is_plausible(secret))
}

/// The header that gives a visitor their cookie.
pub(crate) fn cookie(secret: &str) -> Result<HeaderValue, Refusal> {
    let text = format!("{NAME}={secret}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Strict");
    HeaderValue::from_str(&text).map_err(Refusal::internal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cookie_is_found_among_others() {
        let mut headers = HeaderMap::new();
        headers.insert(COOKIE, HeaderValue::from_static("a=b; kythu_visitor=abcdefgh; c=d"));
        assert_eq!(secret_in(&headers), Some("abcdefgh"));
        headers.insert(COOKIE, HeaderValue::from_static("kythu_visitor=' OR 1=1 --"));
        assert_eq!(secret_in(&headers), None);
        assert_eq!(secret_in(&HeaderMap::new()), None);
    }
}
