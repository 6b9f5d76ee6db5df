//! The tags of a game, read, and what they mean.

use std::borrow::Cow;

use chess::Position;

use crate::error::Fault;
use crate::params::{MAX_TAG_LINE, MAX_TAGS};
use crate::splitter::RawGame;
use crate::tag_pair::TagPair;
use crate::tags::Tags;
use crate::text::decode;

/// Reads the tags of a game, and whether there are any.
pub(crate) fn read(game: &RawGame<'_>) -> Result<(Tags, bool), Fault> {
    if game.tag_line > MAX_TAG_LINE {
        return Err(Fault::LongTag);
    }
    let mut tags = Tags::new();
    let mut has_some = false;
    let mut count = 0;
    for line in game.tags.split(|&byte| byte == b'\n') {
        let mut rest = line.trim_ascii_start();
        while let Some((pair, behind)) = TagPair::split_from(rest) {
            count += 1;
            if count > MAX_TAGS {
                return Err(Fault::ManyTags);
            }
            has_some |= tags.set(&decode(pair.name), &unescaped(decode(pair.value)));
            rest = behind;
        }
    }
    Ok((tags, has_some))
}

/// A value without its escapes.
fn unescaped(value: Cow<'_, str>) -> Cow<'_, str> {
    if !value.contains('\\') {
        return value;
    }
    let mut text = String::with_capacity(value.len());
    let mut letters = value.chars().peekable();
    while let Some(letter) = letters.next() {
        let escaped = letters.next_if(|next| letter == '\\' && matches!(next, '"' | '\\'));
        text.push(escaped.unwrap_or(letter));
    }
    text.into()
}

/// Where the game begins, by its tags. Those that only say so are taken out.
pub(crate) fn take_start(tags: &mut Tags) -> Result<Position, Fault> {
    if let Some(variant) = tags.get("Variant")
        && !is_chess960(variant)
        && !is_standard(variant)
    {
        return Err(Fault::Variant(variant.chars().take(32).collect()));
    }
    tags.remove("SetUp");
    let Some(fen) = tags.remove("FEN").filter(|fen| !fen.trim().is_empty()) else {
        return Ok(Position::initial());
    };
    let start = Position::from_fen_tolerant(&fen).map_err(Fault::Fen)?;
    name_variant(tags, &start);
    Ok(start)
}

/// Sets the `Variant` tag where castling differs from that of chess.
pub(crate) fn name_variant(tags: &mut Tags, start: &Position) {
    if start.is_chess960() && !tags.get("Variant").is_some_and(is_chess960) {
        tags.set("Variant", "Chess960");
    }
}

/// The tags that say where a game begins, if it is not where games begin.
pub(crate) fn start_tags(start: &Position) -> Vec<(&'static str, String)> {
    if *start == Position::initial() {
        return Vec::new();
    }
    vec![("FEN", start.fen()), ("SetUp", "1".to_owned())]
}

fn is_chess960(variant: &str) -> bool {
    matches!(
        letters(variant).as_str(),
        "chess960"
            | "960"
            | "frc"
            | "fischerandom"
            | "fischerrandom"
            | "fischerrandomchess"
            | "freestyle"
            | "freestylechess"
    )
}

fn is_standard(variant: &str) -> bool {
    ["", "standard", "normal", "chess", "classical", "fromposition"].contains(&&*letters(variant))
}

/// A name without the ways to write it.
fn letters(name: &str) -> String {
    let letters = name.chars().filter(|letter| letter.is_ascii_alphanumeric());
    letters.map(|letter| letter.to_ascii_lowercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes() {
        for (escaped, text) in
            [(r"a", "a"), (r"\\\\", r"\\"), (r#"\"\\"#, r#""\"#), (r"\x\", r"\x\"), (r"\\\", r"\\")]
        {
            assert_eq!(unescaped(escaped.into()), text, "{escaped}");
        }
    }

    #[test]
    fn names_of_variants() {
        for name in ["Chess960", "Chess 960", "Fischerandom", "Standard", "From Position", ""] {
            assert!(is_chess960(name) || is_standard(name), "{name}");
        }
        assert!(!is_chess960("Atomic") && !is_standard("Atomic"));
    }
}
