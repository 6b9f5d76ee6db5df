//! Which tables there are.

use std::collections::BTreeSet;
use std::io::Write;

use anyhow::Result;
use clap::Args;
use indicatif::BinaryBytes;
use knowledge::syzygy::{EndgameTables, MOST_MEN, Material, Metric, Opened, TableFile};
use serde_json::json;

use super::Place;

/// How many endings of three, four, five, six and seven men there are.
const ENDINGS: [usize; MOST_MEN - 2] = [5, 30, 110, 365, 1001];

/// List the tables there are, and what is wrong with others
///
/// Counts them by men and names the endings of which one of the two tables is
/// missing: without DTZ, the way to win within the fifty-move rule is not known;
/// without WDL, nothing is. Files that are no tables, or broken, are named with
/// the reason.
#[derive(Args)]
pub(super) struct ListArgs {
    #[command(flatten)]
    place: Place,
    /// As JSON, for programs
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &ListArgs, mut out: impl Write) -> Result<()> {
    let Opened { tables, problems } = args.place.survey()?;
    let endings = [Metric::Wdl, Metric::Dtz].map(|metric| endings(&tables, metric));
    let [wdl, dtz] = &endings;
    let names = |of: &BTreeSet<Material>, without: &BTreeSet<Material>| -> Vec<String> {
        of.difference(without).map(Material::to_string).collect()
    };
    let (no_dtz, no_wdl) = (names(wdl, dtz), names(dtz, wdl));
    if args.json {
        let report = json!({
            "tables": tables.files().map(table).collect::<Vec<_>>(),
            "wdl_without_dtz": no_dtz,
            "dtz_without_wdl": no_wdl,
            "problems": problems
                .iter()
                .map(|problem| {
                    json!({ "path": problem.path.display().to_string(), "reason": problem.fault.to_string() })
                })
                .collect::<Vec<_>>(),
        });
        writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?;
        return Ok(());
    }
    writeln!(out, "{:<6}{:>12}{:>12}{:>14}", "men", "WDL", "DTZ", "size")?;
    for (men, of) in (3..=tables.max_men()).zip(ENDINGS) {
        let [wdl, dtz] = endings
            .each_ref()
            .map(|list| list.iter().filter(|material| material.men() == men).count())
            .map(|count| format!("{count} of {of}"));
        let size = tables.files().filter(|file| file.material.men() == men).map(|file| file.bytes);
        writeln!(out, "{men:<6}{wdl:>12}{dtz:>12}{:>14}", BinaryBytes(size.sum()).to_string())?;
    }
    for (what, list) in [("WDL without DTZ", no_dtz), ("DTZ without WDL", no_wdl)] {
        if !list.is_empty() {
            writeln!(out, "\n{what}: {}", list.join(" "))?;
        }
    }
    if !problems.is_empty() {
        writeln!(out, "\nNot used:")?;
        problems.iter().try_for_each(|problem| writeln!(out, "  {problem}"))?;
    }
    Ok(())
}

fn endings(tables: &EndgameTables, metric: Metric) -> BTreeSet<Material> {
    tables.files().filter(|file| file.metric == metric).map(|file| file.material).collect()
}

fn table(file: &TableFile) -> serde_json::Value {
    json!({
        "material": file.material.to_string(),
        "men": file.material.men(),
        "metric": file.metric.to_string(),
        "path": file.path.display().to_string(),
        "bytes": file.bytes,
    })
}
