//! Training and tuning from the command line.

#![forbid(unsafe_code)]

mod adam;
mod checkpoint;
mod labels;
mod model;
mod params_file;
mod samples;
mod tune;
mod wdl;

use clap::Parser;

/// Training and tuning for Kythu.
#[derive(Parser, Debug)]
#[command(version, about)]
enum Command {
    /// Fit the weights of the hand-written evaluation to labelled positions.
    Tune(tune::Options),
    /// Fit the chances of winning, drawing and losing to games of self-play.
    Wdl(wdl::Options),
}

fn main() -> anyhow::Result<()> {
    match Command::parse() {
        Command::Tune(options) => tune::run(&options),
        Command::Wdl(options) => wdl::run(&options),
    }
}
