//! Codes of the Encyclopaedia of Chess Openings.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A code from A00 to E99: a letter for the family, two digits for the place
/// in it.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Eco {
    volume: u8,
    number: u8,
}

/// A text is no code.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("'{0}' is not an ECO code (expected A00 to E99)")]
pub struct EcoError(String);

impl Eco {
    /// All five hundred.
    pub fn all() -> impl Iterator<Item = Eco> {
        (b'A'..=b'E').flat_map(|volume| (0..100).map(move |number| Eco { volume, number }))
    }
}

impl FromStr for Eco {
    type Err = EcoError;

    fn from_str(text: &str) -> Result<Eco, EcoError> {
        match *text.as_bytes() {
            [volume @ b'A'..=b'E', tens @ b'0'..=b'9', units @ b'0'..=b'9'] => {
                Ok(Eco { volume, number: (tens - b'0') * 10 + (units - b'0') })
            }
            _ => Err(EcoError(text.chars().take(16).collect())),
        }
    }
}

impl fmt::Display for Eco {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:02}", char::from(self.volume), self.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_others() {
        let codes: Vec<Eco> = Eco::all().collect();
        assert_eq!(codes.len(), 500);
        assert!(codes.is_sorted());
        for code in codes {
            assert_eq!(code.to_string().parse(), Ok(code));
        }
        for text in ["", "B9", "B900", "F00", "b90", "B9x", "B 9", "É0", "Bb5"] {
            assert!(text.parse::<Eco>().is_err(), "{text}");
        }
    }
}
