//! Bounds that keep memory constant whatever comes in.

/// Bytes of the longest game that is read. The longest annotated games and
/// studies that people publish are a few hundred thousand.
pub const MAX_GAME_BYTES: usize = 1 << 20;

/// Bytes of the longest line of tags.
pub const MAX_TAG_LINE: usize = 1 << 16;

/// Bytes of a tag's value; longer ones are cut. Escaped, it still fits in a
/// line that can be read back.
pub const MAX_TAG_VALUE: usize = 1 << 14;

/// Letters of a tag's name; longer ones are cut.
pub const MAX_TAG_NAME: usize = 255;

/// Tags of a game.
pub const MAX_TAGS: usize = 256;

/// How deep variations may nest; chess programs stop far earlier.
pub const MAX_DEPTH: usize = 256;

/// Bytes of the longest line of EPD.
pub const MAX_EPD_LINE: usize = 1 << 16;

/// Columns of PGN's export format.
pub(crate) const WIDTH: usize = 80;

/// Bytes read at once, and the longest piece of a line looked at at once.
pub(crate) const BUFFER: usize = 1 << 16;
