//! The search's listener: passes on to the GUI what it hears.

use std::io;
use std::time::Duration;

use ::uci::Message;
use chess::{Move, Position};
use search::{Control, Limits, Listener, Report, RootMoveReport};

use super::lines;
use super::options::Options;
use super::voice::Voice;

/// Nobody can read the lines of the first moments one by one, and in fast
/// games each that is sent alone wakes up a GUI: they go out together.
const GATHERING: Duration = Duration::from_millis(2);

/// Reports on one search.
pub(super) struct Reporter<'a> {
    voice: &'a Voice,
    options: &'a Options,
    root: Position,
    control: &'a Control,
    /// The best line so far.
    best: Vec<Move>,
    /// Whether there may be a long silence after a line, so that none waits.
    immediate: bool,
    /// Lines that wait for company.
    gathered: Vec<String>,
    /// Whether everything could be said.
    spoken: io::Result<()>,
}

impl<'a> Reporter<'a> {
    pub(super) fn new(
        voice: &'a Voice,
        options: &'a Options,
        root: Position,
        limits: &Limits,
        control: &'a Control,
    ) -> Reporter<'a> {
        let immediate = limits.infinite || limits.ponder;
        let (best, gathered) = (Vec::new(), Vec::new());
        Reporter { voice, options, root, control, best, immediate, gathered, spoken: Ok(()) }
    }

    /// The best line it heard of, unless it could not be passed on.
    pub(super) fn finish(mut self) -> io::Result<Vec<Move>> {
        self.speak();
        self.spoken.map(|()| self.best)
    }

    fn say(&mut self, message: &Message, time: Duration) {
        self.gathered.push(message.to_string());
        if self.immediate || time >= GATHERING {
            self.speak();
        }
    }

    fn speak(&mut self) {
        if self.spoken.is_ok() && !self.gathered.is_empty() {
            self.spoken = self.voice.say(self.gathered.join("\n"));
            self.gathered.clear();
        }
        if self.spoken.is_err() {
            // Nobody will ever want the move.
            self.control.stop();
        }
    }
}

impl Listener for Reporter<'_> {
    fn line(&mut self, report: Report) {
        self.say(&lines::info(&report, &self.root, self.options), report.time);
        if report.line_index == 0 {
            self.best = report.line;
        }
    }

    fn root_move(&mut self, report: RootMoveReport) {
        // Such reports come after seconds.
        self.say(&lines::root_move(&report, &self.root, self.options), Duration::MAX);
    }
}
