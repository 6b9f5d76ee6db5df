//! `kythu data stats`: what is in files of games.

use std::io::{self, Write};
use std::path::PathBuf;
use std::slice;

use ::data::{DataStatistics, Filter, GameFiles, ReadError};
use anyhow::Result;
use clap::Args;
use serde_json::{Value, json};

use super::histogram::{print_counts, print_histograms};
use super::watch::Watch;

/// Count games, results, scores, men and lengths
///
/// Every position and move is checked on the way. A last game that is cut
/// short, as after a kill, is told of and left out. Of several files each is
/// counted, and then all of them together: a game that is in two files counts
/// there as one that is the same as another.
#[derive(Args)]
pub(super) struct StatsArgs {
    /// Files of games in the viriformat layout (.vf, .vf.zst)
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Count the games before the damage of a damaged file instead of refusing it
    #[arg(long)]
    salvage: bool,
    /// As JSON, for programs
    #[arg(long)]
    json: bool,
}

/// What is in one file.
struct FileReport {
    name: String,
    /// Bytes of whole games.
    bytes: u64,
    /// Why there is nothing more.
    damage: Option<ReadError>,
    statistics: DataStatistics,
}

pub(super) fn run(args: &StatsArgs, mut out: impl Write) -> Result<()> {
    let mut total = (args.files.len() > 1).then(|| DataStatistics::new(Filter::default()));
    let mut reports = Vec::new();
    for path in &args.files {
        reports.push(FileReport::read(path, args.salvage, total.as_mut())?);
    }
    if args.json {
        let files: Vec<Value> = reports.iter().map(FileReport::to_json).collect();
        let report = match (&files[..], &total) {
            ([file], None) => file.clone(),
            _ => json!({ "files": files, "total": total }),
        };
        serde_json::to_writer_pretty(&mut out, &report).map_err(io::Error::from)?;
        writeln!(out)?;
        return Ok(());
    }
    for report in &reports {
        if total.is_some() {
            writeln!(out, "{}", report.name)?;
        }
        print_counts(&report.statistics, &mut out)?;
        if total.is_none() {
            print_histograms(&report.statistics, &mut out)?;
        }
        if let Some(offset) = cut_short(report.damage.as_ref()) {
            writeln!(out, "\nThe last game, from byte {offset}, is cut short and was left out.")?;
        } else if let Some(damage) = &report.damage {
            writeln!(out, "\nThe file is damaged, and the rest was left out: {damage}")?;
        }
        if total.is_some() {
            writeln!(out)?;
        }
    }
    if let Some(total) = &total {
        writeln!(out, "all {} files together", reports.len())?;
        print_counts(total, &mut out)?;
        print_histograms(total, &mut out)?;
    }
    Ok(())
}

impl FileReport {
    /// Counts the games of a file, in `total` too.
    fn read(
        path: &PathBuf,
        salvage: bool,
        mut total: Option<&mut DataStatistics>,
    ) -> Result<FileReport> {
        let mut watch = Watch::new();
        let mut statistics = DataStatistics::new(Filter::default());
        let mut games = GameFiles::open(slice::from_ref(path), salvage)?;
        while let Some(game) = games.next_game()? {
            statistics.add(&game);
            if let Some(total) = &mut total {
                total.add(&game);
            }
            if statistics.games.is_multiple_of(1_000) {
                watch.show(&games.progress());
            }
        }
        statistics.close();
        let name = path.display().to_string();
        let bytes = games.unpacked();
        let damage = games.into_damage().into_iter().next().map(|damage| damage.error);
        Ok(FileReport { name, bytes, damage, statistics })
    }

    fn to_json(&self) -> Value {
        json!({
            "file": self.name,
            "bytes": self.bytes,
            "cut_short_at": cut_short(self.damage.as_ref()),
            "damage": self.damage.as_ref().map(ToString::to_string),
            "statistics": self.statistics,
        })
    }
}

/// Where the last game begins, if it is cut short.
fn cut_short(damage: Option<&ReadError>) -> Option<u64> {
    match damage {
        Some(ReadError::CutShort { offset }) => Some(*offset),
        _ => None,
    }
}
