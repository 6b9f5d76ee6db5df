//! An opening that has a name.

use std::fmt;

use chess::{Move, Position};

use super::Eco;

/// A line that has a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedOpening {
    /// Its place in the encyclopaedia.
    pub eco: Eco,
    /// Its name in English, `Family: Variation, Subvariation`.
    pub name: String,
    /// The line from the start position, as it is usually played.
    pub moves: Vec<Move>,
}

impl NamedOpening {
    /// The name without its variation: `Sicilian Defence`.
    pub fn family(&self) -> &str {
        self.name.split(':').next().unwrap_or(&self.name)
    }

    /// The moves as they are written: `1. e4 c5 2. Nf3`.
    pub fn line(&self) -> String {
        let mut position = Position::initial();
        let mut text = String::new();
        for &mv in &self.moves {
            if !text.is_empty() {
                text.push(' ');
            }
            if position.turn().is_white() {
                text.push_str(&format!("{}. ", position.fullmoves()));
            }
            text.push_str(&position.to_san(mv));
            position.play(mv);
        }
        text
    }

    /// Do all these words, as [`plain`] leaves them, stand in the name or
    /// begin the code?
    pub(super) fn has_words(&self, words: &[&str]) -> bool {
        let (name, eco) = (plain(&self.name), plain(&self.eco.to_string()));
        words.iter().all(|&word| eco.starts_with(word) || name.contains(word))
    }
}

/// The code and the name.
impl fmt::Display for NamedOpening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.eco, self.name)
    }
}

/// A text as people type it who look for something: small letters without
/// accents, and the British spelling of the two words that have another.
pub(super) fn plain(text: &str) -> String {
    let letter = |letter: char| match letter {
        'á' | 'ä' | 'à' | 'â' => 'a',
        'é' | 'è' | 'ê' => 'e',
        'í' => 'i',
        'ó' | 'ö' | 'ø' => 'o',
        'ú' | 'ü' => 'u',
        'ý' => 'y',
        'ć' | 'č' | 'ç' => 'c',
        letter => letter,
    };
    let text: String = text.to_lowercase().chars().map(letter).collect();
    text.replace("defense", "defence").replace("center", "centre")
}
