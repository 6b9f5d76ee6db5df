//! The search's listener: passes on to the GUI what it hears.

use std::io;

use ::uci::Message;
use chess::{Move, Position};
use search::{Control, Listener, Report, RootMoveReport};

use super::lines;
use super::options::Options;
use super::voice::Voice;

/// Reports on one search.
pub(super) struct Reporter<'a> {
    voice: &'a Voice,
    options: &'a Options,
    root: Position,
    control: &'a Control,
    /// The best line so far.
    best: Vec<Move>,
    /// Whether everything could be said.
    spoken: io::Result<()>,
}

impl<'a> Reporter<'a> {
    pub(super) fn new(
        voice: &'a Voice,
        options: &'a Options,
        root: Position,
        control: &'a Control,
    ) -> Reporter<'a> {
        Reporter { voice, options, root, control, best: Vec::new(), spoken: Ok(()) }
    }

    /// The best line it heard of, unless it could not be passed on.
    pub(super) fn finish(self) -> io::Result<Vec<Move>> {
        self.spoken.map(|()| self.best)
    }

    fn say(&mut self, message: &Message) {
        if self.spoken.is_ok() {
            self.spoken = self.voice.say(message);
        }
        if self.spoken.is_err() {
            // Nobody will ever want the move.
            self.control.stop();
        }
    }
}

impl Listener for Reporter<'_> {
    fn line(&mut self, report: Report) {
        self.say(&lines::info(&report, &self.root, self.options));
        if report.line_index == 0 {
            self.best = report.line;
        }
    }

    fn root_move(&mut self, report: RootMoveReport) {
        self.say(&lines::root_move(&report, &self.root, self.options));
    }
}
