//! The tags of a game, read, and what they mean.

use std::ops::ControlFlow;

use chess::Position;
use pgn_reader::{RawTag, Visitor};

use crate::error::Fault;
use crate::params::{MAX_TAG_LINE, MAX_TAGS};
use crate::splitter::RawGame;
use crate::tags::Tags;
use crate::text::decode;

/// Reads the tags of a game.
pub(crate) fn read(game: &RawGame<'_>) -> Result<Tags, Fault> {
    if game.tag_line > MAX_TAG_LINE {
        return Err(Fault::LongTag);
    }
    let mut header = Header { tags: Tags::new(), count: 0 };
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
    Ok(header.tags)
}

struct Header {
    tags: Tags,
    count: usize,
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
        self.tags.set(&decode(name), &decode(&value.decode()));
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<()> {
        ControlFlow::Break(())
    }

    fn end_game(&mut self, (): ()) {}
}

/// Where the game begins, by its tags. Those that only say so are taken out.
pub(crate) fn take_start(tags: &mut Tags) -> Result<Position, Fault> {
    if let Some(variant) = tags.get("Variant")
        && !is_chess(variant)
    {
        return Err(Fault::Variant(variant.chars().take(32).collect()));
    }
    tags.remove("SetUp");
    match tags.remove("FEN") {
        Some(fen) if !fen.trim().is_empty() => {
            Position::from_fen_tolerant(&fen).map_err(Fault::Fen)
        }
        _ => Ok(Position::initial()),
    }
}

/// Are these the rules of chess or Chess960, by one of their many names?
fn is_chess(variant: &str) -> bool {
    let letters = variant.chars().filter(|letter| letter.is_ascii_alphanumeric());
    let name: String = letters.map(|letter| letter.to_ascii_lowercase()).collect();
    matches!(
        name.as_str(),
        "" | "standard"
            | "normal"
            | "chess"
            | "classical"
            | "fromposition"
            | "chess960"
            | "960"
            | "frc"
            | "fischerandom"
            | "fischerrandom"
            | "fischerrandomchess"
            | "freestyle"
            | "freestylechess"
    )
}
