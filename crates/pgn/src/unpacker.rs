//! Files as they come: plain or packed.

use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, Chain, Cursor, Read};

use flate2::bufread::MultiGzDecoder;
use zstd::stream::read::Decoder as ZstdDecoder;

use crate::params::BUFFER;

/// The first bytes of a gzip file.
const GZIP: &[u8] = &[0x1f, 0x8b];
/// The first bytes of a Zstandard file.
const ZSTD: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];
/// The first bytes of UTF-16, in either order.
const UTF_16: [&[u8]; 2] = [&[0xff, 0xfe], &[0xfe, 0xff]];

/// What was looked at to find out, and what comes after it.
type Whole<R> = BufReader<Chain<Cursor<Vec<u8>>, R>>;

/// An input that is unpacked if its first bytes say that it is packed, by
/// gzip or Zstandard, whatever its name. Both may have several parts.
pub struct Unpacker<R: Read>(State<R>);

enum State<R: Read> {
    /// Nothing was read yet. Empty only while the first bytes are looked at,
    /// and for good when that failed.
    Unopened(Option<R>),
    Plain(Whole<R>),
    Gzip(Box<MultiGzDecoder<Whole<R>>>),
    Zstd(ZstdDecoder<'static, Whole<R>>),
}

impl<R: Read> fmt::Debug for Unpacker<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            State::Unopened(_) => "Unpacker(not read yet)",
            State::Plain(_) => "Unpacker(plain)",
            State::Gzip(_) => "Unpacker(gzip)",
            State::Zstd(_) => "Unpacker(Zstandard)",
        })
    }
}

impl<R: Read> Unpacker<R> {
    /// Looks at nothing before something is read. It needs no buffer.
    pub fn new(input: R) -> Unpacker<R> {
        Unpacker(State::Unopened(Some(input)))
    }
}

impl<R: Read> State<R> {
    fn open(mut input: R) -> io::Result<State<R>> {
        let mut head = Vec::new();
        input.by_ref().take(ZSTD.len() as u64).read_to_end(&mut head)?;
        // Some shells write it when they redirect output.
        if UTF_16.iter().any(|mark| head.starts_with(mark)) {
            let message = "the text is UTF-16 (expected UTF-8 or Latin-1)";
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        let is_gzip = head.starts_with(GZIP);
        let is_zstd = head.starts_with(ZSTD);
        let whole = BufReader::with_capacity(BUFFER, Cursor::new(head).chain(input));
        Ok(if is_gzip {
            State::Gzip(Box::new(MultiGzDecoder::new(whole)))
        } else if is_zstd {
            State::Zstd(ZstdDecoder::with_buffer(whole)?)
        } else {
            State::Plain(whole)
        })
    }
}

impl<R: Read> Read for Unpacker<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let State::Unopened(input) = &mut self.0 {
            let Some(input) = input.take() else { return Ok(0) };
            self.0 = State::open(input)?;
        }
        match &mut self.0 {
            State::Unopened(_) => Ok(0),
            State::Plain(input) => input.read(buffer),
            State::Gzip(input) => input.read(buffer),
            State::Zstd(input) => input.read(buffer),
        }
    }
}

/// Opens a file, but no folder: that would fail later and less clearly.
pub(crate) fn open_file(path: &std::path::Path) -> io::Result<File> {
    let file = File::open(path)?;
    if file.metadata()?.is_dir() {
        return Err(io::Error::from(io::ErrorKind::IsADirectory));
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    fn read(bytes: &[u8]) -> io::Result<String> {
        let mut text = String::new();
        Unpacker::new(bytes).read_to_string(&mut text)?;
        Ok(text)
    }

    #[test]
    fn plain_and_packed_in_parts() {
        assert_eq!(read(b"").unwrap(), "");
        assert_eq!(read(b"1.").unwrap(), "1.");
        assert_eq!(read(b"1. e4 *").unwrap(), "1. e4 *");
        assert_eq!(read(&[gzip(b"1. e4"), gzip(b" *")].concat()).unwrap(), "1. e4 *");
        let zstd = |text: &[u8]| zstd::encode_all(text, 1).unwrap();
        assert_eq!(read(&[zstd(b"1. e4"), zstd(b" *")].concat()).unwrap(), "1. e4 *");
    }

    #[test]
    fn damage_is_an_error() {
        let mut packed = gzip(&b"1. e4 e5 ".repeat(100));
        packed.truncate(packed.len() / 2);
        assert!(read(&packed).is_err());
        let mut packed = zstd::encode_all(&b"1. e4 e5 ".repeat(100)[..], 1).unwrap();
        packed.truncate(packed.len() / 2);
        assert!(read(&packed).is_err());
        assert!(open_file(std::path::Path::new(".")).is_err());
        assert!(read(b"\xff\xfe1\0.\0").unwrap_err().to_string().contains("UTF-16"));
    }
}
