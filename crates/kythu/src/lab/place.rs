//! Where an experiment is made, and how.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use lab::{Interruption, Lab, LabError, Outcome};

use super::audience::Terminal;

/// What shells have for a program that was interrupted.
const INTERRUPTED: i32 = 130;

/// What all experiments have.
#[derive(Args)]
pub(super) struct PlaceOptions {
    /// The folder for everything that is written
    #[arg(short, long, value_name = "DIR", default_value = "lab")]
    output: PathBuf,
    /// Games or searches at the same time; timings want one core each
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    /// The seed of everything random
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
}

impl PlaceOptions {
    /// Makes the experiment, writes and prints what it found. Does not come back
    /// when it was interrupted.
    pub(super) fn run(
        &self,
        experiment: impl FnOnce(&Lab<'_>) -> Result<Outcome, LabError>,
    ) -> Result<()> {
        let interruption = Interruption::new();
        let hand = interruption.clone();
        ctrlc::set_handler(move || hand.stop()).context("cannot listen for Ctrl-C")?;
        let audience = Terminal::new();
        let lab = Lab {
            folder: self.output.clone(),
            concurrency: self.concurrency.into(),
            seed: self.seed,
            interruption,
            audience: &audience,
        };
        let outcome = experiment(&lab)?;
        let files = outcome.findings.write(&self.output)?;
        let mut out = std::io::stdout().lock();
        write!(out, "{}", outcome.findings.markdown())?;
        eprintln!("\n{} files in {}", files.len(), self.output.display());
        if !outcome.is_complete {
            eprintln!("Interrupted. To go on: the same command again.");
            out.flush()?;
            std::process::exit(INTERRUPTED);
        }
        Ok(())
    }
}

/// Seconds as people type them.
pub(super) fn seconds(text: &str) -> Result<std::time::Duration, String> {
    let value: Option<f64> = text.parse().ok().filter(|value| (0.001..=1e6).contains(value));
    value
        .map(std::time::Duration::from_secs_f64)
        .ok_or_else(|| "expected seconds from 0.001 to 1000000".to_owned())
}
