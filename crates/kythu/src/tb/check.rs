//! Whether the tables can be relied on.

use std::io::{IsTerminal, Write, stderr};

use anyhow::{Result, bail};
use chess::Position;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use knowledge::syzygy::{Opened, ProbeError, TableFile, Tables};

use super::Place;

/// Try every table with random positions
///
/// Asks each table about positions, and about those one move later, and sees
/// whether the answers fit together. A whole table that was damaged anywhere is
/// found with many positions, a single wrong value hardly. Fails if anything is
/// wrong.
#[derive(Args)]
pub(super) struct CheckArgs {
    #[command(flatten)]
    place: Place,
    /// How many positions to try each table with
    #[arg(long, value_name = "N", default_value = "1000")]
    positions: u32,
    /// Which positions: the same number, the same positions
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
}

/// What came of trying a table.
#[derive(Default)]
struct Trial {
    asked: u32,
    /// Questions that need a table which is not there.
    unanswered: u32,
    /// The first position whose answers contradict each other.
    contradiction: Option<Position>,
}

pub(super) fn run(args: &CheckArgs, mut out: impl Write) -> Result<()> {
    let Opened { tables, problems } = args.place.survey()?;
    if tables.is_empty() && problems.is_empty() {
        bail!("there are no endgame tables in {}", args.place.path()?);
    }
    let mut faults = problems.len();
    problems.iter().try_for_each(|problem| writeln!(out, "{problem}"))?;
    let (mut asked, mut unanswered) = (0, 0);
    let bar = bar(tables.len() as u64);
    for file in tables.files() {
        bar.set_message(file.material.to_string());
        let trial = try_out(&tables, file, args);
        asked += u64::from(trial.asked);
        unanswered += u64::from(trial.unanswered);
        if let Some(position) = trial.contradiction {
            faults += 1;
            let path = file.path.display();
            writeln!(out, "{path}: its values contradict each other at {position}")?;
        }
        for problem in tables.take_problems() {
            faults += 1;
            writeln!(out, "{problem}")?;
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    writeln!(out, "tables: {}, positions: {asked}, faults: {faults}", tables.len())?;
    if unanswered > 0 {
        writeln!(out, "positions that need tables which are not there: {unanswered}")?;
    }
    if faults > 0 {
        bail!("some tables are not to be relied on");
    }
    Ok(())
}

fn try_out(tables: &Tables, file: &TableFile, args: &CheckArgs) -> Trial {
    let mut dice = fastrand::Rng::with_seed(args.seed);
    let mut trial = Trial::default();
    for _ in 0..args.positions {
        let position = file.material.random_position(&mut dice);
        trial.asked += 1;
        match tables.is_consistent(&position, file.metric) {
            Ok(true) => {}
            Ok(false) => {
                trial.contradiction = Some(position);
                break;
            }
            // It is out of use now, and will be told of.
            Err(ProbeError::Damaged { .. }) => break,
            Err(_) => trial.unanswered += 1,
        }
    }
    trial
}

fn bar(length: u64) -> ProgressBar {
    if !stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} {msg} eta {eta}");
    ProgressBar::new(length).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
