//! Where test cases come from.

use std::path::{Path, PathBuf};
use std::{env, fs};

/// A file of the project's own cases.
pub(crate) fn own(name: &str) -> String {
    read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name))
}

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

pub(crate) fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Are the deep and long runs asked for?
pub(crate) fn is_long() -> bool {
    env::var_os("KYTHU_LONG").is_some_and(|value| value == "1")
}
