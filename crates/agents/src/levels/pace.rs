//! How long a person would take for a move. Front ends that want a game to have a
//! rhythm wait that long before they show it.

use std::time::Duration;

use chess::{Game, Move};

/// Milliseconds for what nobody thinks about: a forced move, the first moves.
const AT_ONCE: f64 = 350.0;
/// Milliseconds for an ordinary move.
const ORDINARY: f64 = 900.0;
/// Milliseconds more where there is much to choose from.
const MUCH_TO_CHOOSE: f64 = 1_100.0;
/// Legal moves of a rich position.
const RICH: f64 = 40.0;
/// No move takes longer.
const LONGEST: f64 = 3_000.0;
/// With a clock, no move takes more than this share of what is left.
const SHARE: f64 = 1.0 / 60.0;

/// The time that `best`, played in `game`, should seem to take. The same game
/// gets the same answer.
pub fn natural_time(game: &Game, best: Move, left: Option<Duration>, seed: u64) -> Duration {
    let position = game.position();
    let moves = position.legal_moves().len();
    let plies = game.moves().len();
    let recaptures = game
        .moves()
        .last()
        .is_some_and(|last| last.is_capture() && best.is_capture() && last.to() == best.to());
    let mut random = fastrand::Rng::with_seed(seed ^ (plies as u64).wrapping_mul(0x9e37_79b9));
    let ms = if moves <= 1 || plies < 2 {
        AT_ONCE
    } else if recaptures || plies < 8 {
        (AT_ONCE + ORDINARY) / 2.0
    } else {
        ORDINARY + MUCH_TO_CHOOSE * (moves as f64 / RICH).min(1.0)
    };
    // Now faster, now slower; seldom much slower.
    let ms = ms * (0.6 + 0.9 * random.f64() * random.f64() + 0.2 * random.f64());
    let ms = ms.min(LONGEST);
    let ms = left.map_or(ms, |left| ms.min(left.as_millis() as f64 * SHARE));
    Duration::from_millis(ms as u64)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn game(moves: &str) -> Game {
        let mut game = Game::new();
        for san in moves.split_whitespace() {
            game.play(game.position().parse_san(san).unwrap()).unwrap();
        }
        game
    }

    fn time(game: &Game, san: &str, left: Option<u64>) -> u128 {
        let best = game.position().parse_san(san).unwrap();
        natural_time(game, best, left.map(Duration::from_millis), 5).as_millis()
    }

    #[test]
    fn hard_choices_take_longer_and_short_clocks_less() {
        let middle = game("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7");
        let long = time(&middle, "Re1", None);
        assert!((500..=3_000).contains(&long), "{long}");
        assert_eq!(long, time(&middle, "Re1", None));
        assert!(time(&game(""), "e4", None) < 700);
        assert!(time(&middle, "Re1", Some(6_000)) <= 100);
        assert_eq!(time(&middle, "Re1", Some(0)), 0);
    }
}
