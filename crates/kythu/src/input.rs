//! Lines from a person or another program, whatever they send.

use std::io::{self, BufRead, Read};

/// The longest line that is read; a game of 9,999 moves in UCI fits in.
const LONGEST: usize = 1 << 20;

/// What came in.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Input {
    /// A line without its end; bytes that are not UTF-8 are replaced.
    Line(String),
    /// A line of more bytes than anybody needs, skipped.
    TooLong(usize),
    /// There will be no more.
    End,
}

/// The next line.
pub(crate) fn read(from: &mut impl BufRead) -> io::Result<Input> {
    let mut bytes = Vec::new();
    let mut length = from.by_ref().take(LONGEST as u64).read_until(b'\n', &mut bytes)?;
    if length == 0 {
        return Ok(Input::End);
    }
    if length < LONGEST || bytes.last() == Some(&b'\n') {
        let line = String::from_utf8_lossy(&bytes);
        return Ok(Input::Line(line.trim_end_matches(['\n', '\r']).to_owned()));
    }
    // The rest goes by in small pieces, so that it takes no memory.
    while bytes.last() != Some(&b'\n') {
        bytes.clear();
        match from.by_ref().take(1 << 16).read_until(b'\n', &mut bytes)? {
            0 => break,
            more => length += more,
        }
    }
    Ok(Input::TooLong(length))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(bytes: &[u8]) -> Vec<Input> {
        let mut rest = bytes;
        let mut lines = Vec::new();
        loop {
            match read(&mut rest).unwrap() {
                Input::End => return lines,
                line => lines.push(line),
            }
        }
    }

    #[test]
    fn lines_of_every_kind() {
        let line = |text: &str| Input::Line(text.to_owned());
        assert_eq!(all(b"uci\r\n\nlast"), [line("uci"), line(""), line("last")]);
        assert_eq!(all(b"e\xff4\n"), [line("e\u{fffd}4")]);
        let mut long = vec![b'a'; 10_000_000];
        long.extend(b"\nquit\n");
        assert_eq!(all(&long), [Input::TooLong(10_000_001), line("quit")]);
        let mut just = vec![b'a'; LONGEST - 1];
        just.push(b'\n');
        assert_eq!(all(&just), [line(&"a".repeat(LONGEST - 1))]);
    }
}
