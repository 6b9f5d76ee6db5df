//! A line of UCI, word by word.

/// The words of a line that have not been read yet.
#[derive(Clone, Debug)]
pub(crate) struct Tokens<'a> {
    rest: &'a str,
}

impl<'a> Tokens<'a> {
    pub(crate) fn new(line: &'a str) -> Tokens<'a> {
        Tokens { rest: line }
    }

    /// Everything not read yet, as it was written but for the blanks around.
    pub(crate) fn rest(&self) -> &'a str {
        self.rest.trim()
    }

    pub(crate) fn peek(&self) -> Option<&'a str> {
        self.clone().next()
    }

    /// The next word if `accept` makes something of it; otherwise the word
    /// stays unread.
    pub(crate) fn next_as<T>(&mut self, accept: impl FnOnce(&'a str) -> Option<T>) -> Option<T> {
        let mut ahead = self.clone();
        let value = accept(ahead.next()?)?;
        *self = ahead;
        Some(value)
    }

    /// All words up to one that `ends` names, joined by single blanks. The
    /// ending word stays unread.
    pub(crate) fn phrase(&mut self, ends: &[&str]) -> String {
        let mut phrase = String::new();
        while let Some(word) = self.next_as(|word| (!ends.contains(&word)).then_some(word)) {
            if !phrase.is_empty() {
                phrase.push(' ');
            }
            phrase.push_str(word);
        }
        phrase
    }

    /// As many of the next words as can be read as `T`.
    pub(crate) fn series<T: std::str::FromStr>(&mut self) -> Vec<T> {
        std::iter::from_fn(|| self.next_as(|word| word.parse().ok())).collect()
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let text = self.rest.trim_start();
        if text.is_empty() {
            self.rest = text;
            return None;
        }
        let end = text.find(char::is_whitespace).unwrap_or(text.len());
        let (word, rest) = text.split_at(end);
        self.rest = rest;
        Some(word)
    }
}

/// The beginning of a text, short enough for an error message and without
/// characters that would upset a terminal.
pub(crate) fn excerpt(text: &str) -> String {
    const LENGTH: usize = 60;
    let mut chars = text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c });
    let mut short: String = chars.by_ref().take(LENGTH).collect();
    if chars.next().is_some() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_the_rest() {
        let mut tokens = Tokens::new("  setoption name\tClear  Hash value  a  b ");
        assert_eq!(tokens.next(), Some("setoption"));
        assert_eq!(tokens.next(), Some("name"));
        assert_eq!(tokens.phrase(&["value"]), "Clear Hash");
        assert_eq!(tokens.next(), Some("value"));
        assert_eq!(tokens.rest(), "a  b");
        assert_eq!(tokens.series::<u8>(), []);
        assert_eq!(tokens.by_ref().count(), 2);
        assert_eq!(tokens.next(), None);
    }

    #[test]
    fn excerpts_are_short_and_printable() {
        assert_eq!(excerpt("a\u{1b}[2Jb"), "a\u{fffd}[2Jb");
        assert_eq!(excerpt(&"x".repeat(61)).chars().count(), 61);
        assert_eq!(excerpt(&"x".repeat(60)), "x".repeat(60));
    }
}
