//! Bytes of files as text.

use std::borrow::Cow;

/// UTF-8, or else Windows-1252, which is Latin-1 with letters and quotation
/// marks where that has control characters: what old programs wrote, and never
/// an error.
pub(crate) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => bytes.iter().map(|&byte| windows_1252(byte)).collect::<String>().into(),
    }
}

fn windows_1252(byte: u8) -> char {
    // Those that stand for nothing stay the control characters they are.
    const FROM_80: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž',
        '\u{8f}', '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}',
        'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9f => FROM_80[usize::from(byte - 0x80)],
        _ => char::from(byte),
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
        assert_eq!(decode(b"\x8ai\x9aka \x93\x80\x94"), "Šiška “€”");
    }

    #[test]
    fn one_blank_between_words() {
        assert_eq!(tidy("  a\n\tb \u{7} c\u{0}d\u{feff}\r\n"), "a b cd");
        assert_eq!(tidy(" \u{1} "), "");
    }
}
