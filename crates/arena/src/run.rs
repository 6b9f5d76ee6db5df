//! A plan with all it needs to be played.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use chess::ByColor;
use knowledge::syzygy::EndgameTables;
use thinking::{Limits, Signal};

use crate::entrant::Entrant;
use crate::error::ArenaError;
use crate::fingerprint::Fingerprint;
use crate::openings::{OpeningLine, OpeningSuite, OpeningSuiteError};
use crate::plan::TournamentPlan;
use crate::record::GameRecord;
use crate::referee::{Referee, Rules};
use crate::schedule::{Fixture, Schedule};
use crate::seat::Seat;
use crate::watchdog::Watchdog;

/// How long a player may take for its first move of Chess960, which is only
/// played to see whether it can.
const TRIAL: Duration = Duration::from_secs(10);

/// A frozen plan: players, openings and endgame tables are read and checked.
/// Its games are numbers from 0; who plays which of them when and where makes
/// no difference, so that they can be spread over machines. A result belongs
/// to the run's [`id`](Run::id) and the game's number.
#[derive(Clone, Debug)]
pub struct Run {
    plan: TournamentPlan,
    entrants: Vec<Entrant>,
    schedule: Schedule,
    suite: OpeningSuite,
    rules: Rules,
    /// An opening of Chess960, if any game has one.
    chess960: Option<OpeningLine>,
}

impl Run {
    /// Reads what the plan names: openings, every one that its games have, and
    /// endgame tables. No player is started.
    pub fn new(plan: TournamentPlan) -> Result<Run, ArenaError> {
        let entrants = plan.entrants()?;
        let schedule = Schedule::new(&plan);
        let suite = OpeningSuite::new(&plan.openings, plan.seed)?;
        let chess960 = suite.inspect(schedule.openings(plan.total_games()))?;
        let tables = match &plan.adjudication.syzygy {
            Some(path) => Some(Arc::new(EndgameTables::open_some(path)?.tables)),
            None => None,
        };
        let rules = Rules {
            adjudication: plan.adjudication.clone(),
            tables,
            margin: Duration::from_millis(plan.margin),
            patience: Duration::from_secs(plan.patience),
        };
        Ok(Run { plan, entrants, schedule, suite, rules, chess960 })
    }

    /// What is played.
    pub fn plan(&self) -> &TournamentPlan {
        &self.plan
    }

    /// Who plays.
    pub fn entrants(&self) -> &[Entrant] {
        &self.entrants
    }

    /// Which game comes when.
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// The openings.
    pub fn suite(&self) -> &OpeningSuite {
        &self.suite
    }

    /// The name of the run: the same for the same plan and openings, however
    /// many games are played, and wherever.
    pub fn id(&self) -> Fingerprint {
        self.plan.run_id(self.suite.fingerprint())
    }

    /// Game `number`: who has which colour, the place of the opening in the
    /// [`suite`](Run::suite), and the players' seeds.
    pub fn fixture(&self, number: u32) -> Fixture {
        self.schedule.fixture(number)
    }

    /// The opening of game `number`.
    pub fn opening(&self, number: u32) -> Result<OpeningLine, OpeningSuiteError> {
        self.suite.opening(self.fixture(number).opening)
    }

    /// Starts every player once, and lets it play a move of Chess960 if there
    /// will be any: what cannot work is better known before the first game.
    pub fn try_players(&self) -> Result<(), ArenaError> {
        for entrant in &self.entrants {
            let name = || entrant.name.clone();
            let mut seat = Seat::new(entrant.spec.clone());
            seat.prepare(0)
                .map_err(|failure| ArenaError::Player { name: name(), detail: failure.detail })?;
            if let Some(opening) = &self.chess960 {
                let (control, watchdog) = (Signal::new(), Watchdog::new(1));
                watchdog.watch(0, Instant::now() + TRIAL, &control);
                let trial = || seat.decide(&opening.game(), &Limits::depth(1), &control);
                watchdog.during(&AtomicBool::new(false), trial).map_err(|failure| {
                    ArenaError::PlayerOfChess960 { name: name(), detail: failure.detail }
                })?;
            }
        }
        Ok(())
    }

    /// Plays game `number` with players that are started for it; none if
    /// `stop` was set meanwhile.
    pub fn play(&self, number: u32, stop: &AtomicBool) -> Result<Option<GameRecord>, ArenaError> {
        let watchdog = Watchdog::new(1);
        let referee = Referee { slot: 0, rules: &self.rules, watchdog: &watchdog, stop };
        watchdog.during(stop, || self.play_with(number, &mut self.seats(), &referee))
    }

    /// A seat for every player; nobody is started yet.
    pub(crate) fn seats(&self) -> Vec<Seat> {
        self.entrants.iter().map(|entrant| Seat::new(entrant.spec.clone())).collect()
    }

    pub(crate) fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Plays a game; none if it was broken off.
    pub(crate) fn play_with(
        &self,
        number: u32,
        seats: &mut [Seat],
        referee: &Referee<'_>,
    ) -> Result<Option<GameRecord>, ArenaError> {
        let fixture = self.fixture(number);
        let opening = self.suite.opening(fixture.opening)?;
        let players = [fixture.white, fixture.black];
        let Ok([white, black]) = seats.get_disjoint_mut(players) else { return Ok(None) };
        let controls = ByColor(players.map(|player| self.entrants[player].tc));
        let place = self.suite.number(fixture.opening);
        Ok(referee.play(&fixture, (place, &opening), ByColor([white, black]), controls))
    }
}
