//! A file of openings.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};

use chess::{FenError, Position, SanError};
use thiserror::Error;
use zip::ZipArchive;
use zip::result::ZipError;

use super::Opening;
use super::movetext::{self, Games};

/// No book is larger; a ZIP file that claims to be is not unpacked.
const MAX_BYTES: u64 = 1 << 30;

/// Openings as text; each is read when it is asked for, for books are large
/// and tournaments short.
#[derive(Clone, Debug)]
pub struct Book {
    format: Format,
    text: String,
    entries: Vec<Range<usize>>,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Format {
    Epd,
    Pgn,
}

/// Why a file is no book.
#[derive(Debug, Error)]
pub enum BookError {
    /// It cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// It is a damaged ZIP file.
    #[error("cannot unpack {}: {source}", path.display())]
    Zip {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: ZipError,
    },
    /// Its name does not say what it is.
    #[error("{name}: is it EPD or PGN? (expected a name in .epd, .fen, .pgn or .zip)")]
    Format {
        /// The name.
        name: String,
    },
    /// There is nothing in it.
    #[error("{} has no openings in it", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// An opening has a bad position.
    #[error("opening {number}: {source}")]
    Fen {
        /// Which one, from 1.
        number: usize,
        /// What is wrong with it.
        source: FenError,
    },
    /// An opening has a bad move.
    #[error("opening {number}: {source}")]
    San {
        /// Which one, from 1.
        number: usize,
        /// What is wrong with it.
        source: SanError,
    },
    /// An opening leaves nothing to play.
    #[error("opening {number}: the game is over after it")]
    Over {
        /// Which one, from 1.
        number: usize,
    },
}

impl Book {
    /// Reads a file.
    pub fn open(path: &Path) -> Result<Book, BookError> {
        let read = |source| BookError::Read { path: path.to_owned(), source };
        let file = File::open(path).map_err(read)?;
        let mut bytes = Vec::new();
        let name = if has_extension(path, "zip") {
            let zip = |source| BookError::Zip { path: path.to_owned(), source };
            let mut archive = ZipArchive::new(BufReader::new(file)).map_err(zip)?;
            let largest = (0..archive.len())
                .max_by_key(|&index| archive.by_index(index).map_or(0, |file| file.size()));
            let mut inner = archive.by_index(largest.unwrap_or(0)).map_err(zip)?;
            inner.by_ref().take(MAX_BYTES).read_to_end(&mut bytes).map_err(read)?;
            PathBuf::from(inner.name().map_err(zip)?.into_owned())
        } else {
            file.take(MAX_BYTES).read_to_end(&mut bytes).map_err(read)?;
            path.to_owned()
        };
        let format = if has_extension(&name, "pgn") {
            Format::Pgn
        } else if has_extension(&name, "epd") || has_extension(&name, "fen") {
            Format::Epd
        } else {
            return Err(BookError::Format { name: name.display().to_string() });
        };
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let book = Book::new(format, text);
        if book.entries.is_empty() {
            return Err(BookError::Empty { path: path.to_owned() });
        }
        Ok(book)
    }

    fn new(format: Format, text: String) -> Book {
        let entries = match format {
            Format::Epd => lines(&text).filter(|line| is_position(&text[line.clone()])).collect(),
            Format::Pgn => Games::new(&text).collect(),
        };
        Book { format, text, entries }
    }

    /// How many openings it has.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Is there nothing in it?
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The opening at this place, from 0.
    ///
    /// # Panics
    /// If there is no such place.
    pub fn opening(&self, index: usize) -> Result<Opening, BookError> {
        let text = &self.text[self.entries[index].clone()];
        let number = index + 1;
        match self.format {
            Format::Epd => {
                let start =
                    epd_position(text).map_err(|source| BookError::Fen { number, source })?;
                Ok(Opening { start, moves: Vec::new() })
            }
            Format::Pgn => movetext::read(text, number),
        }
    }
}

fn has_extension(path: &Path, wanted: &str) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(wanted))
}

fn lines(text: &str) -> impl Iterator<Item = Range<usize>> {
    text.split_inclusive('\n').scan(0, |at, line| {
        let start = *at;
        *at += line.len();
        Some(start..start + line.trim_end().len())
    })
}

fn is_position(line: &str) -> bool {
    !line.trim().is_empty() && !line.starts_with('#')
}

/// The position of an EPD line: four fields, and the two clocks if they are
/// numbers rather than operations.
fn epd_position(line: &str) -> Result<Position, FenError> {
    let mut fields: Vec<&str> = line.split_whitespace().take(6).collect();
    let is_clock = |field: &&str| field.bytes().all(|byte| byte.is_ascii_digit());
    let clocks = fields.iter().skip(4).take_while(|field| is_clock(field)).count();
    fields.truncate(if clocks == 2 { 6 } else { 4.min(fields.len()) });
    Position::from_fen_tolerant(&fields.join(" "))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn epd_lines_with_and_without_clocks() {
        let text = "\u{feff}# a comment\r\n\
            rnbqkb1r/pp2pppp/3p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R b KQkq -  \r\n\
            \n\
            r1bq1rk1/ppp2ppp/5n2/2bp4/2NPP3/2P5/PP3PPP/RNBQK2R w KQ - 0 9\n\
            4k3/8/8/8/8/8/8/R3K3 w - - bm Ra8; id \"x\";";
        let book = Book::new(Format::Epd, text.trim_start_matches('\u{feff}').to_owned());
        assert_eq!(book.len(), 3);
        assert!(!book.opening(0).unwrap().start.turn().is_white());
        assert_eq!(book.opening(1).unwrap().start.fullmoves(), 9);
        assert_eq!(book.opening(2).unwrap().start.halfmoves(), 0);
        let bad = Book::new(Format::Epd, "nonsense".to_owned());
        assert!(bad.opening(0).unwrap_err().to_string().starts_with("opening 1: "));
    }

    #[test]
    fn zipped_books() {
        let path = std::env::temp_dir().join(format!("kythu-book-{}.zip", std::process::id()));
        let mut zip = zip::ZipWriter::new(File::create(&path).unwrap());
        zip.start_file("book.pgn", zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(b"[Event \"?\"]\n\n1. e4 e5 *\n\n[Event \"?\"]\n\n1. d4 *\n").unwrap();
        zip.finish().unwrap();
        let book = Book::open(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        assert_eq!(book.len(), 2);
        assert_eq!(book.opening(0).unwrap().moves.len(), 2);
    }

    #[test]
    fn files_that_are_no_books() {
        let error = Book::open(Path::new("/nowhere/book.epd")).unwrap_err();
        assert!(error.to_string().contains("/nowhere/book.epd"), "{error}");
        let path = std::env::temp_dir().join(format!("kythu-book-{}.txt", std::process::id()));
        std::fs::write(&path, "x").unwrap();
        assert!(matches!(Book::open(&path), Err(BookError::Format { .. })));
        std::fs::remove_file(&path).unwrap();
    }
}
