//! The thread that reads what the GUI says, and answers what cannot wait.
//!
//! Every command is done by the main thread, one after the other. While that
//! is busy with a search, `stop`, `ponderhit`, `isready`, a second `go` and
//! the end of input are dealt with here; everything else, `setoption` too,
//! waits until the search is over.

use std::io::{self, BufRead};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;

use ::uci::{Command, Go, Message};
use thinking::Signal;

use super::voice::Voice;
use crate::input::{self, Input};

/// What the main thread is asked to do.
pub(super) enum Order {
    /// Say this.
    Say(String),
    /// Search, and obey its signal.
    Search(Box<Go>, Arc<Running>),
    /// Anything else.
    Obey(Command),
}

/// A search that is going on or about to begin.
#[derive(Default)]
pub(super) struct Running {
    pub(super) signal: Signal,
    over: AtomicBool,
}

impl Running {
    /// To be called before `bestmove` is said: the GUI may answer that with
    /// the next `go` at once.
    pub(super) fn end(&self) {
        self.over.store(true, Ordering::SeqCst);
    }

    fn is_over(&self) -> bool {
        self.over.load(Ordering::SeqCst)
    }
}

/// The reading side of a conversation.
pub(super) struct CommandReader {
    voice: Voice,
    orders: Sender<Order>,
    running: Option<Arc<Running>>,
}

impl CommandReader {
    pub(super) fn new(voice: Voice, orders: Sender<Order>) -> CommandReader {
        CommandReader { voice, orders, running: None }
    }

    /// Reads until `quit`, the end of input, or until nobody listens. A search
    /// that is going on then ends, and says its move.
    pub(super) fn listen(mut self, input: &mut impl BufRead) {
        loop {
            match input::read(input) {
                Ok(Input::Line(line)) if self.hear(&line).is_ok() => {}
                Ok(Input::TooLong(bytes)) => {
                    let error = format!("info string error a line of {bytes} bytes is too long");
                    if self.answer(error).is_err() {
                        break;
                    }
                }
                Ok(Input::Line(_) | Input::End) | Err(_) => break,
            }
        }
        if let Some(running) = self.running {
            running.signal.stop();
        }
    }

    /// Deals with a line; an error means that there will be no more to do.
    fn hear(&mut self, line: &str) -> io::Result<()> {
        match line.parse() {
            Ok(Command::Quit) => Err(io::ErrorKind::BrokenPipe.into()),
            Ok(Command::Stop) => {
                self.with_running(|running| running.signal.stop());
                Ok(())
            }
            Ok(Command::PonderHit) => {
                self.with_running(|running| running.signal.ponder_hit());
                Ok(())
            }
            Ok(Command::IsReady) => self.answer(Message::ReadyOk.to_string()),
            Ok(Command::Go(go)) if go.perft.is_none() => self.go(go),
            Ok(command) => self.order(Order::Obey(command)),
            Err(error) => self.answer(format!("info string error {error}")),
        }
    }

    fn go(&mut self, go: Box<Go>) -> io::Result<()> {
        // One that was told to stop makes way in a moment.
        let goes_on = |running: &Arc<Running>| !running.signal.is_stopped();
        if self.running().is_some_and(goes_on) {
            return self.voice.complain("go: there is a search already (stop it first)");
        }
        let running = Arc::<Running>::default();
        self.running = Some(Arc::clone(&running));
        self.order(Order::Search(go, running))
    }

    /// The search that is going on, if there is one.
    fn running(&self) -> Option<&Arc<Running>> {
        self.running.as_ref().filter(|running| !running.is_over())
    }

    fn with_running(&self, act: impl FnOnce(&Running)) {
        if let Some(running) = self.running() {
            act(running);
        }
    }

    /// Says something at once while there is a search, otherwise when all
    /// that was asked before is done.
    fn answer(&self, line: String) -> io::Result<()> {
        match self.running() {
            Some(_) => self.voice.say(line),
            None => self.order(Order::Say(line)),
        }
    }

    fn order(&self, order: Order) -> io::Result<()> {
        self.orders.send(order).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}
