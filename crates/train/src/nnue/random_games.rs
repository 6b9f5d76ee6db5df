//! Games of random moves: positions for checks and tests.

use chess::{Color, Position, Role};
use data::{Filter, Sample, ScoredGame, ScoredMove, WhitePoints};
use thinking::SplitMix64;

use super::packed_sample::PackedSample;
use super::samples::FromSample;

/// Plies of a game.
const LENGTH: usize = 120;

/// What men are worth, in pawns.
const WORTH: [(Role, i32); 5] =
    [(Role::Pawn, 1), (Role::Knight, 3), (Role::Bishop, 3), (Role::Rook, 5), (Role::Queen, 9)];

/// A game of random moves, captures first. Scores are the balance of material,
/// and so is the result: there is something to learn.
pub(crate) fn random_game(seed: u64, number: u64) -> ScoredGame {
    let mut random = SplitMix64::new(seed, number);
    let start = Position::initial();
    let (mut position, mut moves) = (start, Vec::new());
    while moves.len() < LENGTH && position.has_legal_moves() {
        let legal = position.legal_moves();
        let captures: Vec<_> = legal.iter().filter(|mv| mv.is_capture()).collect();
        let mv = match captures.as_slice() {
            some if !some.is_empty() && random.below(3) == 0 => {
                *some[random.below(some.len() as u64) as usize]
            }
            _ => legal[random.below(legal.len() as u64) as usize],
        };
        moves.push(ScoredMove { mv, score: balance(&position) });
        position.play(mv);
    }
    let result = match balance(&position) {
        score if score > 100 => WhitePoints::One,
        score if score < -100 => WhitePoints::Zero,
        _ => WhitePoints::Half,
    };
    ScoredGame { start, result, moves }
}

/// Material for White, in centipawns.
fn balance(position: &Position) -> i16 {
    let side = |color: Color| -> i32 {
        WORTH.iter().map(|&(role, worth)| worth * position.pieces(color, role).len() as i32).sum()
    };
    (100 * (side(Color::White) - side(Color::Black))) as i16
}

/// So many positions of random games.
pub(crate) fn random_samples(seed: u64, count: usize) -> Vec<PackedSample> {
    let games = (0..).map(|number| random_game(seed, number));
    let all = |game: ScoredGame| -> Vec<Sample> {
        game.samples(Filter { first_ply: 8, ..Filter::default() }).collect()
    };
    games.flat_map(all).map(|sample| PackedSample::from(&sample)).take(count).collect()
}

/// So many positions of random games, those in check and with captures too.
pub(crate) fn random_samples_of<S: FromSample>(seed: u64, count: usize) -> Vec<S> {
    let filter = Filter { first_ply: 4, no_checks: false, quiet_moves: false, ..Filter::default() };
    let games = (0..).map(|number| random_game(seed, number));
    let all = |game: ScoredGame| -> Vec<S> {
        game.samples(filter).filter_map(|sample| S::from_sample(&sample)).collect()
    };
    games.flat_map(all).take(count).collect()
}
