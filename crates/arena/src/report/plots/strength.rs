//! Strength with its error: a dot and a whisker in a line of its own for each
//! player, or for the one difference of a match.

use std::fmt::Write;

use super::super::TournamentReport;
use super::super::svg::{Anchor, Drawing, escape, round_step};
use super::WIDTH;

const HEIGHT: f64 = 20.0;
/// Room for half of a tick's label at either end.
const MARGIN: f64 = 26.0;
/// A value more than so many times as far from the median as is usual is an
/// outlier.
const OUTLIER: f64 = 5.0;
/// The least Elo that a scale reaches to either side.
const NARROWEST: f64 = 20.0;
/// No scale is wider, to either side.
const WIDEST: f64 = 1_000.0;

/// One line.
#[derive(Clone, Debug)]
struct Row {
    name: String,
    value: f64,
    range: (f64, f64),
    text: String,
}

/// The part of the Elo axis that is shown.
#[derive(Copy, Clone, PartialEq, Debug)]
struct Scale {
    low: f64,
    high: f64,
    step: f64,
}

pub(in super::super) fn strength(report: &TournamentReport) -> String {
    let rows = rows(report);
    if rows.is_empty() {
        return "<p class=\"soft\">No games yet.</p>".to_owned();
    }
    let scale = Scale::new(&rows, report.is_match());
    let mut html = String::from("<div class=\"strength\">");
    let mut is_beyond = false;
    for row in &rows {
        let _ = write!(
            html,
            "<p><span>{}</span> <span>{}</span></p>",
            escape(&row.name),
            escape(&row.text)
        );
        html.push_str(&line(row, scale));
        is_beyond |= [row.value, row.range.0, row.range.1].iter().any(|&end| !scale.has(end));
    }
    html.push_str(&axis(scale));
    let whose = if report.is_match() {
        "Elo difference with its 95% interval."
    } else {
        "Ratings with their 95% intervals; their mean is 0."
    };
    let _ = write!(html, "<p class=\"soft\">{whose}");
    if is_beyond {
        html.push_str(" Arrows point to what lies beyond the scale.");
    }
    html + "</p></div>"
}

fn rows(report: &TournamentReport) -> Vec<Row> {
    if let [meeting] = &report.meetings[..] {
        let name = format!("{} v {}", report.name(meeting.one), report.name(meeting.other));
        let row = |estimate: crate::statistics::Estimate| Row {
            name,
            value: estimate.elo.value,
            range: estimate.elo_range,
            text: estimate.elo_text(),
        };
        return meeting.estimate.map(row).into_iter().collect();
    }
    let players = report.players.iter().filter(|player| player.rating.error.is_finite());
    let row = |player: &super::super::PlayerLine| {
        let (value, error) = (player.rating.value, player.rating.error);
        let range = (value - error, value + error);
        Row { name: player.name.clone(), value, range, text: player.rating.to_string() }
    };
    players.map(row).collect()
}

impl Scale {
    /// Shows all values and intervals but those far from the others, which
    /// would make the differences between the others too small to see.
    fn new(rows: &[Row], with_zero: bool) -> Scale {
        let ends = |row: &Row| {
            let ends = [row.value, row.range.0, row.range.1];
            ends.into_iter().filter(|end| end.is_finite()).map(|end| end.clamp(-WIDEST, WIDEST))
        };
        let centre = median(rows.iter().filter_map(|row| ends(row).next()).collect());
        let reach = |row: &Row| ends(row).map(|end| (end - centre).abs()).fold(0.0, f64::max);
        let usual = median(rows.iter().map(reach).collect());
        let limit = (OUTLIER * usual).max(NARROWEST);
        let shown: Vec<f64> = rows
            .iter()
            .filter(|row| reach(row) <= limit)
            .flat_map(ends)
            .chain(with_zero.then_some(0.0))
            .collect();
        let low = shown.iter().copied().fold(centre - NARROWEST, f64::min);
        let high = shown.iter().copied().fold(centre + NARROWEST, f64::max);
        let step = round_step(high - low, 6.0);
        Scale { low: (low / step).floor() * step, high: (high / step).ceil() * step, step }
    }

    fn has(self, elo: f64) -> bool {
        (self.low..=self.high).contains(&elo)
    }

    fn x(self, elo: f64) -> f64 {
        let share = (elo.clamp(self.low, self.high) - self.low) / (self.high - self.low);
        MARGIN + share * (WIDTH - 2.0 * MARGIN)
    }

    fn ticks(self) -> impl Iterator<Item = f64> {
        let count = ((self.high - self.low) / self.step).round() as u32;
        (0..=count).map(move |tick| self.low + f64::from(tick) * self.step)
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let count = values.len();
    if count == 0 { 0.0 } else { (values[(count - 1) / 2] + values[count / 2]) / 2.0 }
}

fn line(row: &Row, scale: Scale) -> String {
    let mut drawing = Drawing::new(&format!("{}: {}", row.name, row.text), WIDTH, HEIGHT);
    let middle = HEIGHT / 2.0;
    for tick in scale.ticks() {
        let class = if tick == 0.0 { "axis" } else { "grid" };
        drawing.line(class, (scale.x(tick), 0.0), (scale.x(tick), HEIGHT));
    }
    let (from, to) = (scale.x(row.range.0), scale.x(row.range.1));
    drawing.line("whisker", (from, middle), (to, middle));
    for (x, end, side) in [(from, row.range.0, -1.0), (to, row.range.1, 1.0)] {
        if scale.has(end) {
            drawing.line("whisker", (x, middle - 4.0), (x, middle + 4.0));
        } else if end < scale.low && side < 0.0 || end > scale.high && side > 0.0 {
            drawing.arrow("whisker", (x + side * 8.0, middle), (side, 0.0));
        }
    }
    let class = if row.value < 0.0 { "minus" } else { "plus" };
    let hint = format!("{}: {}", row.name, row.text);
    if scale.has(row.value) {
        drawing.dot(class, (scale.x(row.value), middle), 5.0, &hint);
    } else {
        let side = if row.value < scale.low { -1.0 } else { 1.0 };
        drawing.arrow(class, (scale.x(row.value) + side * 16.0, middle), (side, 0.0));
    }
    drawing.finish()
}

fn axis(scale: Scale) -> String {
    let mut drawing = Drawing::new("Elo", WIDTH, 18.0);
    for tick in scale.ticks() {
        drawing.text(Anchor::Middle, (scale.x(tick), 13.0), &format!("{tick:.0}"));
    }
    drawing.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(value: f64, error: f64) -> Row {
        let range = (value - error, value + error);
        Row { name: "x".to_owned(), value, range, text: String::new() }
    }

    #[test]
    fn an_outlier_does_not_flatten_the_others() {
        let rows = [row(240.0, 30.0), row(230.0, 30.0), row(220.0, 30.0), row(-690.0, 60.0)];
        let scale = Scale::new(&rows, false);
        assert!(scale.has(190.0) && scale.has(270.0) && !scale.has(-690.0), "{scale:?}");
        assert!(scale.high - scale.low <= 150.0, "{scale:?}");
        assert!(line(&rows[3], scale).contains("minus arrow"));
        // Without it nothing is cut off.
        let scale = Scale::new(&rows[..3], false);
        assert!(rows[..3].iter().all(|row| scale.has(row.range.0) && scale.has(row.range.1)));
    }

    #[test]
    fn a_match_shows_where_zero_is() {
        let scale = Scale::new(&[row(168.0, 20.0)], true);
        assert!(scale.has(0.0) && scale.has(188.0), "{scale:?}");
        // Every game was won.
        let all = Row { value: f64::INFINITY, range: (317.0, f64::INFINITY), ..row(0.0, 0.0) };
        let scale = Scale::new(std::slice::from_ref(&all), true);
        assert!(scale.has(317.0) && scale.high <= 500.0 && scale.low <= 0.0, "{scale:?}");
        assert!(line(&all, scale).contains("arrow"));
    }
}
