//! The opening suites that engines are tested with, where they are at hand.

use std::env;
use std::path::Path;

use arena::OpeningFile;

/// Every opening of every file can be played; a sample of the large ones.
#[test]
fn openings_of_others() {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = env::var_os("KYTHU_DATA").unwrap_or_else(|| "../shared/data".into());
    let folder = workspace.join(folder).join("match");
    let Ok(entries) = folder.read_dir() else {
        eprintln!("skipped: there is no {} (KYTHU_DATA names its folder)", folder.display());
        return;
    };
    let step = if env::var_os("KYTHU_LONG").is_some_and(|value| value == "1") { 1 } else { 50 };
    for path in entries.map(|entry| entry.expect("an entry").path()) {
        if path.extension().is_none_or(|extension| extension != "zip") {
            continue;
        }
        let book = OpeningFile::open(&path).unwrap_or_else(|error| panic!("{error}"));
        assert!(book.len() > 900, "{}: {}", path.display(), book.len());
        for index in (0..book.len()).step_by(step) {
            let opening = book.opening(index);
            opening.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        }
    }
}
