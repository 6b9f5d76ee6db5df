//! EPD out of files.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use thiserror::Error;

use super::{Epd, EpdFault};
use crate::params::{BUFFER, MAX_EPD_LINE};
use crate::text::decode;
use crate::unpacker::{self, Unpacker};

/// Reads positions line by line, in constant memory. Empty lines and those
/// that begin with `#` are passed over; packed files are unpacked.
pub struct EpdReader<R: Read> {
    input: BufReader<Unpacker<R>>,
    bytes: Vec<u8>,
    line: u64,
    is_over: bool,
}

/// Why a line could not be read.
#[derive(Debug, Error)]
pub enum EpdReadError {
    /// A line makes no sense. The next one can be read all the same.
    #[error("line {line}: {fault}")]
    Line {
        /// Which one, from 1.
        line: u64,
        /// What is wrong with it.
        fault: EpdFault,
    },
    /// The file cannot be read, or not unpacked. Nothing more will come.
    #[error("line {line}: cannot read on: {source}")]
    Io {
        /// How far it could be read.
        line: u64,
        /// What the system, or the unpacker, said.
        source: io::Error,
    },
}

impl<R: Read> fmt::Debug for EpdReader<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EpdReader").field("line", &self.line).finish_non_exhaustive()
    }
}

impl EpdReader<File> {
    /// Opens a file of positions.
    pub fn open(path: &Path) -> io::Result<EpdReader<File>> {
        Ok(EpdReader::new(unpacker::open_file(path)?))
    }
}

impl<R: Read> EpdReader<R> {
    /// Reads positions from anything.
    pub fn new(input: R) -> EpdReader<R> {
        let input = BufReader::with_capacity(BUFFER, Unpacker::new(input));
        EpdReader { input, bytes: Vec::new(), line: 0, is_over: false }
    }

    /// The line that was read last.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// Reads a line into `bytes`, or as much of it as is looked at.
    fn read_line(&mut self) -> io::Result<bool> {
        self.bytes.clear();
        let longest = MAX_EPD_LINE as u64 + 2;
        let length = self.input.by_ref().take(longest).read_until(b'\n', &mut self.bytes)?;
        self.line += 1;
        if length as u64 == longest && !self.bytes.ends_with(b"\n") {
            self.input.skip_until(b'\n')?;
        }
        Ok(length > 0)
    }
}

impl<R: Read> Iterator for EpdReader<R> {
    type Item = Result<Epd, EpdReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.is_over {
            match self.read_line() {
                Ok(true) => {}
                Ok(false) => break,
                Err(source) => {
                    self.is_over = true;
                    return Some(Err(EpdReadError::Io { line: self.line + 1, source }));
                }
            }
            let text = decode(&self.bytes);
            let text = text.trim_start_matches('\u{feff}').trim();
            if !text.is_empty() && !text.starts_with('#') {
                let line = self.line;
                return Some(text.parse().map_err(|fault| EpdReadError::Line { line, fault }));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_good_and_bad() {
        let long = "x".repeat(MAX_EPD_LINE * 3);
        let good = "4k3/8/8/8/8/8/8/R3K3 w Q -";
        let text =
            format!("\u{feff}# comment\r\n{good} id \"R\u{e9}ti\";\r\n\nbad\n{long}\n{good}");
        let lines: Vec<_> = EpdReader::new(text.as_bytes()).collect();
        assert_eq!(lines.len(), 4);
        assert_eq!(lines[0].as_ref().unwrap().text("id"), Some("Réti"));
        let message = |index: usize| lines[index].as_ref().unwrap_err().to_string();
        assert!(message(1).starts_with("line 4: "), "{}", message(1));
        assert!(message(2).starts_with("line 5: the line is longer"), "{}", message(2));
        assert!(lines[3].is_ok());
        let latin: Vec<_> =
            EpdReader::new(&b"4k3/8/8/8/8/8/8/R3K3 w Q - id \"\xe9\";"[..]).collect();
        assert_eq!(latin[0].as_ref().unwrap().text("id"), Some("é"));
    }
}
