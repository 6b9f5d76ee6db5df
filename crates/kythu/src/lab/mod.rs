//! `kythu lab`: experiments.

mod audience;
mod calibrate;
mod commands;
mod place;

use anyhow::Result;
use clap::{Args, Subcommand};

use calibrate::CalibrateArgs;
use commands::{
    AblationArgs, AgentsArgs, DepthArgs, HumanityArgs, RatingsArgs, ScenariosArgs, SeesArgs,
    SuiteArgs, ThreadsArgs,
};
use place::PlaceOptions;

/// How programs end that somebody interrupted.
const EXIT_STATUS: &str = "Exit status: 0 when all was measured, 130 when it was interrupted (the same \
                           command goes on where it was), 1 on errors.";

/// Make experiments with players and with the search
///
/// Every command writes Markdown, CSV, JSON and SVG into one folder, and a
/// file of JSON lines with each result as it comes. Interrupted or killed, the
/// same command goes on where it was. The figures that the reports of the
/// origin systems give stand beside ours.
#[derive(Args)]
#[command(after_long_help = EXIT_STATUS)]
pub(crate) struct LabArgs {
    #[command(subcommand)]
    command: LabCommand,
}

#[derive(Subcommand)]
enum LabCommand {
    /// What a ply more costs: time, nodes and table hits by depth
    Depth(Box<Experiment<DepthArgs>>),
    /// The matches of the origin systems' reports, played again
    Scenarios(Box<Experiment<ScenariosArgs>>),
    /// What each depth sees: positions by motif and grade
    Sees(Box<Experiment<SeesArgs>>),
    /// Everybody who has a name against everybody, on the anchors' scale
    Ratings(Box<Experiment<RatingsArgs>>),
    /// What each technique of the search is worth
    Ablation(Box<Experiment<AblationArgs>>),
    /// What more threads are worth: speed, time to depth, Elo
    Threads(Box<Experiment<ThreadsArgs>>),
    /// Everybody on one position
    Agents(Box<Experiment<AgentsArgs>>),
    /// Who solves how much of a file of positions, and how fast
    Suite(Box<Experiment<SuiteArgs>>),
    /// Do levels err as people of their rating do?
    Humanity(Box<Experiment<HumanityArgs>>),
    /// Which rating each skill of the engine plays at: makes the ladder of levels
    Calibrate(Box<Experiment<CalibrateArgs>>),
}

/// What to measure, and where.
#[derive(Args)]
struct Experiment<A: Args> {
    #[command(flatten)]
    what: A,
    #[command(flatten)]
    place: PlaceOptions,
}

/// Makes an experiment and writes what it found.
pub(crate) fn run(args: LabArgs) -> Result<()> {
    match args.command {
        LabCommand::Depth(args) => args.place.run(|lab| args.what.options()?.run(lab)),
        LabCommand::Scenarios(args) => args.place.run(|lab| args.what.options()?.run(lab)),
        LabCommand::Sees(args) => args.place.run(|lab| args.what.options()?.run(lab)),
        LabCommand::Ratings(args) => args.place.run(|lab| args.what.run(lab)),
        LabCommand::Ablation(args) => args.place.run(|lab| args.what.options()?.run(lab)),
        LabCommand::Threads(args) => args.place.run(|lab| args.what.options()?.run(lab)),
        LabCommand::Agents(args) => args.place.run(|lab| args.what.options()?.run(lab)),
        LabCommand::Suite(args) => args.place.run(|lab| args.what.options()?.run(lab)),
        LabCommand::Humanity(args) => args.place.run(|lab| args.what.options()?.run(lab)),
        LabCommand::Calibrate(args) => args.place.run(|lab| args.what.run(lab)),
    }
}
