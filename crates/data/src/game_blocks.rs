//! Files of games in blocks of whole games, so that several threads can decode
//! one file, and tools can move games about without decoding them.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use pgn::Unpacker;

use crate::header;
use crate::reader::{ReadError, Reader};
use crate::scored_game::{END, MOST_PLIES};

/// Some whole games as bytes. They are not checked: [`GameBlock::games`] does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameBlock {
    /// Where it begins in the (unpacked) file.
    pub offset: u64,
    bytes: Vec<u8>,
}

impl GameBlock {
    /// The games, decoded and checked.
    pub fn games(&self) -> Reader<&[u8]> {
        Reader::at(&self.bytes, self.offset)
    }

    /// The bytes of each game.
    pub fn raw_games(&self) -> impl Iterator<Item = &[u8]> {
        let mut rest = self.bytes.as_slice();
        std::iter::from_fn(move || {
            let length = whole_game(rest)?;
            let (game, behind) = rest.split_at(length);
            rest = behind;
            Some(game)
        })
    }

    /// All of its bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

/// The length of the game at the beginning of `bytes`, if all of it is there.
fn whole_game(bytes: &[u8]) -> Option<usize> {
    let moves = bytes.get(header::LENGTH..)?;
    let end = moves.chunks_exact(END.len()).position(|word| word == END)?;
    Some(header::LENGTH + (end + 1) * END.len())
}

/// Reads blocks of whole games, plain or packed (`.zst`, `.gz`). Memory is
/// bounded whatever the file holds.
#[derive(Debug)]
pub struct GameBlocks<R: Read> {
    source: Unpacker<R>,
    /// Bytes behind the last block, the beginning of the next one.
    rest: Vec<u8>,
    offset: u64,
    block: usize,
    is_over: bool,
}

impl GameBlocks<File> {
    /// Blocks of a file, each of about `block` bytes.
    pub fn open(path: &Path, block: usize) -> io::Result<GameBlocks<File>> {
        let file = File::open(path)?;
        if file.metadata()?.is_dir() {
            return Err(ErrorKind::IsADirectory.into());
        }
        Ok(GameBlocks::new(file, block))
    }
}

impl<R: Read> GameBlocks<R> {
    /// Blocks of about `block` bytes; a longer game is a block of its own.
    pub fn new(source: R, block: usize) -> GameBlocks<R> {
        let source = Unpacker::new(source);
        GameBlocks { source, rest: Vec::new(), offset: 0, block: block.max(1), is_over: false }
    }

    fn block(&mut self) -> Result<Option<GameBlock>, ReadError> {
        // The length of the whole games at the beginning of `rest`.
        let mut whole = 0;
        let mut is_end = false;
        loop {
            while whole < self.block
                && let Some(length) = whole_game(&self.rest[whole..])
            {
                whole += length;
            }
            if whole >= self.block || is_end {
                break;
            }
            if self.rest.len() - whole > header::LENGTH + (MOST_PLIES + 1) * END.len() {
                return Err(ReadError::TooLong { offset: self.offset + whole as u64 });
            }
            is_end = self.fill(self.rest.len() + self.block.max(1 << 16))?;
        }
        if whole == 0 {
            let offset = self.offset;
            let is_whole = self.rest.is_empty();
            return if is_whole { Ok(None) } else { Err(ReadError::CutShort { offset }) };
        }
        let rest = self.rest.split_off(whole);
        let bytes = std::mem::replace(&mut self.rest, rest);
        let block = GameBlock { offset: self.offset, bytes };
        self.offset += whole as u64;
        Ok(Some(block))
    }

    /// Reads until `rest` has so many bytes. True at the end of the source.
    fn fill(&mut self, length: usize) -> Result<bool, ReadError> {
        let mut filled = self.rest.len();
        self.rest.resize(length, 0);
        let mut is_end = false;
        while filled < length && !is_end {
            match self.source.read(&mut self.rest[filled..]) {
                Ok(0) => is_end = true,
                Ok(count) => filled += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(source) => {
                    return Err(ReadError::Io { offset: self.offset + filled as u64, source });
                }
            }
        }
        self.rest.truncate(filled);
        Ok(is_end)
    }
}

/// After an error there is nothing more.
impl<R: Read> Iterator for GameBlocks<R> {
    type Item = Result<GameBlock, ReadError>;

    fn next(&mut self) -> Option<Result<GameBlock, ReadError>> {
        if self.is_over {
            return None;
        }
        let block = self.block().transpose();
        self.is_over = !matches!(block, Some(Ok(_)));
        block
    }
}

#[cfg(test)]
mod tests {
    use chess::Position;

    use super::*;
    use crate::{ScoredGame, ScoredMove, WhitePoints};

    fn games(count: usize) -> Vec<ScoredGame> {
        let start = Position::initial();
        let moves = start.legal_moves();
        let scored = |index: usize| ScoredMove { mv: moves[index % 20], score: index as i16 };
        (0..count)
            .map(|index| {
                let moves = if index % 3 == 0 { vec![] } else { vec![scored(index)] };
                ScoredGame { start, result: WhitePoints::ALL[index % 3], moves }
            })
            .collect()
    }

    #[test]
    fn blocks_are_whole_games_whatever_their_size() {
        let games = games(50);
        let bytes: Vec<u8> = games.iter().flat_map(ScoredGame::to_bytes).collect();
        for size in [1, 36, 41, 100, 1_000_000] {
            let blocks: Vec<GameBlock> =
                GameBlocks::new(&bytes[..], size).map(|block| block.unwrap()).collect();
            let read: Vec<ScoredGame> =
                blocks.iter().flat_map(GameBlock::games).map(Result::unwrap).collect();
            assert_eq!(read, games, "{size}");
            let raw: Vec<u8> =
                blocks.iter().flat_map(GameBlock::raw_games).flatten().copied().collect();
            assert_eq!(raw, bytes);
            assert!(size > 1 || blocks.len() == 50);
            assert!(
                blocks.windows(2).all(|pair| {
                    pair[0].offset + pair[0].bytes().len() as u64 == pair[1].offset
                })
            );
        }
        let packed = zstd::encode_all(&bytes[..], 1).unwrap();
        let first = GameBlocks::new(&packed[..], 200).next().unwrap().unwrap();
        assert_eq!(first.bytes(), &bytes[..first.bytes().len()]);
    }

    #[test]
    fn damage_is_an_error_and_the_end() {
        let bytes: Vec<u8> = games(5).iter().flat_map(ScoredGame::to_bytes).collect();
        let mut blocks = GameBlocks::new(&bytes[..bytes.len() - 1], 1);
        assert_eq!(blocks.by_ref().take(4).filter(Result::is_ok).count(), 4);
        let last = bytes.len() - 40;
        assert!(matches!(
            blocks.next(),
            Some(Err(ReadError::CutShort { offset })) if offset == last as u64
        ));
        assert!(blocks.next().is_none());
        // A game without an end does not fill the memory.
        let endless = io::repeat(7).take(10 << 20);
        let mut blocks = GameBlocks::new(endless, 1000);
        assert!(matches!(blocks.next(), Some(Err(ReadError::TooLong { offset: 0 }))));
        assert!(blocks.next().is_none());
        // An illegal move has its place in the file.
        let mut wrong = bytes.clone();
        wrong[36 + 32] = 0xff;
        let block = GameBlocks::new(&wrong[..], 1).nth(1).unwrap().unwrap();
        let error = block.games().next().unwrap().unwrap_err();
        assert!(error.to_string().starts_with("byte 68:"), "{error}");
    }
}
