//! Statistics of the games and positions of training data.

use serde::Serialize;

use crate::filter::Filter;
use crate::header;
use crate::repeat_count::RepeatCount;
use crate::scored_game::{MATE_SCORE, ScoredGame, ply_of};
use crate::start_positions::fingerprint;

/// The edges of the score histogram in centipawns, for White; Black's are
/// their mirror image.
const SCORE_EDGES: [i32; 7] = [20, 50, 100, 200, 400, 1_000, MATE_SCORE as i32];

/// Plies that share a bar of the histogram of game lengths.
const LENGTH_STEP: i32 = 25;
/// Its last bar has all that is longer.
const LENGTH_BARS: i32 = 20;

/// One bucket of a histogram of positions or games.
#[derive(Copy, Clone, PartialEq, Debug, Serialize)]
pub struct Bucket {
    /// The lowest number in it.
    pub from: i32,
    /// The highest.
    pub to: i32,
    /// How many there are.
    pub count: u64,
    /// White's points in their games, summed up.
    pub white_points: f64,
}

impl Bucket {
    fn new(from: i32, to: i32) -> Bucket {
        Bucket { from, to, count: 0, white_points: 0.0 }
    }
}

/// Counts over games.
#[derive(Clone, Debug, Serialize)]
pub struct DataStatistics {
    /// Games.
    pub games: u64,
    /// Positions with a move, all of them.
    pub positions: u64,
    /// Those that the filter keeps.
    pub kept: u64,
    /// Games that White won.
    pub white_won: u64,
    /// Games that were drawn.
    pub drawn: u64,
    /// Games that Black won.
    pub black_won: u64,
    /// Games whose start position another had before.
    pub repeated_starts: u64,
    /// Games that are the same as one before, move for move and score for score.
    pub repeated_games: u64,
    /// Are the two numbers before this one estimates? Above
    /// [`REPEATS_IN_MEMORY`](crate::params::REPEATS_IN_MEMORY) different games they are.
    pub repeats_are_estimates: bool,
    /// Plies of the shortest game.
    pub shortest: usize,
    /// Plies of the longest game.
    pub longest: usize,
    /// Positions by their score for White.
    pub scores: Vec<Bucket>,
    /// Positions by the number of men.
    pub men: Vec<Bucket>,
    /// Positions by the plies that were played before, random ones included.
    pub plies: Vec<Bucket>,
    /// Games by their length in plies.
    pub lengths: Vec<Bucket>,
    #[serde(skip)]
    filter: Filter,
    #[serde(skip)]
    starts: RepeatCount,
    #[serde(skip)]
    fingerprints: RepeatCount,
}

impl DataStatistics {
    /// Nothing counted yet; `filter` says which positions would be trained on.
    pub fn new(filter: Filter) -> DataStatistics {
        let mut lengths: Vec<Bucket> = (0..LENGTH_BARS)
            .map(|bar| Bucket::new(bar * LENGTH_STEP, (bar + 1) * LENGTH_STEP - 1))
            .collect();
        lengths.push(Bucket::new(LENGTH_BARS * LENGTH_STEP, i32::MAX));
        DataStatistics {
            games: 0,
            positions: 0,
            kept: 0,
            white_won: 0,
            drawn: 0,
            black_won: 0,
            repeated_starts: 0,
            repeated_games: 0,
            repeats_are_estimates: false,
            shortest: 0,
            longest: 0,
            scores: score_buckets(),
            men: (2..=32).map(|men| Bucket::new(men, men)).collect(),
            plies: lengths.clone(),
            lengths,
            filter,
            starts: RepeatCount::default(),
            fingerprints: RepeatCount::default(),
        }
    }

    /// Counts one more game.
    pub fn add(&mut self, game: &ScoredGame) {
        use crate::WhitePoints::{Half, One, Zero};
        let plies = game.moves.len();
        self.shortest = if self.games == 0 { plies } else { self.shortest.min(plies) };
        self.longest = self.longest.max(plies);
        self.games += 1;
        self.positions += plies as u64;
        *match game.result {
            One => &mut self.white_won,
            Half => &mut self.drawn,
            Zero => &mut self.black_won,
        } += 1;
        self.starts.add(game.start.key());
        let moves = &game.to_bytes()[header::LENGTH..];
        let print = fingerprint(moves) ^ game.start.key();
        self.fingerprints.add(print);
        self.repeated_starts = self.starts.repeats();
        self.repeated_games = self.fingerprints.repeats();
        self.repeats_are_estimates = self.starts.is_estimate() || self.fingerprints.is_estimate();

        let points = game.result.points();
        count(&mut self.lengths, plies as i32, points);
        for (position, best) in game.positions() {
            self.kept += u64::from(self.filter.keeps(&position, best));
            count(&mut self.scores, best.score.into(), points);
            count(&mut self.plies, ply_of(&position) as i32, points);
            count(&mut self.men, position.occupied().len() as i32, points);
        }
    }

    /// Gives back the memory that counting needs; repeats of what comes later
    /// are not seen any more.
    pub fn close(&mut self) {
        self.starts.close();
        self.fingerprints.close();
    }

    /// Plies of a game on average.
    pub fn mean_length(&self) -> f64 {
        self.positions as f64 / self.games.max(1) as f64
    }
}

/// Adds `number` to the bucket it belongs to; buckets leave no gap.
fn count(buckets: &mut [Bucket], number: i32, white_points: f64) {
    let place = buckets.partition_point(|bucket| bucket.to < number);
    if let Some(bucket) = buckets.get_mut(place) {
        bucket.count += 1;
        bucket.white_points += white_points;
    }
}

/// From a mate by Black over equality to a mate by White.
fn score_buckets() -> Vec<Bucket> {
    let above: Vec<Bucket> = SCORE_EDGES
        .iter()
        .enumerate()
        .map(|(index, &from)| {
            let to = SCORE_EDGES.get(index + 1).map_or(i32::from(i16::MAX), |edge| edge - 1);
            Bucket::new(from, to)
        })
        .collect();
    let mut buckets: Vec<Bucket> =
        above.iter().rev().map(|bucket| Bucket::new(-bucket.to, -bucket.from)).collect();
    if let Some(first) = buckets.first_mut() {
        first.from = i16::MIN.into();
    }
    buckets.push(Bucket::new(1 - SCORE_EDGES[0], SCORE_EDGES[0] - 1));
    buckets.extend(above);
    buckets
}

#[cfg(test)]
mod tests {
    use chess::Position;

    use super::*;
    use crate::{ScoredMove, WhitePoints};

    #[test]
    fn buckets_leave_no_gap() {
        let statistics = DataStatistics::new(Filter::default());
        for buckets in [&statistics.scores, &statistics.men, &statistics.lengths] {
            assert!(buckets.windows(2).all(|pair| pair[0].to + 1 == pair[1].from), "{buckets:?}");
        }
        let ends = (statistics.scores[0].from, statistics.scores[14].to);
        assert_eq!(ends, (i16::MIN.into(), i16::MAX.into()));
    }

    #[test]
    fn every_position_is_counted_once() {
        let start = Position::initial();
        let mut game = ScoredGame { start, result: WhitePoints::One, moves: Vec::new() };
        let mut position = start;
        for (san, score) in [("e4", 25), ("d5", i16::MIN), ("exd5", i16::MAX), ("Qxd5", -20)] {
            let mv = position.parse_san(san).unwrap();
            game.moves.push(ScoredMove { mv, score });
            position.play(mv);
        }
        let mut statistics = DataStatistics::new(Filter { first_ply: 1, ..Filter::default() });
        statistics.add(&game);
        statistics.add(&game);
        game.result = WhitePoints::Half;
        game.moves.truncate(3);
        statistics.add(&game);

        assert_eq!((statistics.games, statistics.positions, statistics.kept), (3, 11, 3));
        assert_eq!((statistics.white_won, statistics.drawn, statistics.black_won), (2, 1, 0));
        assert_eq!((statistics.repeated_starts, statistics.repeated_games), (2, 1));
        assert_eq!((statistics.shortest, statistics.longest), (3, 4));
        let scores: Vec<u64> = statistics.scores.iter().map(|bucket| bucket.count).collect();
        assert_eq!(scores, [3, 0, 0, 0, 0, 0, 2, 0, 3, 0, 0, 0, 0, 0, 3]);
        assert_eq!((statistics.men[30].count, statistics.men[29].count), (9, 2));
        assert_eq!((statistics.scores[14].white_points, statistics.lengths[0].count), (2.5, 3));
    }
}
