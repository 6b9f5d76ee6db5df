//! Bars from left to right.

use super::canvas::{Anchor, Canvas, LINE, extent, legend_lines, round_step, tick_text};

const WIDTH: f64 = 680.0;
const TOP: f64 = 36.0;
const THICKNESS: f64 = 12.0;
/// Between groups of bars.
const GAP: f64 = 8.0;

/// Groups of bars, one bar in each for each series.
#[derive(Clone, PartialEq, Debug)]
pub struct BarPlot {
    /// What it shows.
    pub title: String,
    /// The name of the axis.
    pub label: String,
    /// The names of the series.
    pub series: Vec<String>,
    /// The groups from top to bottom.
    pub bars: Vec<Bar>,
}

/// One group.
#[derive(Clone, PartialEq, Debug)]
pub struct Bar {
    /// What it is about.
    pub name: String,
    /// Its length in each series, and half the width of its whisker; where there
    /// is none, there is no bar.
    pub values: Vec<Option<(f64, f64)>>,
}

impl BarPlot {
    /// Without bars yet.
    pub fn new(title: &str, label: &str, series: &[&str]) -> BarPlot {
        BarPlot {
            title: title.to_owned(),
            label: label.to_owned(),
            series: series.iter().map(|&name| name.to_owned()).collect(),
            bars: Vec::new(),
        }
    }

    /// Adds a group of bars without errors.
    pub fn bar(&mut self, name: &str, values: impl IntoIterator<Item = Option<f64>>) {
        let values = values.into_iter().map(|value| value.map(|value| (value, 0.0))).collect();
        self.bars.push(Bar { name: name.to_owned(), values });
    }

    /// The picture.
    pub fn svg(&self) -> String {
        let values = || {
            let all = self.bars.iter().flat_map(|bar| bar.values.iter().flatten());
            all.filter(|(value, error)| value.is_finite() && error.is_finite())
        };
        let high = values().map(|(value, error)| value + error).fold(0.0, f64::max);
        let low = values().map(|(value, error)| value - error).fold(0.0, f64::min);
        let step = round_step((high - low).max(1e-6), 6.0);
        let (low, high) = ((low / step).floor() * step, (high / step).ceil() * step);
        let high = if high > low { high } else { low + step };

        let widest = self.bars.iter().map(|bar| extent(&bar.name)).fold(0.0, f64::max);
        let left = widest + 24.0;
        // Long names make the picture wider, not the bars shorter.
        let width = WIDTH.max(left + 320.0);
        let x = |value: f64| {
            left + (value.clamp(low, high) - low) / (high - low) * (width - left - 40.0)
        };
        let group = self.series.len().max(1) as f64 * THICKNESS + GAP;
        let bottom = TOP + self.bars.len() as f64 * group + GAP;
        let names: Vec<&str> = self.series.iter().map(String::as_str).collect();
        let lines = if names.len() > 1 { legend_lines(&names, width) } else { 0 };
        let mut canvas = Canvas::new(&self.title, width, bottom + 44.0 + lines as f64 * LINE);
        for tick in 0..=((high - low) / step).round() as u32 {
            let tick = low + f64::from(tick) * step;
            let class = if tick.abs() < step * 1e-6 { "axis" } else { "grid" };
            canvas.line(class, (x(tick), TOP), (x(tick), bottom));
            canvas.text(Anchor::Middle, (x(tick), bottom + 15.0), &tick_text(tick));
        }
        canvas.text(Anchor::End, (width - 40.0, bottom + 32.0), &self.label);
        for (place, bar) in self.bars.iter().enumerate() {
            let top = TOP + GAP + place as f64 * group;
            let middle = top + (group - GAP) / 2.0 + 4.0;
            canvas.text(Anchor::End, (left - 8.0, middle), &bar.name);
            for (color, value) in bar.values.iter().enumerate() {
                let Some((value, error)) = value.filter(|(value, _)| value.is_finite()) else {
                    continue;
                };
                let y = top + color as f64 * THICKNESS;
                let (from, to) = (x(value.min(0.0)), x(value.max(0.0)));
                canvas.bar(color, (from, y), (to - from, THICKNESS - 2.0));
                if error > 0.0 && error.is_finite() {
                    let y = y + THICKNESS / 2.0 - 1.0;
                    canvas.line("whisker axis", (x(value - error), y), (x(value + error), y));
                }
            }
        }
        if lines > 0 {
            canvas.legend(&names, (12.0, bottom + 32.0 + LINE));
        }
        canvas.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_have_room() {
        let mut plot = BarPlot::new("Ratings", "Elo", &["ours"]);
        let name = "origin?system=document&threads=2&book=on&bookdepth=20";
        plot.bar(name, [Some(1200.0)]);
        plot.bar("random", [Some(-300.0)]);
        plot.bar("nobody", [None]);
        let svg = plot.svg();
        let anchor = svg.split(&name.replace('&', "&amp;")).next().and_then(|head| {
            let x = head.rsplit("<text x=\"").next()?.split('"').next()?;
            x.parse::<f64>().ok()
        });
        assert!(anchor.is_some_and(|x| x > name.len() as f64 * 6.5), "{anchor:?}");
        assert_eq!(svg.matches("<rect class=\"f0\"").count(), 2);
    }
}
