//! The types of the page are those of the server. `KYTHU_BLESS=1` writes them.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::PathBuf;

#[track_caller]
fn check(name: &str, fresh: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../web/src/api").join(name);
    if std::env::var_os("KYTHU_BLESS").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, fresh).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == fresh,
        "{} is stale: KYTHU_BLESS=1 cargo test -p kythu-server --test generated",
        path.display()
    );
}

#[test]
fn typescript_is_fresh() {
    check("live.ts", &server::generated::typescript());
}

#[test]
fn openapi_is_fresh() {
    check("openapi.json", &server::generated::openapi().unwrap());
}
