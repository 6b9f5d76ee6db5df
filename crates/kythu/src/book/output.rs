//! Where a new book goes.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Args;
use knowledge::book::Book;
use serde_json::{Value, json};

#[derive(Args)]
pub(super) struct OutputArgs {
    /// The file to write
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Replace the file if there is one
    #[arg(long)]
    force: bool,
}

impl OutputArgs {
    /// To be called before the work begins: can the book go there at all?
    pub(super) fn check(&self) -> Result<()> {
        let path = &self.output;
        if path.is_dir() {
            bail!("{}: this is a folder, not a file to write", path.display());
        }
        if path.exists() && !self.force {
            bail!("{}: there is a file already; --force replaces it", path.display());
        }
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty())
            && !folder.is_dir()
        {
            bail!("{}: there is no such folder", folder.display());
        }
        Ok(())
    }

    /// Writes the book so that there is the whole of it or nothing.
    pub(super) fn write(&self, book: &Book) -> Result<()> {
        self.check()?;
        let mut name = self.output.clone().into_os_string();
        name.push(".part");
        let unfinished = PathBuf::from(name);
        let written = fs::write(&unfinished, book.as_bytes())
            .and_then(|()| fs::rename(&unfinished, &self.output));
        if written.is_err() {
            let _ = fs::remove_file(&unfinished);
        }
        written.with_context(|| self.output.display().to_string())
    }

    /// What was written, for programs.
    pub(super) fn to_json(&self, book: &Book) -> Value {
        json!({
            "file": self.output.display().to_string(),
            "moves": book.len(),
            "positions": book.positions(),
            "bytes": book.as_bytes().len(),
        })
    }

    /// What was written, in a line.
    pub(super) fn describe(&self, book: &Book) -> String {
        format!(
            "{}: {} moves in {} positions, {} bytes",
            self.output.display(),
            book.len(),
            book.positions(),
            book.as_bytes().len()
        )
    }
}
