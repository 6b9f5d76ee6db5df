//! `kythu lab calibrate`.

use std::path::{Path, PathBuf};

use arena::TimeControl;
use clap::Args;
use lab::{CalibrationOptions, FormerMatches, Lab, LabError, Outcome};

/// What a ladder is measured with.
#[derive(Args)]
pub(super) struct CalibrateArgs {
    /// The program of the anchors, which knows UCI_Elo: Stockfish
    #[arg(long, value_name = "CMD")]
    anchor: String,
    /// The ratings of the anchors, ascending; 1350 to 2850 in steps of 50 if left out
    #[arg(long, value_name = "ELO,…", value_delimiter = ',')]
    anchor_elos: Vec<u32>,
    /// Skills in thousandths, ascending; 0 to 1000 in steps of 50 if left out
    #[arg(long, value_name = "SKILL,…", value_delimiter = ',')]
    skills: Vec<u32>,
    /// Games of each skill
    #[arg(long, value_name = "NUMBER", default_value_t = 200)]
    games: u32,
    /// Games of each skill before its opponent is chosen anew
    #[arg(long, value_name = "NUMBER", default_value_t = 20)]
    batch: u32,
    /// The time control of both sides; nodes=80000 is about 1+0.1 for the anchors, and
    /// the same on a busy machine
    #[arg(long, value_name = "TC", default_value = "1+0.1")]
    tc: TimeControl,
    /// Count these matches as well, a line each: skill,anchor,wins,draws,losses (and words); with
    /// --games 0 nothing else. crates/agents/levels/matches.csv
    #[arg(long, value_name = "FILE")]
    also: Option<PathBuf>,
    /// Put the ladder into this file, too: crates/agents/levels/ladder.csv
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
}

impl CalibrateArgs {
    pub(super) fn run(&self, lab: &Lab<'_>) -> Result<Outcome, LabError> {
        let default = CalibrationOptions::default();
        let or = |given: &Vec<u32>, default: Vec<u32>| {
            if given.is_empty() { default } else { given.clone() }
        };
        let options = CalibrationOptions {
            anchor: self.anchor.clone(),
            anchor_elos: or(&self.anchor_elos, default.anchor_elos),
            skills: or(&self.skills, default.skills),
            games: self.games,
            batch: self.batch,
            tc: self.tc,
            former: self.also.as_deref().map(FormerMatches::read).transpose()?,
        };
        let outcome = options.run(lab)?;
        let ladder = options.ladder_csv(&outcome.findings, lab.seed);
        write(&lab.folder.join("ladder.csv"), &ladder)?;
        if let Some(path) = self.write.as_deref().filter(|_| outcome.is_complete) {
            write(path, &ladder)?;
        }
        Ok(outcome)
    }
}

pub(super) fn write(path: &Path, text: &str) -> Result<(), LabError> {
    std::fs::write(path, text).map_err(|source| LabError::File { path: path.to_owned(), source })
}
