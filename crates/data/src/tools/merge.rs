//! Several files into one.

use std::path::{Path, PathBuf};

use super::distinct::{GameIds, chain};
use super::{Audience, Damage, GameFiles, GameOutput, ToolError};

/// Puts the games of several files behind each other, each game once: of games
/// with the same start position and moves the first is kept. A first pass notes
/// the ids of all games on the disk and finds those that repeat, the second writes.
#[derive(Debug)]
pub struct Merge<'a> {
    /// The files of games.
    pub inputs: &'a [PathBuf],
    /// Use what is before damage, see [`GameFiles`].
    pub salvage: bool,
    /// Keep games that repeat; then there is one pass only.
    pub keep_repeats: bool,
}

/// What was merged.
#[derive(Debug, Default)]
pub struct Merged {
    /// Games that had been there before, and were left out.
    pub repeats: u64,
    /// What was left out of damaged files.
    pub damage: Vec<Damage>,
}

impl Merge<'_> {
    /// Writes the games to `output`, whose name is `path`.
    pub fn run(
        &self,
        output: &mut GameOutput,
        path: &Path,
        audience: &mut Audience<'_>,
    ) -> Result<Merged, ToolError> {
        if self.keep_repeats {
            let mut games = GameFiles::open(self.inputs, self.salvage)?;
            while let Some(game) = games.next_for(audience)? {
                output.write(&game)?;
            }
            return Ok(Merged { repeats: 0, damage: games.into_damage() });
        }
        let mut ids = GameIds::new(path)?;
        let mut games = GameFiles::open(self.inputs, self.salvage)?.of_pass(0, 2);
        while let Some(game) = games.next_for(audience)? {
            ids.add(game.id())?;
        }
        let found = ids.repeats()?;

        let mut games = GameFiles::open(self.inputs, self.salvage)?.of_pass(1, 2);
        let (mut number, mut checksum, mut repeats) = (0, 0, 0);
        while let Some(game) = games.next_for(audience)? {
            checksum = chain(checksum, game.id());
            if found.contains(number) {
                repeats += 1;
            } else {
                output.write(&game)?;
            }
            number += 1;
        }
        if (number, checksum) != (found.games, found.checksum) {
            return Err(ToolError::Changed);
        }
        Ok(Merged { repeats, damage: games.into_damage() })
    }
}
