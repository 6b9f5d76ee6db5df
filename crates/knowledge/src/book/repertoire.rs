//! What a player plays from a book.

use std::sync::Arc;

use chess::{Move, Position};

use super::{Book, Variety};

/// A book, how far and how freely it is followed, and where chance comes from.
#[derive(Clone, Debug)]
pub struct Repertoire {
    book: Arc<Book>,
    last_move: u16,
    variety: Variety,
    rng: fastrand::Rng,
}

/// A move that may be played.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// What it weighs in the book.
    pub weight: u32,
    /// How likely it is to be played, more than 0 and at most 1.
    pub chance: f64,
}

impl Repertoire {
    /// Follows `book` up to and including move number `last_move` of a game;
    /// the same seed makes the same choices.
    pub fn new(book: Arc<Book>, last_move: u16, variety: Variety, seed: u64) -> Repertoire {
        Repertoire { book, last_move, variety, rng: fastrand::Rng::with_seed(seed) }
    }

    /// Makes its choices follow from another seed.
    pub fn reseed(&mut self, seed: u64) {
        self.rng = fastrand::Rng::with_seed(seed);
    }

    /// The moves among which it chooses in `position`, best first.
    pub fn choices(&self, position: &Position) -> Vec<Choice> {
        if position.fullmoves() > self.last_move {
            return Vec::new();
        }
        let moves = self.book.moves(position);
        let chances = self.variety.chances(&moves);
        let choice = |(known, chance): (&super::BookMove, f64)| {
            (chance > 0.0).then_some(Choice { mv: known.mv, weight: known.weight, chance })
        };
        moves.iter().zip(chances).filter_map(choice).collect()
    }

    /// The move to play in `position`, as far as it follows the book.
    pub fn choose(&mut self, position: &Position) -> Option<Move> {
        if position.fullmoves() > self.last_move {
            return None;
        }
        self.book.pick(position, self.variety, &mut self.rng)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repertoire(last_move: u16, variety: Variety, seed: u64) -> Repertoire {
        Repertoire::new(Arc::new(Book::embedded()), last_move, variety, seed)
    }

    #[test]
    fn it_repeats_itself_by_seed() {
        let start = Position::initial();
        let choose = |seed| {
            let mut repertoire = repertoire(255, Variety::EVEN, 1);
            repertoire.reseed(seed);
            (0..50).map(|_| repertoire.choose(&start)).collect::<Vec<_>>()
        };
        assert_eq!(choose(3), choose(3));
        assert_ne!(choose(3), choose(4));
    }

    #[test]
    fn the_depth_counts_moves_of_the_game() {
        let mut position = Position::initial();
        for (ply, san) in ["e4", "e5", "Nf3", "Nc6", "Bb5"].into_iter().enumerate() {
            let mut repertoire = repertoire(2, Variety::WEIGHTED, 1);
            assert_eq!(repertoire.choose(&position).is_some(), ply < 4, "{san}");
            assert_eq!(repertoire.choices(&position).is_empty(), ply >= 4, "{san}");
            position.play(position.parse_san(san).unwrap());
        }
    }

    #[test]
    fn choices_are_what_can_be_chosen() {
        let start = Position::initial();
        assert_eq!(repertoire(255, Variety::BEST, 1).choices(&start).len(), 1);
        let choices = repertoire(255, Variety::WEIGHTED, 1).choices(&start);
        assert!(choices.len() > 2 && choices.is_sorted_by(|a, b| a.chance >= b.chance));
        let mut repertoire = repertoire(255, Variety::WEIGHTED, 1);
        for _ in 0..200 {
            let mv = repertoire.choose(&start).unwrap();
            assert!(choices.iter().any(|choice| choice.mv == mv));
        }
    }
}
