//! The lines of a report's tables.

use serde::Serialize;

use crate::meeting::Meeting;
use crate::statistics::{Estimate, Interval, SprtVerdict};

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
    /// Games won.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost.
    pub losses: u64,
    /// Points a game.
    pub score: f64,
    /// Its rating in this field, whose mean is 0. In a match of two that is
    /// half of the difference.
    pub rating: Interval,
    /// Games in which it was at fault.
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
    /// The first one's wins.
    pub wins: u64,
    /// Its draws.
    pub draws: u64,
    /// Its losses.
    pub losses: u64,
    /// Pairs that brought 0, ½, 1, 1½ and 2 points.
    pub pairs: [u64; 5],
    /// Those among them that are no repeats of others.
    pub distinct_pairs: [u64; 5],
    /// What the distinct ones say about the difference in strength.
    pub estimate: Option<Estimate>,
}

/// How SPRT stands.
#[derive(Copy, Clone, Debug, Serialize)]
pub struct SprtLine {
    /// The log-likelihood ratio.
    pub llr: f64,
    /// Where H0 is accepted, and H1.
    pub bounds: (f64, f64),
    /// The verdict.
    pub verdict: SprtVerdict,
    /// Do the players repeat their games, so that there will be no verdict?
    pub is_repeating: bool,
}

impl PlayerLine {
    /// Its games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }
}

impl SprtLine {
    /// The verdict in words.
    pub fn verdict_text(&self) -> String {
        match self.verdict {
            SprtVerdict::Continue if self.is_repeating => "inconclusive: games repeat".to_owned(),
            verdict => verdict.to_string(),
        }
    }
}

impl MeetingLine {
    pub(super) fn new(one: usize, other: usize, meeting: &Meeting) -> MeetingLine {
        let games = meeting.games;
        MeetingLine {
            one,
            other,
            wins: games.wins,
            draws: games.draws,
            losses: games.losses,
            pairs: meeting.pairs.0,
            distinct_pairs: meeting.evidence.pairs.0,
            estimate: meeting.estimate(),
        }
    }

    /// Its row in a table, behind the names; none before the first game.
    pub(super) fn cells(&self) -> Option<[String; 8]> {
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

    pub(super) fn reversed(&self) -> MeetingLine {
        let back = |mut counts: [u64; 5]| {
            counts.reverse();
            counts
        };
        let reverse = |interval: Interval| Interval { value: -interval.value, ..interval };
        MeetingLine {
            one: self.other,
            other: self.one,
            wins: self.losses,
            draws: self.draws,
            losses: self.wins,
            pairs: back(self.pairs),
            distinct_pairs: back(self.distinct_pairs),
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

    /// Games between the two.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The first one's points a game, over all games.
    pub fn score(&self) -> f64 {
        (self.wins as f64 + self.draws as f64 / 2.0) / self.games().max(1) as f64
    }
}
