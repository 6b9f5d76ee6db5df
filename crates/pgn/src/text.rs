//! Bytes of files as text.

/// UTF-8, or else Latin-1: what old programs wrote, and never an error.
pub(crate) fn decode(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    }
}

/// Words with one blank between them, without control characters and marks of
/// byte order: the form that wrapping at the end of a line does not change.
pub(crate) fn tidy(text: &str) -> String {
    let mut tidy = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        let before = tidy.len();
        if before > 0 {
            tidy.push(' ');
        }
        tidy.extend(word.chars().filter(|&letter| !letter.is_control() && letter != '\u{feff}'));
        if tidy.ends_with(' ') {
            tidy.truncate(before);
        }
    }
    tidy
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf8_and_what_is_not() {
        assert_eq!(decode("Réti".as_bytes()), "Réti");
        assert_eq!(decode(b"R\xe9ti"), "Réti");
    }

    #[test]
    fn one_blank_between_words() {
        assert_eq!(tidy("  a\n\tb \u{7} c\u{0}d\u{feff}\r\n"), "a b cd");
        assert_eq!(tidy(" \u{1} "), "");
    }
}
