//! Two players against each other.

use std::ops::AddAssign;

use crate::statistics::{Estimate, Pentanomial, Trinomial};

/// What two players have done to each other, from the view of one.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Meeting {
    /// All games.
    pub games: Trinomial,
    /// All pairs that are complete.
    pub pairs: Pentanomial,
    /// What statistics are made of.
    pub evidence: Evidence,
}

/// Games without repeats. Players that answer the same position with the same
/// move play the same game whenever they meet in the same opening: the second
/// time is no second observation.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Evidence {
    /// The games of `pairs`, and first games of pairs that were new.
    pub games: Trinomial,
    /// Pairs of which at least one game was new.
    pub pairs: Pentanomial,
}

impl Meeting {
    /// The same from the other's view.
    #[must_use]
    pub fn reversed(&self) -> Meeting {
        let evidence = Evidence {
            games: self.evidence.games.reversed(),
            pairs: self.evidence.pairs.reversed(),
        };
        Meeting { games: self.games.reversed(), pairs: self.pairs.reversed(), evidence }
    }

    /// Points a game, over all games; none before the first.
    pub fn score(&self) -> Option<f64> {
        let games = self.games.games();
        (games > 0).then(|| self.games.points() / games as f64)
    }

    /// What the evidence says about the first one's strength; none before the
    /// first game.
    pub fn estimate(&self) -> Option<Estimate> {
        self.evidence.estimate()
    }
}

impl Evidence {
    /// The score of all games, with the spread that pairs show where there are
    /// at least two of them, and any.
    fn estimate(&self) -> Option<Estimate> {
        let games = self.games.games() as f64;
        if games == 0.0 {
            return None;
        }
        if self.pairs.pairs() < 2 || self.games.game_variance() == 0.0 {
            return Some(self.games.estimate());
        }
        let score = self.games.points() / games;
        Some(Estimate::new(score, self.pairs.game_variance(), games / 2.0, 2.0))
    }

    /// The variance of the points of one game: that of pairs where there are
    /// enough of them, of games otherwise.
    pub(crate) fn game_variance(&self) -> f64 {
        if self.pairs.pairs() >= 2 {
            self.pairs.game_variance()
        } else {
            self.games.game_variance()
        }
    }
}

impl AddAssign for Meeting {
    fn add_assign(&mut self, other: Meeting) {
        self.games += other.games;
        self.pairs += other.pairs;
        self.evidence.games += other.evidence.games;
        self.evidence.pairs += other.evidence.pairs;
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn estimate(games: Trinomial, pairs: Pentanomial) -> Estimate {
        Evidence { games, pairs }.estimate().unwrap()
    }

    #[test]
    fn a_game_without_its_partner_counts_too() {
        let games = Trinomial { wins: 10, draws: 9, losses: 1 };
        let pairs = Pentanomial([0, 1, 2, 4, 3]);
        assert_eq!(estimate(games, pairs), pairs.estimate());
        let odd = estimate(Trinomial { losses: 2, ..games }, pairs);
        assert!((odd.score - 14.5 / 21.0).abs() < 1e-12);
        // The spread is still that of the pairs.
        let error = pairs.estimate().score_error * (20.0f64 / 21.0).sqrt();
        assert!((odd.score_error - error).abs() < 1e-12);
        assert_eq!(estimate(games, Pentanomial([0, 0, 1, 0, 0])), games.estimate());
        // Ten wins: 0.05^(1/10) = 0.741134.
        let wins = Trinomial { wins: 10, ..Trinomial::default() };
        let all = estimate(wins, Pentanomial([0, 0, 0, 0, 5]));
        assert_eq!(all.elo_text(), "above +183 (95%)");
    }

    #[test]
    fn before_the_first_game_nothing_is_known() {
        let none = Meeting::default();
        assert_eq!((none.score(), none.estimate()), (None, None));
    }
}
