//! The page itself, out of the program.
//!
//! Files are found by their exact name among those that were embedded: no path
//! is ever put together from what a client sends.

use std::collections::HashMap;
use std::io::Write;
use std::sync::LazyLock;

use axum::body::{Body, Bytes};
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use rust_embed::RustEmbed;

use crate::error::{Code, Refusal};

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../web/dist"]
#[allow_missing = true]
struct Dist;

/// Where the names of files have their hash: they never change.
const HASHED: &str = "assets/";
const INDEX: &str = "index.html";
const FALLBACK: &str = include_str!("no_page.html");

/// A file of the page.
struct Asset {
    mime: HeaderValue,
    etag: HeaderValue,
    plain: Bytes,
    gzip: Option<Bytes>,
    brotli: Option<Bytes>,
    is_hashed: bool,
}

static ASSETS: LazyLock<HashMap<String, Asset>> = LazyLock::new(|| {
    let mut assets = HashMap::new();
    for name in Dist::iter().filter(|name| is_served(name)) {
        let Some(file) = Dist::get(&name) else { continue };
        let hash: String =
            file.metadata.sha256_hash().iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        let plain = Bytes::from(file.data.into_owned());
        let packed = |ending: &str| {
            Dist::get(&format!("{name}.{ending}")).map(|file| Bytes::from(file.data.into_owned()))
        };
        let gzip = packed("gz").or_else(|| gzip(&name, &plain));
        let asset = asset(&name, &hash, plain, gzip, packed("br"));
        assets.insert(name.into_owned(), asset);
    }
    if !assets.contains_key(INDEX) {
        let plain = Bytes::from_static(FALLBACK.as_bytes());
        assets.insert(INDEX.to_owned(), asset(INDEX, "none", plain, None, None));
    }
    assets
});

/// Packed twins are not served under their own names, nor are hidden files.
fn is_served(name: &str) -> bool {
    let is_hidden = name.split('/').any(|part| part.starts_with('.'));
    !is_hidden && !name.ends_with(".gz") && !name.ends_with(".br")
}

fn asset(
    name: &str,
    hash: &str,
    plain: Bytes,
    gzip: Option<Bytes>,
    brotli: Option<Bytes>,
) -> Asset {
    let etag = HeaderValue::from_str(&format!("\"{hash}\""));
    Asset {
        mime: HeaderValue::from_static(mime(name)),
        etag: etag.unwrap_or(HeaderValue::from_static("\"\"")),
        plain,
        gzip,
        brotli,
        is_hashed: name.starts_with(HASHED),
    }
}

/// The file in fewer bytes, if that is so.
fn gzip(name: &str, plain: &[u8]) -> Option<Bytes> {
    let is_text = mime(name).starts_with("text/")
        || mime(name).contains("json")
        || mime(name).contains("xml");
    if !is_text || plain.len() < 512 {
        return None;
    }
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(plain).ok()?;
    let packed = encoder.finish().ok()?;
    (packed.len() < plain.len()).then(|| packed.into())
}

fn mime(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "mp3" => "audio/mpeg",
        "ogg" => "audio/ogg",
        "wav" => "audio/wav",
        "wasm" => "application/wasm",
        "txt" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// Whatever is no route: a file of the page, or one of its screens.
pub(crate) async fn page(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path == "api" || path.starts_with("api/") {
        return Refusal::not_found("route").into_response();
    }
    if method != Method::GET && method != Method::HEAD {
        return wrong_method().await;
    }
    // A path without a dot is a screen of the page.
    let name = if path.contains('.') { path } else { INDEX };
    match ASSETS.get(name) {
        Some(asset) => answer(asset, &headers),
        None => Refusal::not_found("page").into_response(),
    }
}

pub(crate) async fn wrong_method() -> Response {
    let message = "This cannot be done here.";
    let mut response = Refusal::new(Code::BadRequest, message).into_response();
    *response.status_mut() = StatusCode::METHOD_NOT_ALLOWED;
    response
}

fn answer(asset: &Asset, headers: &HeaderMap) -> Response {
    let cache = if asset.is_hashed { "public, max-age=31536000, immutable" } else { "no-cache" };
    let mut response = Response::new(Body::empty());
    let fields = response.headers_mut();
    fields.insert(CACHE_CONTROL, HeaderValue::from_static(cache));
    fields.insert(ETAG, asset.etag.clone());
    fields.insert(VARY, HeaderValue::from_static("accept-encoding"));
    if headers.get(IF_NONE_MATCH) == Some(&asset.etag) {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        return response;
    }
    fields.insert(CONTENT_TYPE, asset.mime.clone());
    let accepted = headers.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    let accepts = |name: &str| accepted.is_some_and(|text| accepts_encoding(text, name));
    let (bytes, encoding) = match (&asset.brotli, &asset.gzip) {
        (Some(brotli), _) if accepts("br") => (brotli, Some("br")),
        (_, Some(gzip)) if accepts("gzip") => (gzip, Some("gzip")),
        _ => (&asset.plain, None),
    };
    if let Some(encoding) = encoding {
        fields.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    *response.body_mut() = Body::from(bytes.clone());
    response
}

/// Does the header allow this encoding, and not with weight 0?
fn accepts_encoding(header: &str, name: &str) -> bool {
    header.split(',').any(|part| {
        let mut words = part.split(';').map(str::trim);
        let is_it = words.next().is_some_and(|word| word.eq_ignore_ascii_case(name));
        is_it && !words.any(|word| matches!(word, "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_as_browsers_ask_for_them() {
        assert!(accepts_encoding("gzip, deflate, br", "br"));
        assert!(accepts_encoding("br;q=0.5, GZIP;q=1", "gzip"));
        assert!(!accepts_encoding("gzip;q=0, identity", "gzip"));
        assert!(!accepts_encoding("identity", "br"));
    }

    #[test]
    fn hidden_files_and_packed_twins_are_not_served() {
        assert!(is_served("assets/index-abc.js") && !is_served(".gitignore"));
        assert!(!is_served("assets/x.js.br") && !is_served("a/.b/c"));
        assert!(ASSETS.contains_key(INDEX));
    }
}
