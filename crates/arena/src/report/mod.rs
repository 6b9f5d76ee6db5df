//! What a tournament showed, for people and for programs.

mod html;
mod markdown;
mod plots;
mod style;
mod svg;

use std::fmt::Write;

use serde::Serialize;

use crate::digest::Digest;
use crate::plan::Plan;
use crate::results::Meeting;
use crate::statistics::{Encounter, Estimate, Interval, ratings};
use crate::tournament::Tournament;

/// Everything a report says. As JSON, infinite numbers are null.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// What it is called.
    pub event: String,
    /// Games played, and planned.
    pub games: (u64, u64),
    /// The players, best first.
    pub players: Vec<PlayerLine>,
    /// Who met whom.
    pub meetings: Vec<MeetingLine>,
    /// How often games ended for which reason.
    pub endings: Vec<(String, u64)>,
    /// How the test stands.
    pub sprt: Option<SprtLine>,
    /// What was played.
    pub plan: Plan,
    #[serde(skip)]
    digest: Digest,
}

/// One player.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerLine {
    /// Its place in the plan, from 0.
    pub number: usize,
    /// What it is called.
    pub name: String,
    /// Its spec.
    pub spec: String,
    /// Its time control.
    pub tc: String,
    /// Its games.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost.
    pub losses: u64,
    /// Points a game.
    pub score: f64,
    /// Its strength in this field, whose mean is 0.
    pub rating: Interval,
    /// Games lost by its own fault.
    pub faults: u64,
    /// Mean milliseconds a move.
    pub mean_ms: f64,
    /// Mean depth.
    pub mean_depth: Option<f64>,
    /// Nodes a second.
    pub speed: Option<f64>,
}

/// Two players.
#[derive(Clone, Debug, Serialize)]
pub struct MeetingLine {
    /// The first one's place in the plan, from 0.
    pub one: usize,
    /// The other's.
    pub other: usize,
    /// The first one's games.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost.
    pub losses: u64,
    /// Pairs that brought 0, ½, 1, 1½ and 2 points.
    pub pairs: [u64; 5],
    /// What that says about its strength.
    pub estimate: Option<Estimate>,
}

/// A test.
#[derive(Copy, Clone, Debug, Serialize)]
pub struct SprtLine {
    /// The log-likelihood ratio.
    pub llr: f64,
    /// Where H0 is accepted, and H1.
    pub bounds: (f64, f64),
    /// How it stands.
    pub verdict: crate::statistics::SprtVerdict,
}

impl Report {
    /// How a tournament stands.
    pub fn new(tournament: &Tournament) -> Report {
        let (results, entrants) = (tournament.results(), tournament.entrants());
        let meetings: Vec<MeetingLine> = tournament
            .meetings()
            .iter()
            .map(|&(one, other)| MeetingLine::new(one, other, &results.meeting(one, other)))
            .collect();
        let encounters: Vec<Encounter> = tournament
            .meetings()
            .iter()
            .map(|&(one, other)| encounter(one, other, &results.meeting(one, other)))
            .collect();
        let ratings = ratings(entrants.len(), &encounters);
        let mut players: Vec<PlayerLine> = entrants
            .iter()
            .enumerate()
            .map(|(number, entrant)| {
                let games = results.total(number).games;
                let thinking =
                    tournament.digest().thinking.get(&number).cloned().unwrap_or_default();
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
        let plan = tournament.plan().clone();
        let sprt = tournament.sprt().zip(plan.sprt).map(|((llr, verdict), sprt)| SprtLine {
            llr,
            bounds: sprt.bounds(),
            verdict,
        });
        let endings = results.reasons().iter().map(|(reason, &count)| (reason.to_string(), count));
        Report {
            event: plan.event.clone(),
            games: (results.games(), plan.games.into()),
            players,
            meetings,
            endings: endings.collect(),
            sprt,
            plan,
            digest: tournament.digest().clone(),
        }
    }

    /// As JSON.
    pub fn json(&self) -> String {
        // Nothing in it can fail to be written.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
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

    /// The conditions, as names and values.
    fn conditions(&self) -> Vec<(&'static str, String)> {
        let mut controls: Vec<&str> =
            self.players.iter().map(|player| player.tc.as_str()).collect();
        controls.dedup();
        let mut rows = vec![("Time control", controls.join(", "))];
        let openings = &self.plan.openings;
        let from = match (&openings.file, openings.chess960) {
            (Some(file), _) => file.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            (None, true) => "the start positions of Chess960".to_owned(),
            (None, false) => "the start position".to_owned(),
        };
        rows.push(("Openings", format!("{from}, each with both colours, seed {}", self.plan.seed)));
        rows.push(("Games at a time", self.plan.concurrency.to_string()));
        let mut rules = String::from("threefold repetition and fifty moves are claimed");
        let adjudication = &self.plan.adjudication;
        // Writing to a string cannot fail.
        if let Some(rule) = adjudication.resign {
            let _ = write!(rules, "; lost after {} moves of −{} cp", rule.moves, rule.score);
        }
        if let Some(rule) = adjudication.draw {
            let _ = write!(
                rules,
                "; drawn after {} moves within {} cp from move {}",
                rule.moves, rule.score, rule.from
            );
        }
        if let Some(plies) = adjudication.max_plies {
            let _ = write!(rules, "; drawn after {plies} half-moves");
        }
        rows.push(("Endings", rules));
        if let (Some(line), Some(sprt)) = (&self.sprt, self.plan.sprt) {
            let text = format!(
                "elo0 {}, elo1 {} ({:?}): LLR {:.2} between {:.2} and {:.2}, {}",
                sprt.elo0,
                sprt.elo1,
                sprt.model,
                line.llr,
                line.bounds.0,
                line.bounds.1,
                line.verdict
            );
            rows.push(("SPRT", text));
        }
        rows
    }
}

impl MeetingLine {
    fn new(one: usize, other: usize, meeting: &Meeting) -> MeetingLine {
        let games = meeting.games;
        MeetingLine {
            one,
            other,
            wins: games.wins,
            draws: games.draws,
            losses: games.losses,
            pairs: meeting.pairs.0,
            estimate: (games.games() > 0).then(|| meeting.estimate()),
        }
    }

    /// Its row in a table, behind the names; none before the first game.
    fn cells(&self) -> Option<[String; 8]> {
        let estimate = self.estimate?;
        Some([
            self.wins.to_string(),
            self.draws.to_string(),
            self.losses.to_string(),
            format!("{:.1}%", 100.0 * self.score()),
            estimate.elo_text(),
            estimate.normalised.to_string(),
            format!("{:.1}%", 100.0 * estimate.los),
            self.pairs.map(|count| count.to_string()).join(" "),
        ])
    }

    fn reversed(&self) -> MeetingLine {
        let mut pairs = self.pairs;
        pairs.reverse();
        let reverse = |interval: Interval| Interval { value: -interval.value, ..interval };
        MeetingLine {
            one: self.other,
            other: self.one,
            wins: self.losses,
            draws: self.draws,
            losses: self.wins,
            pairs,
            estimate: self.estimate.map(|estimate| Estimate {
                score: 1.0 - estimate.score,
                elo: reverse(estimate.elo),
                elo_range: (-estimate.elo_range.1, -estimate.elo_range.0),
                normalised: reverse(estimate.normalised),
                los: 1.0 - estimate.los,
                ..estimate
            }),
        }
    }

    fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    fn score(&self) -> f64 {
        (self.wins as f64 + self.draws as f64 / 2.0) / self.games().max(1) as f64
    }
}

/// The spread of pairs where there are enough of them, of games otherwise.
fn encounter(one: usize, other: usize, meeting: &Meeting) -> Encounter {
    let games = meeting.games.games() as f64;
    let variance = if meeting.pairs.pairs() >= 2 {
        meeting.pairs.game_variance()
    } else {
        meeting.games.game_variance()
    };
    Encounter { one, other, games, points: meeting.games.points(), variance }
}
