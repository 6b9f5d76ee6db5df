//! Names that nobody can guess.

use sha2::{Digest, Sha256};

const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// Random letters from the system's source, 5 bits each.
fn letters(count: usize) -> String {
    let mut bytes = vec![0u8; count];
    // Without randomness no secret can be kept: better no server at all.
    getrandom::fill(&mut bytes).expect("the system has a source of randomness");
    bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

/// A secret of 160 bits, for a cookie or a link.
pub(crate) fn secret() -> String {
    letters(32)
}

/// A public name of 60 bits: not to be guessed, short enough for an address.
pub(crate) fn public_id() -> String {
    letters(12)
}

/// Four letters, for nicknames.
pub(crate) fn short_id() -> String {
    letters(4)
}

/// Does it look like one of ours? What does not is not even looked up.
pub(crate) fn is_plausible(text: &str) -> bool {
    (4..=64).contains(&text.len()) && text.bytes().all(|byte| LETTERS.contains(&byte))
}

/// What is kept of a secret.
pub(crate) fn hash(secret: &str) -> String {
    Sha256::digest(secret.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A number that belongs to a text for ever, to seed chance with.
pub(crate) fn seed(text: &str) -> u64 {
    let digest = Sha256::digest(text.as_bytes());
    digest.iter().take(8).fold(0, |seed, byte| seed << 8 | u64::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_differ_and_look_like_ours() {
        let (one, other) = (secret(), secret());
        assert_ne!(one, other);
        assert!(is_plausible(&one) && is_plausible(&public_id()));
        for text in ["", "abc", "../../etc/passwd", "ABCDEFGH", &"a".repeat(65), "abcd'--"] {
            assert!(!is_plausible(text), "{text}");
        }
        assert_eq!(hash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(seed("a"), seed("a"));
        assert_ne!(seed("a"), seed("b"));
    }
}
