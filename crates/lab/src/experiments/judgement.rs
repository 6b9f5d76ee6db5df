//! What the moves of a game lost, judged as people's games were.

use agents::Request;
use chess::{Game, Position};
use thinking::{Limits, Silent};

use crate::thinker::Thinker;
use crate::{Interruption, LabError, winning_chance};

/// People were judged after this ply,
pub(super) const FIRST_PLY: usize = 20;
/// and where neither side was further ahead, in centipawns.
pub(super) const WITHIN: i32 = 600;
/// The game of a record.
pub(super) fn replay(fen: &str, moves: &str) -> Result<Game, LabError> {
    let bad = |detail: String| LabError::Request(format!("a game of the arena: {detail}"));
    let start = Position::from_fen_tolerant(fen).map_err(|error| bad(error.to_string()))?;
    let mut game = Game::from_position(start);
    for text in moves.split_whitespace() {
        let mv = game.position().parse_uci(text).map_err(|error| bad(error.to_string()))?;
        game.play(mv).map_err(|error| bad(error.to_string()))?;
    }
    Ok(game)
}

/// What each judged move lost, in points of winning chance; none if it was broken off.
pub(super) fn losses(
    game: &Game,
    judge: &str,
    interruption: &Interruption,
) -> Result<Option<Vec<f64>>, LabError> {
    let mut judge = Thinker::new(judge, 0)?;
    let mut replayed = Game::from_position(*game.start());
    // Centipawns for the side to move, before each move and after the last one.
    let mut values: Vec<i32> = Vec::new();
    for ply in 0..=game.moves().len() {
        if ply >= FIRST_PLY {
            let Some(value) = judged(&mut judge, &replayed, interruption)? else { return Ok(None) };
            values.push(value);
        }
        if let Some(&mv) = game.moves().get(ply) {
            replayed.play(mv).map_err(|error| LabError::Request(error.to_string()))?;
        }
    }
    let judged = values.windows(2).filter(|pair| pair[0].abs() <= WITHIN);
    let loss = |pair: &[i32]| (winning_chance(pair[0]) - winning_chance(-pair[1])).max(0.0);
    Ok(Some(judged.map(loss).collect()))
}

/// What the judge thinks of a position, for the side to move.
fn judged(
    judge: &mut Thinker,
    game: &Game,
    interruption: &Interruption,
) -> Result<Option<i32>, LabError> {
    let position = game.position();
    if !position.has_legal_moves() {
        return Ok(Some(if position.is_check() { -30_000 } else { 0 }));
    }
    if game.outcome().is_some() || game.claimable_draw().is_some() {
        return Ok(Some(0));
    }
    let thought =
        judge.think(game, &Request::explained(Limits::default(), 1), interruption, &mut Silent)?;
    let Some(thought) = thought else { return Ok(None) };
    let score = thought.decision.score;
    score
        .map(|score| Some(score.centipawns()))
        .ok_or_else(|| LabError::Request(format!("the judge has no opinion of {}", position.fen())))
}

/// The mean, and half the width of its 95% interval.
pub(super) fn mean_and_error(values: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let count = values.clone().count() as f64;
    let mean = values.clone().sum::<f64>() / count;
    let spread = values.map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    (mean, 1.96 * (spread / count).sqrt())
}

/// The mean over all moves of several games, and half the width of its 95% interval.
pub(super) fn mean_and_error_by_game(games: &[Vec<f64>]) -> (f64, f64) {
    ratio_and_error(games.iter().map(|game| (game.iter().sum(), game.len() as f64)))
}

/// A ratio of two sums over games, and half the width of its 95% interval. Moves of
/// one game are no independent observations, since one game is wild and another one
/// quiet, but games are.
pub(super) fn ratio_and_error(games: impl Iterator<Item = (f64, f64)> + Clone) -> (f64, f64) {
    let (count, above, below) =
        games.clone().fold((0.0, 0.0, 0.0), |(n, above, below), (one, other)| {
            (n + 1.0, above + one, below + other)
        });
    let ratio = above / below;
    let spread = games.map(|(one, other)| (one - ratio * other).powi(2)).sum::<f64>();
    (ratio, 1.96 * (spread * count / f64::max(count - 1.0, 1.0)).sqrt() / below)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_blunder_loses_chances_and_what_follows_does_not_count() {
        // Twenty plies of an opening, then White gives its queen for a pawn.
        let mut game = Game::new();
        let moves = "Nf3 Nf6 g3 g6 Bg2 Bg7 O-O O-O d3 d6 c3 c6 Nbd2 Nbd7 Re1 Re8 a3 a6 Qb3 Qc7 Qxf7+ Kxf7 h3 h6";
        for text in moves.split(' ') {
            let mv = game.position().parse_san(text).unwrap();
            game.play(mv).unwrap();
        }
        let found = losses(&game, "minimax?depth=3", &Interruption::new()).unwrap().unwrap();
        // What comes later is beyond six pawns, and says nothing.
        assert!(found.len() == 1 && found[0] > 30.0, "{found:?}");
        let stopped = Interruption::new();
        stopped.stop();
        assert!(losses(&game, "minimax?depth=3", &stopped).unwrap().is_none());
    }

    #[test]
    fn means_have_errors() {
        let (mean, error) = mean_and_error([1.0, 2.0, 3.0, 4.0].into_iter());
        assert_eq!(mean, 2.5);
        // The standard deviation is 1.29099.
        assert!((error - 1.96 * 1.290_99 / 2.0).abs() < 1e-4);
        assert_eq!(mean_and_error([7.0].into_iter()), (7.0, 0.0));
    }

    #[test]
    fn ratios_of_sums_have_errors() {
        // Sums of 4 and 8; what games have beyond a half of theirs is 1, 0 and −1.
        let (ratio, error) = ratio_and_error([(2.0, 2.0), (1.0, 2.0), (1.0, 4.0)].into_iter());
        assert_eq!(ratio, 0.5);
        assert!((error - 1.96 * f64::sqrt(2.0 * 3.0 / 2.0) / 8.0).abs() < 1e-12);
    }

    #[test]
    fn games_and_not_moves_are_independent() {
        // Games of one move each: the same as without games.
        let alone = mean_and_error_by_game(&[1.0, 2.0, 3.0, 4.0].map(|loss| vec![loss]));
        let plain = mean_and_error([1.0, 2.0, 3.0, 4.0].into_iter());
        assert!((alone.0 - plain.0).abs() < 1e-12 && (alone.1 - plain.1).abs() < 1e-12);
        // The same move twice in every game says nothing new.
        let doubled = [1.0, 2.0, 3.0, 4.0].map(|loss| vec![loss; 2]);
        assert!((mean_and_error_by_game(&doubled).1 - plain.1).abs() < 1e-12);
        // A long game counts by its moves; one game has no spread.
        let (mean, _) = mean_and_error_by_game(&[vec![6.0], vec![0.0, 0.0]]);
        assert_eq!(mean, 2.0);
        assert_eq!(mean_and_error_by_game(&[vec![1.0, 3.0]]), (2.0, 0.0));
    }
}
