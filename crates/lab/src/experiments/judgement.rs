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
}
