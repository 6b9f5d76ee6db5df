//! `kythu net`: the files of nets.

mod info;

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use anyhow::Result;
use clap::{Args, Subcommand};
use nets::nnue::Network;

/// Look into the files of nets
#[derive(Args)]
pub(crate) struct NetArgs {
    #[command(subcommand)]
    command: NetCommand,
}

#[derive(Subcommand)]
enum NetCommand {
    Info(info::InfoArgs),
}

/// Does what is asked.
pub(crate) fn run(args: &NetArgs, out: impl Write) -> Result<()> {
    match &args.command {
        NetCommand::Info(args) => info::run(args, out),
    }
}

/// The net of a file, or the one that the program carries.
pub(crate) fn load(file: Option<&Path>) -> Result<Arc<Network>> {
    match file {
        Some(path) => Ok(Arc::new(Network::open(path)?)),
        None => Ok(Network::embedded()),
    }
}
