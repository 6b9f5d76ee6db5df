//! What a search says while it thinks.

use std::time::Duration;

use chess::{Game, Move};

/// Whether a reported value is the value or a limit of it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ReportBound {
    /// This is the value.
    Exact,
    /// It is at least this.
    Lower,
    /// It is at most this.
    Upper,
}

/// One line of thought.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The iteration.
    pub depth: i32,
    /// The deepest ply it reached on a principal variation.
    pub seldepth: usize,
    /// Which of the best lines this is, from 0.
    pub line_index: usize,
    /// Its value for the side to move.
    pub value: i32,
    /// What the value means.
    pub bound: ReportBound,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// Answers from the endgame tables, of all threads.
    pub tablebase_hits: u64,
    /// How full the table is, in thousandths.
    pub hashfull: usize,
    /// The moves expected.
    pub line: Vec<Move>,
}

/// A root move that a long search is at.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct RootMoveReport {
    /// The iteration.
    pub depth: i32,
    /// The move.
    pub mv: Move,
    /// Its place in the order of moves, from 0.
    pub index: usize,
}

/// Who is told what a search finds while it thinks. Any closure that takes a
/// [`Report`] will do.
pub trait Listener {
    /// A line was found.
    fn line(&mut self, report: Report);

    /// A search of more than a few seconds turns to another root move.
    fn root_move(&mut self, _report: RootMoveReport) {}
}

impl<F: FnMut(Report)> Listener for F {
    fn line(&mut self, report: Report) {
        self(report);
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
