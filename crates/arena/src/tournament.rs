//! Playing a plan, with as many games at a time as it asks for.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use agents::AgentError;
use chess::ByColor;
use knowledge::syzygy::{EndgameTables, NoEndgameTables};
use thiserror::Error;

use crate::digest::Digest;
use crate::ledger::Ledger;
use crate::openings::{BookError, Openings};
use crate::plan::{Entrant, Plan, PlanError};
use crate::record::GameRecord;
use crate::results::Results;
use crate::schedule::Schedule;
use crate::seat::Seat;
use crate::state::StateError;
use crate::statistics::SprtVerdict;
use crate::table::{Rules, Table};
use crate::watchdog::Watchdog;

/// How often an interruption is looked for.
const PERIOD: Duration = Duration::from_millis(100);

/// Why a tournament cannot be played.
#[derive(Debug, Error)]
pub enum ArenaError {
    /// The plan makes no sense.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The openings cannot be read.
    #[error(transparent)]
    Book(#[from] BookError),
    /// The state cannot be kept.
    #[error(transparent)]
    State(#[from] StateError),
    /// The games cannot be written.
    #[error("cannot write {what}: {source}")]
    Write {
        /// What.
        what: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// Somebody else added games to the file of this tournament.
    #[error(
        "{} has other games among those of this tournament; move it away to have these written anew",
        path.display()
    )]
    OtherGames {
        /// The PGN file.
        path: PathBuf,
    },
    /// A player cannot even start.
    #[error("{name}: {source}")]
    Player {
        /// Who.
        name: String,
        /// Why.
        source: AgentError,
    },
    /// There are no endgame tables where they should be.
    #[error("adjudication: {0}")]
    Tables(#[from] NoEndgameTables),
    /// The state belongs to another tournament.
    #[error("this is another tournament than the one in {state}: {difference}")]
    Other {
        /// The state file.
        state: String,
        /// What differs.
        difference: String,
    },
}

/// How it ended.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// All games are played.
    Complete,
    /// Somebody stopped it.
    Interrupted,
    /// The test is decided.
    Decided(SprtVerdict),
}

/// A tournament, begun or not.
#[derive(Debug)]
pub struct Tournament {
    plan: Plan,
    entrants: Vec<Entrant>,
    schedule: Schedule,
    openings: Openings,
    tables: Option<Arc<EndgameTables>>,
    ledger: Ledger,
    results: Results,
    digest: Digest,
    finished: HashSet<u32>,
    /// Have the players shown that they can start?
    tried: bool,
}

impl Tournament {
    /// Begins the tournament, or goes on with it if the state file is there
    /// already.
    pub fn open(plan: Plan, state: &Path) -> Result<Tournament, ArenaError> {
        let entrants = plan.entrants()?;
        let openings = Openings::new(&plan.openings, plan.seed)?;
        let tables = match &plan.adjudication.syzygy {
            Some(path) => Some(Arc::new(EndgameTables::open_some(path)?.tables)),
            None => None,
        };
        let is_new = !state.exists();
        if is_new {
            // Better to know before anything is begun.
            try_players(&entrants)?;
        }
        let (ledger, records) = Ledger::open(&plan, &entrants, state)?;
        let schedule = Schedule::new(&plan);
        let mut tournament = Tournament {
            plan,
            entrants,
            schedule,
            openings,
            tables,
            ledger,
            results: Results::default(),
            digest: Digest::default(),
            finished: HashSet::new(),
            tried: is_new,
        };
        records.iter().for_each(|record| tournament.count(record));
        Ok(tournament)
    }

    /// The plan of the tournament in a state file.
    pub fn plan_of(state: &Path) -> Result<Plan, ArenaError> {
        Ledger::plan_of(state)
    }

    fn count(&mut self, record: &GameRecord) {
        if self.finished.insert(record.id) {
            self.results.add(record);
            self.digest.add(record);
        }
    }

    /// What is played.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Who plays.
    pub fn entrants(&self) -> &[Entrant] {
        &self.entrants
    }

    /// Who meets whom.
    pub fn meetings(&self) -> &[(usize, usize)] {
        self.schedule.meetings()
    }

    /// The score so far.
    pub fn results(&self) -> &Results {
        &self.results
    }

    /// What else the games showed.
    pub fn digest(&self) -> &Digest {
        &self.digest
    }

    /// Where the state is kept.
    pub fn state(&self) -> &Path {
        self.ledger.state()
    }

    /// The ratio of the test and how it stands, if there is one.
    pub fn sprt(&self) -> Option<(f64, SprtVerdict)> {
        let sprt = self.plan.sprt?;
        let llr = sprt.llr(&self.results.meeting(0, 1).pairs);
        Some((llr, sprt.verdict(llr)))
    }

    fn decided(&self) -> Option<End> {
        match self.sprt() {
            Some((_, verdict)) if verdict != SprtVerdict::Continue => Some(End::Decided(verdict)),
            _ => None,
        }
    }

    /// Plays what is left to play, telling `listener` of every finished game.
    /// Setting `stop` breaks off the games that are being played.
    pub fn run(
        &mut self,
        stop: &AtomicBool,
        listener: &mut dyn FnMut(&Tournament, &GameRecord),
    ) -> Result<End, ArenaError> {
        let left = (self.schedule.len() as usize).saturating_sub(self.finished.len());
        if let Some(end) = self.decided() {
            return Ok(end);
        }
        if left == 0 {
            return Ok(End::Complete);
        }
        if !self.tried {
            try_players(&self.entrants)?;
            self.tried = true;
        }

        let rules = Rules {
            adjudication: self.plan.adjudication.clone(),
            tables: self.tables.clone(),
            margin: Duration::from_millis(self.plan.margin),
            patience: Duration::from_secs(self.plan.patience),
            seed: self.plan.seed,
        };
        let tables = self.plan.concurrency.min(left);
        let (watchdog, halt) = (Watchdog::new(tables), AtomicBool::new(false));
        // The tables need these while the results change.
        let (entrants, schedule, openings) =
            (self.entrants.clone(), self.schedule.clone(), self.openings.clone());
        let (finished, next) = (self.finished.clone(), AtomicU32::new(0));
        let hall = Hall { rules, entrants, schedule, openings, finished, next };
        thread::scope(|scope| {
            let (sender, games) = mpsc::channel();
            for number in 0..tables {
                let (sender, hall, watchdog, halt) = (sender.clone(), &hall, &watchdog, &halt);
                scope.spawn(move || {
                    let table = Table { number, rules: &hall.rules, watchdog, stop: halt };
                    hall.serve(&table, |game| sender.send(game).is_ok());
                });
            }
            drop(sender);
            scope.spawn(|| watchdog.run(&halt));
            let end = self.collect(&games, stop, &halt, listener);
            halt.store(true, Ordering::Relaxed);
            // Until the tables are empty the watchdog has to stop them.
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
                    self.ledger.add(&record, &self.entrants)?;
                    self.count(&record);
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

/// Can they all start?
fn try_players(entrants: &[Entrant]) -> Result<(), ArenaError> {
    for entrant in entrants {
        let built = entrant.spec.build();
        built.map_err(|source| ArenaError::Player { name: entrant.name.clone(), source })?;
    }
    Ok(())
}

/// What all tables share.
struct Hall {
    rules: Rules,
    entrants: Vec<Entrant>,
    schedule: Schedule,
    openings: Openings,
    /// Games that were over before.
    finished: HashSet<u32>,
    next: AtomicU32,
}

impl Hall {
    /// The next game that nobody has begun. A test may have billions of them,
    /// so there is no list.
    fn next_game(&self) -> Option<u32> {
        loop {
            let id = self.next.fetch_add(1, Ordering::Relaxed);
            if id >= self.schedule.len() {
                // Tables that ask again must not make the number run over.
                self.next.store(self.schedule.len(), Ordering::Relaxed);
                return None;
            }
            if !self.finished.contains(&id) {
                return Some(id);
            }
        }
    }

    /// Plays games at one table until there are none left, or nobody wants
    /// them.
    fn serve(
        &self,
        table: &Table<'_>,
        mut deliver: impl FnMut(Result<GameRecord, ArenaError>) -> bool,
    ) {
        let mut seats: Vec<Seat> =
            self.entrants.iter().map(|entrant| Seat::new(entrant.spec.clone())).collect();
        while !table.stop.load(Ordering::Relaxed)
            && let Some(id) = self.next_game()
        {
            let fixture = self.schedule.fixture(id);
            let opening = match self.openings.opening(fixture.opening) {
                Ok(opening) => opening,
                Err(error) => {
                    deliver(Err(error.into()));
                    return;
                }
            };
            let Ok([white, black]) = seats.get_disjoint_mut([fixture.white, fixture.black]) else {
                return;
            };
            let controls = ByColor([fixture.white, fixture.black].map(|p| self.entrants[p].tc));
            let number = self.openings.number(fixture.opening);
            let game = table.play(&fixture, (number, &opening), ByColor([white, black]), controls);
            if game.is_some_and(|record| !deliver(Ok(record))) {
                return;
            }
        }
    }
}
