//! Lines of moves as they can be played.

use chess::{Game, Move};

/// As much of a line as can be played in this game: every move legal, and none
/// after the game would be over or drawn by repetition.
pub(crate) fn playable(game: &Game, line: &[Move]) -> Vec<Move> {
    let mut game = game.clone();
    let mut played = Vec::with_capacity(line.len());
    for &mv in line {
        if game.play(mv).is_err() {
            break;
        }
        played.push(mv);
        if game.claimable_draw().is_some() {
            break;
        }
    }
    played
}
