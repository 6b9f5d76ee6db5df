//! How a tournament stands.

use crate::digest::Digest;
use crate::entrant::Entrant;
use crate::plan::TournamentPlan;
use crate::plan_error::TournamentPlanError;
use crate::record::GameRecord;
use crate::report::SprtLine;
use crate::results::Results;
use crate::saved::{SavedTournament, SuiteStamp};
use crate::schedule::Schedule;
use crate::session::Session;
use crate::statistics::SprtVerdict;

/// Pairs in a row that must be repeats before players count as repeating
/// themselves, where there are fewer openings than that: with clocks, chance
/// alone may repeat a pair or two from one opening.
const FEWEST_REPEATS: u64 = 16;

/// Who plays what, and how it stands: all that a report is made of.
#[derive(Clone, Debug)]
pub struct Standings {
    plan: TournamentPlan,
    entrants: Vec<Entrant>,
    schedule: Schedule,
    openings: SuiteStamp,
    sessions: Vec<Session>,
    results: Results,
    digest: Digest,
}

impl Standings {
    /// Before the first game.
    pub fn new(
        plan: TournamentPlan,
        openings: SuiteStamp,
        sessions: Vec<Session>,
    ) -> Result<Standings, TournamentPlanError> {
        let (entrants, schedule) = (plan.entrants()?, Schedule::new(&plan));
        let (results, digest) = (Results::default(), Digest::default());
        Ok(Standings { plan, entrants, schedule, openings, sessions, results, digest })
    }

    /// How a saved tournament stands.
    pub fn of(saved: &SavedTournament) -> Result<Standings, TournamentPlanError> {
        let plan = saved.plan.clone();
        let mut standings = Standings::new(plan, saved.openings, saved.sessions.clone())?;
        saved.games.iter().for_each(|game| standings.add(game));
        Ok(standings)
    }

    /// Counts a game.
    pub fn add(&mut self, record: &GameRecord) {
        self.results.add(record);
        self.digest.add(record);
    }

    pub(crate) fn begin(&mut self, session: Session) {
        self.sessions.push(session);
    }

    /// What is played.
    pub fn plan(&self) -> &TournamentPlan {
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

    /// When, where and by which build it was played.
    pub fn sessions(&self) -> &[Session] {
        &self.sessions
    }

    /// The openings.
    pub fn openings(&self) -> SuiteStamp {
        self.openings
    }

    /// The score so far.
    pub fn results(&self) -> &Results {
        &self.results
    }

    /// Lengths, thinking times and openings.
    pub fn digest(&self) -> &Digest {
        &self.digest
    }

    /// The log-likelihood ratio of SPRT and its verdict, if there is one. Pairs
    /// that repeat others do not count.
    pub fn sprt(&self) -> Option<(f64, SprtVerdict)> {
        let sprt = self.plan.sprt?;
        let llr = sprt.llr(&self.results.meeting(0, 1).evidence.pairs);
        Some((llr, sprt.verdict(llr)))
    }

    /// How SPRT stands, if there is one.
    pub fn sprt_line(&self) -> Option<SprtLine> {
        let ((llr, verdict), sprt) = self.sprt().zip(self.plan.sprt)?;
        Some(SprtLine { llr, bounds: sprt.bounds(), verdict, is_repeating: self.is_repeating() })
    }

    /// Will the players go on to repeat what they have played? So it is taken
    /// when every opening in turn brought a pair that was played before.
    pub fn is_repeating(&self) -> bool {
        let whole_cycle = (self.openings.count as u64).max(FEWEST_REPEATS);
        self.results.repeated_pairs_in_a_row() >= whole_cycle
    }

    /// What to say about repeated games, if there are any.
    pub fn repeat_note(&self) -> Option<String> {
        let (games, distinct) = (self.results.games(), self.results.distinct_games());
        (distinct < games).then(|| {
            format!(
                "Games repeat: {distinct} of {games} are distinct. \
                 Elo, LOS and SPRT count no pair of games twice."
            )
        })
    }
}
