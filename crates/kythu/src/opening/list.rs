//! Openings that have some words in their name.

use std::io::{BufWriter, Write};

use anyhow::{Result, bail};
use knowledge::openings::OpeningNames;
use serde_json::{Value, json};

pub(super) fn run(
    words: &str,
    openings: &OpeningNames,
    as_json: bool,
    out: impl Write,
) -> Result<()> {
    let found = openings.search(words);
    let mut out = BufWriter::new(out);
    if as_json {
        let list: Vec<Value> = found
            .iter()
            .map(|opening| {
                json!({
                    "eco": opening.eco.to_string(),
                    "name": opening.name,
                    "line": opening.line(),
                })
            })
            .collect();
        writeln!(out, "{}", serde_json::to_string_pretty(&list)?)?;
        return Ok(out.flush()?);
    }
    if found.is_empty() {
        bail!("no opening has all of '{words}' in its name and code");
    }
    let width = found.iter().map(|opening| opening.name.chars().count()).max().unwrap_or(0);
    for opening in found {
        writeln!(out, "{}  {:<width$}  {}", opening.eco, opening.name, opening.line())?;
    }
    Ok(out.flush()?)
}
