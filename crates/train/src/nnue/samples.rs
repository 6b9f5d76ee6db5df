//! Samples out of files of games, decoded by several threads.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel, sync_channel};
use std::thread;

use anyhow::{Context, Result, ensure};
use data::{
    Filter, GameBlock, GameBlocks, ReadError, Sample, ScoredGame, ScoredMove, Split, SplitShares,
};

use super::look_ahead::LookAhead;

/// Bytes of games that a thread decodes at once.
const BLOCK: usize = 1 << 20;

/// Which samples of which files.
#[derive(Clone, Debug)]
pub(crate) struct SampleSource {
    pub(crate) files: Vec<PathBuf>,
    pub(crate) filter: Filter,
    pub(crate) look_ahead: LookAhead,
    /// Which games are kept apart.
    pub(crate) shares: SplitShares,
    /// At most so many positions to train on are read.
    pub(crate) limit: usize,
    pub(crate) threads: usize,
}

/// A sample as a net is trained on it.
pub(crate) trait FromSample: Sized + Clone + Send {
    /// None if there is nothing to learn from it.
    fn from_sample(sample: &Sample) -> Option<Self>;
}

/// The samples of a block of games.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct SampleBlock<S> {
    pub(crate) train: Vec<S>,
    pub(crate) validation: Vec<S>,
    pub(crate) games: u64,
}

impl<S> Default for SampleBlock<S> {
    fn default() -> SampleBlock<S> {
        SampleBlock { train: Vec::new(), validation: Vec::new(), games: 0 }
    }
}

impl SampleSource {
    /// Gives the samples to `take`, block by block in the order of the files,
    /// until it breaks.
    pub(crate) fn each<S: FromSample>(
        &self,
        mut take: impl FnMut(SampleBlock<S>) -> Result<ControlFlow<()>>,
    ) -> Result<()> {
        let threads = self.threads.max(1);
        let is_over = AtomicBool::new(false);
        let (games, jobs) = sync_channel::<(usize, Result<GameBlock>)>(2 * threads);
        let (done, results) = channel();
        let (jobs, is_over) = (&Mutex::new(jobs), &is_over);
        thread::scope(|scope| {
            scope.spawn(move || {
                self.read(&|number, block| {
                    !is_over.load(Ordering::Relaxed) && games.send((number, block)).is_ok()
                });
            });
            for _ in 0..threads {
                let done = done.clone();
                scope.spawn(move || self.decode_all(jobs, &done, is_over));
            }
            drop(done);
            let outcome = in_order(&results, self.limit, &mut take);
            // The reader sends nothing more, and what is on its way is thrown away.
            is_over.store(true, Ordering::Relaxed);
            outcome
        })
    }

    /// Cuts the files into blocks until `send` says no.
    fn read(&self, send: &dyn Fn(usize, Result<GameBlock>) -> bool) {
        let mut number = 0;
        for path in &self.files {
            let about = || path.display().to_string();
            let blocks = match GameBlocks::open(path, BLOCK).with_context(about) {
                Ok(blocks) => blocks,
                Err(error) => {
                    send(number, Err(error));
                    return;
                }
            };
            for block in blocks {
                let block = match block {
                    // As after a kill of its writer; the games before it are whole.
                    Err(ReadError::CutShort { offset }) => {
                        eprintln!("{}: the last game, from byte {offset}, is cut short", about());
                        break;
                    }
                    block => block.with_context(about),
                };
                if !send(number, block) {
                    return;
                }
                number += 1;
            }
        }
    }

    fn decode_all<S: FromSample>(
        &self,
        jobs: &Mutex<Receiver<(usize, Result<GameBlock>)>>,
        done: &Sender<(usize, Result<SampleBlock<S>>)>,
        is_over: &AtomicBool,
    ) {
        loop {
            // A poisoned lock means that another decoder panicked, not that
            // the receiver is broken.
            let job = jobs.lock().unwrap_or_else(|poison| poison.into_inner()).recv();
            let Ok((number, block)) = job else { return };
            if is_over.load(Ordering::Relaxed) {
                continue;
            }
            if done.send((number, block.and_then(|block| self.decode(&block)))).is_err() {
                return;
            }
        }
    }

    fn decode<S: FromSample>(&self, block: &GameBlock) -> Result<SampleBlock<S>> {
        let mut samples = SampleBlock::default();
        for game in block.games() {
            let game = game?;
            let side = match self.shares.side(game.id()) {
                Split::Validation => &mut samples.validation,
                _ => &mut samples.train,
            };
            side.extend(self.samples(&game).filter_map(|sample| S::from_sample(&sample)));
            samples.games += 1;
        }
        Ok(samples)
    }

    /// The samples of a game. It is their own scores that the filter sees.
    fn samples<'a>(&'a self, game: &'a ScoredGame) -> impl Iterator<Item = Sample> + 'a {
        let scored = game.positions().zip(self.look_ahead.scores(game));
        let kept = scored.filter(|((position, best), _)| self.filter.keeps(position, *best));
        kept.map(|((position, best), score)| Sample {
            position,
            best: ScoredMove { score, ..best },
            result: game.result,
        })
    }
}

/// Blocks in the order of their numbers, until `limit` positions are read or
/// `take` breaks.
fn in_order<S>(
    results: &Receiver<(usize, Result<SampleBlock<S>>)>,
    limit: usize,
    take: &mut dyn FnMut(SampleBlock<S>) -> Result<ControlFlow<()>>,
) -> Result<()> {
    let mut waiting = BTreeMap::new();
    let (mut next, mut count) = (0, 0);
    for (number, block) in results.iter() {
        waiting.insert(number, block);
        while let Some(block) = waiting.remove(&next) {
            let mut block = block?;
            next += 1;
            block.train.truncate(limit - count);
            count += block.train.len();
            if take(block)?.is_break() || count == limit {
                return Ok(());
            }
        }
    }
    ensure!(waiting.is_empty(), "a thread that decodes games has died");
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::nnue::packed_sample::PackedSample;
    use crate::nnue::random_games::random_game;

    fn source(folder: &std::path::Path, threads: usize) -> SampleSource {
        let path = folder.join("games.vf");
        if !path.exists() {
            let bytes: Vec<u8> =
                (0..4000).flat_map(|number| random_game(3, number).to_bytes()).collect();
            assert!(bytes.len() > BLOCK);
            fs::write(&path, bytes).unwrap();
        }
        SampleSource {
            files: vec![path.clone(), path],
            filter: Filter::default(),
            look_ahead: LookAhead::default(),
            shares: SplitShares { validation: 0.1, test: 0.0, seed: 1 },
            limit: usize::MAX,
            threads,
        }
    }

    fn all(source: &SampleSource) -> Result<SampleBlock<PackedSample>> {
        let mut sum = SampleBlock::default();
        source.each(|block: SampleBlock<PackedSample>| {
            sum.train.extend(block.train);
            sum.validation.extend(block.validation);
            sum.games += block.games;
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(sum)
    }

    #[test]
    fn threads_change_nothing_and_games_are_on_one_side() {
        let folder = tempfile::tempdir().unwrap();
        let one = all(&source(folder.path(), 1)).unwrap();
        assert!(one == all(&source(folder.path(), 3)).unwrap());
        assert_eq!(one.games, 8000);
        let share = one.validation.len() as f64 / (one.train.len() + one.validation.len()) as f64;
        assert!((0.08..0.12).contains(&share), "{share}");
        // The second file is the first again: the same games are kept apart.
        let (first, second) = one.validation.split_at(one.validation.len() / 2);
        assert!(first == second);
        let limited = SampleSource { limit: 5000, ..source(folder.path(), 2) };
        let some = all(&limited).unwrap();
        assert!(some.train == one.train[..5000]);
    }

    #[test]
    fn what_is_wrong_is_told_and_nothing_hangs() {
        let folder = tempfile::tempdir().unwrap();
        let mut source = source(folder.path(), 2);
        let mut bytes = fs::read(&source.files[0]).unwrap();
        bytes.truncate(bytes.len() - 3);
        fs::write(&source.files[0], &bytes).unwrap();
        assert_eq!(all(&source).unwrap().games, 7998);
        bytes[40] ^= 0xff;
        fs::write(&source.files[0], &bytes).unwrap();
        let error = format!("{:#}", all(&source).unwrap_err());
        assert!(error.contains("no legal move"), "{error}");
        source.files[1] = folder.path().join("missing.vf");
        fs::write(&source.files[0], []).unwrap();
        let error = format!("{:#}", all(&source).unwrap_err());
        assert!(error.contains("missing.vf"), "{error}");
    }
}
