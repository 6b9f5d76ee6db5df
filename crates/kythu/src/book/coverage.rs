//! How far a book knows games that it was not made from.

use std::fmt;

use knowledge::book::Book;
use pgn::MainLine;
use serde_json::{Value, json};

/// For each half-move from the first: what the book knew.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Coverage {
    games: usize,
    plies: Vec<Ply>,
    /// Half-moves, in all games, before the first position it did not know.
    known_to_the_end: usize,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
struct Ply {
    /// Games that had such a half-move.
    games: usize,
    /// Those whose position it knew.
    known: usize,
    /// Those whose move it knew.
    followed: usize,
}

impl Coverage {
    pub(super) fn new(book: &Book, plies: usize, games: &[MainLine]) -> Coverage {
        let mut coverage = Coverage {
            games: games.len(),
            plies: vec![Ply::default(); plies],
            known_to_the_end: 0,
        };
        for game in games {
            let mut is_known = true;
            for ((position, mv), ply) in game.plies().zip(&mut coverage.plies) {
                let moves = book.moves(&position);
                is_known &= !moves.is_empty();
                ply.games += 1;
                ply.known += usize::from(!moves.is_empty());
                ply.followed += usize::from(moves.iter().any(|known| known.mv == mv));
                coverage.known_to_the_end += usize::from(is_known);
            }
        }
        coverage
    }

    /// Half-moves of a game for which the book has an answer, on average.
    fn depth(&self) -> f64 {
        self.known_to_the_end as f64 / self.games.max(1) as f64
    }

    pub(super) fn to_json(&self) -> Value {
        let plies = self.plies.iter().enumerate().map(|(index, ply)| {
            json!({
                "ply": index + 1,
                "games": ply.games,
                "known": ply.known,
                "followed": ply.followed,
            })
        });
        json!({
            "games": self.games,
            "mean_plies_known": self.depth(),
            "plies": plies.collect::<Vec<_>>(),
        })
    }
}

/// A table.
impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (games, depth) = (self.games, self.depth());
        writeln!(f, "of {games} games held out, the book knows {depth:.1} half-moves on average")?;
        writeln!(f, "{:>4}{:>8}{:>16}{:>12}", "ply", "games", "position known", "move known")?;
        for (index, ply) in self.plies.iter().enumerate().filter(|(_, ply)| ply.games > 0) {
            let share = |part: usize| format!("{:.1}%", 100.0 * part as f64 / ply.games as f64);
            let (known, followed) = (share(ply.known), share(ply.followed));
            writeln!(f, "{:>4}{:>8}{known:>16}{followed:>12}", index + 1, ply.games)?;
        }
        Ok(())
    }
}
