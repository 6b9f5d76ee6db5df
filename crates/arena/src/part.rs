//! A share of a plan's games, for one of several machines.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The `index`th of `count` shares, written `2/3`: every `count`th pair of
/// games, so that all shares take about as long.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Part {
    /// Which share, from 0.
    index: u32,
    /// How many there are.
    count: u32,
}

/// The text is no part.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("'{0}' is no part of a tournament (expected 1/3, 2/3 or 3/3 for one of three)")]
pub struct PartError(String);

impl Part {
    /// Does a game belong to it? Both games of a pair belong to the same part.
    pub fn has(self, number: u32) -> bool {
        (number / 2) % self.count == self.index
    }

    /// How many of the first `games` games belong to it.
    pub fn games(self, games: u32) -> u32 {
        let share = |pairs: u32| pairs / self.count + u32::from(pairs % self.count > self.index);
        // The last game of an odd number has no partner.
        2 * share(games / 2) + u32::from(games % 2 == 1 && self.has(games - 1))
    }
}

impl FromStr for Part {
    type Err = PartError;

    fn from_str(text: &str) -> Result<Part, PartError> {
        let read = || {
            let (index, count) = text.trim().split_once('/')?;
            let (index, count): (u32, u32) = (index.parse().ok()?, count.parse().ok()?);
            let index = index.checked_sub(1).filter(|&index| index < count)?;
            Some(Part { index, count })
        };
        read().ok_or_else(|| PartError(text.chars().take(64).collect()))
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.count)
    }
}

impl TryFrom<String> for Part {
    type Error = PartError;

    fn try_from(text: String) -> Result<Part, PartError> {
        text.parse()
    }
}

impl From<Part> for String {
    fn from(part: Part) -> String {
        part.to_string()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn parts_make_a_whole() {
        for count in 1..=4 {
            let parts: Vec<Part> =
                (1..=count).map(|index| format!("{index}/{count}").parse().unwrap()).collect();
            for games in 0..40 {
                for number in 0..games {
                    assert_eq!(parts.iter().filter(|part| part.has(number)).count(), 1);
                }
                for part in &parts {
                    let listed = (0..games).filter(|&number| part.has(number)).count();
                    assert_eq!(part.games(games) as usize, listed, "{part} of {games}");
                }
            }
        }
        for bad in ["", "1", "0/3", "4/3", "1/0", "a/b", "-1/3"] {
            assert!(bad.parse::<Part>().unwrap_err().to_string().contains("expected"), "{bad}");
        }
    }
}
