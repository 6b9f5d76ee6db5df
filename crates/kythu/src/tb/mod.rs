//! `kythu tb`: endgame tables.

mod check;
mod list;
mod probe;

use std::env;
use std::io::Write;

use anyhow::{Result, bail};
use clap::{Args, Subcommand};
use knowledge::syzygy::{EndgameTables, Opened, Problem};

/// The variable that names the folders of tables.
const VARIABLE: &str = "SYZYGY_PATH";

/// Ask, list and check endgame tables
///
/// Tables are files in the Syzygy format, named like KQvKR.rtbw and KQvKR.rtbz.
#[derive(Args)]
pub(crate) struct TbArgs {
    #[command(subcommand)]
    command: TbCommand,
}

#[derive(Subcommand)]
enum TbCommand {
    Probe(probe::ProbeArgs),
    List(list::ListArgs),
    Check(check::CheckArgs),
}

/// Where the tables are.
#[derive(Args)]
struct Place {
    /// The folders of the tables, separated as in PATH [default: the variable SYZYGY_PATH]
    #[arg(long, value_name = "DIRS")]
    path: Option<String>,
}

impl Place {
    fn path(&self) -> Result<String> {
        let path = self.path.clone().or_else(|| env::var(VARIABLE).ok()).unwrap_or_default();
        if path.is_empty() {
            bail!("no endgame tables are named: give their folders with --path or in {VARIABLE}");
        }
        Ok(path)
    }

    /// Everything that is there.
    fn survey(&self) -> Result<Opened> {
        Ok(EndgameTables::open(&self.path()?))
    }

    /// The tables, of which there is at least one. What is wrong goes to
    /// standard error.
    fn tables(&self) -> Result<EndgameTables> {
        let Opened { tables, problems } = EndgameTables::open_some(&self.path()?)?;
        warn(&problems);
        Ok(tables)
    }
}

fn warn(problems: &[Problem]) {
    for problem in problems {
        eprintln!("kythu: {problem}");
    }
}

/// Does what is asked.
pub(crate) fn run(args: &TbArgs, out: impl Write) -> Result<()> {
    match &args.command {
        TbCommand::Probe(args) => probe::run(args, out),
        TbCommand::List(args) => list::run(args, out),
        TbCommand::Check(args) => check::run(args, out),
    }
}
