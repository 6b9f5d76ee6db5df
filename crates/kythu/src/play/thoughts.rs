//! What the opponents thought of their moves.

use agents::Decision;
use chess::{Game, Move};

/// Every decision of a game, by its place there.
#[derive(Default)]
pub(super) struct Thoughts(Vec<Option<Decision>>);

impl Thoughts {
    /// Keeps the decision for the move at this place in the game.
    pub(super) fn keep(&mut self, ply: usize, decision: Decision) {
        self.0.resize(ply, None);
        self.0.push(Some(decision));
    }

    /// The decision for a move, unless another one was made since.
    pub(super) fn of(&self, ply: usize, mv: Move) -> Option<&Decision> {
        self.0.get(ply)?.as_ref().filter(|decision| decision.best == mv)
    }

    /// The last move of a game that was decided here, and where.
    pub(super) fn last(&self, game: &Game) -> Option<(usize, &Decision)> {
        let mut moves = game.moves().iter().enumerate().rev();
        moves.find_map(|(ply, &mv)| Some((ply, self.of(ply, mv)?)))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn they_belong_to_the_moves_on_the_board() {
        let mut game = Game::new();
        let mut thoughts = Thoughts::default();
        for (ply, san) in ["e4", "e5", "Nf3", "Nc6"].into_iter().enumerate() {
            let mv = game.position().parse_san(san).unwrap();
            if ply % 2 == 1 {
                thoughts.keep(ply, Decision::blind(mv));
            }
            game.play(mv).unwrap();
        }
        assert_eq!(thoughts.last(&game).unwrap().0, 3);
        game.undo();
        assert_eq!(thoughts.last(&game).unwrap().0, 1);
        game.undo();
        game.undo();
        game.play(game.position().parse_san("c5").unwrap()).unwrap();
        assert!(thoughts.last(&game).is_none());
    }
}
