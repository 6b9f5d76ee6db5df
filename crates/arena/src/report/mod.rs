//! What a tournament showed, for people and for programs.

mod conditions;
mod html;
mod lines;
mod markdown;
mod plots;
mod style;
mod svg;
mod tables;

use serde::Serialize;

use crate::digest::Digest;
use crate::plan::TournamentPlan;
use crate::saved::SuiteStamp;
use crate::session::Session;
use crate::standings::Standings;
use crate::statistics::{Encounter, ratings};

pub use lines::{MeetingLine, PlayerLine, SprtLine};

/// Everything a report says. As JSON, infinite numbers are null.
#[derive(Clone, Debug, Serialize)]
pub struct TournamentReport {
    /// What it is called.
    pub event: String,
    /// Games played.
    pub games: u64,
    /// Games planned; none where SPRT decides.
    pub planned: Option<u32>,
    /// Games played that are no repeats of others.
    pub distinct_games: u64,
    /// What to say about repeats, if there are any.
    pub repeats: Option<String>,
    /// The players, best first.
    pub players: Vec<PlayerLine>,
    /// Who met whom.
    pub meetings: Vec<MeetingLine>,
    /// How often games ended for which reason.
    pub endings: Vec<(String, u64)>,
    /// How SPRT stands.
    pub sprt: Option<SprtLine>,
    /// What was played.
    pub plan: TournamentPlan,
    /// The openings.
    pub openings: SuiteStamp,
    /// When, where and by which build it was played.
    pub sessions: Vec<Session>,
    #[serde(skip)]
    digest: Digest,
}

impl TournamentReport {
    /// How a tournament stands.
    pub fn new(standings: &Standings) -> TournamentReport {
        let (results, plan) = (standings.results(), standings.plan().clone());
        let meetings = standings
            .meetings()
            .iter()
            .map(|&(one, other)| MeetingLine::new(one, other, &results.meeting(one, other)));
        let endings = results.reasons().iter().map(|(reason, &count)| (reason.to_string(), count));
        TournamentReport {
            event: plan.event.clone(),
            games: results.games(),
            planned: plan.games.or_else(|| plan.sprt.is_none().then(|| plan.total_games())),
            distinct_games: results.distinct_games(),
            repeats: standings.repeat_note(),
            players: players(standings),
            meetings: meetings.collect(),
            endings: endings.collect(),
            sprt: standings.sprt_line(),
            openings: standings.openings(),
            sessions: standings.sessions().to_vec(),
            digest: standings.digest().clone(),
            plan,
        }
    }

    /// As JSON.
    pub fn json(&self) -> String {
        // Nothing in it can fail to be written.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// `40 of 100 games`.
    fn progress(&self) -> String {
        match self.planned {
            Some(planned) => format!("{} of {planned} games", self.games),
            None => format!("{} games", self.games),
        }
    }

    /// Is it a match of two?
    fn is_match(&self) -> bool {
        self.players.len() == 2
    }

    fn name(&self, number: usize) -> &str {
        let player = self.players.iter().find(|player| player.number == number);
        player.map_or("?", |player| &player.name)
    }

    /// How two players stand, from the view of `one`.
    fn meeting(&self, one: usize, other: usize) -> Option<MeetingLine> {
        self.meetings.iter().find_map(|meeting| {
            if (meeting.one, meeting.other) == (one, other) {
                Some(meeting.clone())
            } else if (meeting.one, meeting.other) == (other, one) {
                Some(meeting.reversed())
            } else {
                None
            }
        })
    }
}

/// All players with their ratings, best first.
fn players(standings: &Standings) -> Vec<PlayerLine> {
    let (results, entrants) = (standings.results(), standings.entrants());
    let encounters: Vec<Encounter> = standings
        .meetings()
        .iter()
        .map(|&(one, other)| {
            let evidence = results.meeting(one, other).evidence;
            let (games, points) = (evidence.games.games() as f64, evidence.games.points());
            Encounter { one, other, games, points, variance: evidence.game_variance() }
        })
        .collect();
    let ratings = ratings(entrants.len(), &encounters);
    let mut players: Vec<PlayerLine> = entrants
        .iter()
        .enumerate()
        .map(|(number, entrant)| {
            let games = results.total(number).games;
            let thinking = standings.digest().thinking.get(&number).cloned().unwrap_or_default();
            PlayerLine {
                number,
                name: entrant.name.clone(),
                spec: entrant.spec.to_string(),
                tc: entrant.tc.to_string(),
                wins: games.wins,
                draws: games.draws,
                losses: games.losses,
                score: games.points() / games.games().max(1) as f64,
                rating: ratings[number],
                faults: results.faults(number),
                mean_ms: thinking.mean_ms(),
                mean_depth: thinking.mean_depth(),
                speed: thinking.speed(),
            }
        })
        .collect();
    players.sort_by(|one, other| other.rating.value.total_cmp(&one.rating.value));
    players
}
