//! `kythu data`: looking into files of games, and making new ones of them.

mod filter;
mod histogram;
mod merge;
mod relabel;
mod shuffle;
mod stats;
mod view;
mod watch;

use std::io::Write;
use std::path::{Path, PathBuf};

use ::data::{Damage, GameOutput, ToolError};
use anyhow::Result;
use clap::{Args, Subcommand};

use histogram::grouped;

/// Look into files of games to train on, merge, shuffle, filter and relabel them
///
/// Files are those of kythu datagen, plain (.vf) or packed by Zstandard
/// (.vf.zst). They are read as a stream: memory does not grow with them. A new
/// file is written beside its place and renamed when it is whole; one whose
/// name ends with .zst is packed.
#[derive(Args)]
pub(crate) struct DataArgs {
    #[command(subcommand)]
    command: DataCommand,
}

#[derive(Subcommand)]
enum DataCommand {
    Stats(stats::StatsArgs),
    View(view::ViewArgs),
    Merge(merge::MergeArgs),
    Shuffle(shuffle::ShuffleArgs),
    Filter(filter::FilterArgs),
    Relabel(relabel::RelabelArgs),
}

/// Does what is asked.
pub(crate) fn run(args: &DataArgs, out: impl Write) -> Result<()> {
    match &args.command {
        DataCommand::Stats(args) => stats::run(args, out),
        DataCommand::View(args) => view::run(args, out),
        DataCommand::Merge(args) => merge::run(args, out),
        DataCommand::Shuffle(args) => shuffle::run(args, out),
        DataCommand::Filter(args) => filter::run(args, out),
        DataCommand::Relabel(args) => relabel::run(args, out),
    }
}

/// What is read, and where the result goes.
#[derive(Args)]
struct FilesArgs {
    /// Files of games in the viriformat layout (.vf, .vf.zst)
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The file to write, packed if its name ends with .zst
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Replace the output if there is one
    #[arg(long)]
    force: bool,
    /// Use the games before the damage of a damaged file instead of refusing it; a last
    /// game that is cut short, as after a kill, is left out in any case
    #[arg(long)]
    salvage: bool,
}

impl FilesArgs {
    fn create(&self) -> Result<GameOutput, ToolError> {
        GameOutput::create(&self.output, self.force)
    }

    /// Gives the output its name, and says what is in it.
    fn finish(&self, output: GameOutput, damage: &[Damage], out: &mut impl Write) -> Result<()> {
        let (games, positions) = (output.games(), output.positions());
        output.finish()?;
        warn(damage);
        Ok(summary(games, positions, &self.output, out)?)
    }
}

fn summary(games: u64, positions: u64, path: &Path, out: &mut impl Write) -> std::io::Result<()> {
    let (games, positions) = (grouped(games), grouped(positions));
    writeln!(out, "{games} games {positions} positions in {}", path.display())
}

/// Tells of what was left out of damaged files.
fn warn(damage: &[Damage]) {
    for Damage { path, error } in damage {
        eprintln!("{}: {error}; what is before it was used", path.display());
    }
}
