//! What is typed, read apart from the game: a flag may fall while nobody types.

use std::io::{self, BufRead};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crate::input::{self, Input};

/// Lines, one at a time.
pub(super) struct Keyboard {
    lines: Receiver<io::Result<Input>>,
}

impl Keyboard {
    /// Reads from here, never more than a line ahead.
    pub(super) fn new(mut from: impl BufRead + Send + 'static) -> Keyboard {
        let (sender, lines) = mpsc::sync_channel(0);
        thread::spawn(move || {
            loop {
                let line = input::read(&mut from);
                let is_last = !matches!(line, Ok(Input::Line(_) | Input::TooLong(_)));
                if sender.send(line).is_err() || is_last {
                    return;
                }
            }
        });
        Keyboard { lines }
    }

    /// The next line; `None` if there is none within this time.
    pub(super) fn read(&self, within: Option<Duration>) -> io::Result<Option<Input>> {
        let line = match within {
            None => self.lines.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(time) => self.lines.recv_timeout(time),
        };
        match line {
            Ok(line) => line.map(Some),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Ok(Some(Input::End)),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn lines_then_the_end_for_ever() {
        let keyboard = Keyboard::new(&b"e4\nquit\n"[..]);
        for line in ["e4", "quit"] {
            assert_eq!(keyboard.read(None).unwrap(), Some(Input::Line(line.to_owned())));
        }
        for _ in 0..2 {
            assert_eq!(keyboard.read(None).unwrap(), Some(Input::End));
        }
    }

    #[test]
    fn nobody_waits_for_ever() {
        let (reader, _writer) = io::pipe().unwrap();
        let keyboard = Keyboard::new(io::BufReader::new(reader));
        assert_eq!(keyboard.read(Some(Duration::from_millis(1))).unwrap(), None);
    }
}
