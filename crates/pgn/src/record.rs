//! A game as PGN has it, in full.

use chess::{Game, Move, PlayError, Position};

use crate::game_result::GameResult;
use crate::header::name_variant;
use crate::tags::Tags;
use crate::tree::Tree;

/// A game with everything that was written about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// Who, where, when, and the result. `FEN` and `SetUp` are not among
    /// them: the start of the tree says where the game begins.
    pub tags: Tags,
    /// The moves.
    pub tree: Tree,
}

impl Record {
    /// A game without moves.
    pub fn new(start: Position) -> Record {
        let mut tags = Tags::new();
        name_variant(&mut tags, &start);
        Record { tags, tree: Tree::new(start) }
    }

    /// A game that was played, with its result.
    pub fn from_game(game: &Game) -> Record {
        let mut record = Record::new(*game.start());
        let mut node = record.tree.root();
        for &mv in game.moves() {
            node = record.tree.add_legal(node, mv);
        }
        record.tags.set_result(game.outcome().into());
        record
    }

    /// How it ended, by its `Result` tag.
    pub fn result(&self) -> GameResult {
        self.tags.result()
    }

    /// The moves of the main line.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.tree.main_line().filter_map(|id| self.tree.mv(id))
    }

    /// The main line as a game to go on with. An error if it goes on after an
    /// end that nobody has to claim: mate, dead material, a position for the
    /// fifth time, seventy-five moves.
    pub fn game(&self) -> Result<Game, PlayError> {
        let mut game = Game::from_position(*self.tree.start());
        self.moves().try_for_each(|mv| game.play(mv))?;
        Ok(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn to_a_game_and_back() {
        let mut game = Game::new();
        for san in ["f3", "e5", "g4", "Qh4"] {
            game.play(game.position().parse_san(san).unwrap()).unwrap();
        }
        let record = Record::from_game(&game);
        assert_eq!(record.result(), GameResult::BlackWins);
        assert_eq!(record.game(), Ok(game));
    }
}
