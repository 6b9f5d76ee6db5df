//! Counts and histograms for people.

use std::io::{self, Write};

use ::data::{Bucket, DataStatistics, MATE_SCORE};

/// Columns of the longest bar.
const BAR: usize = 40;

pub(super) fn print_counts(statistics: &DataStatistics, out: &mut impl Write) -> io::Result<()> {
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
    if statistics.repeats_are_estimates {
        writeln!(out, "  (so many games that the last two numbers are estimates)")?;
    }
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

pub(super) fn print_histograms(
    statistics: &DataStatistics,
    out: &mut impl Write,
) -> io::Result<()> {
    histogram(out, "score for White", "positions", &statistics.scores, &score_label)?;
    histogram(out, "men", "positions", &in_pairs(&statistics.men), &range_label)?;
    histogram(out, "ply", "positions", &statistics.plies, &range_label)?;
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
pub(super) fn grouped(number: u64) -> String {
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
