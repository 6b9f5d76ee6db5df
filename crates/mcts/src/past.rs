//! Draws that depend on how a position was reached.

use chess::{Game, Position};

/// The keys of all positions on the way, game and search path together.
#[derive(Clone, Debug, Default)]
pub(crate) struct Past {
    keys: Vec<u64>,
    /// How many of them the game has, its present position included.
    played: usize,
}

impl Past {
    /// Starts anew at the present position of `game`.
    pub(crate) fn reset(&mut self, game: &Game) {
        self.keys.clear();
        self.keys.extend(game.positions().iter().map(Position::key));
        self.played = self.keys.len();
    }

    /// Back to the present position of the game.
    pub(crate) fn rewind(&mut self) {
        self.keys.truncate(self.played);
    }

    /// A move of the search led to `position`.
    pub(crate) fn push(&mut self, position: &Position) {
        self.keys.push(position.key());
    }

    /// The keys of what came before the position so many plies below that of the game.
    pub(crate) fn before(&self, ply: usize) -> &[u64] {
        &self.keys[..self.played + ply - 1]
    }

    /// Is the last position pushed drawn by fifty moves or repetition? Once more
    /// is enough inside the search, its root included; positions before the root
    /// must have occurred twice.
    ///
    /// Mate on the hundredth half-move comes first, which the caller must see to.
    pub(crate) fn is_draw(&self, position: &Position) -> bool {
        position.halfmoves() >= 100 || self.is_repetition(position)
    }

    fn is_repetition(&self, position: &Position) -> bool {
        let last = self.keys.len() - 1;
        let reach = usize::from(position.halfmoves()).min(last);
        let mut earlier = false;
        for back in (4..=reach).step_by(2) {
            let at = last - back;
            if self.keys[at] == position.key() {
                if at + 1 >= self.played || earlier {
                    return true;
                }
                earlier = true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(fen: &str, moves: &str) -> Game {
        let mut game = Game::from_position(Position::from_fen(fen).unwrap());
        for text in moves.split_whitespace() {
            game.play(game.position().parse_san(text).unwrap()).unwrap();
        }
        game
    }

    fn drawn_after(game: &Game, moves: &str) -> bool {
        let mut past = Past::default();
        past.reset(game);
        let mut position = *game.position();
        for text in moves.split_whitespace() {
            position.play(position.parse_san(text).unwrap());
            past.push(&position);
        }
        past.is_draw(&position)
    }

    const ROOK: &str = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";

    #[test]
    fn once_below_the_root_and_twice_before_it() {
        assert!(drawn_after(&game(ROOK, ""), "Ra2 Kd8 Ra1 Ke8"));
        assert!(!drawn_after(&game(ROOK, "Ra2"), "Kd8 Ra1 Ke8"));
        assert!(drawn_after(&game(ROOK, "Ra2"), "Kd8 Ra1 Ke8 Ra2"));
        assert!(drawn_after(&game(ROOK, "Ra2 Kd8 Ra1 Ke8 Ra2"), "Kd8 Ra1 Ke8"));
        assert!(!drawn_after(&game(ROOK, ""), "Ra2 Kd8 Ra1"));
    }

    #[test]
    fn fifty_moves() {
        let long = "4k3/8/8/8/8/8/8/R3K3 w - - 99 90";
        assert!(drawn_after(&game(long, ""), "Ra2"));
    }
}
