//! One line of a book: sixteen bytes.

use super::MoveCode;

/// A move of a position, as the file has it.
///
/// Layout, everything with the high byte first: 8 bytes key, 2 move, 2 weight,
/// 4 learning data.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Entry {
    /// The [`polyglot_key`](chess::Position::polyglot_key) of the position.
    pub key: u64,
    /// The move.
    pub code: MoveCode,
    /// How good it is, compared with the other moves of the position.
    pub weight: u16,
    /// What some programs keep about their own games; not used here.
    pub learn: u32,
}

impl Entry {
    /// Bytes of an entry.
    pub const SIZE: usize = 16;

    /// Reads the bytes of a file.
    pub fn from_bytes(bytes: &[u8; Entry::SIZE]) -> Entry {
        // One number, cut into its parts from the low end.
        let all = u128::from_be_bytes(*bytes);
        Entry {
            key: (all >> 64) as u64,
            code: MoveCode((all >> 48) as u16),
            weight: (all >> 32) as u16,
            learn: all as u32,
        }
    }

    /// The bytes for a file.
    pub fn to_bytes(self) -> [u8; Entry::SIZE] {
        let Entry { key, code, weight, learn } = self;
        let all = u128::from(key) << 64
            | u128::from(code.0) << 48
            | u128::from(weight) << 32
            | u128::from(learn);
        all.to_be_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_high_byte_comes_first() {
        let bytes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];
        let entry = Entry::from_bytes(&bytes);
        assert_eq!(entry.key, 0x0102_0304_0506_0708);
        assert_eq!((entry.code.0, entry.weight, entry.learn), (0x090A, 0x0B0C, 0x0D0E_0F10));
        assert_eq!(entry.to_bytes(), bytes);
    }
}
