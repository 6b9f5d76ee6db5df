//! A stream of text cut into games.

use std::io::{self, BufRead, Cursor, Read};
use std::ops::Range;

use memchr::{memchr, memchr2};

use crate::params::{BUFFER, MAX_GAME_BYTES};
use crate::tag_pair::TagPair;

/// The mark that some editors put before UTF-8.
const BOM: &[u8] = b"\xef\xbb\xbf";

/// Cuts a stream into games, whatever their state, in constant memory, and
/// counts lines.
///
/// A game ends where tags follow its moves. Where there are no tags, two of
/// three signs end it: its result, a blank line, and a line that begins with
/// move 1 again. One alone does not: people put blank lines between comments
/// and moves, and results into variations.
pub(crate) struct Splitter<R> {
    input: R,
    /// What ends a line, once that is known: old Macintosh files have no line
    /// feeds.
    line_end: Option<u8>,
    /// What was read to find that out, as far as it is not used.
    head: Cursor<Vec<u8>>,
    /// The game, and behind it the piece that was read last: a line, or a part
    /// of one that is longer than the buffer.
    text: Vec<u8>,
    /// Where that piece begins.
    piece: usize,
    /// Is it still to be used?
    has_piece: bool,
    /// Does it begin its line?
    begins_line: bool,
    /// Its line, from 1.
    line: u64,
    /// Bytes before it.
    offset: usize,
    /// Its own bytes, with those of the mark before it.
    length: usize,
    /// Why nothing more can be read, if that is still to be told.
    failure: Option<io::Error>,
}

/// A game as it stands in the file.
pub(crate) struct RawGame<'t> {
    pub(crate) tags: &'t [u8],
    pub(crate) movetext: &'t [u8],
    /// The line of the first tag or move.
    pub(crate) line: u64,
    /// Bytes before it.
    pub(crate) offset: usize,
    /// Bytes of the longest line of tags.
    pub(crate) tag_line: usize,
    /// Only the beginning is here: there was no end to it.
    pub(crate) is_cut: bool,
}

/// Where in the moves one is.
#[derive(Copy, Clone, PartialEq, Eq, Default)]
enum Place {
    #[default]
    Moves,
    /// In a comment in braces.
    Comment,
    /// In a comment, or an escape, that the line ends.
    Rest,
}

/// What is known of a game while its end is looked for.
#[derive(Default)]
struct Progress {
    /// Where the moves begin in the text, once they do.
    movetext: Option<usize>,
    place: Place,
    /// Has anything stood outside of comments?
    has_words: bool,
    /// Was a result the last of it?
    is_finished: bool,
    after_blank: bool,
    tag_line: usize,
    is_cut: bool,
}

impl<R: BufRead> Splitter<R> {
    pub(crate) fn new(input: R) -> Splitter<R> {
        Splitter {
            input,
            line_end: None,
            head: Cursor::default(),
            text: Vec::new(),
            piece: 0,
            has_piece: false,
            begins_line: true,
            line: 1,
            offset: 0,
            length: 0,
            failure: None,
        }
    }

    /// The line that is read next.
    pub(crate) fn line(&self) -> u64 {
        self.line
    }

    /// Reads a piece unless one is left. False at the end.
    fn fill(&mut self) -> io::Result<bool> {
        if self.has_piece {
            return Ok(true);
        }
        let line_end = match self.line_end {
            Some(byte) => byte,
            None => {
                let head = self.head.get_mut();
                self.input.by_ref().take(BUFFER as u64).read_until(b'\n', head)?;
                *self.line_end.insert(line_end(head))
            }
        };
        self.piece = self.text.len();
        let mut input = self.head.by_ref().chain(&mut self.input).take(BUFFER as u64);
        self.length = input.read_until(line_end, &mut self.text).inspect_err(|_| {
            self.text.truncate(self.piece);
        })?;
        if let Some(last) = self.text[self.piece..].last_mut()
            && *last == line_end
        {
            *last = b'\n';
        }
        if self.begins_line && self.text[self.piece..].starts_with(BOM) {
            self.text.drain(self.piece..self.piece + BOM.len());
        }
        self.has_piece = self.length > 0;
        Ok(self.has_piece)
    }

    /// Counts the piece as used.
    fn pass(&mut self) {
        self.begins_line = self.text[self.piece..].ends_with(b"\n");
        self.line += u64::from(self.begins_line);
        self.offset += self.length;
        self.has_piece = false;
    }

    /// The next game, or None at the end.
    pub(crate) fn next_game(&mut self) -> io::Result<Option<RawGame<'_>>> {
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        self.begin_game()?;
        if !self.has_piece {
            return Ok(None);
        }
        let (line, offset) = (self.line, self.offset);
        let mut game = Progress::default();
        loop {
            match self.fill() {
                Ok(true) => {}
                Ok(false) => break,
                // It is whole, whatever cannot be read behind it.
                Err(error) if game.is_finished => {
                    self.failure = Some(error);
                    break;
                }
                Err(error) => return Err(error),
            }
            let piece = &self.text[self.piece..];
            if game.ends_before(piece, self.begins_line) {
                break;
            }
            game.take(piece, self.begins_line, self.piece);
            self.pass();
            if self.text.len() > MAX_GAME_BYTES {
                game.is_cut = true;
                self.text.truncate(self.piece);
            }
        }
        let end = if self.has_piece { self.piece } else { self.text.len() };
        let (tags, movetext) = self.text[..end].split_at(game.movetext.unwrap_or(end).min(end));
        let Progress { tag_line, is_cut, .. } = game;
        Ok(Some(RawGame { tags, movetext, line, offset, tag_line, is_cut }))
    }

    /// Goes to the first line of a game, past blank lines and escapes.
    fn begin_game(&mut self) -> io::Result<()> {
        let end = if self.has_piece { self.piece } else { self.text.len() };
        self.text.drain(..end);
        self.piece = 0;
        while self.fill()? {
            let is_escape = is_escape(&self.text, self.begins_line);
            if !is_escape && !is_blank(&self.text) {
                break;
            }
            self.pass();
            self.text.clear();
            // The rest of a line that is longer than a piece.
            while is_escape && !self.begins_line && self.fill()? {
                self.pass();
                self.text.clear();
            }
        }
        Ok(())
    }
}

/// What ends the lines of a text that begins so.
fn line_end(text: &[u8]) -> u8 {
    let is_alone = |pair: &[u8]| pair[0] == b'\r' && !matches!(pair[1], b'\r' | b'\n');
    if memchr(b'\n', text).is_none() && text.windows(2).any(is_alone) { b'\r' } else { b'\n' }
}

/// Where the games of a text are, so that each can be read when it is wanted.
pub fn game_ranges(text: &[u8]) -> Vec<Range<usize>> {
    let mut splitter = Splitter::new(text);
    let mut ranges = Vec::new();
    // Reading from memory cannot fail.
    while let Ok(Some(game)) = splitter.next_game() {
        let begin = game.offset;
        ranges.push(begin..splitter.offset);
    }
    ranges
}

impl Progress {
    /// Does another game begin with this piece?
    fn ends_before(&self, piece: &[u8], begins_line: bool) -> bool {
        if !begins_line {
            return false;
        }
        let word = piece.trim_ascii_start();
        let begins_tags = || self.after_blank && word.starts_with(b"[Event \"");
        match self.movetext {
            // A game may have neither moves nor a result.
            None => return self.tag_line > 0 && begins_tags(),
            // A brace that was forgotten must not cost all games after it.
            Some(_) if self.place == Place::Comment => return begins_tags(),
            Some(_) => {}
        }
        let begins_again = self.has_words && (word.starts_with(b"1.") || word.starts_with(b"1 "));
        let signs = [self.is_finished, self.after_blank, begins_again];
        match word.first() {
            Some(b'[') => true,
            Some(_) => signs.into_iter().filter(|&sign| sign).count() >= 2,
            None => false,
        }
    }

    /// Looks at a piece that comes to stand at `at` in the text.
    fn take(&mut self, piece: &[u8], begins_line: bool, at: usize) {
        self.after_blank = is_blank(piece);
        let mut moves = piece;
        if self.movetext.is_none() {
            let starts_tag = begins_line && piece.trim_ascii_start().starts_with(b"[");
            if self.after_blank || is_escape(piece, begins_line) {
                return;
            }
            if !starts_tag && !begins_line && self.tag_line > 0 {
                // The rest of a line of tags that did not fit.
                self.tag_line += piece.len();
                return;
            }
            let end = if starts_tag { tags_end(piece) } else { 0 };
            if starts_tag {
                self.tag_line = self.tag_line.max(end);
            }
            moves = &piece[end..];
            if is_blank(moves) {
                return;
            }
            self.movetext = Some(at + end);
        }
        if self.place == Place::Moves && is_escape(piece, begins_line) {
            self.place = Place::Rest;
        }
        self.scan(moves);
    }

    /// Follows comments through a piece.
    fn scan(&mut self, piece: &[u8]) {
        let mut rest = piece;
        while !rest.is_empty() {
            let (end, next) = match self.place {
                Place::Moves => match memchr2(b'{', b';', rest) {
                    Some(at) if rest[at] == b'{' => (at, Place::Comment),
                    Some(at) => (at, Place::Rest),
                    None => (rest.len(), Place::Moves),
                },
                Place::Comment => match memchr(b'}', rest) {
                    Some(at) => (at, Place::Moves),
                    None => (rest.len(), Place::Comment),
                },
                Place::Rest if piece.ends_with(b"\n") => (rest.len(), Place::Moves),
                Place::Rest => (rest.len(), Place::Rest),
            };
            if self.place == Place::Moves && !is_blank(&rest[..end]) {
                self.has_words = true;
                self.is_finished = is_finished(&rest[..end]);
            }
            self.place = next;
            rest = &rest[(end + 1).min(rest.len())..];
        }
    }
}

fn is_blank(text: &[u8]) -> bool {
    text.iter().all(u8::is_ascii_whitespace)
}

/// Lines that begin with `%` are for others.
fn is_escape(piece: &[u8], begins_line: bool) -> bool {
    begins_line && piece.starts_with(b"%")
}

/// Does a result end this text?
fn is_finished(text: &[u8]) -> bool {
    let text = text.trim_ascii_end();
    ["*", "1-0", "0-1", "1/2", "½"].iter().any(|result| text.ends_with(result.as_bytes()))
}

/// Where the tags of a line end that begins with one: `[A "b"] [C "d"] 1. e4`.
fn tags_end(line: &[u8]) -> usize {
    let mut rest = line.trim_ascii_start();
    while let Some((_, behind)) = TagPair::split_from(rest) {
        rest = behind;
    }
    line.len() - rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<(u64, String, String)> {
        let mut splitter = Splitter::new(text.as_bytes());
        let mut games = Vec::new();
        while let Some(game) = splitter.next_game().unwrap() {
            let owned = |bytes| String::from_utf8_lossy(bytes).trim().to_owned();
            games.push((game.line, owned(game.tags), owned(game.movetext)));
        }
        games
    }

    fn movetexts(text: &str) -> Vec<String> {
        split(text).into_iter().map(|(_, _, movetext)| movetext).collect()
    }

    #[test]
    fn games_with_tags() {
        let text = "\u{feff}% escape\n\n[A \"1\"]\n[B \"{\"]\n\n1. e4 *\n[A \"2\"]\r\n\r\n1. d4 *\r\n\r\n\
                    [A \"3\"] [B \"]\"] 1. c4\n*";
        let games = split(text);
        assert_eq!(games.len(), 3);
        assert_eq!(games[0], (3, "[A \"1\"]\n[B \"{\"]".to_owned(), "1. e4 *".to_owned()));
        assert_eq!((games[1].0, games[1].2.as_str()), (7, "1. d4 *"));
        assert_eq!((games[2].0, games[2].1.as_str()), (11, "[A \"3\"] [B \"]\"]"));
        assert_eq!(games[2].2, "1. c4\n*");
        assert_eq!(split("\n \n%x\n").len(), 0);
        assert_eq!(split("[A \"1\"]\n\n[B \"2\"]").len(), 1);
        assert_eq!(split("[Event \"1\"]\n[A \"1\"]\n\n[Event \"2\"]\n\n1. e4").len(), 2);
    }

    #[test]
    fn lines_of_every_kind() {
        let text = "[A \"1\"]\n[B \"2\"]\n\n1. e4 e5\n2. d4 *\n\n[A \"2\"]\n\n1. d4 *\n";
        let games = split(text);
        assert_eq!(games.len(), 2);
        for end in ["\r", "\r\n", "\r\r\n"] {
            let other = split(&text.replace('\n', end));
            assert_eq!(other.len(), 2, "{end:?}");
            assert!(games.iter().zip(&other).all(|(game, other)| game.0 == other.0), "{other:?}");
        }
        let indented = split(&text.replace('[', "  [").replace("1.", "\t1."));
        assert_eq!(indented.len(), 2);
        assert_eq!(indented[1], (7, "[A \"2\"]".to_owned(), "1. d4 *".to_owned()));
    }

    #[test]
    fn places_of_games() {
        let text = "\u{feff}\n[A \"1\"]\n\n1. e4 *\n\n\n1. d4 *\n\n";
        let ranges = game_ranges(text.as_bytes());
        let games: Vec<&str> = ranges.into_iter().map(|range| text[range].trim()).collect();
        assert_eq!(games, ["[A \"1\"]\n\n1. e4 *", "1. d4 *"]);
    }

    #[test]
    fn blank_lines() {
        // After a result they end a game, and where the moves begin again.
        assert_eq!(movetexts("1. e4 *\n\n1. d4 *").len(), 2);
        assert_eq!(movetexts("1. e4\n\n1. d4").len(), 2);
        assert_eq!(movetexts("e4 1-0 {all}\n\n{and} d4 0-1").len(), 2);
        assert_eq!(movetexts("1. e4 e5 1-0\n1. d4 *\n 1. c4").len(), 3);
        // Elsewhere they do not.
        assert_eq!(
            movetexts("{about}\n\n1. e4 e5\n\n2. d4 *\n"),
            ["{about}\n\n1. e4 e5\n\n2. d4 *"]
        );
    }

    #[test]
    fn comments_hide_tags() {
        assert_eq!(movetexts("1. e4 {\n\n[A \"1\"]\n} e5 *").len(), 1);
        assert_eq!(movetexts("1. e4 ; {\n[A \"1\"]\n\ne5").len(), 2);
        assert_eq!(movetexts("1. e4\n%{\n[A \"1\"]\n\ne5").len(), 2);
        // But not the next game, if the end was forgotten.
        assert_eq!(movetexts("1. e4 {\n*\n\n[Event \"1\"]\n\ne5").len(), 2);
    }

    #[test]
    fn no_end() {
        let long = format!("1. e4 {{{}}} e5\n*\n\n[A \"1\"]\n1. d4", "x\n ".repeat(MAX_GAME_BYTES));
        let mut splitter = Splitter::new(long.as_bytes());
        let first = splitter.next_game().unwrap().unwrap();
        assert!(first.is_cut && first.movetext.len() <= MAX_GAME_BYTES);
        let second = splitter.next_game().unwrap().unwrap();
        assert_eq!((second.line, second.movetext), (MAX_GAME_BYTES as u64 + 4, &b"1. d4"[..]));
        let tag = format!("[A \"{}\"]\n[B \"1\"]\n*", "x".repeat(BUFFER * 2));
        let mut splitter = Splitter::new(tag.as_bytes());
        let game = splitter.next_game().unwrap().unwrap();
        assert!(game.tag_line > BUFFER && game.movetext == b"*");
    }
}
