//! Self-play on several threads, written in the order of game numbers.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use eval::EvaluatorSpec;
use search::TableTooLarge;
use thiserror::Error;

use crate::self_play::{NoOpening, Played, SelfPlay};
use crate::{Archive, ArchiveError, GenerationPlan, StartPositions};

/// How often progress is reported even if no game ends.
const TICK: Duration = Duration::from_millis(200);
/// How often the file is synced to the disk.
const SYNC: Duration = Duration::from_secs(30);

/// When to stop; the goal that is reached first ends the run.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Goal {
    /// Games in the file, those of earlier runs included.
    pub games: Option<u64>,
    /// Time for this run. Games that have begun are played to their end.
    pub time: Option<Duration>,
}

/// What a run has done so far.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct GenerationProgress {
    /// Games added to the file.
    pub games: u64,
    /// Positions in them.
    pub positions: u64,
    /// Nodes searched for them.
    pub nodes: u64,
    /// Time since the run began.
    pub elapsed: Duration,
}

/// Why a run ended before its goal.
#[derive(Debug, Error)]
#[allow(missing_docs)]
pub enum GenerationError {
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    #[error(transparent)]
    NoOpening(#[from] NoOpening),
    #[error(transparent)]
    Table(#[from] TableTooLarge),
    #[error(
        "the first game in the file would not be played again: the engine has changed since; \
         choose another file"
    )]
    OtherEngine,
    #[error(
        "the last game in the file, number {number}, is not game {number} of its plan: the file \
         was joined from several, or the engine has changed since; choose another file"
    )]
    OtherGames { number: u64 },
}

/// The games of a plan, played on several threads.
#[derive(Debug)]
pub struct Generation<'a> {
    /// What to play.
    pub plan: &'a GenerationPlan,
    /// The start positions that the plan names.
    pub openings: &'a StartPositions,
    /// What evaluates.
    pub evaluator: EvaluatorSpec,
    /// So many games at a time.
    pub threads: usize,
    /// When to stop.
    pub goal: Goal,
    /// Set by whoever wants no further game to begin.
    pub stop: &'a AtomicBool,
}

impl Generation<'_> {
    /// Plays until the goal is reached and adds the games to `archive`.
    ///
    /// Each thread takes the next game there is. A game that ends before an
    /// earlier one waits for it, so that the file is the same whatever the
    /// number of threads.
    pub fn run(
        &self,
        archive: &mut Archive,
        report: &mut dyn FnMut(&GenerationProgress),
    ) -> Result<GenerationProgress, GenerationError> {
        self.check_games(archive)?;
        let start = Instant::now();
        let next = AtomicU64::new(archive.games());
        let halt = AtomicBool::new(false);
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                let (sender, next, halt) = (sender.clone(), &next, &halt);
                scope.spawn(move || self.work(start, next, halt, &sender));
            }
            drop(sender);
            // However this ends, no thread goes on.
            let _halted = Halt(&halt);

            let mut progress = GenerationProgress::default();
            let mut waiting = BTreeMap::new();
            let mut synced = start;
            loop {
                match receiver.recv_timeout(TICK) {
                    Ok(Ok((index, played))) => drop(waiting.insert(index, played)),
                    Ok(Err(error)) => return Err(error),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                }
                while let Some(Played { game, nodes }) = waiting.remove(&archive.games()) {
                    archive.append(&game)?;
                    progress.games += 1;
                    progress.positions += game.moves.len() as u64;
                    progress.nodes += nodes;
                }
                if synced.elapsed() > SYNC {
                    archive.sync()?;
                    synced = Instant::now();
                }
                progress.elapsed = start.elapsed();
                report(&progress);
            }
            progress.elapsed = start.elapsed();
            archive.sync()?;
            Ok(progress)
        })
    }

    /// Plays the first and the last game of the file again. The first tells
    /// another engine, of which a plan says nothing; the last tells a file that
    /// others were appended to, where the number of games is not that of the
    /// games of its plan.
    fn check_games(&self, archive: &Archive) -> Result<(), GenerationError> {
        if archive.ends().is_empty() {
            return Ok(());
        }
        let mut player = SelfPlay::new(self.plan, self.openings, &self.evaluator)?;
        for (index, game) in archive.ends() {
            if player.play(*index)?.game != *game {
                return Err(match index {
                    0 => GenerationError::OtherEngine,
                    index => GenerationError::OtherGames { number: index + 1 },
                });
            }
        }
        Ok(())
    }

    /// One thread's games.
    fn work(
        &self,
        start: Instant,
        next: &AtomicU64,
        halt: &AtomicBool,
        games: &Sender<Result<(u64, Played), GenerationError>>,
    ) {
        // A thread ends when there is nothing to do, or when it panics: then
        // no game after its own could be written.
        let _halted = Halt(halt);
        let is_over = || {
            let late = self.goal.time.is_some_and(|time| start.elapsed() >= time);
            late || halt.load(Relaxed) || self.stop.load(Relaxed)
        };
        match SelfPlay::new(self.plan, self.openings, &self.evaluator) {
            Err(error) => drop(games.send(Err(error.into()))),
            Ok(mut player) => {
                while !is_over() {
                    let index = next.fetch_add(1, Relaxed);
                    if self.goal.games.is_some_and(|games| index >= games) {
                        break;
                    }
                    let played = player.play(index).map(|played| (index, played));
                    if games.send(played.map_err(GenerationError::from)).is_err() {
                        break;
                    }
                }
            }
        }
    }
}

/// Sets a flag when it goes.
struct Halt<'a>(&'a AtomicBool);

impl Drop for Halt<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}
