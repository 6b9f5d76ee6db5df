//! Drawings in SVG that stand for themselves, on a light page and on a dark one.

use std::fmt::Write;

/// Pixels of an average letter of the font below; labels get that much room.
pub(super) const LETTER: f64 = 7.2;
/// Pixels from one line of text to the next.
pub(super) const LINE: f64 = 18.0;
/// How many colours there are for series; after the last comes the first.
pub(super) const COLORS: usize = 6;

/// One ink for both kinds of page, since a viewer may know the page's colour only
/// where the picture is embedded.
const STYLE: &str = "text{font:12px system-ui,sans-serif;fill:#57606a}\
.title{font-weight:600;font-size:14px;fill:#24292f}\
.grid{stroke:#8c959f;stroke-opacity:.3}.axis{stroke:#8c959f}\
.whisker{stroke-width:1.5}.curve{fill:none;stroke-width:2}\
.f0{fill:#2f7fc1}.f1{fill:#d1662f}.f2{fill:#2e9460}.f3{fill:#8a63c9}.f4{fill:#b58a00}.f5{fill:#c2487c}\
.s0{stroke:#2f7fc1}.s1{stroke:#d1662f}.s2{stroke:#2e9460}.s3{stroke:#8a63c9}.s4{stroke:#b58a00}.s5{stroke:#c2487c}\
@media(prefers-color-scheme:dark){text{fill:#9da7b1}.title{fill:#e6edf3}}";

/// A drawing.
#[derive(Clone, Debug)]
pub(super) struct Canvas {
    title: String,
    width: f64,
    height: f64,
    body: String,
}

/// Where a text stands relative to its point.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

impl Canvas {
    pub(super) fn new(title: &str, width: f64, height: f64) -> Canvas {
        let mut canvas = Canvas { title: escape(title), width, height, body: String::new() };
        let title = canvas.title.clone();
        // Writing to a string cannot fail, here and below.
        let _ = write!(canvas.body, "<text class=\"title\" x=\"12\" y=\"20\">{title}</text>");
        canvas
    }

    pub(super) fn line(&mut self, class: &str, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) {
        let _ = write!(
            self.body,
            "<line class=\"{class}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>"
        );
    }

    pub(super) fn curve(&mut self, color: usize, points: &[(f64, f64)]) {
        let points: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let _ = write!(
            self.body,
            "<polyline class=\"curve s{}\" points=\"{}\"/>",
            color % COLORS,
            points.join(" ")
        );
    }

    pub(super) fn bar(&mut self, color: usize, (x, y): (f64, f64), (width, height): (f64, f64)) {
        let width = width.max(0.0);
        let _ = write!(
            self.body,
            "<rect class=\"f{}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"/>",
            color % COLORS,
        );
    }

    pub(super) fn dot(&mut self, color: usize, (x, y): (f64, f64), hint: &str) {
        let _ = write!(
            self.body,
            "<circle class=\"f{}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\"><title>{}</title></circle>",
            color % COLORS,
            escape(hint)
        );
    }

    pub(super) fn text(&mut self, anchor: Anchor, (x, y): (f64, f64), text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let _ = write!(
            self.body,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>",
            escape(text)
        );
    }

    /// The names of the series from (x, y) on, in as many lines as they need.
    pub(super) fn legend(&mut self, names: &[&str], (left, top): (f64, f64)) {
        for (index, (name, (x, line))) in names.iter().zip(places(names, self.width)).enumerate() {
            let y = top + line as f64 * LINE;
            self.bar(index, (left + x, y - 9.0), (10.0, 10.0));
            self.text(Anchor::Start, (left + x + 15.0, y), name);
        }
    }

    pub(super) fn finish(self) -> String {
        let Canvas { title, width, height, body } = self;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-label=\"{title}\" \
             viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" height=\"{height:.0}\">\
             <title>{title}</title><style>{STYLE}</style>{body}</svg>\n"
        )
    }
}

/// Where the names of a legend stand: pixels from the left and the line.
fn places(names: &[&str], width: f64) -> Vec<(f64, usize)> {
    let (mut x, mut line) = (0.0, 0);
    let mut places = Vec::with_capacity(names.len());
    for name in names {
        let room = 35.0 + extent(name);
        if x > 0.0 && x + room > width - 24.0 {
            (x, line) = (0.0, line + 1);
        }
        places.push((x, line));
        x += room;
    }
    places
}

/// How many lines a legend needs.
pub(super) fn legend_lines(names: &[&str], width: f64) -> usize {
    places(names, width).last().map_or(0, |(_, line)| line + 1)
}

/// How wide a text is.
pub(super) fn extent(text: &str) -> f64 {
    text.chars().count() as f64 * LETTER
}

/// Text as SVG wants it.
fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            letter if letter.is_control() => safe.push(' '),
            letter => safe.push(letter),
        }
    }
    safe
}

/// A step of 1, 2 or 5 times a power of ten, that divides `span` into at most
/// `most` parts.
pub(super) fn round_step(span: f64, most: f64) -> f64 {
    let rough = (span / most).max(1e-9);
    let power = 10f64.powf(rough.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
    // A quotient of 1.0000000001 is 1.
    steps.into_iter().find(|&step| step >= rough * (1.0 - 1e-9)).unwrap_or(rough)
}

/// A tick as people write it: `0.05`, `20`, `5k`, `2M`.
pub(super) fn tick_text(value: f64) -> String {
    let short = |value: f64| {
        let text = format!("{value:.3}");
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    };
    match value.abs() {
        size if size >= 1e6 => format!("{}M", short(value / 1e6)),
        size if size >= 1e4 => format!("{}k", short(value / 1e3)),
        size if size > 0.0 && size < 1e-3 => format!("{value:.0e}"),
        _ => short(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_short() {
        let texts = [0.0, 0.05, 20.0, 1500.0, 50_000.0, 2e6, -200.0].map(tick_text);
        assert_eq!(texts, ["0", "0.05", "20", "1500", "50k", "2M", "-200"]);
        assert_eq!(tick_text(1e-5), "1e-5");
        assert_eq!((round_step(100.0, 5.0), round_step(3.0, 5.0)), (20.0, 1.0));
    }

    #[test]
    fn names_cannot_break_the_picture() {
        let mut canvas = Canvas::new("<a> & \"b\"", 300.0, 100.0);
        canvas.text(Anchor::End, (1.0, 1.0), "engine?a=1&b=<2>");
        let svg = canvas.finish();
        assert!(svg.contains("a=1&amp;b=&lt;2&gt;") && svg.contains("&lt;a&gt; &amp; &quot;b"));
    }

    #[test]
    fn legends_wrap() {
        let long = "a name of thirty letters or so";
        assert_eq!(legend_lines(&[long, long, long], 640.0), 2);
        assert_eq!(legend_lines(&["a", "b"], 640.0), 1);
        assert_eq!(legend_lines(&[], 640.0), 0);
    }
}
