//! Playing a run, with as many games at a time as its plan asks for.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crate::error::ArenaError;
use crate::ledger::{self, Ledger};
use crate::plan::TournamentPlan;
use crate::queue::Queue;
use crate::record::GameRecord;
use crate::referee::Referee;
use crate::run::Run;
use crate::session::Session;
use crate::standings::Standings;
use crate::state::State;
use crate::statistics::SprtVerdict;
use crate::watchdog::Watchdog;

/// How often an interruption is looked for.
const PERIOD: Duration = Duration::from_millis(100);

/// How playing ended.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// All games are played.
    Complete,
    /// Somebody stopped it.
    Interrupted,
    /// SPRT accepted a hypothesis.
    Decided(SprtVerdict),
    /// SPRT is inconclusive: the players repeat the same games, and more of
    /// them would prove nothing.
    Repeating,
}

/// A tournament, begun or not, with its state file.
#[derive(Debug)]
pub struct Tournament {
    run: Arc<Run>,
    ledger: Ledger,
    standings: Standings,
    finished: HashSet<u32>,
    /// Have the players shown that they can play?
    tried: bool,
}

impl Tournament {
    /// Begins the tournament, or goes on with it if the state file is there
    /// already. A plan without a number of games or a part goes on with those
    /// of the state.
    pub fn open(mut plan: TournamentPlan, state: &Path) -> Result<Tournament, ArenaError> {
        let found = if state.exists() { State::open(state)? } else { None };
        if let Some((_, saved)) = &found {
            plan.games = plan.games.or(saved.plan.games);
            plan.part = plan.part.or(saved.plan.part);
        }
        let run = Run::new(plan)?;
        let is_new = found.is_none();
        if is_new {
            run.try_players()?;
        }
        let (plan, stamp) = (run.plan().clone(), ledger::stamp(&run));
        let (ledger, standings, finished) = match found {
            Some((file, mut saved)) => {
                let ledger = Ledger::resume(&run, file, &saved)?;
                let finished = saved.games.iter().map(|record| record.id).collect();
                saved.plan = plan;
                (ledger, Standings::of(&saved)?, finished)
            }
            None => {
                let standings = Standings::new(plan, stamp, Vec::new())?;
                (Ledger::create(&run, state)?, standings, HashSet::new())
            }
        };
        Ok(Tournament { run: Arc::new(run), ledger, standings, finished, tried: is_new })
    }

    /// How it stands.
    pub fn standings(&self) -> &Standings {
        &self.standings
    }

    /// What is played.
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// Where the state is kept.
    pub fn state(&self) -> &Path {
        self.ledger.state()
    }

    /// How many games are left to play here.
    pub fn left(&self) -> u32 {
        let plan = self.run.plan();
        let played = self.finished.iter().filter(|&&number| plan.has_game(number)).count();
        plan.own_games().saturating_sub(played as u32)
    }

    fn decided(&self) -> Option<End> {
        match self.standings.sprt()? {
            (_, SprtVerdict::Continue) => self.standings.is_repeating().then_some(End::Repeating),
            (_, verdict) => Some(End::Decided(verdict)),
        }
    }

    /// Plays what is left to play, telling `listener` of every finished game.
    /// Setting `stop` breaks off the games that are being played.
    pub fn play(
        &mut self,
        stop: &AtomicBool,
        listener: &mut dyn FnMut(&Tournament, &GameRecord),
    ) -> Result<End, ArenaError> {
        if let Some(end) = self.decided() {
            return Ok(end);
        }
        let left = self.left();
        if left == 0 {
            return Ok(End::Complete);
        }
        if !self.tried {
            self.run.try_players()?;
            self.tried = true;
        }
        let session = Session::now(self.run.plan());
        if !self.standings.sessions().last().is_some_and(|last| last.is_like(&session)) {
            self.ledger.begin(session.clone())?;
            self.standings.begin(session);
        }

        let slots = self.run.plan().concurrency.min(left as usize);
        let (watchdog, halt) = (Watchdog::new(slots), AtomicBool::new(false));
        // The workers need these while the results change.
        let run = Arc::clone(&self.run);
        let queue = Queue::new(run.plan(), self.finished.clone());
        thread::scope(|scope| {
            let (sender, games) = mpsc::channel();
            for slot in 0..slots {
                let (sender, run, queue) = (sender.clone(), &run, &queue);
                let referee =
                    Referee { slot, rules: run.rules(), watchdog: &watchdog, stop: &halt };
                scope.spawn(move || work(run, queue, &referee, |game| sender.send(game).is_ok()));
            }
            drop(sender);
            scope.spawn(|| watchdog.run(&halt));
            let end = self.collect(&games, stop, &halt, listener);
            halt.store(true, Ordering::Relaxed);
            // Until the last game has ended the watchdog has to stop players.
            while games.recv().is_ok() {}
            watchdog.dismiss();
            end
        })
    }

    fn collect(
        &mut self,
        games: &mpsc::Receiver<Result<GameRecord, ArenaError>>,
        stop: &AtomicBool,
        halt: &AtomicBool,
        listener: &mut dyn FnMut(&Tournament, &GameRecord),
    ) -> Result<End, ArenaError> {
        loop {
            match games.recv_timeout(PERIOD) {
                Ok(record) => {
                    let record = record?;
                    self.ledger.add(&record, &self.run)?;
                    if self.finished.insert(record.id) {
                        self.standings.add(&record);
                    }
                    listener(self, &record);
                    if let Some(end) = self.decided() {
                        return Ok(end);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    let stopped = stop.load(Ordering::Relaxed);
                    return Ok(if stopped { End::Interrupted } else { End::Complete });
                }
            }
            if stop.load(Ordering::Relaxed) {
                halt.store(true, Ordering::Relaxed);
                return Ok(End::Interrupted);
            }
        }
    }
}

/// Plays games until there are none left, or nobody wants them.
fn work(
    run: &Run,
    queue: &Queue<'_>,
    referee: &Referee<'_>,
    mut deliver: impl FnMut(Result<GameRecord, ArenaError>) -> bool,
) {
    let mut seats = run.seats();
    while !referee.stop.load(Ordering::Relaxed)
        && let Some(number) = queue.next()
    {
        let is_wanted = match run.play_with(number, &mut seats, referee) {
            Ok(Some(record)) => deliver(Ok(record)),
            Ok(None) => true,
            Err(error) => {
                deliver(Err(error));
                false
            }
        };
        if !is_wanted {
            return;
        }
    }
}
