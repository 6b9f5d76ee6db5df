//! How far an experiment is, on the terminal.

use std::io::{IsTerminal, stderr};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use lab::Audience;

/// How often a line is printed where there is no bar.
const PERIOD: Duration = Duration::from_secs(60);

/// A bar with the time left where there is a terminal, else a line now and then.
pub(super) struct Terminal {
    stage: Mutex<Stage>,
}

struct Stage {
    name: String,
    bar: ProgressBar,
    done: u64,
    total: u64,
    last_line: Instant,
}

impl Terminal {
    pub(super) fn new() -> Terminal {
        let (name, bar) = (String::new(), ProgressBar::hidden());
        let stage = Stage { name, bar, done: 0, total: 0, last_line: Instant::now() };
        Terminal { stage: Mutex::new(stage) }
    }

    fn with(&self, act: impl FnOnce(&mut Stage)) {
        act(&mut self.stage.lock().unwrap_or_else(std::sync::PoisonError::into_inner));
    }
}

impl Audience for Terminal {
    fn begin(&self, name: &str, total: u64, done: u64) {
        self.with(|stage| {
            (stage.name, stage.done, stage.total) = (name.to_owned(), done, total);
            stage.last_line = Instant::now();
            stage.bar = ProgressBar::hidden();
            if stderr().is_terminal() {
                let template = "{prefix} {wide_bar} {pos}/{len} {elapsed} eta {eta}\n{wide_msg}";
                let style = ProgressStyle::with_template(template);
                stage.bar = ProgressBar::new(total)
                    .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
                    .with_prefix(name.to_owned());
                stage.bar.set_position(done);
                stage.bar.reset_eta();
            }
        });
    }

    fn advance(&self, piece: &str) {
        self.with(|stage| {
            stage.done += 1;
            stage.bar.set_message(piece.to_owned());
            stage.bar.inc(1);
            let is_due = stage.last_line.elapsed() >= PERIOD || stage.done == stage.total;
            if stage.bar.is_hidden() && is_due {
                eprintln!("{}: {}/{}", stage.name, stage.done, stage.total);
                stage.last_line = Instant::now();
            }
        });
    }

    fn remark(&self, text: &str) {
        self.with(|stage| stage.bar.suspend(|| eprintln!("{text}")));
    }

    fn end(&self) {
        self.with(|stage| stage.bar.finish_and_clear());
    }
}
