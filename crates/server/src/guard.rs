//! What every request must pass: the right Host, the right Origin, not too
//! many of them. And what every answer carries: headers that leave a browser
//! no room for other people's scripts.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HOST, ORIGIN, REFERRER_POLICY, UPGRADE,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::error::{Code, Refusal};

/// Scripts, styles, pictures and sounds of our own, and nothing else. Styles in
/// attributes are for the board, which places its pieces by them.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data:; font-src 'self'; media-src 'self' data:; connect-src 'self'; \
    manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 7] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (X_FRAME_OPTIONS, "DENY"),
    (REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    ),
];

/// Lets a request through, or not.
pub(crate) async fn guard(
    State(app): State<Arc<App>>,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = match admit(&app, client.ip(), &request) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    app.metrics.answered(response.status().as_u16());
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

fn admit(app: &App, client: IpAddr, request: &Request) -> Result<(), Refusal> {
    if !app.requests.allows(client.to_canonical()) {
        app.metrics.refused.add(1);
        return Err(Refusal::new(Code::TooMany, "Too many requests. Wait a few seconds."));
    }
    let names = Names { host: app.config.host, port: app.port, names: &app.config.names };
    names.check(request.method(), request.headers())
}

/// What this server is called.
#[derive(Debug)]
struct Names<'a> {
    host: IpAddr,
    port: u16,
    names: &'a [String],
}

impl Names<'_> {
    fn check(&self, method: &Method, headers: &HeaderMap) -> Result<(), Refusal> {
        let foreign = |message: &str| Err(Refusal::new(Code::ForeignOrigin, message));
        let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or(""));
        let Some(host) = text(HOST) else {
            return foreign("The request names no host.");
        };
        // A name of somebody else's that points here (DNS rebinding) is none of
        // ours: such a page must not talk to this server.
        if !self.is_ours(host) {
            return foreign("This server is not called that. Use the address that it printed.");
        }
        let is_upgrade = headers.contains_key(UPGRADE);
        let is_safe = !is_upgrade && matches!(*method, Method::GET | Method::HEAD);
        match text(ORIGIN) {
            Some(origin) if !is_same(origin, host) => {
                return foreign("The request comes from another site.");
            }
            // Every browser says where a WebSocket comes from.
            None if is_upgrade => return foreign("A WebSocket must say where it comes from."),
            _ => {}
        }
        match text(HeaderName::from_static("sec-fetch-site")) {
            None | Some("same-origin" | "none") => Ok(()),
            Some(_) if is_safe && is_navigation(headers) => Ok(()),
            Some(_) => foreign("The request comes from another site."),
        }
    }

    /// Is this one of our names, with our port?
    fn is_ours(&self, host: &str) -> bool {
        let (name, port) = split(host);
        if self.names.iter().any(|own| own.eq_ignore_ascii_case(name)) {
            // Perhaps behind a proxy with a port of its own.
            return true;
        }
        if port != self.port {
            return false;
        }
        // No name server has a say in an address: no rebinding there.
        match name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>() {
            Ok(address) => !self.host.is_loopback() || address.to_canonical().is_loopback(),
            Err(_) => name.eq_ignore_ascii_case("localhost"),
        }
    }
}

/// Name and port; without one it is HTTP's.
fn split(host: &str) -> (&str, u16) {
    match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => (name, port.parse().unwrap_or(0)),
        _ => (host, 80),
    }
}

/// Is the origin the very host that is asked?
fn is_same(origin: &str, host: &str) -> bool {
    let rest = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    rest.is_some_and(|rest| rest.eq_ignore_ascii_case(host))
}

/// Somebody followed a link: that is how invitations are opened.
fn is_navigation(headers: &HeaderMap) -> bool {
    headers.get("sec-fetch-mode").is_some_and(|mode| mode == "navigate")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(host: &str, method: &str, fields: &[(&'static str, &str)]) -> bool {
        let own = ["chess.example".to_owned()];
        let names = Names { host: host.parse().unwrap(), port: 4173, names: &own };
        let mut headers = HeaderMap::new();
        for (name, value) in fields {
            headers.insert(*name, HeaderValue::from_str(value).unwrap());
        }
        names.check(&method.parse().unwrap(), &headers).is_ok()
    }

    #[test]
    fn hosts_of_ours_and_of_others() {
        let local = |host| check("127.0.0.1", "GET", &[("host", host)]);
        assert!(local("127.0.0.1:4173") && local("localhost:4173") && local("[::1]:4173"));
        assert!(local("chess.example"));
        for host in
            ["evil.example:4173", "127.0.0.1", "127.0.0.1:80", "192.168.1.5:4173", "", "[::1]"]
        {
            assert!(!local(host), "{host}");
        }
        assert!(!check("127.0.0.1", "GET", &[]));
        let shared = |host| check("0.0.0.0", "GET", &[("host", host)]);
        assert!(shared("192.168.1.5:4173") && shared("localhost:4173"));
        assert!(!shared("evil.example:4173"));
    }

    #[test]
    fn origins_of_ours_and_of_others() {
        let host = ("host", "127.0.0.1:4173");
        let ask = |method, fields: &[(&'static str, &str)]| {
            check("127.0.0.1", method, &[&[host], fields].concat())
        };
        assert!(ask("POST", &[("origin", "http://127.0.0.1:4173")]));
        assert!(ask("POST", &[("sec-fetch-site", "same-origin")]));
        for origin in
            ["http://evil.example", "null", "http://127.0.0.1:80", "http://localhost:4173"]
        {
            assert!(!ask("POST", &[("origin", origin)]), "{origin}");
            assert!(!ask("GET", &[("origin", origin), ("upgrade", "websocket")]), "{origin}");
        }
        assert!(!ask("GET", &[("upgrade", "websocket")]));
        assert!(ask("GET", &[("upgrade", "websocket"), ("origin", "http://127.0.0.1:4173")]));
        assert!(!ask("GET", &[("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "no-cors")]));
        assert!(ask("GET", &[("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")]));
        assert!(!ask("POST", &[("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")]));
    }
}
