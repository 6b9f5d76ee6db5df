//! Whether the tables can be relied on.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;
use knowledge::syzygy::{EndgameTables, Opened, ProbeError, Problem, TableFile};
use serde_json::{Value, json};

use super::Place;
use crate::progress;

/// Try every table with random positions
///
/// Asks each table about positions, and about those one move later, and sees
/// whether the answers fit together. Damage to much of a table shows after a few
/// positions, a single wrong value hardly ever. Fails if anything is wrong.
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
    /// As JSON, for programs
    #[arg(long)]
    json: bool,
}

/// What came of trying all tables.
#[derive(Default)]
struct Trial {
    asked: u64,
    /// Questions that need a table which is not there.
    unanswered: u64,
    /// Files, and what is wrong with them.
    faults: Vec<(PathBuf, String)>,
}

pub(super) fn run(args: &CheckArgs, mut out: impl Write) -> Result<()> {
    let Opened { tables, problems } = args.place.survey()?;
    if tables.is_empty() && problems.is_empty() {
        bail!("there are no endgame tables in {}", args.place.path()?);
    }
    let mut trial = Trial::default();
    trial.note(problems);
    let bar = progress::of_things(tables.len() as u64);
    for file in tables.files() {
        bar.set_message(file.material.to_string());
        trial.ask(&tables, file, args);
        bar.inc(1);
    }
    bar.finish_and_clear();
    if args.json {
        let report = trial.to_json(tables.len());
        writeln!(out, "{}", serde_json::to_string_pretty(&report)?)?;
    } else {
        trial.print(tables.len(), &mut out)?;
    }
    if !trial.faults.is_empty() {
        bail!("some tables are not to be relied on");
    }
    Ok(())
}

impl Trial {
    fn ask(&mut self, tables: &EndgameTables, file: &TableFile, args: &CheckArgs) {
        let mut dice = fastrand::Rng::with_seed(args.seed);
        for _ in 0..args.positions {
            let position = file.material.random_position(&mut dice);
            self.asked += 1;
            match tables.is_consistent(&position, file.metric) {
                Ok(true) => {}
                Ok(false) => {
                    let reason = format!("its values contradict each other at {position}");
                    self.faults.push((file.path.clone(), reason));
                    break;
                }
                // It is out of use now, and told of below.
                Err(ProbeError::Damaged { .. }) => break,
                Err(_) => self.unanswered += 1,
            }
        }
        self.note(tables.take_problems());
    }

    fn note(&mut self, problems: Vec<Problem>) {
        let fault = |Problem { path, fault }| (path, fault.to_string());
        self.faults.extend(problems.into_iter().map(fault));
    }

    fn print(&self, tables: usize, out: &mut impl Write) -> io::Result<()> {
        for (path, reason) in &self.faults {
            writeln!(out, "{}: {reason}", path.display())?;
        }
        let (asked, faults) = (self.asked, self.faults.len());
        writeln!(out, "tables: {tables}, positions: {asked}, faults: {faults}")?;
        if self.unanswered > 0 {
            let unanswered = self.unanswered;
            writeln!(out, "positions that need tables which are not there: {unanswered}")?;
        }
        Ok(())
    }

    fn to_json(&self, tables: usize) -> Value {
        let faults = self
            .faults
            .iter()
            .map(|(path, reason)| json!({ "path": path.display().to_string(), "reason": reason }));
        json!({
            "tables": tables,
            "positions": self.asked,
            "unanswered": self.unanswered,
            "faults": faults.collect::<Vec<_>>(),
        })
    }
}
