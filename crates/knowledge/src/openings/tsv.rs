//! The files of lichess's chess-openings.
//!
//! `a.tsv` to `e.tsv` have a line of columns, `eco`, `name` and `pgn`, and
//! then a line for each opening. More columns may follow.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use super::line::Line;
use super::{LineFault, OpeningNames, OpeningNamesError};

/// The largest of the files has 100,000 bytes.
pub(super) const MAX_BYTES: u64 = 1 << 20;

const FILES: [&str; 5] = ["a.tsv", "b.tsv", "c.tsv", "d.tsv", "e.tsv"];

/// Reads the files of a folder.
pub(super) fn load(folder: &Path) -> Result<OpeningNames, OpeningNamesError> {
    let mut openings = OpeningNames::empty();
    for name in FILES {
        let path = folder.join(name);
        let bytes = match read_file(&path) {
            Ok(bytes) => bytes,
            Err(source) => return Err(OpeningNamesError::Read { path, source }),
        };
        if bytes.len() as u64 > MAX_BYTES {
            return Err(OpeningNamesError::TooLarge { path });
        }
        let text = String::from_utf8_lossy(&bytes);
        let done = read(text.trim_start_matches('\u{feff}'), &mut openings);
        done.map_err(|(line, fault)| OpeningNamesError::Line { path, line, fault })?;
    }
    Ok(openings)
}

fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    // Asked before it is opened: a pipe waits for somebody to write.
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "this is no file"));
    }
    let mut bytes = Vec::new();
    // One byte more, to tell that there is more.
    File::open(path)?.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Adds the openings of a file. A fault comes with the number of its line.
fn read(text: &str, openings: &mut OpeningNames) -> Result<(), (usize, LineFault)> {
    let mut lines = (1..).zip(text.lines());
    if !lines.next().is_some_and(|(_, columns)| is_header(columns)) {
        return Err((1, LineFault::Header));
    }
    for (number, text) in lines.filter(|(_, text)| !text.trim().is_empty()) {
        read_line(text, openings).map_err(|fault| (number, fault))?;
    }
    Ok(())
}

fn is_header(text: &str) -> bool {
    text.split('\t').map(str::trim).take(3).eq(["eco", "name", "pgn"])
}

fn read_line(text: &str, openings: &mut OpeningNames) -> Result<(), LineFault> {
    let mut columns = text.split('\t').map(str::trim);
    let (Some(eco), Some(name), Some(moves)) = (columns.next(), columns.next(), columns.next())
    else {
        return Err(LineFault::Columns);
    };
    let eco = eco.parse()?;
    let mut line = Line::new();
    for word in moves.split_whitespace() {
        // The number of the move may stand apart or not.
        let san = word.rsplit('.').next().unwrap_or(word);
        if !san.is_empty() {
            line.play(san)?;
            openings.pass(&line.position);
        }
    }
    if name.is_empty() || line.moves.is_empty() {
        return Err(LineFault::Columns);
    }
    openings.add(eco, name.to_owned(), &line);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "eco\tname\tpgn\n";

    fn folder(a: &[u8]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for name in FILES {
            fs::write(folder.path().join(name), HEADER).unwrap();
        }
        fs::write(folder.path().join("a.tsv"), a).unwrap();
        folder
    }

    fn message(a: &[u8]) -> String {
        let folder = folder(a);
        let path = format!("{}", folder.path().join("a.tsv").display());
        let message = load(folder.path()).unwrap_err().to_string();
        assert!(message.contains(&path), "{message}");
        message.replace(&path, "a.tsv")
    }

    #[test]
    fn lines_as_they_are_written() {
        let text = "\u{feff}eco\tname\tpgn\tuci\tepd\r\n\
            C20\tOpen Game\t1. e4 e5\te2e4 e7e5\t…\r\n\
            \r\n\
            A00\tFool's Mate\t1.f3 e5 2.g4 2...Qh4#\r\n";
        let openings = load(folder(text.as_bytes()).path()).unwrap();
        let lines: Vec<String> = openings.iter().map(|opening| opening.line()).collect();
        assert_eq!(lines, ["1. e4 e5", "1. f3 e5 2. g4 Qh4#"]);
    }

    #[test]
    fn what_is_wrong_and_where() {
        let line = |text: &str| message(format!("{HEADER}{text}").as_bytes());
        assert!(message(b"").starts_with("a.tsv, line 1: the columns should be"));
        assert!(message(b"eco,name,pgn\n").starts_with("a.tsv, line 1: the columns should be"));
        assert!(line("A00\tx").starts_with("a.tsv, line 2: there should be a code, a name"));
        assert!(line("A00\t\t1. a3").starts_with("a.tsv, line 2: there should be a code, a name"));
        assert!(line("A00\tx\t1.").starts_with("a.tsv, line 2: there should be a code, a name"));
        assert!(line("Z00\tx\t1. a3").starts_with("a.tsv, line 2: 'Z00' is not an ECO code"));
        assert!(line("A00\tx\t1. a3 e5 2. Qd4").contains("line 2: half-move 3: no legal move"));
        assert!(line("A00\tx\t1. a3 \u{0}").contains("half-move 2: "));
        let large = vec![b'x'; MAX_BYTES as usize + 1];
        assert_eq!(
            message(&large),
            "a.tsv has more than 1048576 bytes: this is no list of openings"
        );
    }

    #[test]
    fn files_that_are_not_there() {
        let error = load(Path::new("/nowhere")).unwrap_err().to_string();
        assert!(error.starts_with("cannot read /nowhere/a.tsv: "), "{error}");
        let folder = folder(HEADER.as_bytes());
        fs::remove_file(folder.path().join("d.tsv")).unwrap();
        let error = load(folder.path()).unwrap_err().to_string();
        assert!(error.contains("d.tsv") && error.contains("a.tsv to e.tsv"), "{error}");
        fs::create_dir(folder.path().join("d.tsv")).unwrap();
        let error = load(folder.path()).unwrap_err().to_string();
        assert!(error.contains("d.tsv: this is no file"), "{error}");
    }
}
