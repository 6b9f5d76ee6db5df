//! `kythu book merge`: several books as one.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;
use knowledge::book;

use super::output::OutputArgs;

/// Make one book of several
///
/// The weights of a move are added up, so books made by counting become the
/// book of all their games. A book whose weights mean something else can be
/// given a factor. Weights that become too large for the format shrink
/// together with those of the other moves of their position.
#[derive(Args)]
pub(super) struct MergeArgs {
    /// The books
    #[arg(required = true, num_args = 2.., value_name = "BOOK")]
    books: Vec<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
    /// What to multiply the weights of each book with, as in 1,0.5
    #[arg(long, value_name = "FACTORS", value_delimiter = ',', value_parser = factor)]
    factors: Vec<f64>,
    /// Say what was done as JSON, for programs
    #[arg(long)]
    json: bool,
}

fn factor(text: &str) -> Result<f64, String> {
    match text.trim().parse() {
        Ok(factor) if (0.0..=1e6).contains(&factor) => Ok(factor),
        _ => Err("not a number from 0 to 1000000".to_owned()),
    }
}

/// Merges them.
pub(super) fn run(args: &MergeArgs, mut out: impl Write) -> Result<()> {
    args.output.check()?;
    let (count, factors) = (args.books.len(), args.factors.len());
    if factors > 0 && factors != count {
        bail!("--factors: {factors} for {count} books (expected one for each)");
    }
    let books = args.books.iter().map(|path| super::open(path)).collect::<Result<Vec<_>>>()?;
    let factors = args.factors.iter().copied().chain(std::iter::repeat(1.0));
    let weighed: Vec<_> = books.iter().zip(factors).collect();
    let merged = book::merge(&weighed);
    args.output.write(&merged)?;
    if args.json {
        let mut report = args.output.to_json(&merged);
        report["warnings"] = books.iter().flat_map(super::warnings).collect();
        writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?;
    } else {
        writeln!(out, "{}", args.output.describe(&merged))?;
    }
    Ok(())
}
