//! Openings out of PGN: the start and the main line.

use std::ops::Range;

use chess::{Game, Position};

use super::Opening;
use super::book::BookError;

/// The games of a PGN text, as places in it. A game begins with the first tag
/// after moves.
pub(super) struct Games<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Games<'t> {
    pub(super) fn new(text: &'t str) -> Games<'t> {
        Games { text, at: 0 }
    }
}

impl Iterator for Games<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let start = self.at;
        let (mut seen_tags, mut seen_moves) = (false, false);
        for line in self.text[start..].split_inclusive('\n') {
            let is_tag = line.starts_with('[');
            if is_tag && seen_moves {
                break;
            }
            seen_tags |= is_tag;
            seen_moves |= !is_tag && !line.trim().is_empty();
            self.at += line.len();
        }
        (seen_tags || seen_moves).then_some(start..self.at)
    }
}

/// Reads one game: its `FEN` tag, if it has one, and its main line.
pub(super) fn read(text: &str, number: usize) -> Result<Opening, BookError> {
    let fen = text.lines().find_map(|line| {
        let value = line.strip_prefix("[FEN ")?.trim().strip_suffix(']')?;
        Some(value.trim().trim_matches('"'))
    });
    let start = match fen {
        Some(fen) => {
            Position::from_fen_tolerant(fen).map_err(|source| BookError::Fen { number, source })?
        }
        None => Position::initial(),
    };
    let mut game = Game::from_position(start);
    for word in main_line(text) {
        let position = game.position();
        let mv = position.parse_san(&word).map_err(|source| BookError::San { number, source })?;
        if game.play(mv).is_err() {
            return Err(BookError::Over { number });
        }
    }
    Ok(Opening { start, moves: game.moves().to_vec() })
}

/// The moves of the main line as they are written.
fn main_line(text: &str) -> Vec<String> {
    let mut plain = String::new();
    let mut depth = 0usize;
    for line in text.lines().filter(|line| !line.starts_with(['[', '%'])) {
        let mut comment_to_end = false;
        for letter in line.chars() {
            match letter {
                _ if comment_to_end => {}
                // A comment is one level, whatever stands in it.
                '{' if depth < COMMENT => depth += COMMENT,
                '}' if depth >= COMMENT => depth -= COMMENT,
                _ if depth >= COMMENT => {}
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                ';' => comment_to_end = true,
                _ if depth > 0 => {}
                letter => plain.push(letter),
            }
        }
        plain.push(' ');
    }
    plain.split_whitespace().filter_map(move_word).map(str::to_owned).collect()
}

/// Deeper than variations nest.
const COMMENT: usize = 1 << 20;

/// The move in a word such as `12.Nf3`, if there is one.
fn move_word(word: &str) -> Option<&str> {
    if matches!(word, "*" | "1-0" | "0-1" | "1/2-1/2") || word.starts_with('$') {
        return None;
    }
    let numbered = word.starts_with(|letter: char| letter.is_ascii_digit()) && word.contains('.');
    let mv = if numbered {
        word.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '.')
    } else {
        word.trim_start_matches('.')
    };
    let is_number = mv.bytes().all(|byte| byte.is_ascii_digit());
    (!is_number).then_some(mv)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn games_and_main_lines() {
        let text = "[Event \"?\"]\n[Result \"1/2-1/2\"]\n\n\
            1. Nf3 {a (strange) ; comment} d5 $1 2.g3 (2. d4 {x} Nf6 (2... e6)) c6 3 Bg2 ; to the end\n\
            3... Nf6 1/2-1/2\n\n\
            [Event \"?\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1\"]\n\n1. O-O-O *\n";
        let games: Vec<_> = Games::new(text).collect();
        assert_eq!(games.len(), 2);
        let first = read(&text[games[0].clone()], 1).unwrap();
        assert_eq!(first.moves.len(), 6);
        let second = read(&text[games[1].clone()], 2).unwrap();
        assert!(second.moves[0].is_castle());
        assert_eq!(Games::new("\n\n").count(), 0);
    }

    #[test]
    fn bad_moves_are_named() {
        let error = read("1. e4 e5 2. Qh6 *", 7).unwrap_err().to_string();
        assert!(error.starts_with("opening 7: ") && error.contains("Qh6"), "{error}");
        assert!(matches!(
            read("1. f3 e5 2. g4 Qh4# 3. a3", 1),
            Err(BookError::San { .. } | BookError::Over { .. })
        ));
    }
}
