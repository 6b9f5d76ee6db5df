//! Leaving the table politely, by whichever door.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, Result};
use chess::Game;

/// The exit code of a program that Ctrl-C ended: 128 and the signal's number.
const INTERRUPTED: i32 = 130;

/// The last words, kept ready: Ctrl-C gives no time to think of any.
pub(super) struct Farewell {
    words: Arc<Mutex<String>>,
    options: String,
}

impl Farewell {
    /// From now on, Ctrl-C ends the program with the words of the day.
    /// `options` are those of the command line that the words repeat.
    pub(super) fn on_interrupt(options: String) -> Result<Farewell> {
        let words = Arc::new(Mutex::new("Goodbye.".to_owned()));
        let ready = Arc::clone(&words);
        ctrlc::set_handler(move || {
            let words = ready.lock().unwrap_or_else(PoisonError::into_inner);
            // Nobody is left to tell if this fails.
            let _ = write!(io::stdout(), "\n{words}\n");
            std::process::exit(INTERRUPTED);
        })
        .context("Ctrl-C cannot be caught")?;
        Ok(Farewell { words, options })
    }

    /// Puts the words in order after every move.
    pub(super) fn prepare(&self, game: &Game) {
        let words = if game.outcome().is_some() || game.moves().is_empty() {
            "Goodbye.".to_owned()
        } else {
            format!(
                "Goodbye. To go on from here: kythu play{} --fen '{}'",
                self.options,
                game.position().fen()
            )
        };
        *self.words.lock().unwrap_or_else(PoisonError::into_inner) = words;
    }

    pub(super) fn words(&self) -> String {
        self.words.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
