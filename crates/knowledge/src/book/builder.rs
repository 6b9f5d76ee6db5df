//! Books made by counting results.

use std::collections::HashMap;

use chess::{Color, Move, PlayError, Position};

use super::{Book, MoveCode, scale};

/// Counts what is played in games and how those end.
///
/// Memory grows with the number of different moves: the first 24 plies of
/// 121,581 tournament games take 80 MB.
#[derive(Clone, Debug)]
pub struct Builder {
    plies: usize,
    games: u64,
    tallies: HashMap<(u64, MoveCode), Tally>,
    /// The moves of the game that is being counted, kept for its memory.
    played: Vec<((u64, MoveCode), Color)>,
}

/// What is good enough for a book.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Standard {
    /// In how many games a move was played.
    pub games: u32,
    /// The share of the points that it brought, 0 to 1.
    pub score: f64,
    /// Its share of the weights of all moves of its position that pass the
    /// other tests, 0 to 1.
    pub share: f64,
}

/// The games with one move.
#[derive(Copy, Clone, Debug, Default)]
struct Tally {
    games: u32,
    /// Two for a win of whoever played the move, one for a draw.
    half_points: u32,
}

impl Builder {
    /// Counts the first `plies` half-moves of each game.
    pub fn new(plies: usize) -> Builder {
        Builder { plies, games: 0, tallies: HashMap::new(), played: Vec::new() }
    }

    /// Counts a game, which nobody won if it was drawn. A game with an illegal
    /// move in what is counted of it is refused whole. A move that comes twice
    /// in the same position of a game counts once.
    pub fn add(
        &mut self,
        start: &Position,
        moves: &[Move],
        winner: Option<Color>,
    ) -> Result<(), PlayError> {
        self.played.clear();
        let mut position = *start;
        for &mv in moves.iter().take(self.plies) {
            if !position.is_legal(mv) {
                return Err(PlayError::Illegal { mv, position: Box::new(position) });
            }
            let step = (position.polyglot_key(), MoveCode::of(mv));
            if !self.played.iter().any(|&(earlier, _)| earlier == step) {
                self.played.push((step, position.turn()));
            }
            position.play(mv);
        }
        for &(step, mover) in &self.played {
            let tally = self.tallies.entry(step).or_default();
            tally.games += 1;
            tally.half_points += match winner {
                Some(winner) if winner == mover => 2,
                Some(_) => 0,
                None => 1,
            };
        }
        self.games += 1;
        Ok(())
    }

    /// How many games were counted.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The book of the moves that are good enough. A move weighs what it
    /// brought, two for a win and one for a draw; one that brought nothing is
    /// left out.
    pub fn build(&self, standard: &Standard) -> Book {
        let enough = |tally: &Tally| {
            let score = f64::from(tally.half_points) / (2.0 * f64::from(tally.games));
            tally.half_points > 0 && tally.games >= standard.games && score >= standard.score
        };
        let mut positions: HashMap<u64, Vec<(MoveCode, f64)>> = HashMap::new();
        for (&(key, code), tally) in self.tallies.iter().filter(|(_, tally)| enough(tally)) {
            positions.entry(key).or_default().push((code, f64::from(tally.half_points)));
        }
        let entries = positions.into_iter().flat_map(|(key, mut moves)| {
            let sum: f64 = moves.iter().map(|&(_, weight)| weight).sum();
            moves.retain(|&(_, weight)| weight >= standard.share * sum);
            scale::entries(key, &moves).collect::<Vec<_>>()
        });
        Book::from_entries(entries.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: Standard = Standard { games: 1, score: 0.0, share: 0.0 };
    const WHITE: Option<Color> = Some(Color::White);
    const BLACK: Option<Color> = Some(Color::Black);

    fn moves(start: &Position, text: &str) -> Vec<Move> {
        let mut position = *start;
        let play = |san: &str| {
            let mv = position.parse_san(san).unwrap();
            position.play(mv);
            mv
        };
        text.split(' ').map(play).collect()
    }

    fn count(plies: usize, games: &[(&str, Option<Color>)]) -> Builder {
        let mut builder = Builder::new(plies);
        let start = Position::initial();
        for &(text, winner) in games {
            builder.add(&start, &moves(&start, text), winner).unwrap();
        }
        builder
    }

    /// What a book knows after a line, in SAN.
    fn known(book: &Book, line: &str) -> Vec<(String, u32)> {
        let mut position = Position::initial();
        line.split_whitespace().for_each(|san| position.play(position.parse_san(san).unwrap()));
        let moves = book.moves(&position);
        moves.iter().map(|known| (position.to_san(known.mv), known.weight)).collect()
    }

    fn weighed(moves: &[(&str, u32)]) -> Vec<(String, u32)> {
        moves.iter().map(|&(san, weight)| (san.to_owned(), weight)).collect()
    }

    #[test]
    fn results_count_for_whoever_moved() {
        let games = [("e4 c5 Nf3", WHITE), ("e4 e5", BLACK), ("e4 c5 Nc3", None), ("d4 d5", None)];
        let builder = count(24, &games);
        let book = builder.build(&ALL);
        assert_eq!(builder.games(), 4);
        assert_eq!(known(&book, ""), weighed(&[("e4", 3), ("d4", 1)]));
        // The Sicilian lost and drew, the other answer won.
        assert_eq!(known(&book, "e4"), weighed(&[("e5", 2), ("c5", 1)]));
        assert_eq!(known(&book, "e4 c5"), weighed(&[("Nf3", 2), ("Nc3", 1)]));
        assert!(book.entries().all(|entry| entry.learn == 0));
    }

    #[test]
    fn transpositions_meet() {
        let games = [("d4 Nf6 c4 e6 Nc3", WHITE), ("c4 e6 d4 Nf6 Nc3", WHITE)];
        let book = count(24, &games).build(&ALL);
        assert_eq!(known(&book, "c4 Nf6 d4 e6"), weighed(&[("Nc3", 4)]));
    }

    #[test]
    fn standards() {
        let mut games = vec![("e4 e5", WHITE); 8];
        games.extend(vec![("d4 d5", BLACK); 3]);
        games.extend([("d4 d5", None), ("c4 c5", WHITE)]);
        let builder = count(24, &games);
        let build = |standard: Standard| known(&builder.build(&standard), "");
        assert_eq!(build(ALL), weighed(&[("e4", 16), ("c4", 2), ("d4", 1)]));
        assert_eq!(build(Standard { games: 4, ..ALL }), weighed(&[("e4", 16), ("d4", 1)]));
        assert_eq!(build(Standard { score: 0.5, ..ALL }), weighed(&[("e4", 16), ("c4", 2)]));
        assert_eq!(build(Standard { share: 0.1, ..ALL }), weighed(&[("e4", 16), ("c4", 2)]));
        assert_eq!(build(Standard { games: 9, ..ALL }), []);
        // Black's answer to 1. e4 brought nothing.
        assert_eq!(known(&builder.build(&ALL), "e4"), []);
    }

    #[test]
    fn no_further_than_asked() {
        let book = count(2, &[("e4 e5 Nf3", None)]).build(&ALL);
        assert_eq!((known(&book, "e4").len(), known(&book, "e4 e5").len()), (1, 0));
        assert!(count(0, &[("e4 e5 Nf3", None)]).build(&ALL).is_empty());
    }

    #[test]
    fn once_a_game() {
        let shuffling = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 e4";
        let book = count(24, &[(shuffling, WHITE)]).build(&ALL);
        // The two moves of the start position.
        assert_eq!(known(&book, "").len(), 2);
        assert!(known(&book, "").iter().all(|known| known.1 == 2));
    }

    #[test]
    fn a_game_with_an_illegal_move_counts_for_nothing() {
        let start = Position::initial();
        let mut line = moves(&start, "e4 e5 Nf3");
        line[2] = line[0];
        let mut builder = Builder::new(3);
        assert!(matches!(builder.add(&start, &line, None), Err(PlayError::Illegal { .. })));
        assert!(builder.games() == 0 && builder.build(&ALL).is_empty());
        // What is not counted is not looked at.
        let mut builder = Builder::new(2);
        assert!(builder.add(&start, &line, None).is_ok());
    }

    #[test]
    fn chess960_and_castling() {
        let start = Position::from_fen("4k3/8/8/8/8/8/8/5K1R w H - 0 1").unwrap();
        let mut builder = Builder::new(8);
        for (san, winner) in [("O-O", WHITE), ("Kg1", None)] {
            builder.add(&start, &moves(&start, san), winner).unwrap();
        }
        let found = builder.build(&ALL).moves(&start);
        assert_eq!((found[0].mv.is_castle(), found[0].weight), (true, 2));
        assert_eq!((found[1].mv.is_castle(), found[1].weight), (false, 1));
    }
}
