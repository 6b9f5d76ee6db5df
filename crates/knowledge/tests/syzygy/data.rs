//! Where tables come from.

use std::env;
use std::path::{Path, PathBuf};

use knowledge::syzygy::EndgameTables;

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

/// All tables of three and four men.
pub(crate) fn tables() -> Option<EndgameTables> {
    let opened = EndgameTables::open(shared("syzygy")?.to_str().expect("UTF-8"));
    assert_eq!(opened.problems, []);
    assert_eq!((opened.tables.len(), opened.tables.max_men()), (70, 4));
    Some(opened.tables)
}
