//! Random games, the same for the same seed.

use chess::{Move, Position};

/// SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }
}

/// A game of random moves from a random Chess960 start, at most `plies` long.
/// Captures are rarer than by chance, or most games would be bare kings.
pub(crate) fn game(seed: u64, plies: usize) -> Vec<(Position, Move)> {
    let mut random = Random(seed);
    let number = if seed.is_multiple_of(2) { 518 } else { random.below(960) as u16 };
    let mut position = Position::chess960(number).expect("a start position");
    let mut game = Vec::new();
    while game.len() < plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mut mv = moves[random.below(moves.len())];
        if mv.is_capture() {
            mv = moves[random.below(moves.len())];
        }
        game.push((position, mv));
        position.play(mv);
    }
    game
}

/// The positions of many random games.
pub(crate) fn positions(games: u64) -> impl Iterator<Item = Position> {
    (0..games).flat_map(|seed| game(seed, 240)).map(|(position, _)| position)
}
