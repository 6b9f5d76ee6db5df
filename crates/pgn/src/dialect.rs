//! Moves as people write them, respelled for pgn-reader.
//!
//! The library passes over what it does not know without a word, and what it
//! does not know is a good deal of what is written: `e8Q`, `Ng1-f3`, `1/2`,
//! comments after `;`, blank lines between moves. So what it would miss is
//! respelled before it gets there, line by line as it was, and words that make
//! no sense are found here.

use memchr::{memchr, memchr_iter};
use shakmaty::san::SanPlus;

use crate::error::Fault;
use crate::game_result::GameResult;
use crate::text::decode;

/// A fault and the line, from 0, on which it is.
pub(crate) type Located = (u64, Fault);

/// Words without a digit that annotators put between moves: en passant,
/// novelty, diagram, check, mate.
const NOTES: [&[u8]; 9] = [b"e", b"p", b"ep", b"N", b"TN", b"D", b"ch", b"dbl", b"mate"];

/// The results that pgn-reader knows; `*` is no word.
const RESULTS: [&[u8]; 3] = [b"1-0", b"0-1", b"1/2-1/2"];

/// The moves of a game as pgn-reader likes them, as far as `plies` of the main
/// line, and the first word that makes no sense, where they end. Most games
/// are as it likes them already; `out` is for the others.
pub(crate) fn respell<'t>(
    movetext: &'t [u8],
    plies: usize,
    out: &'t mut Vec<u8>,
) -> (&'t [u8], Result<(), Located>) {
    out.clear();
    let mut scribe = Scribe { text: movetext, at: 0, kept: 0, line: 0, depth: 0, left: plies, out };
    let spelled = scribe.write();
    (scribe.finish(), spelled)
}

struct Scribe<'t> {
    text: &'t [u8],
    /// How far it has been looked at.
    at: usize,
    /// How far it has been written out, or replaced.
    kept: usize,
    line: u64,
    /// Of variations.
    depth: usize,
    /// Moves of the main line that are still wanted.
    left: usize,
    out: &'t mut Vec<u8>,
}

impl<'t> Scribe<'t> {
    fn write(&mut self) -> Result<(), Located> {
        // Before the first letter, a line begins.
        self.begin_line();
        while self.left > 0 || self.depth > 0 {
            match self.text.get(self.at) {
                Some(&byte) if ENDS_WORD[usize::from(byte)] => self.mark(byte)?,
                Some(_) => self.word()?,
                None => break,
            }
        }
        Ok(())
    }

    fn finish(self) -> &'t [u8] {
        if self.kept == 0 && self.out.is_empty() {
            return &self.text[..self.at];
        }
        self.out.extend_from_slice(&self.text[self.kept..self.at]);
        self.out
    }

    /// What ends a word, and may have a meaning of its own.
    fn mark(&mut self, byte: u8) -> Result<(), Located> {
        match byte {
            b'\n' => {
                self.at += 1;
                self.line += 1;
                self.begin_line();
            }
            b'{' => self.comment()?,
            b';' => self.rest_of_line(),
            b'(' => {
                self.depth += 1;
                self.at += 1;
            }
            b')' => {
                self.depth = self.depth.saturating_sub(1);
                self.at += 1;
            }
            b'$' => {
                let digits = self.rest()[1..].iter().take_while(|byte| byte.is_ascii_digit());
                self.at += 1 + digits.count();
                // $1e4
                self.replace(0, b" ");
            }
            b'}' => self.replace(1, b" "),
            _ => self.at += 1,
        }
        Ok(())
    }

    fn rest(&self) -> &'t [u8] {
        &self.text[self.at..]
    }

    /// Writes something instead of the bytes that come next.
    fn replace(&mut self, length: usize, with: &[u8]) {
        self.out.extend_from_slice(&self.text[self.kept..self.at]);
        self.out.extend_from_slice(with);
        self.at += length;
        self.kept = self.at;
    }

    /// Takes escapes out, and makes blank lines such as end no game.
    fn begin_line(&mut self) {
        if self.rest().first() == Some(&b'%') {
            self.replace(self.to_end_of_line(), b"");
        }
        if matches!(self.rest().first(), Some(b'\n' | b'\r')) {
            self.replace(0, b" ");
        }
    }

    fn to_end_of_line(&self) -> usize {
        memchr(b'\n', self.rest()).unwrap_or(self.rest().len())
    }

    fn comment(&mut self) -> Result<(), Located> {
        let Some(end) = memchr(b'}', self.rest()) else {
            return Err((self.line, Fault::OpenComment));
        };
        self.line += memchr_iter(b'\n', &self.rest()[..end]).count() as u64;
        self.at += end + 1;
        Ok(())
    }

    /// A comment to the end of the line as one in braces.
    fn rest_of_line(&mut self) {
        let length = self.to_end_of_line();
        let comment = self.rest()[1..length].iter().map(|&byte| match byte {
            b'{' => b'(',
            b'}' => b')',
            byte => byte,
        });
        self.replace(length, b"{");
        self.out.extend(comment);
        self.out.push(b'}');
    }

    fn word(&mut self) -> Result<(), Located> {
        let rest = self.rest();
        let length = rest.iter().position(|&byte| ENDS_WORD[usize::from(byte)]);
        let word = &rest[..length.unwrap_or(rest.len())];
        if is_common(word) {
            self.at += word.len();
            self.end_move();
            return Ok(());
        }
        if RESULTS.contains(&word) {
            self.at += word.len();
            return Ok(());
        }
        // Numbers, with or without a point: 12Nf3.
        let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if let Some(result) = like_a_result(word).and_then(GameResult::from_text) {
            self.replace(word.len(), result.text().as_bytes());
        } else if digits > 0 && word != b"0000" && !matches!(word.get(digits), Some(b'-' | b'/')) {
            self.at += digits;
        } else if SanPlus::from_ascii(word).is_ok() {
            self.at += word.len();
            self.end_move();
        } else if let Some(san) = respelled(word) {
            self.replace(word.len(), &san);
            self.end_move();
        } else if NOTES.contains(&word) || !word.iter().any(u8::is_ascii_alphanumeric) {
            self.replace(word.len(), b" ");
        } else {
            let letters = decode(word);
            let letters = letters.chars().filter(|letter| !letter.is_control());
            return Err((self.line, Fault::Word(letters.take(16).collect())));
        }
        Ok(())
    }

    fn end_move(&mut self) {
        // e8(Q)
        if let [b'(', role @ (b'Q' | b'R' | b'B' | b'N'), b')', ..] = *self.rest() {
            self.replace(3, &[b'=', role, b' ']);
        }
        if self.depth == 0 {
            self.left -= 1;
        }
    }
}

/// Where a word ends for pgn-reader. A table: this is asked for every letter.
const ENDS_WORD: [bool; 256] = {
    let mut table = [false; 256];
    let ends = b" \t\n\r{}()!?$;.*";
    let mut index = 0;
    while index < ends.len() {
        table[ends[index] as usize] = true;
        index += 1;
    }
    table
};

/// Is this one of the moves that need no second look? Almost all are. pgn-reader
/// reads them anyway, and reading them twice takes its time.
fn is_common(word: &[u8]) -> bool {
    let word = match word {
        [word @ .., b'+' | b'#'] => word,
        word => word,
    };
    let is_square = |file: u8, rank: u8| matches!(file, b'a'..=b'h') && matches!(rank, b'1'..=b'8');
    match *word {
        [file, rank] => is_square(file, rank),
        [b'N' | b'B' | b'R' | b'Q' | b'K', file, rank] => is_square(file, rank),
        [b'a'..=b'h' | b'N' | b'B' | b'R' | b'Q' | b'K', b'x', file, rank] => is_square(file, rank),
        [b'N' | b'R', b'a'..=b'h' | b'1'..=b'8', file, rank] => is_square(file, rank),
        _ => word == b"O-O" || word == b"O-O-O",
    }
}

/// The word as text, if it is no number and a result could begin as it does.
fn like_a_result(word: &[u8]) -> Option<&str> {
    let could_be = matches!(word, [b'0' | b'1' | 0xc2, next, ..] if !next.is_ascii_digit());
    could_be.then(|| str::from_utf8(word).ok())?
}

/// A move in other spellings as SAN: castling with zeros or small letters,
/// promotion without its sign, hyphens and colons, marks in plenty, passing.
fn respelled(word: &[u8]) -> Option<Vec<u8>> {
    let marks = word.iter().rev().take_while(|byte| matches!(byte, b'+' | b'#')).count();
    let word = &word[..word.len() - marks];
    let word = word.strip_suffix(b"ep").unwrap_or(word);
    match word {
        b"--" | b"Z0" | b"0000" | b"null" | b"pass" | b"@@@@" => return Some(b"--".to_vec()),
        b"0-0" | b"o-o" | b"OO" => return Some(b"O-O".to_vec()),
        b"0-0-0" | b"o-o-o" | b"OOO" => return Some(b"O-O-O".to_vec()),
        _ => {}
    }
    // The longest is Pe7-xd8=Q.
    if word.len() > 12 {
        return None;
    }
    let mut san: Vec<u8> =
        word.iter().copied().filter(|byte| !matches!(byte, b'-' | b':' | b'=' | b'/')).collect();
    // exd6e.p. leaves its first letter here.
    if let [.., b'1'..=b'8', b'e'] = san[..] {
        san.pop();
    }
    if let [.., b'1'..=b'8', role] = san[..]
        && role.is_ascii_alphabetic()
    {
        san.pop();
        san.extend([b'=', role.to_ascii_uppercase()]);
    }
    SanPlus::from_ascii(&san).is_ok().then_some(san)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn respell_all(text: &str) -> Result<String, Located> {
        let mut out = Vec::new();
        let (moves, spelled) = respell(text.as_bytes(), usize::MAX, &mut out);
        spelled?;
        let words = String::from_utf8_lossy(moves).into_owned();
        Ok(words.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn what_people_write() {
        for (text, expected) in [
            ("1.e4 e5 2. Nf3!? Nc6+", "1.e4 e5 2. Nf3!? Nc6+"),
            ("1e4 12 Nf3 2Nbxc6", "1e4 12 Nf3 2Nbxc6"),
            ("0-0 0-0-0+ o-o OO O-O#", "O-O O-O-O O-O O-O O-O#"),
            ("e8Q e8=Q exd8q+ e8(N)+ e1/R", "e8=Q e8=Q exd8=Q e8=N e1=R"),
            ("Ng1-f3 e2-e4 Ng1xf3 Nb1:c3 e7-e8Q#", "Ng1f3 e2e4 Ng1xf3 Nb1c3 e7e8=Q"),
            ("exd6 e.p. exd6e.p. exd6ep", "exd6 . . exd6. . exd6"),
            ("e4 += e5 +- N ± ∞ d4 D", "e4 e5 d4"),
            ("Qh5++ --", "Qh5 --"),
            ("0000 null", "-- --"),
            ("e4 1/2 ", "e4 1/2-1/2"),
            ("e4 ½–½", "e4 1/2-1/2"),
            ("e4 1-0", "e4 1-0"),
            ("e4$1e5 $255x", "e4$1 e5 $255"),
            ("e4 } e5", "e4 e5"),
        ] {
            let found = respell_all(text);
            if text.ends_with('x') {
                assert_eq!(found, Err((0, Fault::Word("x".to_owned()))));
            } else {
                assert_eq!(found.as_deref(), Ok(expected), "{text}");
            }
        }
    }

    #[test]
    fn comments_and_lines() {
        assert_eq!(respell_all("e4 ; a {b}\ne5").as_deref(), Ok("e4 { a (b)}\ne5"));
        assert_eq!(respell_all("e4\n\n\r\n%x y\ne5").as_deref(), Ok("e4\n \n \r\n \ne5"));
        assert_eq!(respell_all("e4 {;(\n} e5").as_deref(), Ok("e4 {;(\n} e5"));
    }

    #[test]
    fn nonsense_is_found_where_it_is() {
        assert_eq!(respell_all("e4\ne5 {\n\n} Nf9"), Err((3, Fault::Word("Nf9".to_owned()))));
        assert_eq!(respell_all("e4\n{ e5"), Err((1, Fault::OpenComment)));
        assert!(respell_all("1-").is_err() && respell_all("PNG\u{0}").is_err());
        // Beyond what is wanted nobody looks.
        let mut out = Vec::new();
        let (moves, spelled) = respell(b"e4 (d4 d5) e5 (c5 x", 2, &mut out);
        assert_eq!((moves, spelled), (&b"e4 (d4 d5) e5"[..], Ok(())));
        // What comes before a fault is there.
        assert_eq!(respell(b"; a\ne4 x e5", 9, &mut out).0, b"{ a}\ne4 ");
    }
}
