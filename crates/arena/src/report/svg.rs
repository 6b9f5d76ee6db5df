//! Drawings in SVG.

use std::fmt::Write;

/// A drawing of a fixed size that grows with the page. Colours come from the
/// page's classes, so that it fits a light page and a dark one.
#[derive(Clone, Debug)]
pub(super) struct Drawing {
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

impl Drawing {
    pub(super) fn new(title: &str, width: f64, height: f64) -> Drawing {
        Drawing { title: escape(title), width, height, body: String::new() }
    }

    pub(super) fn line(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) {
        let ((x1, y1), (x2, y2)) = (from, to);
        // Writing to a string cannot fail, here and below.
        let _ = write!(
            self.body,
            "<line class=\"{class}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>"
        );
    }

    /// A rectangle that tells `hint` to a pointer.
    pub(super) fn bar(&mut self, class: &str, at: (f64, f64), size: (f64, f64), hint: &str) {
        let ((x, y), (width, height)) = (at, size);
        let _ = write!(
            self.body,
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\"><title>{}</title></rect>",
            width.max(0.0),
            height.max(0.0),
            escape(hint)
        );
    }

    pub(super) fn dot(&mut self, class: &str, (x, y): (f64, f64), radius: f64, hint: &str) {
        let _ = write!(
            self.body,
            "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\"><title>{}</title></circle>",
            escape(hint)
        );
    }

    /// An arrowhead with its tip at a point, towards a direction of length 1.
    pub(super) fn arrow(&mut self, class: &str, (x, y): (f64, f64), (dx, dy): (f64, f64)) {
        const LENGTH: f64 = 9.0;
        const HALF_WIDTH: f64 = 5.0;
        let (base_x, base_y) = (x - dx * LENGTH, y - dy * LENGTH);
        let (side_x, side_y) = (-dy * HALF_WIDTH, dx * HALF_WIDTH);
        let _ = write!(
            self.body,
            "<path class=\"{class} arrow\" d=\"M{x:.1} {y:.1}L{:.1} {:.1}L{:.1} {:.1}Z\"/>",
            base_x + side_x,
            base_y + side_y,
            base_x - side_x,
            base_y - side_y
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

    pub(super) fn finish(self) -> String {
        let Drawing { title, width, height, body } = self;
        format!(
            "<svg role=\"img\" aria-label=\"{title}\" \
             viewBox=\"0 0 {width:.0} {height:.0}\" \
             xmlns=\"http://www.w3.org/2000/svg\"><title>{title}</title>{body}</svg>"
        )
    }
}

/// Text as HTML and SVG want it.
pub(super) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            letter if letter.is_control() && letter != '\n' => {}
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
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|factor| factor * power)
        .find(|&step| step >= rough)
        .unwrap_or(rough)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_break_the_page() {
        let mut drawing = Drawing::new("a \"b\"", 10.0, 10.0);
        drawing.text(Anchor::Start, (0.0, 0.0), "<script>'&");
        let text = drawing.finish();
        assert!(text.contains("&lt;script&gt;&#39;&amp;") && !text.contains("<script>"));
        assert!(text.contains("aria-label=\"a &quot;b&quot;\""));
    }

    #[test]
    fn steps_are_round() {
        assert_eq!(round_step(100.0, 5.0), 20.0);
        assert_eq!(round_step(730.0, 5.0), 200.0);
        assert_eq!(round_step(3.0, 5.0), 1.0);
    }
}
