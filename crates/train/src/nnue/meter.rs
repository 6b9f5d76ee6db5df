//! How far an epoch is: a bar on a terminal, lines elsewhere.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;

/// Lines come so often.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// The progress of an epoch.
#[derive(Debug)]
pub(crate) struct Meter {
    epoch: String,
    total: usize,
    /// Where this run of the epoch began.
    began: (Instant, usize),
    told: Instant,
    bar: ProgressBar,
    has_bar: bool,
}

impl Meter {
    /// Epoch `epoch` (from 0) of `epochs`, of which `done` of `total` positions
    /// are done.
    pub(crate) fn new(epoch: usize, epochs: usize, done: usize, total: usize) -> Meter {
        let epoch = format!("epoch {}/{epochs}", epoch + 1);
        let bar = ProgressBar::new(total as u64).with_style(crate::tune::bar_style(&epoch));
        bar.set_position(done as u64);
        let now = Instant::now();
        let has_bar = stderr().is_terminal();
        Meter { epoch, total, began: (now, done), told: now, bar, has_bar }
    }

    /// Positions a second since it began.
    fn speed(&self, done: usize) -> f64 {
        (done - self.began.1) as f64 / self.began.0.elapsed().as_secs_f64().max(1e-9)
    }

    /// Tells that so many are done with this mean loss.
    pub(crate) fn tell(&mut self, done: usize, loss: f64) {
        let speed = self.speed(done);
        if self.has_bar {
            self.bar.set_position(done as u64);
            self.bar.set_message(format!("loss {loss:.5}, {speed:.0} positions/s"));
        } else if self.told.elapsed() >= LINE_EVERY {
            self.told = Instant::now();
            let percent = 100.0 * done as f64 / self.total.max(1) as f64;
            tell!("{}: {percent:.0}%, loss {loss:.5}, {speed:.0} positions/s", self.epoch);
        }
    }

    /// The epoch is over, or stopped: so many are done. Gives positions a second.
    pub(crate) fn finish(self, done: usize) -> f64 {
        let speed = self.speed(done);
        self.bar.finish_and_clear();
        speed
    }
}
