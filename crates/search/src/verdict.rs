//! What a search comes to.

use std::time::Duration;

use chess::{Game, Move};
use serde::Serialize;
use thinking::{Chances, Score};

use crate::statistics::Statistics;

/// The result of a search.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Verdict {
    /// The best move; none if there is no legal one.
    pub best: Option<Move>,
    /// The best lines, best first; at least one if there is a legal move.
    pub lines: Vec<VerdictLine>,
    /// Every root move that was searched, in the order of the last iteration.
    pub root_moves: Vec<RootEffort>,
    /// The deepest finished iteration.
    pub depth: i32,
    /// Time it took.
    pub time: Duration,
    /// Counts over all threads.
    pub statistics: Statistics,
    /// Was it told to stop, and might have found more? If not, it came to the end
    /// of its limits.
    pub stopped: bool,
}

/// One line of a verdict.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct VerdictLine {
    /// The value for the side to move.
    pub value: i32,
    /// What the evaluator makes of that value.
    pub chances: Chances,
    /// The moves.
    pub moves: Vec<Move>,
}

/// What a root move cost.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RootEffort {
    /// The move.
    pub mv: Move,
    /// Nodes that went into it, over all iterations of the main thread.
    pub nodes: u64,
}

impl Verdict {
    /// The value of the best line for the side to move; a mated or stalemated
    /// side has its own.
    pub fn value(&self) -> i32 {
        self.lines.first().map_or(0, |line| line.value)
    }

    /// That value as people read it.
    pub fn score(&self) -> Score {
        Score::from_value(self.value())
    }

    /// The reply expected to the best move.
    pub fn ponder(&self) -> Option<Move> {
        self.lines.first().and_then(|line| line.moves.get(1)).copied()
    }
}

/// As much of a line as can be played in this game: every move legal, and none
/// after the game would be over or drawn by repetition.
pub(crate) fn playable(game: &Game, line: &[Move]) -> Vec<Move> {
    let mut game = game.clone();
    let mut played = Vec::with_capacity(line.len());
    for &mv in line {
        if game.play(mv).is_err() {
            break;
        }
        played.push(mv);
        if game.claimable_draw().is_some() {
            break;
        }
    }
    played
}

#[cfg(test)]
mod tests {
    use chess::Position;

    use super::*;

    #[test]
    fn lines_end_where_the_game_does() {
        let position = Position::from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").unwrap();
        let mut line = Vec::new();
        let mut at = position;
        for text in ["Ra2", "Kd8", "Ra1", "Ke8"].into_iter().cycle().take(16) {
            let mv = at.parse_san(text).unwrap();
            line.push(mv);
            at.play(mv);
        }
        let game = Game::from_position(position);
        // The start occurs for the third time after eight half-moves.
        assert_eq!(playable(&game, &line).len(), 8);
        line[2] = line[1];
        assert_eq!(playable(&game, &line).len(), 2);
    }
}
