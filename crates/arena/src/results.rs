//! The score so far.

use std::collections::{BTreeMap, HashMap};

use chess::Color;

use crate::ending::Reason;
use crate::record::GameRecord;
use crate::statistics::{Estimate, Pentanomial, Trinomial};

/// Counts finished games.
#[derive(Clone, Debug, Default)]
pub struct Results {
    meetings: BTreeMap<(usize, usize), Meeting>,
    /// Half-points of the lower player in pairs of which one game is over.
    open_pairs: HashMap<u32, u32>,
    reasons: BTreeMap<Reason, u64>,
    /// Games in which a player was at fault.
    faults: BTreeMap<usize, u64>,
    games: u64,
}

/// What two players have done to each other, from the view of one.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Meeting {
    /// All games.
    pub games: Trinomial,
    /// Those that make up whole pairs.
    pub pairs: Pentanomial,
}

impl Meeting {
    /// The same from the other's view.
    #[must_use]
    pub fn reversed(&self) -> Meeting {
        Meeting { games: self.games.reversed(), pairs: self.pairs.reversed() }
    }

    /// What it says about the first one's strength: the score of all games,
    /// with the spread that pairs show where there are at least two of them,
    /// and any.
    pub fn estimate(&self) -> Estimate {
        if self.pairs.pairs() < 2 || self.games.game_variance() == 0.0 {
            return self.games.estimate();
        }
        let games = self.games.games() as f64;
        let score = self.games.points() / games;
        Estimate::new(score, self.pairs.game_variance(), games / 2.0, 2.0)
    }
}

impl Results {
    /// Counts a game.
    pub fn add(&mut self, record: &GameRecord) {
        let result = record.ending.result;
        let lower = record.white.min(record.black);
        let color = Color::from_white(record.white == lower);
        let half_points = result.half_points(color);
        let meeting = self.meetings.entry((lower, record.white.max(record.black))).or_default();
        meeting.games.add(half_points);
        match self.open_pairs.remove(&record.pair) {
            Some(other) => meeting.pairs.add(half_points + other),
            None => drop(self.open_pairs.insert(record.pair, half_points)),
        }
        *self.reasons.entry(record.ending.reason).or_default() += 1;
        if record.ending.reason.is_fault() {
            let loser =
                if result.half_points(Color::White) == 0 { record.white } else { record.black };
            *self.faults.entry(loser).or_default() += 1;
        }
        self.games += 1;
    }

    /// Games counted.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// How two players stand, from the view of `one`.
    pub fn meeting(&self, one: usize, other: usize) -> Meeting {
        let key = (one.min(other), one.max(other));
        let meeting = self.meetings.get(&key).copied().unwrap_or_default();
        if one < other { meeting } else { meeting.reversed() }
    }

    /// All games of one player together.
    pub fn total(&self, player: usize) -> Meeting {
        let mut total = Meeting::default();
        for &(one, other) in self.meetings.keys() {
            if one == player || other == player {
                let opponent = if one == player { other } else { one };
                let meeting = self.meeting(player, opponent);
                total.games.wins += meeting.games.wins;
                total.games.draws += meeting.games.draws;
                total.games.losses += meeting.games.losses;
                for (sum, count) in total.pairs.0.iter_mut().zip(meeting.pairs.0) {
                    *sum += count;
                }
            }
        }
        total
    }

    /// How often games ended for which reason.
    pub fn reasons(&self) -> &BTreeMap<Reason, u64> {
        &self.reasons
    }

    /// How many games a player lost by its own fault.
    pub fn faults(&self, player: usize) -> u64 {
        self.faults.get(&player).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_without_its_partner_counts_too() {
        let games = Trinomial { wins: 10, draws: 9, losses: 1 };
        let pairs = Pentanomial([0, 1, 2, 4, 3]);
        let whole = Meeting { games, pairs };
        assert_eq!(whole.estimate(), pairs.estimate());
        let odd = Meeting { games: Trinomial { losses: 2, ..games }, pairs };
        assert!((odd.estimate().score - 14.5 / 21.0).abs() < 1e-12);
        // The spread is still that of the pairs.
        let error = pairs.estimate().score_error * (20.0f64 / 21.0).sqrt();
        assert!((odd.estimate().score_error - error).abs() < 1e-12);
        let single = Meeting { games, pairs: Pentanomial([0, 0, 1, 0, 0]) };
        assert_eq!(single.estimate(), games.estimate());
        // Ten wins: 0.05^(1/10) = 0.741134.
        let wins = Trinomial { wins: 10, ..Trinomial::default() };
        let all = Meeting { games: wins, pairs: Pentanomial([0, 0, 0, 0, 5]) };
        assert_eq!(all.estimate().elo_text(), "+inf ± inf (95%: above +183)");
    }
}
