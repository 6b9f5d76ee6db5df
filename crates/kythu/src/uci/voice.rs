//! What the engine says, line by line, from whichever thread.

use std::fmt;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// The one output that all threads share. Clones speak into the same one.
#[derive(Clone)]
pub(super) struct Voice {
    out: Arc<Mutex<dyn Write + Send>>,
}

impl Voice {
    pub(super) fn new(out: impl Write + Send + 'static) -> Voice {
        Voice { out: Arc::new(Mutex::new(out)) }
    }

    /// Says one line, or several at a stretch, and sees to it that they
    /// arrive.
    pub(super) fn say(&self, line: impl fmt::Display) -> io::Result<()> {
        let text = format!("{line}\n");
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        out.write_all(text.as_bytes())?;
        out.flush()
    }

    /// Says what went wrong, in the one way that UCI has for it.
    pub(super) fn complain(&self, error: impl fmt::Display) -> io::Result<()> {
        self.say(format_args!("info string error {error}"))
    }
}

impl Write for Voice {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.lock().unwrap_or_else(PoisonError::into_inner).flush()
    }
}
