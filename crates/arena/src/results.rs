//! The score so far, and how much of it is evidence.

use std::collections::{BTreeMap, HashMap, HashSet};

use chess::Color;

use crate::ending::EndReason;
use crate::fingerprint::Fingerprint;
use crate::meeting::Meeting;
use crate::record::GameRecord;

/// Counts finished games.
#[derive(Clone, Debug, Default)]
pub struct Results {
    meetings: BTreeMap<(usize, usize), Meeting>,
    /// Pairs of which one game is over.
    half_pairs: HashMap<u32, HalfPair>,
    distinct_games: HashSet<Fingerprint>,
    distinct_pairs: HashSet<[Fingerprint; 2]>,
    repeated_in_a_row: u64,
    reasons: BTreeMap<EndReason, u64>,
    /// Games in which a player was at fault.
    faults: BTreeMap<usize, u64>,
    games: u64,
}

/// The first finished game of a pair.
#[derive(Copy, Clone, Debug)]
struct HalfPair {
    game: Fingerprint,
    /// Half-points of the lower player.
    half_points: u32,
    /// Was the same game played before?
    is_repeat: bool,
}

impl Results {
    /// Counts a game.
    ///
    /// All games count for the score. Evidence are only those that are no
    /// repeats: a pair whose two games were both played before, as a pair,
    /// says nothing new.
    pub fn add(&mut self, record: &GameRecord) {
        let lower = record.white.min(record.black);
        let half_points = record.ending.half_points(Color::from_white(record.white == lower));
        let game = record.fingerprint();
        let is_repeat = !self.distinct_games.insert(game);
        let meeting = self.meetings.entry((lower, record.white.max(record.black))).or_default();
        meeting.games.add(half_points);
        match self.half_pairs.remove(&record.pair) {
            Some(first) => {
                meeting.pairs.add(half_points + first.half_points);
                if !first.is_repeat {
                    meeting.evidence.games.remove(first.half_points);
                }
                let mut pair = [first.game, game];
                pair.sort_unstable();
                if self.distinct_pairs.insert(pair) {
                    meeting.evidence.games.add(first.half_points);
                    meeting.evidence.games.add(half_points);
                    meeting.evidence.pairs.add(half_points + first.half_points);
                    self.repeated_in_a_row = 0;
                } else {
                    self.repeated_in_a_row += 1;
                }
            }
            None => {
                self.half_pairs.insert(record.pair, HalfPair { game, half_points, is_repeat });
                if !is_repeat {
                    meeting.evidence.games.add(half_points);
                }
            }
        }
        *self.reasons.entry(record.ending.reason).or_default() += 1;
        if let Some(culprit) = record.culprit() {
            *self.faults.entry(record.player(culprit)).or_default() += 1;
        }
        self.games += 1;
    }

    /// Games counted.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// How many of them are no repeats of others.
    pub fn distinct_games(&self) -> u64 {
        self.distinct_games.len() as u64
    }

    /// How many pairs in a row, up to the last one, were repeats.
    pub fn repeated_pairs_in_a_row(&self) -> u64 {
        self.repeated_in_a_row
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
                total += self.meeting(player, opponent);
            }
        }
        total
    }

    /// How often games ended for which reason.
    pub fn reasons(&self) -> &BTreeMap<EndReason, u64> {
        &self.reasons
    }

    /// In how many games a player was at fault.
    pub fn faults(&self, player: usize) -> u64 {
        self.faults.get(&player).copied().unwrap_or(0)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use chess::Position;

    use super::*;
    use crate::ending::Ending;
    use crate::statistics::{Pentanomial, Trinomial};

    fn record(id: u32, moves: &str, ending: Ending) -> GameRecord {
        let (white, black) = if id.is_multiple_of(2) { (0, 1) } else { (1, 0) };
        GameRecord {
            id,
            white,
            black,
            pair: id / 2,
            opening: 0,
            fen: Position::initial().fen(),
            moves: moves.to_owned(),
            book: moves.split_whitespace().count(),
            thoughts: Vec::new(),
            ending,
            began: 0,
            lasted: 0,
        }
    }

    fn win(color: Color) -> Ending {
        Ending::loss(!color, EndReason::Checkmate, "")
    }

    #[test]
    fn repeats_are_no_evidence() {
        let mut results = Results::default();
        // The first player wins the same two games ten times.
        for pair in 0..10 {
            results.add(&record(2 * pair, "e2e4", win(Color::White)));
            // Half a pair that is played again changes nothing either.
            let evidence = results.meeting(0, 1).evidence.games.games();
            assert_eq!(evidence, if pair == 0 { 1 } else { 2 });
            results.add(&record(2 * pair + 1, "d2d4", win(Color::Black)));
        }
        let meeting = results.meeting(0, 1);
        assert_eq!((results.games(), results.distinct_games()), (20, 2));
        assert_eq!((meeting.games.wins, meeting.pairs), (20, Pentanomial([0, 0, 0, 0, 10])));
        let wins = Trinomial { wins: 2, ..Trinomial::default() };
        assert_eq!(meeting.evidence.games, wins);
        assert_eq!(meeting.evidence.pairs, Pentanomial([0, 0, 0, 0, 1]));
        assert_eq!(results.repeated_pairs_in_a_row(), 9);
        let estimate = meeting.estimate().unwrap();
        assert_eq!(estimate, wins.estimate());
        assert!(estimate.los < 0.9, "{}", estimate.los);
        // One new game makes a new pair.
        results.add(&record(20, "e2e4", win(Color::White)));
        results.add(&record(21, "c2c4", win(Color::Black)));
        assert_eq!((results.distinct_games(), results.repeated_pairs_in_a_row()), (3, 0));
        assert_eq!(results.meeting(1, 0).evidence.pairs, Pentanomial([2, 0, 0, 0, 0]));
    }

    #[test]
    fn the_same_moves_with_colours_swapped_are_two_games() {
        let mut results = Results::default();
        results.add(&record(0, "e2e4", win(Color::White)));
        results.add(&record(1, "e2e4", win(Color::White)));
        assert_eq!(results.distinct_games(), 2);
    }

    #[test]
    fn a_flag_against_a_bare_king_is_the_fault_of_who_was_late() {
        let late = || Ending::draw(EndReason::TimeLoss);
        // After one ply Black was to move; after two, White.
        let mut results = Results::default();
        results.add(&record(0, "e2e4", late()));
        assert_eq!((results.faults(0), results.faults(1)), (0, 1));
        results.add(&record(2, "e2e4 e7e5", late()));
        assert_eq!((results.faults(0), results.faults(1)), (1, 1));
        // The first move may be Black's.
        let fen = "4k3/8/8/8/8/8/8/4K2R b - - 0 1".to_owned();
        results.add(&GameRecord { fen, ..record(4, "", late()) });
        assert_eq!((results.faults(0), results.faults(1)), (1, 2));
        results.add(&record(6, "e2e4", Ending::loss(Color::White, EndReason::TimeLoss, "")));
        assert_eq!((results.faults(0), results.faults(1)), (2, 2));
        results.add(&record(8, "e2e4", win(Color::White)));
        assert_eq!((results.faults(0), results.faults(1)), (2, 2));
    }
}
