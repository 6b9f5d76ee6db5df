//! Moves as people write them, respelled for pgn-reader.
//!
//! The library passes over what it does not know without a word, and what it
//! does not know is a good deal of what is written: `e8Q`, `Ng1-f3`, `1/2`,
//! comments after `;`, blank lines between moves. So each game is respelled
//! before it gets there, line by line as it was, and words that make no sense
//! are found here.

use shakmaty::san::SanPlus;

use crate::error::Fault;
use crate::game_result::GameResult;
use crate::text::decode;

/// A fault and the line, from 0, on which it is.
pub(crate) type Located = (u64, Fault);

/// Words without a digit that annotators put between moves: en passant,
/// novelty, diagram, check, mate.
const NOTES: [&[u8]; 9] = [b"e", b"p", b"ep", b"N", b"TN", b"D", b"ch", b"dbl", b"mate"];

/// Respells the moves of a game into `out`, as far as `plies` of the main line.
pub(crate) fn respell(movetext: &[u8], plies: usize, out: &mut Vec<u8>) -> Result<(), Located> {
    out.clear();
    let mut scribe = Scribe { rest: movetext, line: 0, depth: 0, left: plies, out };
    // Before the first letter, a line begins.
    scribe.begin_line();
    while scribe.left > 0 || scribe.depth > 0 {
        let Some(&byte) = scribe.rest.first() else { break };
        scribe.step(byte)?;
    }
    Ok(())
}

struct Scribe<'t> {
    rest: &'t [u8],
    line: u64,
    /// Of variations.
    depth: usize,
    /// Moves of the main line that are still wanted.
    left: usize,
    out: &'t mut Vec<u8>,
}

impl Scribe<'_> {
    fn step(&mut self, byte: u8) -> Result<(), Located> {
        match byte {
            b'{' => self.comment()?,
            b';' => self.rest_of_line(),
            b'\n' => {
                self.copy(1);
                self.line += 1;
                self.begin_line();
            }
            b'(' => {
                self.depth += 1;
                self.copy(1);
            }
            b')' => {
                self.depth = self.depth.saturating_sub(1);
                self.copy(1);
            }
            b' ' | b'\t' | b'\r' | b'!' | b'?' | b'*' => self.copy(1),
            b'$' => {
                let digits = self.rest[1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                self.copy(1 + digits);
                self.out.push(b' ');
            }
            b'.' | b'}' => self.drop(1),
            _ => self.word()?,
        }
        Ok(())
    }

    fn copy(&mut self, count: usize) {
        self.out.extend_from_slice(&self.rest[..count]);
        self.rest = &self.rest[count..];
    }

    fn drop(&mut self, count: usize) {
        self.rest = &self.rest[count..];
        self.out.push(b' ');
    }

    /// Takes escapes out, and makes blank lines such as end no game.
    fn begin_line(&mut self) {
        if self.rest.first() == Some(&b'%') {
            let end = self.rest.iter().position(|&byte| byte == b'\n');
            self.rest = &self.rest[end.unwrap_or(self.rest.len())..];
        }
        if matches!(self.rest.first(), Some(b'\n' | b'\r')) {
            self.out.push(b' ');
        }
    }

    fn comment(&mut self) -> Result<(), Located> {
        let Some(end) = self.rest.iter().position(|&byte| byte == b'}') else {
            return Err((self.line, Fault::OpenComment));
        };
        self.line += self.rest[..end].iter().filter(|&&byte| byte == b'\n').count() as u64;
        self.copy(end + 1);
        Ok(())
    }

    /// A comment to the end of the line as one in braces.
    fn rest_of_line(&mut self) {
        let end = self.rest.iter().position(|&byte| byte == b'\n').unwrap_or(self.rest.len());
        self.out.push(b'{');
        self.out.extend(self.rest[1..end].iter().map(|&byte| match byte {
            b'{' => b'(',
            b'}' => b')',
            byte => byte,
        }));
        self.out.push(b'}');
        self.rest = &self.rest[end..];
    }

    fn word(&mut self) -> Result<(), Located> {
        let length = self.rest.iter().position(|&byte| is_word_end(byte));
        let word = &self.rest[..length.unwrap_or(self.rest.len())];
        if let Some(result) = like_a_result(word).and_then(GameResult::from_text) {
            self.drop(word.len());
            self.out.extend_from_slice(result.text().as_bytes());
            return Ok(());
        }
        // Numbers, with or without a point: 12Nf3. They are of no use.
        let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits > 0 && !matches!(word.get(digits), Some(b'-' | b'/')) {
            if word == b"0000" {
                self.out.extend_from_slice(b"--");
            }
            self.rest = &self.rest[digits..];
            return Ok(());
        }
        if SanPlus::from_ascii(word).is_ok() {
            self.san(word, word.len());
            return Ok(());
        }
        if let Some(san) = respelled(word) {
            self.san(&san, word.len());
            return Ok(());
        }
        let is_mark = !word.iter().any(u8::is_ascii_alphanumeric);
        if is_mark || NOTES.contains(&word) {
            self.drop(word.len());
            return Ok(());
        }
        let excerpt = decode(word).chars().filter(|letter| !letter.is_control()).take(16).collect();
        Err((self.line, Fault::Word(excerpt)))
    }

    /// Writes a move that takes so many letters here.
    fn san(&mut self, san: &[u8], length: usize) {
        self.rest = &self.rest[length..];
        self.out.extend_from_slice(san);
        // e8(Q)
        if let [b'(', role @ (b'Q' | b'R' | b'B' | b'N'), b')', rest @ ..] = self.rest {
            self.out.extend_from_slice(&[b'=', *role]);
            self.rest = rest;
            self.out.push(b' ');
        }
        if self.depth == 0 {
            self.left -= 1;
        }
    }
}

/// Where a word ends for pgn-reader.
fn is_word_end(byte: u8) -> bool {
    matches!(
        byte,
        b' ' | b'\t'
            | b'\n'
            | b'\r'
            | b'{'
            | b'}'
            | b'('
            | b')'
            | b'!'
            | b'?'
            | b'$'
            | b';'
            | b'.'
            | b'*'
    )
}

/// The word as text, if a result could begin as it does.
fn like_a_result(word: &[u8]) -> Option<&str> {
    matches!(word.first()?, b'0' | b'1' | 0xc2).then(|| std::str::from_utf8(word).ok())?
}

/// A move in other spellings as SAN: castling with zeros or small letters,
/// promotion without its sign, hyphens and colons, marks in plenty, passing.
fn respelled(word: &[u8]) -> Option<Vec<u8>> {
    let marks = word.iter().rev().take_while(|byte| matches!(byte, b'+' | b'#')).count();
    let word = &word[..word.len() - marks];
    let word = word.strip_suffix(b"ep").unwrap_or(word);
    match word {
        b"--" | b"Z0" | b"null" | b"pass" | b"@@@@" => return Some(b"--".to_vec()),
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
        respell(text.as_bytes(), usize::MAX, &mut out)?;
        let words = String::from_utf8_lossy(&out).into_owned();
        Ok(words.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn what_people_write() {
        for (text, expected) in [
            ("1.e4 e5 2. Nf3!? Nc6+", "e4 e5 Nf3!? Nc6+"),
            ("1e4 12 Nf3", "e4 Nf3"),
            ("0-0 0-0-0+ o-o OO O-O#", "O-O O-O-O O-O O-O O-O#"),
            ("e8Q e8=Q exd8q+ e8(N)+ e1/R", "e8=Q e8=Q exd8=Q e8=N e1=R"),
            ("Ng1-f3 e2-e4 Ng1xf3 Nb1:c3 e7-e8Q#", "Ng1f3 e2e4 Ng1xf3 Nb1c3 e7e8=Q"),
            ("exd6 e.p. exd6e.p. exd6ep", "exd6 exd6 exd6"),
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
        respell(b"e4 (d4 d5) e5 (c5 x", 2, &mut out).unwrap();
        assert_eq!(out, b"e4 (d4 d5) e5");
    }
}
