//! Playing one game.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime};

use chess::{ByColor, CastlingStyle, Color, Game};
use knowledge::syzygy::EndgameTables;
use thinking::Signal;

use crate::adjudication::{AdjudicationRules, Adjudicator};
use crate::clock::Clocks;
use crate::ending::{EndReason, Ending};
use crate::openings::OpeningLine;
use crate::record::{GameRecord, MoveThought};
use crate::schedule::Fixture;
use crate::seat::Seat;
use crate::time_control::TimeControl;
use crate::watchdog::Watchdog;

/// How much longer than its clock a player may think before it is stopped.
const GRACE: Duration = Duration::from_secs(1);

/// The rules of a tournament's games.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    pub(crate) adjudication: AdjudicationRules,
    pub(crate) tables: Option<Arc<EndgameTables>>,
    pub(crate) margin: Duration,
    pub(crate) patience: Duration,
}

/// Plays games under the rules, one after the other: keeps the clocks, claims
/// draws, and turns whatever a player does wrong into the end of the game.
#[derive(Debug)]
pub(crate) struct Referee<'a> {
    /// Its slot of the watchdog.
    pub(crate) slot: usize,
    pub(crate) rules: &'a Rules,
    pub(crate) watchdog: &'a Watchdog,
    /// Set when nobody wants the game any more.
    pub(crate) stop: &'a AtomicBool,
}

impl Referee<'_> {
    /// Plays a game; none if it was broken off.
    pub(crate) fn play(
        &self,
        fixture: &Fixture,
        (number, opening): (usize, &OpeningLine),
        mut seats: ByColor<&mut Seat>,
        controls: ByColor<TimeControl>,
    ) -> Option<GameRecord> {
        let (began, started) = (now(), Instant::now());
        let mut game = opening.game();
        let book = game.moves().len();
        let mut thoughts = Vec::new();
        let ending = self.play_on(fixture, &mut game, &mut seats, controls, &mut thoughts);
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        let spell = |(position, &mv): (&chess::Position, &chess::Move)| {
            position.to_uci(mv, CastlingStyle::Standard).to_string()
        };
        let moves: Vec<_> = game.positions().iter().zip(game.moves()).map(spell).collect();
        Some(GameRecord {
            id: fixture.id,
            white: fixture.white,
            black: fixture.black,
            pair: fixture.pair,
            opening: number,
            fen: game.start().fen(),
            moves: moves.join(" "),
            book,
            thoughts,
            ending,
            began,
            lasted: u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX),
        })
    }

    fn play_on(
        &self,
        fixture: &Fixture,
        game: &mut Game,
        seats: &mut ByColor<&mut Seat>,
        controls: ByColor<TimeControl>,
        thoughts: &mut Vec<MoveThought>,
    ) -> Ending {
        for color in Color::ALL {
            if let Err(failure) = seats[color].prepare(fixture.seeds[color]) {
                return Ending::loss(color, failure.reason, failure.detail);
            }
        }
        let mut clocks = Clocks::new(controls);
        let mut adjudicator =
            Adjudicator::new(&self.rules.adjudication, self.rules.tables.as_deref());
        loop {
            let turn = game.turn();
            let limits = clocks.limits(turn);
            let allowed = clocks.allowed(turn);
            let patience =
                allowed.map_or(self.rules.patience, |time| time + self.rules.margin + GRACE);
            let control = Signal::new();
            let start = Instant::now();
            self.watchdog.watch(self.slot, start + patience, &control);
            let decision = seats[turn].decide(game, &limits, &control);
            let elapsed = start.elapsed();
            self.watchdog.leave(self.slot);
            let decision = match decision {
                Ok(decision) => decision,
                Err(failure) => return Ending::loss(turn, failure.reason, failure.detail),
            };
            if let Err(fall) = clocks.press(turn, elapsed, self.rules.margin) {
                // Whatever held it up may hold up the next game too.
                seats[turn].dismiss();
                return flag_fall(game, turn, fall.late);
            }
            if allowed.is_none() && elapsed >= patience {
                seats[turn].dismiss();
                let detail = format!("no move within {} s", patience.as_secs());
                return Ending::loss(turn, EndReason::Stall, detail);
            }
            thoughts.push(MoveThought::new(&decision, elapsed));
            if game.play(decision.best).is_err() {
                return Ending::loss(turn, EndReason::IllegalMove, format!("{:?}", decision.best));
            }
            if let Some(outcome) = game.outcome() {
                return Ending::on_board(outcome);
            }
            if let Some(reason) = game.claimable_draw() {
                return Ending::on_board(chess::Outcome::Draw(reason));
            }
            if let Some(ending) = adjudicator.judge(game, turn, decision.score) {
                return ending;
            }
        }
    }
}

fn flag_fall(game: &mut Game, loser: Color, late: Duration) -> Ending {
    let late = format!("{} ms late", late.as_millis());
    match game.flag(loser) {
        Ok(outcome) if outcome.winner().is_none() => {
            let detail = format!("{loser} was {late}, but {} cannot mate", !loser);
            Ending { detail, ..Ending::draw(EndReason::TimeLoss) }
        }
        _ => Ending::loss(loser, EndReason::TimeLoss, late),
    }
}

/// Seconds since 1970.
pub(crate) fn now() -> u64 {
    SystemTime::UNIX_EPOCH.elapsed().map_or(0, |time| time.as_secs())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use chess::Position;

    use super::*;

    #[test]
    fn a_flag_falls_for_nothing_against_a_bare_king() {
        let game = |fen: &str| Game::from_position(Position::from_fen(fen).unwrap());
        let late = Duration::from_millis(7);
        let ending = flag_fall(&mut game("4k3/8/8/8/8/8/8/4K2R w - - 0 1"), Color::White, late);
        let expected = "draw by time loss: White was 7 ms late, but Black cannot mate";
        assert_eq!(ending.to_string(), expected);
        let ending = flag_fall(&mut game("4k3/8/8/8/8/8/8/4K2R b - - 0 1"), Color::Black, late);
        assert_eq!(ending.to_string(), "White wins by time loss: 7 ms late");
    }
}
