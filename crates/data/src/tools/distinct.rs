//! Which games of a long row have been there before.

use std::path::Path;

use super::ToolError;
use super::scratch::{Bucket, FullBucket, Scratch};

/// Files that share the ids by their highest bits.
const BITS: u32 = 6;

/// An id and a number.
const ENTRY: usize = 16;

/// Notes the id of every game in files on the disk, and finds those that
/// come again. In memory are one sixty-fourth of the ids at a time, 16 bytes
/// each, and a bit for every game.
#[derive(Debug)]
pub(super) struct GameIds {
    buckets: Vec<Bucket>,
    games: u64,
    checksum: u64,
    // Dropped last: the folder goes when it is empty.
    _scratch: Scratch,
}

/// The games that come again.
#[derive(Debug)]
pub(super) struct Repeats {
    bits: Vec<u64>,
    /// All games.
    pub(super) games: u64,
    /// Of all ids in their order.
    pub(super) checksum: u64,
}

impl GameIds {
    pub(super) fn new(output: &Path) -> Result<GameIds, ToolError> {
        let mut scratch = Scratch::beside(output)?;
        let buckets = (0..1 << BITS).map(|_| scratch.bucket()).collect::<Result<_, _>>()?;
        Ok(GameIds { buckets, games: 0, checksum: 0, _scratch: scratch })
    }

    /// Notes the next game.
    pub(super) fn add(&mut self, id: u64) -> Result<(), ToolError> {
        let bucket = &mut self.buckets[(id >> (u64::BITS - BITS)) as usize];
        bucket.write(&id.to_le_bytes())?;
        bucket.write(&self.games.to_le_bytes())?;
        self.checksum = chain(self.checksum, id);
        self.games += 1;
        Ok(())
    }

    /// Compares them.
    pub(super) fn repeats(self) -> Result<Repeats, ToolError> {
        let words = self.games.div_ceil(64) as usize;
        let mut repeats =
            Repeats { bits: vec![0; words], games: self.games, checksum: self.checksum };
        let buckets: Vec<FullBucket> =
            self.buckets.into_iter().map(Bucket::close).collect::<Result<_, _>>()?;
        for bucket in buckets {
            let bytes = bucket.read_all()?;
            let mut entries: Vec<(u64, u64)> = bytes.chunks_exact(ENTRY).map(entry).collect();
            entries.sort_unstable();
            for pair in entries.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
                let number = pair[1].1;
                repeats.bits[(number / 64) as usize] |= 1 << (number % 64);
            }
        }
        Ok(repeats)
    }
}

fn entry(bytes: &[u8]) -> (u64, u64) {
    let number =
        |bytes: &[u8]| bytes.iter().rev().fold(0u64, |number, &byte| number << 8 | u64::from(byte));
    (number(&bytes[..8]), number(&bytes[8..]))
}

impl Repeats {
    /// Was the game with this number there before?
    pub(super) fn contains(&self, number: u64) -> bool {
        self.bits.get((number / 64) as usize).is_some_and(|word| word >> (number % 64) & 1 == 1)
    }
}

/// The checksum of ids with one more.
pub(super) fn chain(checksum: u64, id: u64) -> u64 {
    (checksum ^ id).wrapping_mul(0x0100_0000_01B3).rotate_left(31)
}
