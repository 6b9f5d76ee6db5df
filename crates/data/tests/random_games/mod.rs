//! Games of random moves, as test matter.

use chess::{Game, MoveKind, Position};
use data::{ScoredGame, ScoredMove, WhitePoints};
use thinking::SplitMix64;

/// A random game from somewhere in a random game, half of them Chess960, with
/// random scores and result.
pub(crate) fn random_game(random: &mut SplitMix64) -> ScoredGame {
    let first = match random.below(2) {
        0 => Position::initial(),
        _ => Position::chess960(random.below(960) as u16).expect("below 960"),
    };
    let mut before = Game::from_position(first);
    for _ in 0..random.below(60) {
        step(&mut before, random);
    }
    let start = *before.position();
    let mut game = Game::from_position(start);
    let mut moves = Vec::new();
    for _ in 0..1 + random.below(300) {
        if let Some(mv) = step(&mut game, random) {
            moves.push(ScoredMove { mv, score: random.below(65_536) as u16 as i16 });
        }
    }
    ScoredGame { start, result: WhitePoints::ALL[random.below(3) as usize], moves }
}

fn step(game: &mut Game, random: &mut SplitMix64) -> Option<chess::Move> {
    // Self-play claims draws by the fifty-move rule, and viriformat asserts it.
    if game.position().halfmoves() >= 100 {
        return None;
    }
    let moves = game.position().legal_moves();
    // Castling and taking en passant are rare, and must be tested too.
    let rare = |mv: &&chess::Move| matches!(mv.kind(), MoveKind::Castle | MoveKind::EnPassant);
    let rare = moves.iter().find(rare).copied();
    let mv =
        rare.or_else(|| moves.get(random.below(moves.len().max(1) as u64) as usize).copied())?;
    game.play(mv).ok().map(|()| mv)
}
