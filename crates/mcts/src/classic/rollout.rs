//! Simulations: games played to their end by chance.

use chess::{Position, Role};
use fastrand::Rng;
use thinking::Signal;

use crate::past::Past;

/// Likelier by this factor than a quiet move, in smart playouts.
const CHECK_WEIGHT: u32 = 4;
const CAPTURE_WEIGHT: u32 = 4;
/// A captured man's worth is added to that, in pawns.
const VICTIM_WEIGHTS: [u32; 6] = [1, 3, 3, 5, 9, 0];

/// Plays from `position` until the game is over, draws by repetition and fifty
/// moves included: 1 if White wins, −1 if Black does, 0 otherwise. None when told
/// to stop.
pub(crate) fn playout(
    position: &Position,
    past: &mut Past,
    smart: bool,
    rng: &mut Rng,
    signal: &Signal,
) -> Option<f64> {
    let mut position = *position;
    loop {
        let moves = position.legal_moves();
        if moves.is_empty() {
            let winner = if position.turn().is_white() { -1.0 } else { 1.0 };
            return Some(if position.is_check() { winner } else { 0.0 });
        }
        if position.is_insufficient_material() || past.is_draw(&position) {
            return Some(0.0);
        }
        if signal.is_stopped() {
            return None;
        }
        let mv = if smart {
            let weight = |&mv| {
                let victim = position.captured(mv).map(|piece| piece.role());
                let capture = |role: Role| CAPTURE_WEIGHT + VICTIM_WEIGHTS[role as usize];
                let check = if position.gives_check(mv) { CHECK_WEIGHT } else { 0 };
                1 + victim.map_or(0, capture) + check
            };
            let mut left = rng.u32(..moves.iter().map(weight).sum::<u32>());
            *moves
                .iter()
                .find(|&mv| {
                    let weight = weight(mv);
                    let found = left < weight;
                    left = left.saturating_sub(weight);
                    found
                })
                .unwrap_or(&moves[0])
        } else {
            moves[rng.usize(..moves.len())]
        };
        position.play(mv);
        past.push(&position);
    }
}

#[cfg(test)]
mod tests {
    use chess::Game;

    use super::*;

    fn average(fen: &str, smart: bool, games: u32) -> f64 {
        let game = Game::from_position(Position::from_fen(fen).unwrap());
        let mut rng = Rng::with_seed(5);
        let mut past = Past::default();
        let mut play = || {
            past.reset(&game);
            playout(game.position(), &mut past, smart, &mut rng, &Signal::new()).unwrap()
        };
        (0..games).map(|_| play()).sum::<f64>() / f64::from(games)
    }

    #[test]
    fn the_stronger_side_wins_more_often() {
        let white = "4k3/8/8/8/8/8/QQQQ4/4K3 w - - 0 1";
        assert!(average(white, false, 60) > 0.15);
        assert!(average("qqqqk3/8/8/8/8/8/8/4K3 w - - 0 1", true, 60) < -0.15);
        assert_eq!(average("4k3/8/8/8/8/8/8/4K3 w - - 0 1", false, 3), 0.0);
    }

    #[test]
    fn it_stops_when_told() {
        let signal = Signal::new();
        signal.stop();
        let (game, mut past) = (Game::new(), Past::default());
        past.reset(&game);
        let mut rng = Rng::with_seed(1);
        assert_eq!(playout(game.position(), &mut past, false, &mut rng, &signal), None);
    }
}
