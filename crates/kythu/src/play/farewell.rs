//! Leaving the table politely, by whichever door.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::{Context, Result};
use chess::Game;
use thinking::Signal;

/// The exit code of a program that Ctrl-C ended: 128 and the signal's number.
const INTERRUPTED: i32 = 130;

/// The last words, kept ready: Ctrl-C gives no time to think of any. While
/// somebody thinks, the first Ctrl-C only ends the thought.
pub(super) struct Farewell {
    words: Arc<Mutex<String>>,
    thought: Arc<Mutex<Option<Signal>>>,
}

impl Farewell {
    /// From now on, Ctrl-C ends the program with the words of the day.
    pub(super) fn on_interrupt() -> Result<Farewell> {
        let farewell = Farewell {
            words: Arc::new(Mutex::new("Goodbye.".to_owned())),
            thought: Arc::default(),
        };
        let (ready, thought) = (Arc::clone(&farewell.words), Arc::clone(&farewell.thought));
        ctrlc::set_handler(move || {
            if let Some(signal) = lock(&thought).take() {
                return signal.stop();
            }
            let words = lock(&ready);
            // Nobody is left to tell if this fails.
            let _ = write!(io::stdout(), "\n{words}\n");
            std::process::exit(INTERRUPTED);
        })
        .context("Ctrl-C cannot be caught")?;
        Ok(farewell)
    }

    /// Puts the words in order after every move. `options` are those of the
    /// command line that seat the same players again.
    pub(super) fn prepare(&self, game: &Game, options: &str) {
        let words = if game.outcome().is_some() || game.moves().is_empty() {
            "Goodbye.".to_owned()
        } else {
            let fen = game.position().fen();
            format!("Goodbye. To go on from here: kythu play{options} --fen '{fen}'")
        };
        *lock(&self.words) = words;
    }

    pub(super) fn words(&self) -> String {
        lock(&self.words).clone()
    }

    /// Somebody begins to think, until [`end_thought`](Farewell::end_thought):
    /// the first Ctrl-C goes to this signal.
    pub(super) fn begin_thought(&self) -> Signal {
        let signal = Signal::new();
        *lock(&self.thought) = Some(signal.clone());
        signal
    }

    pub(super) fn end_thought(&self) {
        *lock(&self.thought) = None;
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
