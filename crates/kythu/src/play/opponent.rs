//! Who plays when no human does.

use chess::{Game, Move};

/// A player without hands.
pub(super) trait Opponent {
    /// What to call it.
    fn name(&self) -> String;

    /// Its move in a game that is not over, or none to resign.
    fn choose(&mut self, game: &Game) -> Option<Move>;

    /// Does it accept the draw that the side to move offers?
    fn accepts_draw(&mut self, game: &Game) -> bool;
}

/// Plays any legal move.
pub(super) struct Random(fastrand::Rng);

impl Random {
    pub(super) fn new(seed: u64) -> Random {
        Random(fastrand::Rng::with_seed(seed))
    }
}

impl Opponent for Random {
    fn name(&self) -> String {
        "Random".to_owned()
    }

    fn choose(&mut self, game: &Game) -> Option<Move> {
        self.0.choice(game.position().legal_moves())
    }

    fn accepts_draw(&mut self, _: &Game) -> bool {
        self.0.bool()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn random_plays_every_move_and_repeats_itself_by_seed() {
        let game = Game::new();
        let choices = |seed| {
            let mut random = Random::new(seed);
            (0..500).filter_map(|_| random.choose(&game)).collect::<Vec<Move>>()
        };
        assert_eq!(choices(7), choices(7));
        assert_ne!(choices(7), choices(8));
        assert_eq!(choices(7).into_iter().collect::<HashSet<Move>>().len(), 20);
    }
}
