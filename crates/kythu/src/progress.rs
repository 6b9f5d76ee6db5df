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

/// Nothing to see where nobody looks.
fn bar(length: u64, template: &str) -> ProgressBar {
    if !stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(template);
    ProgressBar::new(length).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
