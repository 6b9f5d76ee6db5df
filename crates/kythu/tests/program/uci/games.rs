//! Fast games of the program against itself, through the driver that the
//! arena uses.

use std::time::Duration;

use chess::{ByColor, Game};
use thinking::Signal;
use uci::{Engine, EngineConfig, Go};

const GAMES: usize = 10;
const TIME: Duration = Duration::from_secs(1);
const INCREMENT: Duration = Duration::from_millis(10);
/// How late an answer may be on a machine that is busy with other tests. The
/// engine itself sees its clock every millisecond.
const MARGIN: Duration = Duration::from_millis(300);

#[test]
fn fast_games_are_legal_and_in_time() {
    let config = EngineConfig::new(crate::kythu::program()).option("Hash", 4);
    let mut engines =
        [Engine::start(config.clone()), Engine::start(config)].map(|e| e.expect("it starts"));
    let openings = ["e2e4 e7e5", "d2d4 g8f6", "c2c4 e7e5", "e2e4 c7c5", "d2d4 d7d5"];
    let (mut flags, mut worst, mut plies) = (0, Duration::ZERO, 0);
    for number in 0..GAMES {
        let mut game = Game::new();
        for mv in openings[number / 2].split(' ') {
            let mv = game.position().parse_uci(mv).expect("a good opening");
            game.play(mv).expect("a good opening");
        }
        for engine in &mut engines {
            engine.new_game().expect("it is ready");
        }
        let mut left = [TIME; 2];
        while game.outcome().is_none() && game.claimable_draw().is_none() {
            let side = game.turn() as usize;
            let limits = Go {
                time: ByColor(left.map(Some)),
                increment: ByColor([Some(INCREMENT); 2]),
                ..Go::default()
            };
            let engine = &mut engines[(side + number) % 2];
            // A move that is not legal, or none at all, is an error.
            let patience = Some(left[side] + Duration::from_secs(20));
            let thought = engine.go(&game, &limits, patience, &Signal::new(), |_| {});
            let thought = thought.unwrap_or_else(|error| panic!("game {number}: {error}"));
            let excess = thought.elapsed.saturating_sub(left[side]);
            flags += usize::from(excess > Duration::ZERO);
            worst = worst.max(excess);
            left[side] = left[side].saturating_sub(thought.elapsed) + INCREMENT;
            game.play(thought.best).expect("the driver checks legality");
            plies += 1;
        }
    }
    println!("{GAMES} games, {plies} plies, {flags} flag falls, the worst by {worst:?}");
    assert!(worst < MARGIN, "{flags} flag falls, the worst by {worst:?}");
    assert!(plies > 20 * GAMES, "only {plies} plies");
}
