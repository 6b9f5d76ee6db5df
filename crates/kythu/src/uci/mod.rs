//! The UCI loop: how chess GUIs talk to the engine.
//!
//! Two threads: one listens, this one does what is asked, searches included.
//! Commands are done in the order in which they come; what cannot wait for
//! the end of a search is named in [`listener`].

mod lines;
mod listener;
mod options;
mod session;
mod voice;

use std::io::{self, BufRead};
use std::sync::mpsc;
use std::thread;

use anyhow::Result;
use eval::Classic;

use listener::Listener;
use session::Session;
use voice::Voice;

/// Reads and answers commands until `quit` or the end of input.
pub(crate) fn run(mut input: impl BufRead + Send + 'static) -> Result<()> {
    let voice = Voice::new(io::stdout());
    let mut session = Session::new(voice.clone(), Classic::new())?;
    let (sender, orders) = mpsc::channel();
    let listener = Listener::new(voice, sender);
    // Nobody waits for it: when the answers cannot be delivered, it may still
    // hang in reading.
    thread::Builder::new()
        .name("listener".to_owned())
        .spawn(move || listener.listen(&mut input))?;
    for order in orders {
        session.execute(order)?;
    }
    Ok(())
}

/// The beginning of a text, fit to be shown.
fn excerpt(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).take(60).collect()
}
