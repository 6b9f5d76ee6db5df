//! Files that are written whole or not at all.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

/// Writes `bytes` so that an interruption leaves the old or the new file whole.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    let about = || path.display().to_string();
    let mut unfinished = path.as_os_str().to_owned();
    unfinished.push(".part");
    fs::write(&unfinished, bytes).with_context(about)?;
    fs::rename(&unfinished, path).with_context(about)
}
