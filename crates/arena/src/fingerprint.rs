//! Content hashes that are the same in every build.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A 64-bit FNV-1a hash, written as 16 hexadecimal digits.
///
/// It tells files apart that were changed by accident; it is no defence
/// against somebody who wants two files to look alike.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Fingerprint(u64);

impl Fingerprint {
    /// The hash of nothing; the start for [`Fingerprint::and`].
    pub const EMPTY: Fingerprint = Fingerprint(0xCBF2_9CE4_8422_2325);

    /// The hash of these bytes.
    pub fn of(bytes: &[u8]) -> Fingerprint {
        Fingerprint::EMPTY.and(bytes)
    }

    /// The hash of what was hashed before and these bytes after it.
    #[must_use]
    pub fn and(self, bytes: &[u8]) -> Fingerprint {
        let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        Fingerprint(bytes.iter().fold(self.0, step))
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl FromStr for Fingerprint {
    type Err = String;

    fn from_str(text: &str) -> Result<Fingerprint, String> {
        let is_plain = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = is_plain.then(|| u64::from_str_radix(text, 16).ok()).flatten();
        number.map(Fingerprint).ok_or_else(|| format!("'{text}' is not 16 hexadecimal digits"))
    }
}

impl TryFrom<String> for Fingerprint {
    type Error = String;

    fn try_from(text: String) -> Result<Fingerprint, String> {
        text.parse()
    }
}

impl From<Fingerprint> for String {
    fn from(fingerprint: Fingerprint) -> String {
        fingerprint.to_string()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_published_values_of_fnv_1a() {
        // From the test vectors of the draft of Fowler, Noll and Vo.
        assert_eq!(Fingerprint::of(b"").to_string(), "cbf29ce484222325");
        assert_eq!(Fingerprint::of(b"a").to_string(), "af63dc4c8601ec8c");
        assert_eq!(Fingerprint::of(b"foobar").to_string(), "85944171f73967e8");
        assert_eq!(Fingerprint::of(b"foo").and(b"bar"), Fingerprint::of(b"foobar"));
        let text = "85944171f73967e8";
        assert_eq!(text.parse::<Fingerprint>().unwrap().to_string(), text);
        assert!("85944171".parse::<Fingerprint>().is_err());
        assert!("+5944171f73967e8".parse::<Fingerprint>().is_err());
    }
}
