//! How long a move would take a person.

use std::time::Duration;

use chess::Game;
use thinking::Clock;

use crate::Decision;

/// Seconds for a move that needs no thought, for an ordinary one, and the longest.
const AT_ONCE: f64 = 0.4;
const ORDINARY: f64 = 1.6;
const LONGEST: f64 = 6.0;
/// The share of the clock that a move may take.
const SHARE: f64 = 0.02;
const INCREMENT_SHARE: f64 = 0.5;

/// How long the decision should seem to have taken: known openings, recaptures and
/// only moves come at once, a choice among many takes its time, and a short clock
/// hurries everybody. It is a function of the game, not of chance.
pub fn natural_time(game: &Game, decision: &Decision, clock: Option<Clock>) -> Duration {
    let position = game.position();
    let choices = position.legal_moves().len();
    let retakes = game.moves().last().is_some_and(|last| {
        last.is_capture() && decision.best.is_capture() && last.to() == decision.best.to()
    });
    let seconds = if decision.from_book || choices <= 1 {
        AT_ONCE
    } else if retakes {
        AT_ONCE * 1.5
    } else {
        // A hash of the position spreads times between half and twice the usual.
        let spread = 2f64.powf((position.key() >> 40) as f64 / f64::from(1 << 24) * 2.0 - 1.0);
        ORDINARY * spread * (choices as f64 / 30.0).clamp(0.4, 1.5)
    };
    let most = clock.map_or(LONGEST, |clock| {
        let share = clock.left.as_secs_f64() * SHARE;
        share + clock.increment.as_secs_f64() * INCREMENT_SHARE
    });
    Duration::from_secs_f64(seconds.min(most).min(LONGEST))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn thought_takes_longer_than_knowledge_and_clocks_hurry() {
        let game = Game::new();
        let mv = game.position().parse_san("e4").unwrap();
        let thought = Decision::blind(mv);
        let known = Decision { from_book: true, ..Decision::blind(mv) };
        let time = |decision: &Decision, left: Option<u64>| {
            let clock = left
                .map(|left| Clock { left: Duration::from_secs(left), increment: Duration::ZERO });
            natural_time(&game, decision, clock)
        };
        assert!(time(&known, None) < time(&thought, None));
        assert!(time(&thought, Some(10)) <= Duration::from_millis(200));
        assert!(time(&thought, Some(3600)) <= Duration::from_secs(6));
        assert_eq!(time(&thought, None), time(&thought, None));
    }
}
