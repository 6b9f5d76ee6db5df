//! A file of openings.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};

use ::pgn::{EpdFault, EpdReadError, EpdReader, Fault, ReadError, Reader, Unpacker, game_ranges};
use thiserror::Error;
use zip::ZipArchive;
use zip::result::ZipError;

use super::OpeningLine;
use crate::fingerprint::Fingerprint;

/// No file of openings is larger, unpacked; what claims to be is refused.
const MAX_BYTES: u64 = 1 << 30;

/// A file of openings in EPD or PGN. It is kept as text, and an opening is
/// parsed when it is asked for: files are large and tournaments short.
#[derive(Clone, Debug)]
pub struct OpeningFile {
    name: String,
    format: Notation,
    text: Vec<u8>,
    entries: Vec<Range<usize>>,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Notation {
    Epd,
    Pgn,
}

/// Why there are no openings.
#[derive(Debug, Error)]
pub enum OpeningSuiteError {
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
    #[error(
        "{name}: is it EPD or PGN? (expected a name in .epd, .fen or .pgn, or one of these in .zip, .gz or .zst)"
    )]
    Format {
        /// The name.
        name: String,
    },
    /// It is larger than any file of openings.
    #[error("{} is too large for a file of openings (expected less than {MAX_BYTES} bytes)", path.display())]
    Large {
        /// The file.
        path: PathBuf,
    },
    /// There is nothing in it.
    #[error("{} has no openings in it", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// A line of EPD is broken.
    #[error("{name}, opening {number}: {fault}")]
    Epd {
        /// The file.
        name: String,
        /// Which one, from 1.
        number: usize,
        /// What is wrong with it.
        fault: EpdFault,
    },
    /// A game of PGN is broken.
    #[error("{name}, opening {number}: {fault}")]
    Pgn {
        /// The file.
        name: String,
        /// Which one, from 1.
        number: usize,
        /// What is wrong with it.
        fault: Fault,
    },
    /// An opening leaves nothing to play.
    #[error("opening {number}: the game is over after it")]
    Over {
        /// Which one, from 1.
        number: usize,
    },
}

impl OpeningFile {
    /// Reads a file.
    pub fn open(path: &Path) -> Result<OpeningFile, OpeningSuiteError> {
        let read = |source| OpeningSuiteError::Read { path: path.to_owned(), source };
        let file = File::open(path).map_err(read)?;
        let mut bytes = Vec::new();
        let name = if has_extension(path, "zip") {
            let zip = |source| OpeningSuiteError::Zip { path: path.to_owned(), source };
            let mut archive = ZipArchive::new(BufReader::new(file)).map_err(zip)?;
            let largest = (0..archive.len())
                .max_by_key(|&index| archive.by_index(index).map_or(0, |file| file.size()));
            let mut inner = archive.by_index(largest.unwrap_or(0)).map_err(zip)?;
            inner.by_ref().take(MAX_BYTES).read_to_end(&mut bytes).map_err(read)?;
            PathBuf::from(inner.name().map_err(zip)?.into_owned())
        } else {
            Unpacker::new(file).take(MAX_BYTES).read_to_end(&mut bytes).map_err(read)?;
            let is_packed = has_extension(path, "gz") || has_extension(path, "zst");
            if is_packed { path.with_extension("") } else { path.to_owned() }
        };
        if bytes.len() as u64 == MAX_BYTES {
            return Err(OpeningSuiteError::Large { path: path.to_owned() });
        }
        let format = if has_extension(&name, "pgn") {
            Notation::Pgn
        } else if has_extension(&name, "epd") || has_extension(&name, "fen") {
            Notation::Epd
        } else {
            return Err(OpeningSuiteError::Format { name: name.display().to_string() });
        };
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let book = OpeningFile::new(file, format, bytes);
        if book.entries.is_empty() {
            return Err(OpeningSuiteError::Empty { path: path.to_owned() });
        }
        Ok(book)
    }

    fn new(name: String, format: Notation, text: Vec<u8>) -> OpeningFile {
        let entries = match format {
            Notation::Epd => lines(&text).filter(|line| is_position(&text[line.clone()])).collect(),
            Notation::Pgn => game_ranges(&text),
        };
        OpeningFile { name, format, text, entries }
    }

    /// A hash of its unpacked text.
    pub fn fingerprint(&self) -> Fingerprint {
        Fingerprint::of(&self.text)
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
    pub fn opening(&self, index: usize) -> Result<OpeningLine, OpeningSuiteError> {
        let text = &self.text[self.entries[index].clone()];
        let (number, name) = (index + 1, self.name.clone());
        match self.format {
            Notation::Epd => match EpdReader::new(text).next() {
                Some(Ok(epd)) => Ok(OpeningLine { start: epd.position, moves: Vec::new() }),
                Some(Err(EpdReadError::Line { fault, .. })) => {
                    Err(OpeningSuiteError::Epd { name, number, fault })
                }
                // Neither can be: there is a line, and it is in memory.
                Some(Err(EpdReadError::Io { .. })) | None => {
                    Err(OpeningSuiteError::Over { number })
                }
            },
            Notation::Pgn => match Reader::new(text).main_lines().next() {
                Some(Ok(game)) => Ok(OpeningLine { start: game.start, moves: game.moves }),
                Some(Err(ReadError::Game { fault, .. })) => {
                    Err(OpeningSuiteError::Pgn { name, number, fault })
                }
                Some(Err(ReadError::Io { .. })) | None => Err(OpeningSuiteError::Over { number }),
            },
        }
    }
}

fn has_extension(path: &Path, wanted: &str) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(wanted))
}

fn lines(text: &[u8]) -> impl Iterator<Item = Range<usize>> {
    text.split_inclusive(|&byte| byte == b'\n').scan(0, |at, line| {
        let start = *at;
        *at += line.len();
        Some(start..*at)
    })
}

fn is_position(line: &[u8]) -> bool {
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line).trim_ascii();
    !line.is_empty() && !line.starts_with(b"#")
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
        let book = OpeningFile::new("x".to_owned(), Notation::Epd, text.as_bytes().to_vec());
        assert_eq!(book.len(), 3);
        assert!(!book.opening(0).unwrap().start.turn().is_white());
        assert_eq!(book.opening(1).unwrap().start.fullmoves(), 9);
        assert_eq!(book.opening(2).unwrap().start.halfmoves(), 0);
        let bad = OpeningFile::new("x".to_owned(), Notation::Epd, b"nonsense".to_vec());
        assert!(bad.opening(0).unwrap_err().to_string().starts_with("x, opening 1: "));
    }

    #[test]
    fn games_and_main_lines() {
        let text = b"[Event \"?\"]\n[Result \"1/2-1/2\"]\n\n\
            1. Nf3 {a (strange) ; comment} d5 $1 2.g3 (2. d4 {x} Nf6 (2... e6)) c6 3 Bg2 ; to the end\n\
            3... Nf6 1/2-1/2\n\n\
            [Event \"?\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1\"]\n\n1. O-O-O *\n\n\
            1. e4 e5 2. Qh6 *\n";
        let book = OpeningFile::new("x".to_owned(), Notation::Pgn, text.to_vec());
        assert_eq!(book.len(), 3);
        assert_eq!(book.opening(0).unwrap().moves.len(), 6);
        assert!(book.opening(1).unwrap().moves[0].is_castle());
        let error = book.opening(2).unwrap_err().to_string();
        assert!(
            error.starts_with("x, opening 3: move 2 of White: ") && error.contains("Qh6"),
            "{error}"
        );
    }

    #[test]
    fn packed_books() {
        let folder = std::env::temp_dir();
        let path = folder.join(format!("kythu-book-{}.pgn.gz", std::process::id()));
        // A game without compression, as gzip stores it.
        let text = b"1. e4 *\n";
        let mut bytes = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1, 8, 0, 0xf7, 0xff];
        bytes.extend_from_slice(text);
        bytes.extend_from_slice(&0x2d033f60u32.to_le_bytes());
        bytes.extend_from_slice(&(text.len() as u32).to_le_bytes());
        std::fs::write(&path, bytes).unwrap();
        let book = OpeningFile::open(&path);
        std::fs::remove_file(&path).unwrap();
        assert_eq!(book.unwrap().opening(0).unwrap().moves.len(), 1);
    }

    #[test]
    fn zipped_books() {
        let path = std::env::temp_dir().join(format!("kythu-book-{}.zip", std::process::id()));
        let mut zip = zip::ZipWriter::new(File::create(&path).unwrap());
        zip.start_file("book.pgn", zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(b"[Event \"?\"]\n\n1. e4 e5 *\n\n[Event \"?\"]\n\n1. d4 *\n").unwrap();
        zip.finish().unwrap();
        let book = OpeningFile::open(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        assert_eq!(book.len(), 2);
        assert_eq!(book.opening(0).unwrap().moves.len(), 2);
    }

    #[test]
    fn files_that_are_no_books() {
        let error = OpeningFile::open(Path::new("/nowhere/book.epd")).unwrap_err();
        assert!(error.to_string().contains("/nowhere/book.epd"), "{error}");
        let path = std::env::temp_dir().join(format!("kythu-book-{}.txt", std::process::id()));
        std::fs::write(&path, "x").unwrap();
        assert!(matches!(OpeningFile::open(&path), Err(OpeningSuiteError::Format { .. })));
        std::fs::remove_file(&path).unwrap();
    }
}
