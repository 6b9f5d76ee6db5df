//! Games of random moves, as test matter.

use chess::{Game, MoveKind, Position};
use data::{GameResult, ScoredGame, ScoredMove};

/// A xorshift generator.
#[derive(Debug)]
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn new(seed: u64) -> Chance {
        Chance((seed + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % bound as u64) as usize
    }
}

/// A random game from somewhere in a random game, half of them Chess960, with
/// random scores and result.
pub(crate) fn random_game(chance: &mut Chance) -> ScoredGame {
    let first = match chance.below(2) {
        0 => Position::initial(),
        _ => Position::chess960(chance.below(960) as u16).expect("below 960"),
    };
    let mut before = Game::from_position(first);
    for _ in 0..chance.below(60) {
        step(&mut before, chance);
    }
    let start = *before.position();
    let mut game = Game::from_position(start);
    let mut moves = Vec::new();
    for _ in 0..1 + chance.below(300) {
        if let Some(mv) = step(&mut game, chance) {
            moves.push(ScoredMove { mv, score: chance.below(65_536) as u16 as i16 });
        }
    }
    ScoredGame { start, result: GameResult::ALL[chance.below(3)], moves }
}

fn step(game: &mut Game, chance: &mut Chance) -> Option<chess::Move> {
    let moves = game.position().legal_moves();
    // Castling and taking en passant are rare, and must be tested too.
    let rare = |mv: &&chess::Move| matches!(mv.kind(), MoveKind::Castle | MoveKind::EnPassant);
    let rare = moves.iter().find(rare).copied();
    let mv = rare.or_else(|| moves.get(chance.below(moves.len().max(1))).copied())?;
    game.play(mv).ok().map(|()| mv)
}
