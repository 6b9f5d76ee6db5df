//! Openings for whoever brings none: the most played lines of the embedded
//! book.

use std::collections::HashMap;

use chess::{Game, Position};
use knowledge::book::Book;

use super::OpeningLine;

/// Plies of a line when nobody says: far enough for many hundred different
/// positions, and near enough that the players still have an opening to play.
pub(super) const PLIES: usize = 8;

/// At most so many lines: the most played ones, for the others are the most
/// likely to favour one side.
const MOST_LINES: usize = 1_000;

/// A position on the way, and how it is reached.
struct Node {
    game: Game,
    /// The chance that book play comes here, by whatever order of moves.
    chance: f64,
    /// The chance of the line in `game`, the most played one so far.
    best: f64,
}

/// The positions that book play reaches after so many plies, each once, by its
/// most played line; the most likely ones first.
///
/// The book lists no move that brought less than 35% of the points to strong
/// players, so none of the positions is far from balanced.
pub(super) fn lines(book: &Book, plies: usize) -> Vec<OpeningLine> {
    let start = Game::from_position(Position::initial());
    let mut level = vec![Node { game: start, chance: 1.0, best: 1.0 }];
    for _ in 0..plies {
        let mut next: Vec<Node> = Vec::new();
        // Transpositions are one position.
        let mut places: HashMap<u64, usize> = HashMap::new();
        for node in &level {
            let moves = book.moves(node.game.position());
            let total: f64 = moves.iter().map(|known| f64::from(known.weight)).sum();
            for known in moves.iter().filter(|known| known.weight > 0) {
                let share = f64::from(known.weight) / total;
                let mut game = node.game.clone();
                if game.play(known.mv).is_err() || game.outcome().is_some() {
                    continue;
                }
                let (chance, best) = (node.chance * share, node.best * share);
                match places.get(&game.position().key()) {
                    Some(&place) => {
                        let found = &mut next[place];
                        found.chance += chance;
                        if best > found.best {
                            (found.game, found.best) = (game, best);
                        }
                    }
                    None => {
                        places.insert(game.position().key(), next.len());
                        next.push(Node { game, chance, best });
                    }
                }
            }
        }
        // A book that ends here has no longer lines.
        if next.is_empty() {
            break;
        }
        level = next;
    }
    level.sort_by(|a, b| {
        let keys = (a.game.position().key(), b.game.position().key());
        b.chance.total_cmp(&a.chance).then(keys.0.cmp(&keys.1))
    });
    level.truncate(MOST_LINES);
    let line =
        |node: Node| OpeningLine { start: *node.game.start(), moves: node.game.moves().to_vec() };
    level.into_iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn hundreds_of_different_positions() {
        let book = Book::embedded();
        let lines = lines(&book, PLIES);
        assert!(lines.len() >= 500, "{}", lines.len());
        let keys: HashSet<u64> = lines.iter().map(|line| line.game().position().key()).collect();
        assert_eq!(keys.len(), lines.len());
        assert!(lines.iter().all(|line| line.moves.len() == PLIES));
        assert_eq!(lines, super::lines(&book, PLIES));
    }

    #[test]
    fn shorter_lines_are_fewer() {
        let book = Book::embedded();
        assert_eq!(lines(&book, 0), [OpeningLine::position(Position::initial())]);
        let moves =
            book.moves(&Position::initial()).iter().filter(|known| known.weight > 0).count();
        assert_eq!(lines(&book, 1).len(), moves);
        // Nobody plays as many plies by the book: the longest lines there are.
        let longest = lines(&book, 500);
        assert!(!longest.is_empty() && longest[0].moves.len() > 20);
    }
}
