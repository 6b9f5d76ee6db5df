//! Histograms.

use super::super::svg::{Anchor, Drawing, round_step};
use super::WIDTH;
use crate::digest::{LENGTH_BIN, TIME_BINS};

const HEIGHT: f64 = 190.0;
/// Room for half of a label at either end.
const RIGHT: f64 = 24.0;

/// A column more than so many times as high as all others is cut off.
const OUTLIER: u64 = 6;

/// Most bins of game lengths, and the share of games that they show singly:
/// what is longer is one bin at the end.
const MOST_LENGTHS: usize = 20;
const SHOWN: f64 = 0.98;

/// The column that would flatten all others, and the count to cut it off at.
fn outlier(counts: &[u64]) -> Option<(usize, u64)> {
    let mut places: Vec<usize> = (0..counts.len()).filter(|&place| counts[place] > 0).collect();
    places.sort_by_key(|&place| std::cmp::Reverse(counts[place]));
    let &[first, second, _, ..] = &places[..] else { return None };
    let most = counts[second];
    (counts[first] > OUTLIER * most).then(|| (first, most + most.div_ceil(2)))
}

/// Columns with a label under every `every`th.
fn columns(title: &str, columns: &[(String, u64)], every: usize, unit: &str) -> String {
    let counts: Vec<u64> = columns.iter().map(|(_, count)| *count).collect();
    let outlier = outlier(&counts);
    let highest = counts.iter().copied().max().unwrap_or(0);
    let most = outlier.map_or(highest, |(_, most)| most).max(1);
    let step = round_step(most as f64, 4.0).max(1.0);
    let top = (most as f64 / step).ceil() * step;
    let left = 12.0 + 9.5 * format!("{top:.0}").len() as f64;

    let mut drawing = Drawing::new(title, WIDTH, HEIGHT);
    let (floor, ceiling) = (HEIGHT - 30.0, 26.0);
    let level = |count: f64| floor - (count / top).min(1.0) * (floor - ceiling);
    let mut tick = 0.0;
    while tick <= top {
        let y = level(tick);
        drawing.line(if tick == 0.0 { "axis" } else { "grid" }, (left, y), (WIDTH - RIGHT, y));
        drawing.text(Anchor::End, (left - 6.0, y + 4.0), &format!("{tick:.0}"));
        tick += step;
    }
    let width = (WIDTH - RIGHT - left) / columns.len().max(1) as f64;
    for (index, (label, count)) in columns.iter().enumerate() {
        let x = left + width * index as f64;
        let y = level(*count as f64);
        let gap = (width * 0.1).min(4.0);
        let hint = format!("{label} {unit}: {count}");
        drawing.bar("plus", (x + gap, y), (width - 2.0 * gap, floor - y), &hint);
        let middle = x + width / 2.0;
        if outlier.is_some_and(|(place, _)| place == index) {
            drawing.arrow("plus", (middle, ceiling - 12.0), (0.0, -1.0));
            // Beside the arrow, on whichever side has room.
            let (anchor, x) = if middle < WIDTH / 2.0 {
                (Anchor::Start, middle + 12.0)
            } else {
                (Anchor::End, middle - 12.0)
            };
            drawing.text(anchor, (x, ceiling - 10.0), &format!("{count}, cut off here"));
        }
        if index % every == 0 {
            drawing.text(Anchor::Middle, (middle, HEIGHT - 12.0), label);
        }
    }
    drawing.finish()
}

/// As many labels as there is room for.
fn every(bars: usize) -> usize {
    bars.div_ceil(7).max(1)
}

/// Games by length.
pub(in super::super) fn lengths(counts: &[u64]) -> String {
    let total: u64 = counts.iter().sum();
    let mut shown = counts.len();
    if shown > MOST_LENGTHS {
        let mut sum = 0;
        let is_most = |count: &u64| {
            sum += count;
            sum as f64 >= SHOWN * total as f64
        };
        let most = counts.iter().position(is_most).map_or(shown, |place| place + 1);
        shown = most.max(MOST_LENGTHS - 1);
    }
    let label = |bin: usize| format!("{}–{}", bin * LENGTH_BIN, (bin + 1) * LENGTH_BIN - 1);
    let mut bars: Vec<_> =
        counts.iter().take(shown).enumerate().map(|(bin, &count)| (label(bin), count)).collect();
    if shown < counts.len() {
        bars.push((format!("≥{}", shown * LENGTH_BIN), counts[shown..].iter().sum()));
    }
    columns("Games by length in moves", &bars, every(bars.len()), "moves")
}

/// One player's moves by time.
pub(in super::super) fn times(name: &str, times: &[u64; TIME_BINS]) -> Option<String> {
    let first = times.iter().position(|&count| count > 0)?;
    let last = times.iter().rposition(|&count| count > 0)?;
    let bars: Vec<_> =
        (first..=last).map(|bin| (format!("<{}", duration(1 << bin)), times[bin])).collect();
    Some(columns(&format!("Moves of {name} by time"), &bars, every(bars.len()), "a move"))
}

fn duration(us: u64) -> String {
    match us {
        0..1_000 => format!("{us} µs"),
        1_000..1_000_000 => format!("{:.0} ms", us as f64 / 1e3),
        _ => format!("{:.0} s", us as f64 / 1e6),
    }
}

/// Pairs by points.
pub(in super::super) fn pairs(pairs: [u64; 5]) -> String {
    let bars: Vec<_> =
        ["0", "½", "1", "1½", "2"].into_iter().map(str::to_owned).zip(pairs).collect();
    columns("Pairs by points of the first player", &bars, 1, "points")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_high_column_does_not_flatten_the_others() {
        assert_eq!(outlier(&[1, 1000, 10, 4]), Some((1, 15)));
        assert_eq!(outlier(&[50, 1, 10, 4]), None);
        // Two columns are the whole story, whatever they are.
        assert_eq!(outlier(&[0, 1000, 0, 1]), None);
        let picture = pairs([3, 4, 500, 2, 1]);
        assert!(picture.contains("500, cut off here") && picture.contains("class=\"plus arrow\""));
        assert!(!pairs([3, 4, 5, 2, 1]).contains("cut off"));
    }

    #[test]
    fn few_long_games_share_a_column() {
        let mut counts = vec![0; 60];
        (counts[4], counts[9], counts[59]) = (500, 499, 1);
        let picture = lengths(&counts);
        assert_eq!(picture.matches("<rect").count(), MOST_LENGTHS);
        assert!(picture.contains("≥190 moves: 1"), "{picture}");
        assert_eq!(lengths(&counts[..10]).matches("<rect").count(), 10);
    }
}
