//! Data that is no part of the project.

use std::env;
use std::path::{Path, PathBuf};

/// A file or folder of the shared data. Where it is absent, says so.
pub(crate) fn shared(name: &str) -> Option<PathBuf> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = env::var_os("KYTHU_DATA").unwrap_or_else(|| "../shared/data".into());
    let path = workspace.join(folder).join(name);
    if path.exists() {
        return Some(path);
    }
    eprintln!("skipped: there is no {} (KYTHU_DATA names its folder)", path.display());
    None
}
