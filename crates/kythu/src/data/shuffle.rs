//! `kythu data shuffle`.

use std::io::Write;

use ::data::Shuffle;
use anyhow::Result;
use clap::Args;

use super::FilesArgs;
use super::watch::{listen, with_audience};

/// Put games into random order
///
/// Every order is equally likely. The same files in the same order and the same
/// seed give the same output. In between, the games are in temporary files
/// beside the output, which take as much room as the games unpacked.
#[derive(Args)]
pub(super) struct ShuffleArgs {
    #[command(flatten)]
    files: FilesArgs,
    /// Where the order comes from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many MiB of games to sort at a time
    #[arg(long, value_name = "MIB", default_value = "256")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_048_576))]
    memory: u64,
}

pub(super) fn run(args: &ShuffleArgs, mut out: impl Write) -> Result<()> {
    let files = &args.files;
    listen()?;
    let mut output = files.create()?;
    let shuffle = Shuffle {
        inputs: &files.files,
        salvage: files.salvage,
        seed: args.seed,
        memory: args.memory << 20,
    };
    let damage = with_audience(|audience| shuffle.run(&mut output, &files.output, audience))?;
    files.finish(output, &damage, &mut out)
}
