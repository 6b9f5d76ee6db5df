//! How far a long command is.

use std::io::{IsTerminal, stderr};

use indicatif::{ProgressBar, ProgressStyle};

/// A bar for so many bytes that are read.
pub(crate) fn of_bytes(bytes: u64) -> ProgressBar {
    bar(bytes, "{wide_bar} {bytes}/{total_bytes} eta {eta}")
}

/// A bar for so many things to do, each with its name as the message.
pub(crate) fn of_things(count: u64) -> ProgressBar {
    bar(count, "{wide_bar} {pos}/{len} {msg} eta {eta}")
}

/// A bar of a thousand steps, for whoever knows the share that is done.
pub(crate) fn of_thousandths() -> ProgressBar {
    bar(1_000, "{wide_bar} {percent:>3}%  {msg}")
}

/// Nothing to see where nobody looks.
fn bar(length: u64, template: &str) -> ProgressBar {
    if !stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(template);
    ProgressBar::new(length).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Seconds as people read them.
pub(crate) fn eta(seconds: f64) -> String {
    if !seconds.is_finite() {
        return "eta unknown".to_owned();
    }
    let seconds = seconds.round() as u64;
    format!("eta {}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60)
}
