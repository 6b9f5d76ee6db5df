//! A tag as it stands in a file: `[Name "value"]`.

use memchr::{memchr, memchr_iter, memchr2, memrchr};

/// A tag before anybody has asked what it means.
///
/// pgn-reader ends a value at its first quotation mark. People write
/// `[Event "The "Rose" Open"]` and `[White "\"]` all the same, so here a value
/// ends where its bracket closes.
pub(crate) struct TagPair<'t> {
    /// Empty where there is no value.
    pub(crate) name: &'t [u8],
    /// With its escapes.
    pub(crate) value: &'t [u8],
}

impl<'t> TagPair<'t> {
    /// The tag that `text` begins with, and what comes behind it and its
    /// blanks. A tag ends with its line, closed or not.
    pub(crate) fn split_from(text: &'t [u8]) -> Option<(TagPair<'t>, &'t [u8])> {
        let inner = text.strip_prefix(b"[")?;
        let line = &inner[..memchr(b'\n', inner).unwrap_or(inner.len())];
        let (pair, length) = match memchr2(b'"', b']', line) {
            Some(at) if line[at] == b'"' => {
                let (value, behind) = value(&line[at + 1..]);
                (TagPair { name: line[..at].trim_ascii(), value }, at + 1 + behind)
            }
            Some(at) => (TagPair { name: b"", value: b"" }, at + 1),
            None => (TagPair { name: b"", value: b"" }, line.len()),
        };
        Some((pair, inner[length..].trim_ascii_start()))
    }
}

/// The value that stands behind its first quotation mark, and where its tag
/// ends: at the first mark that a bracket follows and that is not escaped; if
/// there is none, at an escaped one; else at whatever comes last.
fn value(line: &[u8]) -> (&[u8], usize) {
    let closed = |at: usize| {
        let gap = line[at + 1..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        (line.get(at + 1 + gap) == Some(&b']')).then_some((&line[..at], at + gap + 2))
    };
    let is_escaped =
        |at: usize| line[..at].iter().rev().take_while(|&&byte| byte == b'\\').count() % 2 == 1;
    let mut marks = memchr_iter(b'"', line);
    if let Some(found) = marks.find_map(|at| closed(at).filter(|_| !is_escaped(at))) {
        return found;
    }
    if let Some(found) = memchr_iter(b'"', line).find_map(closed) {
        return found;
    }
    let whole = line.trim_ascii_end();
    let value = match memrchr(b'"', line) {
        Some(at) => &line[..at],
        None => whole.strip_suffix(b"]").unwrap_or(whole),
    };
    (value, line.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn pair(text: &str, expected: (&str, &str, &str)) {
        let (pair, rest) = TagPair::split_from(text.as_bytes()).unwrap();
        let found = [pair.name, pair.value, rest].map(|bytes| str::from_utf8(bytes).unwrap());
        assert_eq!((found[0], found[1], found[2]), expected, "{text}");
    }

    #[test]
    fn tags_of_every_kind() {
        pair("[A \"b\"]\n[C \"d\"]", ("A", "b", "[C \"d\"]"));
        pair("[A\t\"b\" ]  [C \"d\"] 1. e4", ("A", "b", "[C \"d\"] 1. e4"));
        pair("[A \"]\"]", ("A", "]", ""));
        pair(r#"[A "a \"b\" \\"]"#, ("A", r#"a \"b\" \\"#, ""));
        pair(r#"[A "\\"] [C "d"]"#, ("A", r"\\", r#"[C "d"]"#));
    }

    #[test]
    fn tags_that_nobody_should_write() {
        pair(r#"[A "the "b" c"] d"#, ("A", r#"the "b" c"#, "d"));
        pair("[A \"\\\"]\n1. e4", ("A", "\\", "1. e4"));
        pair("[A \"b\" c]\n*", ("A", "b", "*"));
        pair("[A \"b]\r\n*", ("A", "b", "*"));
        pair("[A \"b\n*", ("A", "b", "*"));
        pair("[A]\n*", ("", "", "*"));
        pair("[\"b\"] *", ("", "b", "*"));
        pair("[A\n\"b\"]", ("", "", "\"b\"]"));
        assert!(TagPair::split_from(b" [A \"b\"]").is_none());
    }
}
