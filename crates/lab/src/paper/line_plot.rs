//! Curves over one axis.

use super::canvas::{Anchor, Canvas, LINE, extent, legend_lines, round_step, tick_text};

const WIDTH: f64 = 680.0;
const PLOT_HEIGHT: f64 = 260.0;
/// Room for the title and the name of the vertical axis.
const TOP: f64 = 54.0;
const RIGHT: f64 = 24.0;

/// Curves, one for each series.
#[derive(Clone, PartialEq, Debug)]
pub struct LinePlot {
    /// What it shows.
    pub title: String,
    /// The name of the horizontal axis.
    pub x_label: String,
    /// The name of the vertical axis.
    pub y_label: String,
    /// Is the vertical axis logarithmic? Then what is not above 0 is left out.
    pub is_logarithmic: bool,
    /// The curves.
    pub series: Vec<Series>,
}

/// One curve.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Series {
    /// Its name.
    pub name: String,
    /// Its points from left to right.
    pub points: Vec<PlotPoint>,
}

/// One point of it.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct PlotPoint {
    /// To the right.
    pub x: f64,
    /// Upwards.
    pub y: f64,
    /// Half the height of its whisker.
    pub error: Option<f64>,
}

/// What an axis shows.
#[derive(Clone, Debug)]
struct Scale {
    low: f64,
    high: f64,
    is_logarithmic: bool,
    ticks: Vec<f64>,
}

impl LinePlot {
    /// Without curves yet.
    pub fn new(title: &str, x_label: &str, y_label: &str) -> LinePlot {
        LinePlot {
            title: title.to_owned(),
            x_label: x_label.to_owned(),
            y_label: y_label.to_owned(),
            is_logarithmic: false,
            series: Vec::new(),
        }
    }

    /// Adds a curve of points without errors.
    pub fn curve(&mut self, name: &str, points: impl IntoIterator<Item = (f64, f64)>) {
        let points = points.into_iter().map(|(x, y)| PlotPoint { x, y, error: None }).collect();
        self.series.push(Series { name: name.to_owned(), points });
    }

    fn is_shown(&self, point: &PlotPoint) -> bool {
        point.x.is_finite() && point.y.is_finite() && (!self.is_logarithmic || point.y > 0.0)
    }

    /// The picture.
    pub fn svg(&self) -> String {
        let shown: Vec<&PlotPoint> = self
            .series
            .iter()
            .flat_map(|series| series.points.iter().filter(|point| self.is_shown(point)))
            .collect();
        let ends = |point: &&PlotPoint| {
            let error = point.error.filter(|error| error.is_finite()).unwrap_or(0.0);
            [point.y - error, point.y + error]
        };
        let heights = shown.iter().flat_map(ends).filter(|&y| !self.is_logarithmic || y > 0.0);
        let y_scale = match self.is_logarithmic {
            true => Scale::logarithmic(heights, 6.0),
            false => Scale::upwards(heights, 6.0),
        };
        let x_scale = Scale::across(shown.iter().map(|point| point.x), 9.0);

        let widest = y_scale.ticks.iter().map(|&tick| extent(&tick_text(tick))).fold(0.0, f64::max);
        let left = 20.0 + widest;
        let names: Vec<&str> = self.series.iter().map(|series| series.name.as_str()).collect();
        let bottom = TOP + PLOT_HEIGHT;
        let height = bottom + 48.0 + legend_lines(&names, WIDTH) as f64 * LINE;
        let mut canvas = Canvas::new(&self.title, WIDTH, height);
        let x = |value: f64| left + x_scale.share(value) * (WIDTH - left - RIGHT);
        let y = |value: f64| bottom - y_scale.share(value) * PLOT_HEIGHT;

        canvas.text(Anchor::Start, (12.0, TOP - 14.0), &self.y_label);
        for &tick in &y_scale.ticks {
            canvas.line("grid", (left, y(tick)), (WIDTH - RIGHT, y(tick)));
            canvas.text(Anchor::End, (left - 6.0, y(tick) + 4.0), &tick_text(tick));
        }
        for &tick in &x_scale.ticks {
            canvas.line("axis", (x(tick), bottom), (x(tick), bottom + 4.0));
            canvas.text(Anchor::Middle, (x(tick), bottom + 17.0), &tick_text(tick));
        }
        canvas.line("axis", (left, bottom), (WIDTH - RIGHT, bottom));
        canvas.text(Anchor::End, (WIDTH - RIGHT, bottom + 34.0), &self.x_label);
        for (color, series) in self.series.iter().enumerate() {
            let points = series.points.iter().filter(|point| self.is_shown(point));
            let places: Vec<(f64, f64)> =
                points.clone().map(|point| (x(point.x), y(point.y))).collect();
            canvas.curve(color, &places);
            for point in points {
                if let Some(error) = point.error.filter(|error| error.is_finite()) {
                    let (low, high) = (y(point.y - error), y(point.y + error));
                    let class = format!("whisker s{}", color % super::canvas::COLORS);
                    canvas.line(&class, (x(point.x), low), (x(point.x), high));
                }
                let hint = format!("{}: {} at {}", series.name, point.y, point.x);
                canvas.dot(color, (x(point.x), y(point.y)), &hint);
            }
        }
        if self.series.len() > 1 || names.iter().any(|name| !name.is_empty()) {
            canvas.legend(&names, (12.0, bottom + 34.0 + LINE));
        }
        canvas.finish()
    }
}

impl Scale {
    /// Powers of ten.
    fn logarithmic(values: impl Iterator<Item = f64>, most: f64) -> Scale {
        let (low, high) = ends(values);
        let (first, last) = (low.max(1e-12).log10().floor(), high.max(1e-12).log10().ceil());
        let last = last.max(first + 1.0);
        let step = ((last - first) / most).ceil().max(1.0);
        let count = ((last - first) / step).ceil() as u32;
        let ticks = (0..=count).map(|tick| 10f64.powf(first + f64::from(tick) * step));
        let (low, high) = (10f64.powf(first), 10f64.powf(first + f64::from(count) * step));
        Scale { low, high, is_logarithmic: true, ticks: ticks.collect() }
    }

    /// A vertical axis: near nothing it begins there.
    fn upwards(values: impl Iterator<Item = f64>, most: f64) -> Scale {
        let (low, high) = ends(values);
        let low = if low > 0.0 && low < 0.4 * high { 0.0 } else { low };
        Scale::linear(low, high, round_step((high - low).max(1e-6), most))
    }

    /// A horizontal axis: between whole numbers there is nothing to mark.
    fn across(values: impl Iterator<Item = f64> + Clone, most: f64) -> Scale {
        let (low, high) = ends(values.clone());
        let is_whole = values.clone().all(|value| value.fract() == 0.0);
        let step = round_step((high - low).max(1e-6), most);
        Scale::linear(low, high, if is_whole { step.max(1.0) } else { step })
    }

    fn linear(low: f64, high: f64, step: f64) -> Scale {
        let (low, high) = ((low / step).floor() * step, (high / step).ceil() * step);
        let high = if high > low { high } else { low + step };
        let count = ((high - low) / step).round() as u32;
        let ticks = (0..=count).map(|tick| low + f64::from(tick) * step).collect();
        Scale { low, high, is_logarithmic: false, ticks }
    }

    /// Where a value lies, 0 to 1.
    fn share(&self, value: f64) -> f64 {
        let share = if self.is_logarithmic {
            (value.max(1e-300) / self.low).ln() / (self.high / self.low).ln()
        } else {
            (value - self.low) / (self.high - self.low)
        };
        share.clamp(0.0, 1.0)
    }
}

/// The least and the greatest; without values, 0 and 1.
fn ends(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    if low > high { (0.0, 1.0) } else { (low, high) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_have_round_ends() {
        let scale = Scale::upwards([3.0, 97.0].into_iter(), 6.0);
        assert_eq!((scale.low, scale.high), (0.0, 100.0));
        let scale = Scale::logarithmic([0.14e3, 44e3].into_iter(), 6.0);
        assert_eq!(scale.ticks, [100.0, 1_000.0, 10_000.0, 100_000.0]);
        assert!((scale.share(1_000.0) - 1.0 / 3.0).abs() < 1e-9);
        let scale = Scale::upwards([1350.0, 2850.0].into_iter(), 9.0);
        assert!(scale.low >= 1000.0 && scale.high <= 3000.0, "{scale:?}");
        let plies = Scale::across([1.0, 2.0, 4.0].into_iter(), 9.0);
        assert_eq!(plies.ticks, [1.0, 2.0, 3.0, 4.0]);
        let skills = Scale::across([0.0, 0.5, 1.0].into_iter(), 5.0);
        assert_eq!(skills.ticks.len(), 6);
        let none = Scale::upwards(std::iter::empty(), 6.0);
        assert!(none.high > none.low);
        let one = Scale::across([5.0].into_iter(), 6.0);
        assert!(one.high > one.low);
    }

    #[test]
    fn nothing_is_drawn_outside() {
        let mut plot = LinePlot::new("Nodes", "depth", "nodes");
        plot.is_logarithmic = true;
        plot.curve("origin?system=pychess", [(2.0, 140.0), (3.0, 0.0), (5.0, 44_000.0)]);
        plot.series[0].points[0].error = Some(200.0);
        let svg = plot.svg();
        assert_eq!(svg.matches("<circle").count(), 2, "what has no logarithm is left out");
        for part in svg.split("cx=\"").skip(1) {
            let x: f64 = part.split('"').next().and_then(|x| x.parse().ok()).unwrap_or(-1.0);
            assert!((0.0..=WIDTH).contains(&x), "{x}");
        }
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }
}
