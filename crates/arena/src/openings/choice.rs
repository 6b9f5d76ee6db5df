//! Which openings a plan asks for.

use std::fmt;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// Which openings to play, and in which order.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct OpeningChoice {
    /// Where they come from.
    pub from: OpeningSource,
    /// The order in which they are played.
    pub order: OpeningOrder,
    /// How many to leave out at the beginning of that order.
    pub skip: usize,
    /// How many plies of each to play: all of a file's, 8 of the embedded
    /// book's, if nobody says.
    pub plies: Option<usize>,
}

/// Where openings come from. As text: `book`, `start`, `chess960`, or the path
/// of a file.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum OpeningSource {
    /// The most played lines of the embedded opening book.
    #[default]
    Book,
    /// The initial position alone.
    Start,
    /// The 960 start positions of Chess960.
    Chess960,
    /// A file: EPD or PGN, or either of them packed by ZIP, gzip or Zstandard.
    File(PathBuf),
}

/// In which order openings are played.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningOrder {
    /// Shuffled by the seed of the plan.
    #[default]
    Random,
    /// As they stand in the file.
    Sequential,
}

impl From<String> for OpeningSource {
    fn from(text: String) -> OpeningSource {
        match text.as_str() {
            "book" => OpeningSource::Book,
            "start" => OpeningSource::Start,
            "chess960" => OpeningSource::Chess960,
            _ => OpeningSource::File(text.into()),
        }
    }
}

impl From<OpeningSource> for String {
    fn from(source: OpeningSource) -> String {
        match source {
            OpeningSource::Book => "book".to_owned(),
            OpeningSource::Start => "start".to_owned(),
            OpeningSource::Chess960 => "chess960".to_owned(),
            OpeningSource::File(path) => path.display().to_string(),
        }
    }
}

/// For reports: a file without its folder.
impl fmt::Display for OpeningSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpeningSource::Book => f.write_str("lines of the embedded book"),
            OpeningSource::Start => f.write_str("the initial position"),
            OpeningSource::Chess960 => f.write_str("the start positions of Chess960"),
            OpeningSource::File(path) => {
                f.write_str(&path.file_name().unwrap_or_default().to_string_lossy())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_back() {
        for text in ["book", "start", "chess960", "/some/where/openings.epd.zst"] {
            let source = OpeningSource::from(text.to_owned());
            assert_eq!(String::from(source.clone()), text);
            assert_eq!(matches!(source, OpeningSource::File(_)), text.contains('/'));
        }
        let file = OpeningSource::File("/some/where/openings.epd".into());
        assert_eq!(file.to_string(), "openings.epd");
    }
}
