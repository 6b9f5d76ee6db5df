//! One game.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime};

use chess::{ByColor, CastlingStyle, Color, Game};
use knowledge::syzygy::EndgameTables;
use thinking::Signal;

use crate::adjudication::{Adjudication, Adjudicator};
use crate::clock::Clocks;
use crate::ending::{Ending, Reason};
use crate::openings::Opening;
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
    pub(crate) adjudication: Adjudication,
    pub(crate) tables: Option<Arc<EndgameTables>>,
    pub(crate) margin: Duration,
    pub(crate) patience: Duration,
    pub(crate) seed: u64,
}

/// Where games are played.
#[derive(Debug)]
pub(crate) struct Table<'a> {
    pub(crate) number: usize,
    pub(crate) rules: &'a Rules,
    pub(crate) watchdog: &'a Watchdog,
    /// Set when nobody wants the game any more.
    pub(crate) stop: &'a AtomicBool,
}

impl Table<'_> {
    /// Plays a game; none if it was broken off.
    pub(crate) fn play(
        &self,
        fixture: &Fixture,
        (number, opening): (usize, &Opening),
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
            if let Err(failure) = seats[color].prepare(self.game_seed(fixture, color)) {
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
            self.watchdog.watch(self.number, start + patience, &control);
            let decision = seats[turn].decide(game, &limits, &control);
            let elapsed = start.elapsed();
            self.watchdog.leave(self.number);
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
                return Ending::loss(turn, Reason::Stall, detail);
            }
            thoughts.push(MoveThought::new(&decision, elapsed));
            if game.play(decision.best).is_err() {
                return Ending::loss(turn, Reason::IllegalMove, format!("{:?}", decision.best));
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

    /// The same game of the same tournament has the same randomness, whoever
    /// plays it when.
    fn game_seed(&self, fixture: &Fixture, color: Color) -> u64 {
        let game = u64::from(fixture.id) * 2 + color as u64;
        self.rules.seed.wrapping_mul(0xD134_2543_DE82_EF95).wrapping_add(game)
    }
}

fn flag_fall(game: &mut Game, loser: Color, late: Duration) -> Ending {
    let detail = format!("{} ms late", late.as_millis());
    match game.flag(loser) {
        Ok(outcome) if outcome.winner().is_none() => {
            let detail = format!("{detail}, but the opponent could never mate");
            Ending { detail, ..Ending::draw(Reason::TimeLoss) }
        }
        _ => Ending::loss(loser, Reason::TimeLoss, detail),
    }
}

/// Seconds since 1970.
pub(crate) fn now() -> u64 {
    SystemTime::UNIX_EPOCH.elapsed().map_or(0, |time| time.as_secs())
}
