//! Training and tuning from the command line.

// Launching kernels on a GPU is unsafe; the modules called `cuda` alone may.
#![deny(unsafe_code)]

/// Prints a line. A run goes on when nobody reads its lines any more.
macro_rules! tell {
    ($($words:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stdout(), $($words)*);
    }};
}

mod adam;
mod checkpoint;
mod command_line;
#[cfg(feature = "cuda")]
mod cuda;
mod curve;
mod device_check;
mod feeders;
mod interruption;
mod labels;
mod mlp;
mod model;
mod nnue;
mod params_file;
mod policy;
mod prepare;
mod run;
mod samples;
mod schedule;
mod tune;
mod wdl;
mod whole_file;

use clap::Parser;

/// Training and tuning for Kythu.
#[derive(Parser, Debug)]
#[command(version, about)]
enum Command {
    /// Fit the weights of the hand-written evaluation to labelled positions.
    Tune(tune::Options),
    /// Take training positions out of games.
    Prepare(prepare::Options),
    /// Train the net of the agent `mlp` on positions.
    Mlp(Box<mlp::Options>),
    /// Train the engine's net on games of self-play.
    Nnue(Box<nnue::Options>),
    /// Train the net of moves, which Monte-Carlo tree search begins with.
    Policy(Box<policy::Options>),
    /// Fit the chances of winning, drawing and losing to games of self-play.
    Wdl(wdl::Options),
}

fn main() -> anyhow::Result<()> {
    match Command::parse() {
        Command::Tune(options) => tune::run(&options),
        Command::Prepare(options) => prepare::run(&options),
        Command::Mlp(options) => mlp::run(&options),
        Command::Nnue(options) => nnue::run(&options),
        Command::Policy(options) => policy::run(&options),
        Command::Wdl(options) => wdl::run(&options),
    }
}
