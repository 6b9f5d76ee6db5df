//! The pictures of a report.

use super::svg::{Anchor, Drawing, round_step, shorten};
use super::{PlayerLine, Report};
use crate::digest::{LENGTH_BIN, TIME_BINS};
use crate::statistics::{Estimate, Interval};

const WIDTH: f64 = 800.0;
/// Names and numbers stand here.
const LEFT: f64 = 240.0;
const RIGHT: f64 = 160.0;
/// Elo beyond which a bar is cut off.
const MOST: f64 = 1_000.0;

/// A bar for each player with its 95% interval: ratings, or in a match the
/// difference.
pub(super) fn elo(report: &Report) -> String {
    let rows: Vec<Bar> = match &report.meetings[..] {
        [meeting] => {
            let name = format!("{} v {}", report.name(meeting.one), report.name(meeting.other));
            let bar = |estimate: &Estimate| Bar {
                name,
                value: estimate.elo.value,
                range: estimate.elo_range,
                text: estimate.elo_interval().to_string(),
            };
            meeting.estimate.as_ref().map(bar).into_iter().collect()
        }
        _ => report.players.iter().map(Bar::of_player).collect(),
    };
    let ends = rows.iter().flat_map(|bar| [bar.range.0, bar.value, bar.range.1]);
    let ends: Vec<f64> = ends.map(|end| end.clamp(-MOST, MOST)).collect();
    let low = ends.iter().copied().fold(0.0, f64::min);
    let high = ends.iter().copied().fold(0.0, f64::max);
    let step = round_step((high - low).max(20.0), 6.0);
    let (low, high) = ((low / step).floor() * step, (high / step).ceil().max(1.0) * step);
    let place =
        |elo: f64| LEFT + (elo.clamp(low, high) - low) / (high - low) * (WIDTH - LEFT - RIGHT);

    let height = 26.0 * rows.len() as f64 + 34.0;
    let mut drawing = Drawing::new("Elo with 95% intervals", WIDTH, height);
    let mut tick = low;
    while tick <= high + step / 2.0 {
        let x = place(tick);
        drawing.line(if tick == 0.0 { "axis" } else { "grid" }, (x, 4.0), (x, height - 24.0));
        drawing.text(Anchor::Middle, (x, height - 8.0), &format!("{tick:.0}"));
        tick += step;
    }
    for (row, Bar { name, value, range, text }) in rows.iter().enumerate() {
        let middle = 17.0 + 26.0 * row as f64;
        let (zero, end) = (place(0.0), place(*value));
        let hint = format!("{name}: {text}");
        let class = if *value < 0.0 { "minus" } else { "plus" };
        drawing.bar(class, (zero.min(end), middle - 8.0), ((end - zero).abs(), 16.0), &hint);
        let (from, to) = (place(range.0), place(range.1));
        drawing.line("whisker", (from, middle), (to, middle));
        for (x, end) in [(from, range.0), (to, range.1)] {
            // Where the interval has no end, neither has the whisker.
            if end.is_finite() {
                drawing.line("whisker", (x, middle - 4.0), (x, middle + 4.0));
            }
        }
        drawing.text(Anchor::End, (LEFT - 10.0, middle + 4.0), &shorten(name, 32));
        drawing.text(Anchor::Start, (WIDTH - RIGHT + 8.0, middle + 4.0), text);
    }
    drawing.finish()
}

/// One bar and its whisker.
struct Bar {
    name: String,
    value: f64,
    range: (f64, f64),
    text: String,
}

impl Bar {
    fn of_player(player: &PlayerLine) -> Bar {
        let Interval { value, error } = player.rating;
        Bar {
            name: player.name.clone(),
            value,
            range: (value - error, value + error),
            text: player.rating.to_string(),
        }
    }
}

/// Columns with a label under each.
fn columns(title: &str, columns: &[(String, u64)], every: usize, unit: &str) -> String {
    const HEIGHT: f64 = 200.0;
    const MARGIN: f64 = 44.0;
    let mut drawing = Drawing::new(title, WIDTH, HEIGHT);
    let most = columns.iter().map(|(_, count)| *count).max().unwrap_or(0).max(1);
    let step = round_step(most as f64, 4.0).max(1.0);
    let top = (most as f64 / step).ceil() * step;
    let (floor, ceiling) = (HEIGHT - 30.0, 10.0);
    let level = |count: f64| floor - count / top * (floor - ceiling);
    let mut tick = 0.0;
    while tick <= top {
        let y = level(tick);
        drawing.line(if tick == 0.0 { "axis" } else { "grid" }, (MARGIN, y), (WIDTH - 8.0, y));
        drawing.text(Anchor::End, (MARGIN - 6.0, y + 4.0), &format!("{tick:.0}"));
        tick += step;
    }
    let width = (WIDTH - 8.0 - MARGIN) / columns.len().max(1) as f64;
    for (index, (label, count)) in columns.iter().enumerate() {
        let x = MARGIN + width * index as f64;
        let y = level(*count as f64);
        let gap = (width * 0.1).min(4.0);
        let hint = format!("{label} {unit}: {count}");
        drawing.bar("plus", (x + gap, y), (width - 2.0 * gap, floor - y), &hint);
        if index % every == 0 {
            drawing.text(Anchor::Middle, (x + width / 2.0, HEIGHT - 12.0), label);
        }
    }
    drawing.finish()
}

/// Games by length.
pub(super) fn lengths(report: &Report) -> String {
    let counts = &report.digest.lengths;
    let label = |bin: usize| format!("{}–{}", bin * LENGTH_BIN, (bin + 1) * LENGTH_BIN - 1);
    let bars: Vec<_> = counts.iter().enumerate().map(|(bin, &count)| (label(bin), count)).collect();
    columns("Games by length in moves", &bars, bars.len().div_ceil(10).max(1), "moves")
}

/// One player's moves by time.
pub(super) fn times(report: &Report, player: usize) -> Option<String> {
    let times = &report.digest.thinking.get(&player)?.times;
    let first = times.iter().position(|&count| count > 0)?;
    let last = times.iter().rposition(|&count| count > 0)?.min(TIME_BINS - 1);
    let bars: Vec<_> =
        (first..=last).map(|bin| (format!("<{}", duration(1 << bin)), times[bin])).collect();
    let title = format!("Moves of {} by time", report.name(player));
    Some(columns(&title, &bars, bars.len().div_ceil(10).max(1), "a move"))
}

fn duration(us: u64) -> String {
    match us {
        0..1_000 => format!("{us} µs"),
        1_000..1_000_000 => format!("{:.0} ms", us as f64 / 1e3),
        _ => format!("{:.0} s", us as f64 / 1e6),
    }
}

/// Pairs by points.
pub(super) fn pairs(pairs: [u64; 5]) -> String {
    let bars: Vec<_> =
        ["0", "½", "1", "1½", "2"].into_iter().map(str::to_owned).zip(pairs).collect();
    columns("Pairs by points of the first player", &bars, 1, "points")
}

/// A dot for each opening: the first player's score in a match, White's in a
/// larger field. Openings are ordered by it.
pub(super) fn openings(report: &Report) -> String {
    const HEIGHT: f64 = 200.0;
    const MARGIN: f64 = 44.0;
    let is_match = report.meetings.len() == 1;
    let mut scores: Vec<(f64, usize, u64)> = report
        .digest
        .openings
        .iter()
        .map(|(&number, opening)| {
            let half_points = if is_match { opening.first } else { opening.white };
            (half_points as f64 / 2.0 / opening.games as f64, number, opening.games)
        })
        .collect();
    scores.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
    let mut drawing = Drawing::new("Score by opening", WIDTH, HEIGHT);
    let level = |score: f64| HEIGHT - 30.0 - score * (HEIGHT - 44.0);
    for percent in [0, 25, 50, 75, 100] {
        let y = level(f64::from(percent) / 100.0);
        drawing.line(if percent == 50 { "axis" } else { "grid" }, (MARGIN, y), (WIDTH - 8.0, y));
        drawing.text(Anchor::End, (MARGIN - 6.0, y + 4.0), &format!("{percent}%"));
    }
    let width = (WIDTH - 16.0 - MARGIN) / scores.len().max(1) as f64;
    let radius = (width / 2.0).clamp(1.2, 4.0);
    for (rank, (score, number, games)) in scores.iter().enumerate() {
        let x = MARGIN + 4.0 + width * (rank as f64 + 0.5);
        let hint = format!("Opening {}: {:.0}% of {games} games", number + 1, 100.0 * score);
        drawing.dot("dot", (x, level(*score)), radius, &hint);
    }
    let count = format!("{} openings, ordered by score", scores.len());
    drawing.text(Anchor::Middle, (MARGIN + (WIDTH - MARGIN) / 2.0, HEIGHT - 8.0), &count);
    drawing.finish()
}
