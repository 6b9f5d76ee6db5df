//! `kythu data`: what is in files of games.

use std::fs::File;
use std::io::{self, IsTerminal, Write, stderr};
use std::path::{Path, PathBuf};

use ::data::{Bucket, DataStatistics, Filter, MATE_SCORE, ReadError, Reader};
use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

/// Columns of the longest bar.
const BAR: usize = 40;

/// Look into files of games to train on
#[derive(Args)]
pub(crate) struct DataArgs {
    #[command(subcommand)]
    command: DataCommand,
}

#[derive(Subcommand)]
enum DataCommand {
    Stats(StatsArgs),
}

/// Count games, results, scores, men and lengths
///
/// Every position and move is checked on the way. A last game that is cut
/// short, as after a kill, is told of and left out. Of several files each is
/// counted, and then all of them together: a game that is in two files counts
/// there as one that is the same as another.
#[derive(Args)]
struct StatsArgs {
    /// Files of games in the viriformat layout
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// As JSON, for programs
    #[arg(long)]
    json: bool,
}

/// Does what is asked.
pub(crate) fn run(args: &DataArgs, out: impl Write) -> Result<()> {
    match &args.command {
        DataCommand::Stats(args) => stats(args, out),
    }
}

/// What is in one file.
struct FileReport {
    name: String,
    /// Bytes of whole games.
    bytes: u64,
    /// Where a game begins that is not whole.
    cut_short: Option<u64>,
    statistics: DataStatistics,
}

fn stats(args: &StatsArgs, mut out: impl Write) -> Result<()> {
    let mut total = (args.files.len() > 1).then(|| DataStatistics::new(Filter::default()));
    let mut reports = Vec::new();
    for path in &args.files {
        reports.push(FileReport::read(path, total.as_mut())?);
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
        if let Some(offset) = report.cut_short {
            writeln!(out, "\nThe last game, from byte {offset}, is cut short and was left out.")?;
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
    fn read(path: &Path, mut total: Option<&mut DataStatistics>) -> Result<FileReport> {
        let name = path.display().to_string();
        let file = File::open(path).with_context(|| name.clone())?;
        let length = file.metadata().with_context(|| name.clone())?.len();
        let bar = reading_bar(length);
        let mut statistics = DataStatistics::new(Filter::default());
        let mut reader = Reader::new(bar.wrap_read(file));
        let mut cut_short = None;
        for game in reader.by_ref() {
            match game {
                Ok(game) => {
                    statistics.add(&game);
                    if let Some(total) = &mut total {
                        total.add(&game);
                    }
                }
                Err(ReadError::CutShort { offset }) => cut_short = Some(offset),
                Err(error) => bail!("{name}: {error}"),
            }
        }
        bar.finish_and_clear();
        Ok(FileReport { name, bytes: reader.whole(), cut_short, statistics })
    }

    fn to_json(&self) -> Value {
        json!({
            "file": self.name,
            "bytes": self.bytes,
            "cut_short_at": self.cut_short,
            "statistics": self.statistics,
        })
    }
}

fn reading_bar(length: u64) -> ProgressBar {
    if !stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{wide_bar} {bytes}/{total_bytes} eta {eta}");
    ProgressBar::new(length).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

fn print_counts(statistics: &DataStatistics, out: &mut impl Write) -> io::Result<()> {
    let DataStatistics { games, positions, kept, .. } = *statistics;
    let line = |out: &mut dyn Write, what: &str, count: u64, of: u64| {
        writeln!(out, "{what:<26}{:>14}{:>8}", grouped(count), percent(count, of))
    };
    writeln!(out, "{:<26}{:>14}", "games", grouped(games))?;
    line(out, "  White won", statistics.white_won, games)?;
    line(out, "  drawn", statistics.drawn, games)?;
    line(out, "  Black won", statistics.black_won, games)?;
    line(out, "  same start as another", statistics.repeated_starts, games)?;
    line(out, "  same game as another", statistics.repeated_games, games)?;
    writeln!(out, "{:<26}{:>14}", "positions", grouped(positions))?;
    line(out, "  kept for training", kept, positions)?;
    writeln!(
        out,
        "plies a game              {:>14.1}   from {} to {}",
        statistics.mean_length(),
        statistics.shortest,
        statistics.longest
    )
}

fn print_histograms(statistics: &DataStatistics, out: &mut impl Write) -> io::Result<()> {
    histogram(out, "score for White", "positions", &statistics.scores, &score_label)?;
    histogram(out, "men", "positions", &in_pairs(&statistics.men), &range_label)?;
    histogram(out, "plies", "games", &statistics.lengths, &range_label)
}

/// A bar for each bucket, and White's share of the points in its games.
fn histogram(
    out: &mut impl Write,
    title: &str,
    unit: &str,
    buckets: &[Bucket],
    label: &dyn Fn(&Bucket) -> String,
) -> io::Result<()> {
    let most = buckets.iter().map(|bucket| bucket.count).max().unwrap_or(0);
    let whole = buckets.iter().map(|bucket| bucket.count).sum();
    writeln!(out, "\n{title:<16}{unit:>12}{:>8}  {:>9}", "", "White got")?;
    // Nothing before the first and after the last that has something.
    let is_used = |bucket: &Bucket| bucket.count > 0;
    let first = buckets.iter().position(is_used).unwrap_or(0);
    let end = buckets.iter().rposition(is_used).map_or(first, |last| last + 1);
    for bucket in &buckets[first..end] {
        let points = if bucket.count == 0 {
            "-".to_owned()
        } else {
            format!("{:.0}%", 100.0 * bucket.white_points / bucket.count as f64)
        };
        let (count, share) = (grouped(bucket.count), percent(bucket.count, whole));
        let line = format!("{:<16}{count:>12}{share:>8}  {points:>9}", label(bucket));
        writeln!(out, "{}", format!("{line}  {}", bar(bucket.count, most)).trim_end())?;
    }
    Ok(())
}

/// Bars have eighths of a column.
fn bar(count: u64, most: u64) -> String {
    const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (count as f64 / most.max(1) as f64 * (BAR * 8) as f64).ceil() as usize;
    format!("{}{}", "█".repeat(eighths / 8), PARTS[eighths % 8])
}

fn score_label(bucket: &Bucket) -> String {
    let mate = i32::from(MATE_SCORE);
    match bucket {
        Bucket { from, .. } if *from >= mate => "White mates".to_owned(),
        Bucket { to, .. } if *to <= -mate => "Black mates".to_owned(),
        Bucket { from, to, .. } => format!("{from:+} to {to:+}"),
    }
}

fn range_label(bucket: &Bucket) -> String {
    match bucket {
        Bucket { from, to, .. } if from == to => from.to_string(),
        Bucket { from, to: i32::MAX, .. } => format!("{from} and more"),
        Bucket { from, to, .. } => format!("{from} to {to}"),
    }
}

/// Every two neighbours as one, from the high end.
fn in_pairs(buckets: &[Bucket]) -> Vec<Bucket> {
    let sum = |pair: &[Bucket]| {
        pair.iter().copied().reduce(|a, b| Bucket {
            from: a.from.min(b.from),
            to: a.to.max(b.to),
            count: a.count + b.count,
            white_points: a.white_points + b.white_points,
        })
    };
    buckets.rchunks(2).rev().filter_map(sum).collect()
}

fn percent(count: u64, of: u64) -> String {
    format!("{:.1}%", 100.0 * count as f64 / of.max(1) as f64)
}

/// Thousands apart.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let parts: Vec<&str> = (0..digits.len())
        .rev()
        .step_by(3)
        .map(|last| &digits[(last + 1).saturating_sub(3)..=last])
        .collect();
    parts.into_iter().rev().collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_for_people() {
        assert_eq!(grouped(7), "7");
        assert_eq!(grouped(1_000), "1,000");
        assert_eq!(grouped(12_345_678), "12,345,678");
        assert_eq!(percent(0, 0), "0.0%");
        assert_eq!(bar(1, 1_000_000), "▏");
        assert_eq!(bar(5, 5).chars().count(), BAR);
        assert_eq!(bar(0, 5), "");
    }
}
