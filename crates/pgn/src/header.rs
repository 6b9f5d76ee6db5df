//! The tags of a game, read, and what they mean.

use std::ops::ControlFlow;

use chess::{Color, File, Position, Rank, Square};
use pgn_reader::{RawTag, Visitor};

use crate::error::Fault;
use crate::params::{MAX_TAG_LINE, MAX_TAGS};
use crate::splitter::RawGame;
use crate::tags::Tags;
use crate::text::decode;

/// Reads the tags of a game, and whether there are any.
pub(crate) fn read(game: &RawGame<'_>) -> Result<(Tags, bool), Fault> {
    if game.tag_line > MAX_TAG_LINE {
        return Err(Fault::LongTag);
    }
    let mut header = Header { tags: Tags::new(), count: 0, has_some: false };
    let mut rest = game.tags;
    while !rest.is_empty() {
        let mut reader =
            pgn_reader::Reader::build(rest).set_supported_tag_line_length(game.tag_line).finish();
        // An error is a last line without any end, which is no tag.
        let _ = reader.read_game(&mut header);
        if header.count > MAX_TAGS {
            return Err(Fault::ManyTags);
        }
        // The library stops at the first line that it does not like.
        let unread = reader.buffer().len() + reader.into_inner().len();
        rest = &rest[rest.len() - unread..];
        let line = rest.iter().position(|&byte| byte == b'\n');
        rest = &rest[line.map_or(rest.len(), |line| line + 1)..];
    }
    Ok((header.tags, header.has_some))
}

struct Header {
    tags: Tags,
    count: usize,
    has_some: bool,
}

impl Visitor for Header {
    type Tags = ();
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn tag(&mut self, _: &mut (), name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        self.count += 1;
        if self.count > MAX_TAGS {
            return ControlFlow::Break(());
        }
        self.has_some |= self.tags.set(&decode(name), &unescaped(&decode(value.as_bytes())));
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<()> {
        ControlFlow::Break(())
    }

    fn end_game(&mut self, (): ()) {}
}

/// A value without its escapes. `RawTag` has a function for it, which takes
/// the second of two backslashes for the beginning of another escape.
fn unescaped(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut letters = value.chars().peekable();
    while let Some(letter) = letters.next() {
        let escaped = letters.next_if(|next| letter == '\\' && matches!(next, '"' | '\\'));
        text.push(escaped.unwrap_or(letter));
    }
    text
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
    let start = match tags.remove("FEN") {
        Some(fen) if !fen.trim().is_empty() => {
            Position::from_fen_tolerant(&fen).map_err(Fault::Fen)?
        }
        _ => Position::initial(),
    };
    name_variant(tags, &start);
    Ok(start)
}

/// Sets the `Variant` tag where castling differs from that of chess.
pub(crate) fn name_variant(tags: &mut Tags, start: &Position) {
    if castles_otherwise(start) && !tags.get("Variant").is_some_and(is_chess960) {
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

/// Does castling here differ from that of ordinary chess?
fn castles_otherwise(position: &Position) -> bool {
    Color::ALL.into_iter().any(|color| {
        let rooks = position.castling().rooks_of(color);
        let home = Square::new(File::E, Rank::First.relative_to(color));
        let in_corner = |rook: Square| matches!(rook.file(), File::A | File::H);
        rooks.any() && (position.king(color) != home || !rooks.into_iter().all(in_corner))
    })
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
            assert_eq!(unescaped(escaped), text, "{escaped}");
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
