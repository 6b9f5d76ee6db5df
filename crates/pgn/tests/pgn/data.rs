//! Where larger test data comes from.

use std::env;
use std::path::{Path, PathBuf};

/// A path in the folder of larger test data, which is no part of the project.
/// Where there is no such folder, says so.
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

/// The files of a folder whose names end so, in order.
pub(crate) fn shared_files(folder: &str, end: &str) -> Vec<PathBuf> {
    let Some(folder) = shared(folder) else { return Vec::new() };
    let entries = folder.read_dir().expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut paths: Vec<PathBuf> =
        entries.filter(|path| path.to_string_lossy().ends_with(end)).collect();
    paths.sort();
    assert!(!paths.is_empty(), "nothing in {}", folder.display());
    paths
}

/// Are the deep and long runs asked for?
pub(crate) fn is_long() -> bool {
    env::var_os("KYTHU_LONG").is_some_and(|value| value == "1")
}
