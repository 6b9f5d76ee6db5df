//! Passes on to the GUI what an agent thinks.

use std::io;
use std::time::Duration;

use ::uci::Message;
use chess::{Move, Position};
use thinking::{Limits, Observer, Progress, Signal};

use super::lines;
use super::options::Conventions;
use super::voice::Voice;

/// Nobody can read the lines of the first moments one by one, and in fast
/// games each that is sent alone wakes up a GUI: they go out together.
const GATHERING: Duration = Duration::from_millis(2);

/// Reports on one search.
pub(super) struct Reporter<'a> {
    voice: &'a Voice,
    conventions: &'a Conventions,
    root: Position,
    signal: &'a Signal,
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
        conventions: &'a Conventions,
        root: Position,
        limits: &Limits,
        signal: &'a Signal,
    ) -> Reporter<'a> {
        let immediate = limits.infinite || limits.ponder;
        let (best, gathered) = (Vec::new(), Vec::new());
        Reporter { voice, conventions, root, signal, best, immediate, gathered, spoken: Ok(()) }
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
            self.signal.stop();
        }
    }
}

impl Observer for Reporter<'_> {
    fn progress(&mut self, progress: &Progress) {
        let message = lines::info(progress, &self.root, self.conventions);
        self.say(&message, progress.time.unwrap_or(Duration::MAX));
        if progress.line_index == 0 && !progress.line.is_empty() {
            self.best.clone_from(&progress.line);
        }
    }

    fn root_move(&mut self, depth: u32, mv: Move, index: usize) {
        // Such reports come after seconds.
        let message = lines::root_move(depth, mv, index, &self.root, self.conventions);
        self.say(&message, Duration::MAX);
    }
}
