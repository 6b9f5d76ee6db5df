//! Lengths, thinking times and openings of many games.

use std::collections::BTreeMap;

use chess::{Color, Game};
use knowledge::openings::OpeningNames;

use crate::record::GameRecord;

/// Counts over finished games.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Digest {
    /// Games by length in full moves, ten moves a bin.
    pub lengths: Vec<u64>,
    /// What each player thought.
    pub thinking: BTreeMap<usize, ThinkingStats>,
    /// How each opening of the book came out.
    pub openings: BTreeMap<usize, OpeningScore>,
}

/// Full moves in a bin of [`Digest::lengths`].
pub const LENGTH_BIN: usize = 10;
/// Bins of [`ThinkingStats::times`]: up to 1 µs, then twice as long each.
pub const TIME_BINS: usize = 36;

/// One player's thinking.
#[derive(Clone, PartialEq, Debug)]
pub struct ThinkingStats {
    /// Moves it thought about.
    pub moves: u64,
    /// Microseconds in all.
    pub us: u64,
    /// Nodes in all, and the microseconds of the moves that said so.
    pub nodes: (u64, u64),
    /// Depths in all, and how many moves said so.
    pub depth: (u64, u64),
    /// Moves by time: bin `n` has those of less than 2ⁿ µs.
    pub times: [u64; TIME_BINS],
}

/// How one opening came out.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct OpeningScore {
    /// Its moves, or where it starts if it has none.
    pub text: String,
    /// Games from it.
    pub games: u64,
    /// White's half-points.
    pub white: u64,
    /// Half-points of the player that comes first in the plan.
    pub first: u64,
}

impl Default for ThinkingStats {
    fn default() -> ThinkingStats {
        ThinkingStats { moves: 0, us: 0, nodes: (0, 0), depth: (0, 0), times: [0; TIME_BINS] }
    }
}

impl ThinkingStats {
    /// Mean milliseconds a move.
    pub fn mean_ms(&self) -> f64 {
        self.us as f64 / 1e3 / self.moves.max(1) as f64
    }

    /// Nodes a second, where it says so.
    pub fn speed(&self) -> Option<f64> {
        let (nodes, us) = self.nodes;
        (us > 0).then(|| nodes as f64 / (us as f64 / 1e6))
    }

    /// Mean depth, where it says so.
    pub fn mean_depth(&self) -> Option<f64> {
        let (sum, moves) = self.depth;
        (moves > 0).then(|| sum as f64 / moves as f64)
    }
}

impl Digest {
    /// Counts a game.
    pub fn add(&mut self, record: &GameRecord) {
        let bin = record.plies() / 2 / LENGTH_BIN;
        if self.lengths.len() <= bin {
            self.lengths.resize(bin + 1, 0);
        }
        self.lengths[bin] += 1;

        let black_first = record.fen.split_whitespace().nth(1) == Some("b");
        for (thought, ply) in record.thoughts.iter().zip(record.book..) {
            let color = Color::from_white((ply % 2 == 0) != black_first);
            let thinking = self.thinking.entry(record.player(color)).or_default();
            thinking.moves += 1;
            thinking.us += thought.us;
            if let Some(nodes) = thought.nodes {
                thinking.nodes.0 += nodes;
                thinking.nodes.1 += thought.us;
            }
            if let Some(depth) = thought.depth {
                thinking.depth.0 += u64::from(depth);
                thinking.depth.1 += 1;
            }
            let bin = (u64::BITS - thought.us.leading_zeros()) as usize;
            thinking.times[bin.min(TIME_BINS - 1)] += 1;
        }

        let opening = self.openings.entry(record.opening).or_default();
        if opening.games == 0 {
            opening.text = describe(record);
        }
        let first = Color::from_white(record.white < record.black);
        opening.games += 1;
        opening.white += u64::from(record.ending.half_points(Color::White));
        opening.first += u64::from(record.ending.half_points(first));
    }
}

/// What a game began with: the opening's name where it has one, and its moves,
/// or the position if there are none.
fn describe(record: &GameRecord) -> String {
    if record.book == 0 {
        return record.fen.clone();
    }
    let Some(game) = record.game() else {
        let moves: Vec<_> = record.moves.split_whitespace().take(record.book).collect();
        return moves.join(" ");
    };
    let mut line = Game::from_position(*game.start());
    let mut moves = Vec::with_capacity(record.book);
    for &mv in game.moves().iter().take(record.book) {
        moves.push(line.position().to_san(mv));
        if line.play(mv).is_err() {
            break;
        }
    }
    let moves = moves.join(" ");
    match OpeningNames::builtin().of_game(&line) {
        Some((opening, _)) => format!("{opening} – {moves}"),
        None => moves,
    }
}

#[cfg(test)]
mod tests {
    use chess::Position;

    use super::*;
    use crate::ending::{EndReason, Ending};
    use crate::record::MoveThought;

    #[test]
    fn thoughts_go_to_who_had_them() {
        let thought =
            |us| MoveThought { us, depth: Some(4), nodes: Some(us), ..MoveThought::default() };
        let record = GameRecord {
            id: 0,
            white: 1,
            black: 0,
            pair: 0,
            opening: 7,
            fen: "4k3/8/8/8/8/8/4r3/R3K3 b - - 0 1".to_owned(),
            moves: "e2e1 e1d2 a1b1 d2c2".to_owned(),
            book: 1,
            thoughts: vec![thought(1_000), thought(3), thought(5)],
            ending: Ending::loss(Color::Black, EndReason::TimeLoss, ""),
            began: 0,
            lasted: 0,
        };
        let mut digest = Digest::default();
        digest.add(&record);
        // Black moves first, and that move is the book's.
        assert_eq!((digest.thinking[&1].moves, digest.thinking[&0].moves), (2, 1));
        assert_eq!(digest.thinking[&1].us, 1_005);
        assert_eq!(digest.thinking[&1].times[10], 1);
        assert_eq!(digest.thinking[&1].mean_depth(), Some(4.0));
        assert_eq!(digest.thinking[&1].speed(), Some(1e6));
        let opening = &digest.openings[&7];
        assert_eq!((opening.white, opening.first, opening.text.as_str()), (2, 0, "e2e1"));
        assert_eq!(digest.lengths, [1]);
        // In a game that can be played, moves are spelled and have a name.
        let (fen, moves) = (Position::initial().fen(), "e2e4 c7c5 g1f3".to_owned());
        let named = GameRecord { opening: 8, fen, moves, book: 2, ..record };
        digest.add(&named);
        assert_eq!(digest.openings[&8].text, "B20 Sicilian Defence – e4 c5");
    }
}
