//! Games in random order.

use std::io::Read;
use std::path::{Path, PathBuf};

use thinking::SplitMix64;

use super::scratch::{FullBucket, Scratch};
use super::{Audience, Damage, GameFiles, GameOutput, ToolError, ToolProgress};

/// Bits of a key that choose a bucket. 64 files are open at a time.
const BITS: u32 = 6;
const BUCKETS: usize = 1 << BITS;

/// A key and a length before the bytes of a game.
const PREFIX: usize = 12;

/// Puts games into random order: each gets a random 64-bit key, and they are
/// sorted by it. The first pass distributes them to buckets on the disk by
/// the highest bits, the second sorts each bucket in memory. A bucket that is
/// too large is distributed again by the next bits.
///
/// So the order depends on the seed and on the games as they come, not on the
/// memory.
#[derive(Debug)]
pub struct Shuffle<'a> {
    /// The files of games.
    pub inputs: &'a [PathBuf],
    /// Use what is before damage, see [`GameFiles`].
    pub salvage: bool,
    /// Where the order comes from.
    pub seed: u64,
    /// Bytes of games to sort at a time.
    pub memory: u64,
}

impl Shuffle<'_> {
    /// Writes the games to `output`.
    pub fn run(
        &self,
        output: &mut GameOutput,
        path: &Path,
        audience: &mut Audience<'_>,
    ) -> Result<Vec<Damage>, ToolError> {
        let mut scratch = Scratch::beside(path)?;
        let mut games = GameFiles::open(self.inputs, self.salvage)?.of_pass(0, 2);
        let mut buckets = Distribution::new(&mut scratch, 0)?;
        let mut number = 0;
        while let Some(game) = games.next_for(audience)? {
            let key = SplitMix64::new(self.seed, number).below(u64::MAX);
            buckets.add(key, &game.to_bytes())?;
            number += 1;
        }
        let buckets = buckets.close()?;
        let whole = buckets.iter().map(FullBucket::bytes).sum();
        let mut progress = ToolProgress { pass: 1, passes: 2, whole, ..ToolProgress::default() };
        self.collect(buckets, 1, &mut scratch, output, &mut progress, audience)?;
        Ok(games.into_damage())
    }

    /// Writes the games of `buckets` in their order.
    fn collect(
        &self,
        buckets: Vec<FullBucket>,
        level: u32,
        scratch: &mut Scratch,
        output: &mut GameOutput,
        progress: &mut ToolProgress,
        audience: &mut Audience<'_>,
    ) -> Result<(), ToolError> {
        for bucket in buckets {
            audience.may_go_on()?;
            // With all bits used up, what is left has one key.
            if bucket.bytes() > self.memory && (level + 1) * BITS <= u64::BITS {
                let smaller = redistribute(&bucket, level, scratch, audience)?;
                drop(bucket);
                self.collect(smaller, level + 1, scratch, output, progress, audience)?;
                continue;
            }
            for (_, game) in sorted(&bucket.read_all()?) {
                audience.may_go_on()?;
                let plies = game.len().saturating_sub(crate::header::LENGTH + 4) / 4;
                output.write_bytes(game, plies)?;
            }
            progress.done += bucket.bytes();
            progress.games = output.games();
            progress.positions = output.positions();
            (audience.report)(progress);
        }
        Ok(())
    }
}

/// The games of a bucket by their keys; those with the same one stay in order.
fn sorted(mut bytes: &[u8]) -> Vec<(u64, &[u8])> {
    let mut games = Vec::new();
    while let Some((key, rest)) = bytes.split_first_chunk::<8>()
        && let Some((length, rest)) = rest.split_first_chunk::<4>()
        && let Some((game, rest)) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)
    {
        games.push((u64::from_le_bytes(*key), game));
        bytes = rest;
    }
    games.sort_by_key(|&(key, _)| key);
    games
}

/// The games of a bucket in buckets by the bits of `level`.
fn redistribute(
    bucket: &FullBucket,
    level: u32,
    scratch: &mut Scratch,
    audience: &Audience<'_>,
) -> Result<Vec<FullBucket>, ToolError> {
    let mut smaller = Distribution::new(scratch, level)?;
    let mut source = bucket.read()?;
    let mut game = Vec::new();
    let mut left = bucket.bytes();
    while left > 0 {
        audience.may_go_on()?;
        let mut prefix = [0; PREFIX];
        source.read_exact(&mut prefix).map_err(ToolError::io(bucket.path()))?;
        let [a, b, c, d, e, f, g, h, length @ ..] = prefix;
        game.resize(u32::from_le_bytes(length) as usize, 0);
        source.read_exact(&mut game).map_err(ToolError::io(bucket.path()))?;
        smaller.add(u64::from_le_bytes([a, b, c, d, e, f, g, h]), &game)?;
        left -= (PREFIX + game.len()) as u64;
    }
    smaller.close()
}

/// Buckets that are being filled.
struct Distribution {
    buckets: Vec<super::scratch::Bucket>,
    level: u32,
}

impl Distribution {
    fn new(scratch: &mut Scratch, level: u32) -> Result<Distribution, ToolError> {
        let buckets = (0..BUCKETS).map(|_| scratch.bucket()).collect::<Result<_, _>>()?;
        Ok(Distribution { buckets, level })
    }

    fn add(&mut self, key: u64, game: &[u8]) -> Result<(), ToolError> {
        let bits = key >> (u64::BITS - (self.level + 1) * BITS);
        let bucket = &mut self.buckets[bits as usize % BUCKETS];
        bucket.write(&key.to_le_bytes())?;
        bucket.write(&(game.len() as u32).to_le_bytes())?;
        bucket.write(game)
    }

    fn close(self) -> Result<Vec<FullBucket>, ToolError> {
        self.buckets.into_iter().map(super::scratch::Bucket::close).collect()
    }
}
