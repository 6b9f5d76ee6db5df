//! Progress of the tools, and Ctrl-C.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use ::data::{Audience, ToolProgress};
use anyhow::{Context, Result};
use indicatif::ProgressBar;

use super::histogram::grouped;
use crate::progress::{self, eta};

/// How often a log hears of the progress.
const LOG_PAUSE: Duration = Duration::from_secs(10);
/// How often a terminal does.
const BAR_PAUSE: Duration = Duration::from_millis(100);

/// Set by Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);

/// Lets Ctrl-C end the work in an orderly way.
pub(super) fn listen() -> Result<()> {
    ctrlc::set_handler(|| {
        if STOP.swap(true, Relaxed) {
            // The output is not there yet, and drafts may stay behind.
            process::exit(130);
        }
    })
    .context("cannot listen for Ctrl-C")
}

/// Does some work that reports its progress and can be stopped.
pub(super) fn with_audience<T>(work: impl FnOnce(&mut Audience<'_>) -> T) -> T {
    let mut watch = Watch::new();
    work(&mut Audience { stop: &STOP, report: &mut |progress| watch.show(progress) })
}

/// A bar on a terminal, now and then a line elsewhere.
pub(super) struct Watch {
    bar: ProgressBar,
    /// The pass, when it began, and what was done then.
    pass: (u32, Instant, u64),
    said: Instant,
}

impl Watch {
    pub(super) fn new() -> Watch {
        let bar = progress::of_thousandths();
        let now = Instant::now();
        Watch { bar, pass: (0, now, 0), said: now }
    }

    pub(super) fn show(&mut self, progress: &ToolProgress) {
        if progress.pass != self.pass.0 {
            self.pass = (progress.pass, Instant::now(), progress.done);
        }
        let is_log = self.bar.is_hidden();
        if self.said.elapsed() < if is_log { LOG_PAUSE } else { BAR_PAUSE } {
            return;
        }
        self.said = Instant::now();
        let share = progress.done as f64 / progress.whole.max(1) as f64;
        let message = self.message(progress);
        if is_log {
            eprintln!("{:>3.0}%  {message}", 100.0 * share);
        } else {
            self.bar.set_position((1_000.0 * share) as u64);
            self.bar.set_message(message);
        }
    }

    fn message(&self, progress: &ToolProgress) -> String {
        let (_, began, before) = self.pass;
        let speed =
            progress.done.saturating_sub(before) as f64 / began.elapsed().as_secs_f64().max(1e-9);
        let eta = eta(progress.whole.saturating_sub(progress.done) as f64 / speed);
        let games = grouped(progress.games);
        match progress.passes {
            0 | 1 => format!("{games} games  {eta}"),
            passes => format!("pass {} of {passes}  {games} games  {eta}", progress.pass + 1),
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_is_told() {
        assert_eq!(eta(3_725.4), "eta 1:02:05");
        assert_eq!(eta(f64::INFINITY), "eta unknown");
        let watch = Watch::new();
        let mut progress = ToolProgress { passes: 2, whole: 10, ..ToolProgress::default() };
        assert_eq!(watch.message(&progress), "pass 1 of 2  0 games  eta unknown");
        progress = ToolProgress { passes: 1, done: 10, games: 1_234, ..progress };
        assert_eq!(watch.message(&progress), "1,234 games  eta 0:00:00");
    }
}
