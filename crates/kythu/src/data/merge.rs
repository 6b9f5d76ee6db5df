//! `kythu data merge`.

use std::io::Write;

use ::data::Merge;
use anyhow::Result;
use clap::Args;

use super::watch::{listen, with_audience};
use super::{FilesArgs, grouped};

/// Put the games of several files into one, each game once
///
/// Of games with the same start position and the same moves, whatever their
/// scores, the first is kept. A first pass notes a hash of every game in
/// temporary files beside the output (16 bytes a game) and compares them, a
/// 64th at a time; the second pass writes. In memory there is a bit a game.
#[derive(Args)]
pub(super) struct MergeArgs {
    #[command(flatten)]
    files: FilesArgs,
    /// Keep games that are there twice, in one pass
    #[arg(long)]
    keep_repeats: bool,
}

pub(super) fn run(args: &MergeArgs, mut out: impl Write) -> Result<()> {
    let files = &args.files;
    listen()?;
    let mut output = files.create()?;
    let merge =
        Merge { inputs: &files.files, salvage: files.salvage, keep_repeats: args.keep_repeats };
    let merged = with_audience(|audience| merge.run(&mut output, &files.output, audience))?;
    if merged.repeats > 0 {
        eprintln!("{} games were there twice; one of each was kept", grouped(merged.repeats));
    }
    files.finish(output, &merged.damage, &mut out)
}
