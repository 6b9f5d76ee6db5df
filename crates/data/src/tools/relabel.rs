//! New scores for the positions of files, on several threads.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use eval::EvaluatorSpec;

use super::relabel_draft::{RelabelDraft, RelabelPlan};
use super::relabeller::{RelabelSearch, Relabeller};
use super::{Audience, Damage, GameFiles, ToolError};
use crate::scored_game::ScoredGame;

/// How often the draft is synced to the disk.
const SYNC: Duration = Duration::from_secs(30);

/// Games under way, for each thread: so many wait for one that takes long.
const AHEAD: usize = 16;

/// Judges every position of some files anew and keeps moves, results and
/// order. Done games are kept in a draft beside the output, and the same work
/// begun again goes on behind them.
#[derive(Debug)]
pub struct Relabel<'a> {
    /// The files of games.
    pub inputs: &'a [PathBuf],
    /// Use what is before damage, see [`GameFiles`].
    pub salvage: bool,
    /// What evaluates.
    pub evaluator: EvaluatorSpec,
    /// Its name, that of its net included: by it unfinished work is known.
    pub evaluator_name: String,
    /// How positions are judged.
    pub search: RelabelSearch,
    /// The table of each thread in MiB. It is cleared before every game.
    pub hash: usize,
    /// So many games at a time.
    pub threads: usize,
}

/// What was relabelled.
#[derive(Debug)]
pub struct Relabelled {
    /// Games that were done before.
    pub before: u64,
    /// Games in all.
    pub games: u64,
    /// Positions in all.
    pub positions: u64,
    /// What was left out of damaged files.
    pub damage: Vec<Damage>,
}

impl Relabel<'_> {
    /// Writes the games to `output`. Stopped, it leaves the draft.
    pub fn run(
        &self,
        output: &Path,
        force: bool,
        audience: &mut Audience<'_>,
    ) -> Result<Relabelled, ToolError> {
        let plan = RelabelPlan {
            search: self.search.to_string(),
            evaluator: self.evaluator_name.clone(),
            hash: self.hash,
        };
        let mut games = GameFiles::open(self.inputs, self.salvage)?.of_pass(0, 2);
        let mut draft = RelabelDraft::open(output, force, &plan)?;
        let (before, last) = draft.catch_up(&mut games, audience)?;
        if let Some((old, new)) = last {
            self.check(&old, &new, before, draft.path(), audience.stop)?;
        }
        let mut games = games.of_pass(1, 2);
        let done = self.relabel(&mut games, &mut draft, audience);
        // Interrupted or not, what is done is done.
        let synced = draft.sync();
        done.and(synced)?;
        draft.finish()?;
        let progress = games.progress();
        Ok(Relabelled {
            before,
            games: progress.games,
            positions: progress.positions,
            damage: games.into_damage(),
        })
    }

    /// Judges a game again that was done before: another engine would go on with
    /// other scores.
    fn check(
        &self,
        old: &ScoredGame,
        new: &ScoredGame,
        number: u64,
        path: &Path,
        stop: &AtomicBool,
    ) -> Result<(), ToolError> {
        let mut relabeller = Relabeller::new(&self.evaluator, self.search, self.hash)?;
        match relabeller.relabel(old, stop) {
            None => Err(ToolError::Interrupted),
            Some(again) if again == *new => Ok(()),
            Some(_) => Err(ToolError::OtherEngine { path: path.to_owned(), number }),
        }
    }

    /// Each thread takes the next game there is; they are written in their order.
    fn relabel(
        &self,
        games: &mut GameFiles<'_>,
        draft: &mut RelabelDraft,
        audience: &mut Audience<'_>,
    ) -> Result<(), ToolError> {
        let threads = self.threads.max(1);
        let halt = AtomicBool::new(false);
        let (todo, tasks) = mpsc::channel();
        let tasks = Mutex::new(tasks);
        let (sender, done) = mpsc::channel();
        thread::scope(|scope| {
            let _halted = Halt(&halt);
            for _ in 0..threads {
                let (sender, tasks, halt) = (sender.clone(), &tasks, &halt);
                scope.spawn(move || self.work(tasks, halt, &sender));
            }
            drop(sender);
            // Dropped with this, so that the threads see the end of the work.
            let todo = todo;
            let mut synced = Instant::now();
            let (mut sent, mut written) = (0, 0);
            let mut waiting = BTreeMap::new();
            let mut is_end = false;
            loop {
                while !is_end && sent - written < (threads * AHEAD) as u64 {
                    match games.next_for(audience)? {
                        None => is_end = true,
                        Some(game) => {
                            // Nobody takes it only if no thread is left, which is
                            // seen below.
                            let _ = todo.send((sent, game));
                            sent += 1;
                        }
                    }
                }
                if is_end && written == sent {
                    return Ok(());
                }
                audience.may_go_on()?;
                match done.recv_timeout(Duration::from_millis(200)) {
                    Ok(answer) => {
                        let (number, game) = answer?;
                        waiting.insert(number, game);
                    }
                    Err(_) if halt.load(Relaxed) => return Err(ToolError::Interrupted),
                    Err(_) => {}
                }
                while let Some(game) = waiting.remove(&written) {
                    draft.append(&game)?;
                    written += 1;
                }
                if synced.elapsed() > SYNC {
                    draft.sync()?;
                    synced = Instant::now();
                }
                (audience.report)(&games.progress());
            }
        })
    }

    /// One thread's games.
    fn work(
        &self,
        tasks: &Mutex<Receiver<(u64, ScoredGame)>>,
        halt: &AtomicBool,
        done: &Sender<Result<(u64, ScoredGame), ToolError>>,
    ) {
        // Should a thread panic, no game after its own could be written.
        let _halted = HaltOnPanic(halt);
        let mut relabeller = match Relabeller::new(&self.evaluator, self.search, self.hash) {
            Ok(relabeller) => relabeller,
            Err(error) => return drop(done.send(Err(error.into()))),
        };
        while !halt.load(Relaxed) {
            let task = tasks.lock().ok().and_then(|tasks| tasks.recv().ok());
            let Some((number, game)) = task else { break };
            let Some(game) = relabeller.relabel(&game, halt) else { break };
            if done.send(Ok((number, game))).is_err() {
                break;
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

/// Sets a flag when its thread panics.
struct HaltOnPanic<'a>(&'a AtomicBool);

impl Drop for HaltOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, Relaxed);
        }
    }
}
