//! A stream of text cut into games.

use std::io::{self, BufRead, Read};
use std::ops::Range;

use crate::params::{BUFFER, MAX_GAME_BYTES};

/// The mark that some editors put before UTF-8.
const BOM: &[u8] = b"\xef\xbb\xbf";

/// Cuts a stream into games, whatever their state, in constant memory, and
/// counts lines.
///
/// A game ends where tags follow its moves, and at a blank line after its
/// result. A blank line alone does not end it, since people put some between
/// comments and moves, unless the move after it is the first again.
pub(crate) struct Splitter<R> {
    input: R,
    /// A line, or a part of one that is longer than the buffer.
    piece: Vec<u8>,
    /// Is `piece` still to be used?
    has_piece: bool,
    /// Does it begin its line?
    begins_line: bool,
    /// Its line, from 1.
    line: u64,
    /// Bytes before it.
    offset: usize,
    /// Its own bytes, with those of the mark before it.
    length: usize,
    /// The game.
    text: Vec<u8>,
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
#[derive(Copy, Clone, PartialEq, Eq)]
enum Place {
    Moves,
    /// In a comment in braces.
    Comment,
    /// In a comment, or an escape, that the line ends.
    Rest,
}

/// What is known of a game while its end is looked for.
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
            piece: Vec::new(),
            has_piece: false,
            begins_line: true,
            line: 1,
            offset: 0,
            length: 0,
            text: Vec::new(),
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
        self.piece.clear();
        self.length = self.input.by_ref().take(BUFFER as u64).read_until(b'\n', &mut self.piece)?;
        if self.begins_line && self.piece.starts_with(BOM) {
            self.piece.drain(..BOM.len());
        }
        self.has_piece = self.length > 0;
        Ok(self.has_piece)
    }

    /// Counts the piece as used.
    fn pass(&mut self) {
        self.begins_line = self.piece.ends_with(b"\n");
        self.line += u64::from(self.begins_line);
        self.offset += self.length;
        self.has_piece = false;
    }

    /// The next game, or None at the end.
    pub(crate) fn next_game(&mut self) -> io::Result<Option<RawGame<'_>>> {
        self.text.clear();
        while self.fill()? {
            if is_escape(&self.piece, self.begins_line) {
                self.skip_line()?;
            } else if is_blank(&self.piece) {
                self.pass();
            } else {
                break;
            }
        }
        if !self.has_piece {
            return Ok(None);
        }
        let (line, offset) = (self.line, self.offset);
        let mut game = Progress {
            movetext: None,
            place: Place::Moves,
            has_words: false,
            is_finished: false,
            after_blank: false,
            tag_line: 0,
            is_cut: false,
        };
        while self.fill()? && !game.ends_before(&self.piece, self.begins_line) {
            game.take(&self.piece, self.begins_line, self.text.len());
            if self.text.len() + self.piece.len() > MAX_GAME_BYTES {
                game.is_cut = true;
            } else {
                self.text.extend_from_slice(&self.piece);
            }
            self.pass();
        }
        let length = self.text.len();
        let (tags, movetext) = self.text.split_at(game.movetext.unwrap_or(length).min(length));
        let Progress { tag_line, is_cut, .. } = game;
        Ok(Some(RawGame { tags, movetext, line, offset, tag_line, is_cut }))
    }

    fn skip_line(&mut self) -> io::Result<()> {
        self.pass();
        while !self.begins_line && self.fill()? {
            self.pass();
        }
        Ok(())
    }
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
        let begins_tags = || self.after_blank && piece.starts_with(b"[Event \"");
        match self.movetext {
            // A game may have neither moves nor a result.
            None => return self.tag_line > 0 && begins_tags(),
            // A brace that was forgotten must not cost all games after it.
            Some(_) if self.place == Place::Comment => return begins_tags(),
            Some(_) => {}
        }
        let begins_again =
            || self.has_words && (piece.starts_with(b"1.") || piece.starts_with(b"1 "));
        let ends_at_blank = || self.after_blank && (self.is_finished || begins_again());
        piece.starts_with(b"[") || !is_blank(piece) && ends_at_blank()
    }

    /// Looks at a piece that comes to stand at `at` in the text.
    fn take(&mut self, piece: &[u8], begins_line: bool, at: usize) {
        self.after_blank = is_blank(piece);
        let mut moves = piece;
        if self.movetext.is_none() {
            let starts_tag = begins_line && piece.starts_with(b"[");
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
                Place::Moves => match rest.iter().position(|byte| matches!(byte, b'{' | b';')) {
                    Some(at) if rest[at] == b'{' => (at, Place::Comment),
                    Some(at) => (at, Place::Rest),
                    None => (rest.len(), Place::Moves),
                },
                Place::Comment => match rest.iter().position(|&byte| byte == b'}') {
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
    let mut end = 0;
    let mut at = 0;
    while line.get(at) == Some(&b'[') {
        let mut in_string = false;
        while let Some(&byte) = line.get(at) {
            at += 1;
            match byte {
                b'"' => in_string = !in_string,
                b'\\' if in_string => at += 1,
                b']' if !in_string => break,
                // Unclosed, but a line is all that a tag has.
                b'\n' => return line.len(),
                _ => {}
            }
        }
        end = at.min(line.len());
        let gap = line[end..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        at = end + gap;
    }
    end
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
