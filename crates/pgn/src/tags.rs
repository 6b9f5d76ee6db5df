//! What stands above the moves of a game.

use std::borrow::Cow;

use chess::Color;

use crate::game_result::GameResult;
use crate::params::{MAX_TAG_NAME, MAX_TAG_VALUE, MAX_TAGS};

/// The tags that every game has, in the order of PGN's export format, and
/// what they say where nobody knows.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

const WHITE: usize = 4;
const BLACK: usize = 5;
const RESULT: usize = 6;

/// The tags of a game: the seven of the roster, which are always there, and
/// others in their order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tags {
    /// In the order of [`ROSTER`], empty where nobody knows.
    roster: [String; 7],
    others: Vec<(String, String)>,
}

impl Tags {
    /// The roster, with nothing known.
    pub fn new() -> Tags {
        Tags::default()
    }

    /// The value of a tag. Those of the roster always have one, `?` if it is
    /// not known.
    pub fn get(&self, name: &str) -> Option<&str> {
        match roster_index(name) {
            Some(index) => Some(self.of_roster(index)),
            None => {
                let found = self.others.iter().find(|(other, _)| other == name);
                found.map(|(_, value)| value.as_str())
            }
        }
    }

    /// Sets a tag. It keeps its place if it was set before, else it comes last.
    ///
    /// Whatever is given can be written: letters that PGN allows in no name
    /// are left out, so are control characters, and what is longer than
    /// [`MAX_TAG_VALUE`] bytes is cut. There are [`MAX_TAGS`] at most; returns
    /// whether the tag was set.
    pub fn set(&mut self, name: &str, value: &str) -> bool {
        let value = cut(value, |letter| !letter.is_control(), MAX_TAG_VALUE);
        let name = cut(name, is_name_letter, MAX_TAG_NAME);
        let name = name.trim_start_matches(|letter: char| !letter.is_ascii_alphanumeric());
        if let Some(index) = roster_index(name) {
            let is_unknown = value == ROSTER[index].1;
            self.roster[index] = if is_unknown { String::new() } else { value.into_owned() };
            return true;
        }
        if name.is_empty() {
            return false;
        }
        match self.others.iter().position(|(other, _)| other == name) {
            Some(index) => self.others[index].1 = value.into_owned(),
            None if self.others.len() + ROSTER.len() >= MAX_TAGS => return false,
            None => self.others.push((name.to_owned(), value.into_owned())),
        }
        true
    }

    /// Takes a tag away, or makes it unknown if it is of the roster. Returns
    /// what it said.
    pub fn remove(&mut self, name: &str) -> Option<String> {
        match roster_index(name) {
            Some(index) => {
                let value = self.of_roster(index).to_owned();
                self.roster[index].clear();
                Some(value)
            }
            None => {
                let index = self.others.iter().position(|(other, _)| other == name)?;
                Some(self.others.remove(index).1)
            }
        }
    }

    /// All tags, the roster first.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.roster().chain(self.others())
    }

    /// The seven that are always there, in order.
    pub fn roster(&self) -> impl Iterator<Item = (&str, &str)> {
        ROSTER.iter().enumerate().map(|(index, &(name, _))| (name, self.of_roster(index)))
    }

    fn of_roster(&self, index: usize) -> &str {
        match self.roster[index].as_str() {
            "" => ROSTER[index].1,
            value => value,
        }
    }

    /// Those that are not of the roster.
    pub fn others(&self) -> impl Iterator<Item = (&str, &str)> {
        self.others.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// What the `Result` tag says; unknown if it makes no sense.
    pub fn result(&self) -> GameResult {
        GameResult::from_text(&self.roster[RESULT]).unwrap_or_default()
    }

    /// Sets the `Result` tag.
    pub fn set_result(&mut self, result: GameResult) {
        self.set(ROSTER[RESULT].0, result.text());
    }

    /// The name of a player, if it is known.
    pub fn player(&self, color: Color) -> Option<&str> {
        let name = &self.roster[if color.is_white() { WHITE } else { BLACK }];
        (!name.is_empty()).then_some(name)
    }

    /// The rating of a player (`WhiteElo`, `BlackElo`), if it is a number
    /// above zero.
    pub fn elo(&self, color: Color) -> Option<u16> {
        let tag = if color.is_white() { "WhiteElo" } else { "BlackElo" };
        self.get(tag)?.trim().parse().ok().filter(|&elo| elo > 0)
    }
}

fn roster_index(name: &str) -> Option<usize> {
    ROSTER.iter().position(|&(known, _)| known == name)
}

/// The letters of names: those of the standard, and some that programs use.
fn is_name_letter(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '_' | '+' | '#' | '=' | ':' | '-')
}

/// The letters that are allowed, as many as fit into so many bytes.
fn cut(text: &str, is_allowed: impl Fn(char) -> bool, bytes: usize) -> Cow<'_, str> {
    let is_plain = |byte: u8| byte.is_ascii() && is_allowed(byte.into());
    if text.len() <= bytes && text.bytes().all(is_plain) {
        return text.into();
    }
    let mut kept = String::new();
    for letter in text.chars().filter(|&letter| is_allowed(letter)) {
        if kept.len() + letter.len_utf8() > bytes {
            break;
        }
        kept.push(letter);
    }
    kept.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_roster_is_always_there() {
        let mut tags = Tags::new();
        assert_eq!(tags.iter().count(), 7);
        assert_eq!(tags.get("Date"), Some("????.??.??"));
        assert_eq!(tags.player(Color::White), None);
        tags.set("White", "Réti");
        assert_eq!(tags.player(Color::White), Some("Réti"));
        assert_eq!(tags.remove("White").as_deref(), Some("Réti"));
        assert_eq!(tags.get("White"), Some("?"));
        tags.set("Result", "1/2");
        assert_eq!(tags.result(), GameResult::Draw);
    }

    #[test]
    fn others_keep_their_order_and_are_clean() {
        let mut tags = Tags::new();
        assert!(tags.set("WhiteElo", "2700"));
        assert!(tags.set("White Title", "G\nM"));
        assert!(tags.set("WhiteElo", "2701"));
        assert!(!tags.set("\"]\n", "x"));
        let others: Vec<_> = tags.others().collect();
        assert_eq!(others, [("WhiteElo", "2701"), ("WhiteTitle", "GM")]);
        assert_eq!(tags.elo(Color::White), Some(2701));
        assert_eq!(tags.elo(Color::Black), None);
        // Also where a name is one of the roster only when clean.
        assert!(tags.set(" Event", "x"));
        assert_eq!(tags.get("Event"), Some("x"));
    }

    #[test]
    fn neither_long_nor_many() {
        let mut tags = Tags::new();
        tags.set("Event", &"é".repeat(MAX_TAG_VALUE));
        assert_eq!(tags.get("Event").map(str::len), Some(MAX_TAG_VALUE));
        let set = (0..1_000).filter(|number| tags.set(&format!("T{number}"), "")).count();
        assert_eq!(set + 7, MAX_TAGS);
    }
}
