//! `kythu data relabel`.

use std::io::Write;
use std::thread::available_parallelism;

use ::data::{Relabel, RelabelSearch, ToolError};
use anyhow::{Result, bail};
use clap::Args;
use clap::builder::RangedU64ValueParser;

use super::watch::{listen, with_audience};
use super::{FilesArgs, grouped, summary, warn};
use crate::evaluator_args::EvaluatorArgs;

/// Judge every position anew
///
/// Moves, results and the order of the games stay; every score becomes that of a
/// search, or of the static evaluation with --depth 0. The scores do not depend
/// on the number of threads. Done games are kept in OUTPUT.relabel: after Ctrl-C or
/// a kill the same command goes on behind them.
#[derive(Args)]
#[command(group = clap::ArgGroup::new("search").required(true))]
pub(super) struct RelabelArgs {
    #[command(flatten)]
    files: FilesArgs,
    /// Begin no new iteration of a search after so many nodes
    #[arg(long, value_name = "N", group = "search")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: Option<u64>,
    /// Search so many plies; 0 is the static evaluation
    #[arg(long, value_name = "N", group = "search")]
    #[arg(value_parser = clap::value_parser!(u32).range(0..=64))]
    depth: Option<u32>,
    #[command(flatten)]
    evaluator: EvaluatorArgs,
    /// How many games to judge at a time [default: one for each processor]
    #[arg(long, value_name = "N")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024))]
    threads: Option<usize>,
    /// Hash table of each thread in MiB; it is cleared before every game
    #[arg(long, value_name = "MIB", default_value = "4")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=65_536))]
    hash: usize,
}

pub(super) fn run(args: &RelabelArgs, mut out: impl Write) -> Result<()> {
    let files = &args.files;
    let (evaluator, evaluator_name) = args.evaluator.evaluator()?;
    listen()?;
    let relabel = Relabel {
        inputs: &files.files,
        salvage: files.salvage,
        evaluator,
        evaluator_name,
        search: args.search(),
        hash: args.hash,
        threads: args.threads.unwrap_or_else(|| available_parallelism().map_or(1, usize::from)),
    };
    let done = with_audience(|audience| relabel.run(&files.output, files.force, audience));
    let done = match done {
        Err(ToolError::Interrupted) => {
            bail!("interrupted; the same command goes on from here");
        }
        done => done?,
    };
    if done.before > 0 {
        eprintln!("{} games had been judged before", grouped(done.before));
    }
    warn(&done.damage);
    Ok(summary(done.games, done.positions, &files.output, &mut out)?)
}

impl RelabelArgs {
    fn search(&self) -> RelabelSearch {
        match (self.nodes, self.depth) {
            (Some(nodes), _) => RelabelSearch::Nodes(nodes),
            (None, Some(depth @ 1..)) => RelabelSearch::Depth(depth),
            (None, _) => RelabelSearch::Static,
        }
    }
}
