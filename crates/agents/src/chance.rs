//! Where chance comes from.

use chess::Game;

/// A source of randomness that depends on nothing but two seeds and the game so
/// far: taking back a move and starting the program again change nothing.
///
/// `own` is the agent's seed (part of its spec), `game_seed` the game's.
pub(crate) fn chance(own: u64, game_seed: u64, game: &Game) -> fastrand::Rng {
    let mut state = mix(own ^ mix(game_seed));
    state = mix(state ^ game.start().key());
    for mv in game.moves() {
        state = mix(state ^ u64::from(mv.to_bits()));
    }
    fastrand::Rng::with_seed(state)
}

/// The finaliser of SplitMix64: every bit of the input changes half of the output.
fn mix(mut x: u64) -> u64 {
    x = x.wrapping_add(0x9E37_79B9_7F4A_7C15);
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn it_depends_on_both_seeds_and_every_move() {
        let mut game = Game::new();
        let draw = |own, seed, game: &Game| chance(own, seed, game).u64(..);
        let first = draw(1, 2, &game);
        assert_eq!(first, draw(1, 2, &Game::new()));
        assert_ne!(first, draw(2, 1, &game));
        assert_ne!(first, draw(1, 3, &game));
        let mv = game.position().parse_san("Nf3").unwrap();
        game.play(mv).unwrap();
        let second = draw(1, 2, &game);
        assert_ne!(first, second);
        game.undo();
        assert_eq!(first, draw(1, 2, &game));
    }
}
