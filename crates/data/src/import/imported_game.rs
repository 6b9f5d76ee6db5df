//! A finished game, wherever it comes from.

use chess::{Move, Position};

use crate::scored_game::game_id;
use crate::{ScoredGame, WhitePoints};

/// A game with its result, and with a score for each move where an engine
/// played it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ImportedGame {
    /// Where it began.
    pub start: Position,
    /// What was played.
    pub moves: Vec<Move>,
    /// Centipawns for White before each move; nothing for games of people.
    pub scores: Option<Vec<i16>>,
    /// How it ended.
    pub result: WhitePoints,
}

impl ImportedGame {
    /// A number that only the same game has, wherever it was found: a game
    /// that stands in two files is on one side of a split.
    pub fn id(&self) -> u64 {
        game_id(&self.start, self.moves.iter().copied())
    }

    /// The positions of the game with the number of moves played before each:
    /// the start has 0, the last one as many as there are moves.
    pub fn positions(&self) -> impl Iterator<Item = (usize, Position)> + '_ {
        let rest = self.moves.iter().scan(self.start, |position, &mv| {
            position.play(mv);
            Some(*position)
        });
        std::iter::once(self.start).chain(rest).enumerate()
    }
}

impl From<ScoredGame> for ImportedGame {
    fn from(game: ScoredGame) -> ImportedGame {
        let (moves, scores) = game.moves.iter().map(|scored| (scored.mv, scored.score)).unzip();
        ImportedGame { start: game.start, moves, scores: Some(scores), result: game.result }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The game of these moves from the initial position.
    pub(crate) fn game(moves: &str, result: WhitePoints) -> ImportedGame {
        let start = Position::initial();
        let mut position = start;
        let moves = moves
            .split_whitespace()
            .map(|san| {
                let mv = position.parse_san(san).unwrap();
                position.play(mv);
                mv
            })
            .collect();
        ImportedGame { start, moves, scores: None, result }
    }

    #[test]
    fn ids_tell_games_apart() {
        let a = game("e4 e5 Nf3 Nc6", WhitePoints::One);
        let transposed = game("Nf3 Nc6 e4 e5", WhitePoints::One);
        let shorter = game("e4 e5 Nf3", WhitePoints::One);
        assert_eq!(a.id(), game("e4 e5 Nf3 Nc6", WhitePoints::Zero).id());
        assert_ne!(a.id(), transposed.id());
        assert_ne!(a.id(), shorter.id());
    }

    #[test]
    fn positions_count_the_moves_before_them() {
        let game = game("e4 e5 Nf3", WhitePoints::Half);
        let all: Vec<_> = game.positions().collect();
        assert_eq!(all.len(), 4);
        assert_eq!(all[0], (0, Position::initial()));
        assert!(all[3].1.to_string().starts_with("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2"));
    }
}
