//! Games out of files.

use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use crate::builder::Records;
use crate::error::ReadError;
use crate::header;
use crate::main_line::MainLines;
use crate::params::BUFFER;
use crate::splitter::Splitter;
use crate::tags::Tags;
use crate::unpacker::{self, Unpacker};
use crate::walker::{Opening, Walker, walk};

/// Reads games one after the other, in constant memory.
///
/// Files packed by gzip or Zstandard are unpacked on the way. A broken game
/// is an error with its number and line; the next call goes on with the game
/// after it. Only where the file itself cannot be read, games end.
pub struct Reader<R: Read> {
    splitter: Splitter<BufReader<Unpacker<R>>>,
    /// The moves of the present game, where pgn-reader does not like them.
    respelled: Vec<u8>,
    games: u64,
    broken: u64,
    skipped: u64,
    is_over: bool,
}

impl<R: Read> fmt::Debug for Reader<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reader")
            .field("line", &self.splitter.line())
            .field("games", &self.games)
            .field("broken", &self.broken)
            .field("skipped", &self.skipped)
            .finish_non_exhaustive()
    }
}

impl Reader<File> {
    /// Opens a file of games.
    pub fn open(path: &Path) -> io::Result<Reader<File>> {
        Ok(Reader::new(unpacker::open_file(path)?))
    }
}

impl<R: Read> Reader<R> {
    /// Reads games from anything. It needs no buffer of its own.
    pub fn new(input: R) -> Reader<R> {
        let input = BufReader::with_capacity(BUFFER, Unpacker::new(input));
        Reader {
            splitter: Splitter::new(input),
            respelled: Vec::new(),
            games: 0,
            broken: 0,
            skipped: 0,
            is_over: false,
        }
    }

    /// The games that come next without comments and variations: the fast
    /// way. Moves in variations are not checked.
    pub fn main_lines(&mut self) -> MainLines<'_, R> {
        MainLines::new(self)
    }

    /// The games that come next in full: variations, comments and marks.
    pub fn records(&mut self) -> Records<'_, R> {
        Records::new(self)
    }

    /// Passes so many games by without looking into them, or all there are.
    /// Returns how many it passed.
    pub fn skip(&mut self, games: u64) -> Result<u64, ReadError> {
        let mut passed = 0;
        while passed < games && !self.is_over {
            match self.splitter.next_game() {
                Ok(Some(_)) => passed += 1,
                Ok(None) => break,
                Err(source) => {
                    self.is_over = true;
                    return Err(ReadError::Io { line: self.splitter.line(), source });
                }
            }
        }
        self.games += passed;
        self.skipped += passed;
        Ok(passed)
    }

    /// How many games have come by, broken and skipped ones included.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// How many of them were broken.
    pub fn broken(&self) -> u64 {
        self.broken
    }

    /// How many of them nobody wanted.
    pub fn skipped(&self) -> u64 {
        self.skipped
    }

    /// The next game that is wished for, walked through by `walker`.
    pub(crate) fn read<W: Walker>(
        &mut self,
        mut wish: Option<&mut dyn FnMut(&Tags) -> bool>,
        plies: usize,
        walker: &mut W,
    ) -> Option<Result<Opening, ReadError>> {
        while !self.is_over {
            let raw = match self.splitter.next_game() {
                Ok(Some(raw)) => raw,
                Ok(None) => break,
                Err(source) => {
                    self.is_over = true;
                    return Some(Err(ReadError::Io { line: self.splitter.line(), source }));
                }
            };
            self.games += 1;
            let number = self.games;
            let header = header::read(&raw);
            if let (Ok((tags, _)), Some(wish)) = (&header, &mut wish)
                && !wish(tags)
            {
                self.skipped += 1;
                continue;
            }
            let game = header.map_err(|fault| (0, fault)).and_then(|header| {
                let start = walk(&raw, header, plies, &mut self.respelled, walker)?;
                Ok(Opening { number, line: raw.line, ..start })
            });
            return Some(game.map_err(|(line, fault)| {
                self.broken += 1;
                ReadError::Game { number, line: raw.line + line, fault }
            }));
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game_result::GameResult;
    use crate::main_line::MainLine;

    fn read(text: &[u8]) -> Vec<Result<MainLine, String>> {
        let mut reader = Reader::new(text);
        reader.main_lines().map(|game| game.map_err(|error| error.to_string())).collect()
    }

    #[track_caller]
    fn fault(text: &str) -> String {
        let mut games = read(text.as_bytes());
        assert_eq!(games.len(), 1, "{games:?}");
        games.remove(0).unwrap_err()
    }

    #[test]
    fn broken_games_are_named_and_skipped() {
        let text = "[Event \"1\"]\n\n1. e4 e5\n2. Nf3\n(2. d4 d5)\n2... Nf6\n{a\nb} 3. Nf4 *\n\n\
                    [Event \"2\"]\n[FEN \"x\"]\n\n*\n\n\
                    [Event \"3\"]\n\n1. d4 *\n";
        let mut reader = Reader::new(text.as_bytes());
        let games: Vec<_> = reader.main_lines().collect();
        let message = |index: usize| games[index].as_ref().unwrap_err().to_string();
        assert_eq!(
            message(0),
            "game 1, line 8: move 3 of White: no legal move is 'Nf4' in this position"
        );
        assert!(message(1).starts_with("game 2, line 11: the FEN tag: "), "{}", message(1));
        let last = games[2].as_ref().unwrap();
        assert_eq!((last.number, last.line, last.moves.len()), (3, 15, 1));
        assert_eq!((reader.games(), reader.broken()), (3, 2));
    }

    #[test]
    fn faults() {
        for (text, expected) in [
            ("1. e4 Xyz", "line 1: 'Xyz' is neither a move nor a result"),
            ("\n1. e4 e5\n2. --", "line 3: move 2 of White: passing is no move"),
            ("1. e4 1-0 e5", "line 1: a move after the result"),
            ("1. e4\n{ open", "line 2: a comment begins here and does not end"),
            ("1. e4 (1. d4\n\n", "line 1: a variation does not end"),
            ("1. e4 )", "line 1: ')' without a variation to end"),
            ("(1. d4) 1. e4", "line 1: a variation without a move before it"),
            ("....", "line 1: this is not a game"),
            ("[\"json\"]", "line 1: this is not a game"),
            ("{\"json\": 1}", "line 1: this is not a game"),
            ("[Variant \"Atomic\"]\n\n1. e4", "line 1: the variant 'Atomic' is not played here"),
            // Of two faults the first one counts.
            ("1. e4 e6\n2. e6\n3. Xyz", "line 2: move 2 of White: no legal"),
        ] {
            let message = fault(text);
            assert!(message.starts_with(&format!("game 1, {expected}")), "{text:?}: {message}");
        }
    }

    #[test]
    fn without_an_end() {
        let tags = |count: usize| -> String {
            (0..count).map(|number| format!("[T{number} \"\"]\n")).collect()
        };
        assert!(fault(&tags(300)).contains("more than 256 tags"));
        assert!(fault(&format!("[A \"{}\"]", "x".repeat(100_000))).contains("line of tags"));
        assert!(fault(&"e4 ".repeat(1 << 20)).contains("longer than"));
        // Deep, but nobody looks into variations here.
        let deep = format!("1. e4 {}{} e5", "(d4".repeat(200_000), ")".repeat(200_000));
        assert_eq!(read(deep.as_bytes())[0].as_ref().unwrap().moves.len(), 2);
    }

    #[test]
    fn results() {
        for (text, expected) in [
            ("[Result \"1-0\"]\n\ne4 0-1", GameResult::BlackWins),
            ("[Result \"1-0\"]\n\ne4 *", GameResult::WhiteWins),
            ("[Result \"1-0\"]\n\ne4", GameResult::WhiteWins),
            ("[Result \"?\"]\n\ne4", GameResult::Unknown),
            ("e4 1/2", GameResult::Draw),
        ] {
            assert_eq!(read(text.as_bytes())[0].as_ref().unwrap().result, expected, "{text:?}");
        }
    }

    #[test]
    fn old_files() {
        let text = b"\xef\xbb\xbf[White \"R\xe9ti\"]\r\n[FEN \"4k3/8/8/8/8/8/8/5KR1 w G - 0 1\"]\r\n\
                     [Variant \"fischerandom\"]\r\n[Odd \"x\" junk]\r\n[Black \"a \\\"b\\\" \\\\\"]\r\n\r\n1.0-0 \r\n";
        let games = read(text);
        let game = games[0].as_ref().unwrap();
        assert_eq!(game.tags.get("White"), Some("Réti"));
        assert_eq!(game.tags.get("Black"), Some("a \"b\" \\"));
        assert_eq!(game.tags.get("FEN"), None);
        assert!(game.moves[0].is_castle());
    }

    #[test]
    fn lines_of_a_macintosh() {
        let text = "[White \"A\"]\r[Black \"B\"]\r\r1. e4\re5 *\r\r[White \"C\"]\r\r1. d5 *\r";
        let games = read(text.as_bytes());
        let first = games[0].as_ref().unwrap();
        assert_eq!((first.tags.player(chess::Color::Black), first.moves.len()), (Some("B"), 2));
        assert!(games[1].as_ref().unwrap_err().starts_with("game 2, line 9: "), "{games:?}");
    }

    #[test]
    fn wishes_and_limits() {
        let text = "[Round \"1\"]\n\n1. e4 e5 2. d4 nonsense 1-0\n\n[Round \"2\"]\n\n1. nonsense *";
        let mut reader = Reader::new(text.as_bytes());
        let first = |tags: &Tags| tags.get("Round") == Some("1");
        let games: Vec<_> = reader.main_lines().plies(2).only(first).collect();
        assert_eq!(games.len(), 1);
        assert_eq!(games[0].as_ref().unwrap().moves.len(), 2);
        assert_eq!((reader.games(), reader.skipped(), reader.broken()), (2, 1, 0));
        let mut reader = Reader::new(text.as_bytes());
        assert_eq!(reader.main_lines().plies(0).filter(Result::is_ok).count(), 2);
    }

    #[test]
    fn skipping() {
        let text = "1. e4 *\n\n1. nonsense *\n\n1. d4 *\n";
        let mut reader = Reader::new(text.as_bytes());
        assert_eq!(reader.skip(2).unwrap(), 2);
        assert_eq!(reader.main_lines().next().unwrap().unwrap().number, 3);
        assert_eq!(reader.skip(u64::MAX).unwrap(), 0);
        assert_eq!((reader.games(), reader.skipped()), (3, 2));
    }

    #[test]
    fn a_file_that_breaks_off() {
        struct Gone;
        impl Read for Gone {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("gone"))
            }
        }
        let read = |text: &str| {
            let mut reader = Reader::new(text.as_bytes().chain(Gone));
            let games: Vec<_> = reader.main_lines().collect();
            let last = games.last().unwrap().as_ref().unwrap_err().to_string();
            assert_eq!(reader.games() + 1, games.len() as u64);
            (reader.games(), last)
        };
        let all = (3, "line 7: cannot read on: gone".to_owned());
        assert_eq!(read(&"1. e4 *\n\n".repeat(3)), all);
        // The last one may be only a part of itself.
        let two = (2, "line 5: cannot read on: gone".to_owned());
        assert_eq!(read(&"1. e4 1-0\n\n".repeat(3)[..30]), two);
    }
}
