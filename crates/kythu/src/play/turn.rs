//! The turn of a player without hands.

use std::io::Write;
use std::thread;

use agents::Fault;
use anyhow::Result;
use chess::ByColor;
use thinking::Signal;

use super::score_sheet;
use super::seat::Seat;
use super::table::Table;
use super::thinking_line::ThinkingLine;

/// How many moves an opponent gives reasons for, where somebody may ask.
const REASONS: usize = 3;

impl<W: Write> Table<W> {
    /// Lets the opponent to move think and move. One that cannot leaves the
    /// game as it stands.
    pub(super) fn let_opponent_move(&mut self) -> Result<()> {
        let is_watched = !self.has_human();
        // A stream without a player gets the moves; the board would be too
        // much of it.
        let is_stream = is_watched && !self.screen.is_terminal();
        if !is_stream {
            self.show()?;
        }
        if is_watched {
            thread::sleep(self.delay);
        }
        if let Some(clocks) = &mut self.clocks {
            clocks.run();
        }
        let turn = self.game.turn();
        let signal = self.begin_thought();
        let clocks = self.clocks.as_ref();
        let clocks = clocks.map_or_else(ByColor::default, |clocks| clocks.for_agents(&self.game));
        let reasons = if is_watched { 0 } else { REASONS };
        let Seat::Opponent(opponent) = &mut self.seats[turn] else { return Ok(()) };
        let mut line = ThinkingLine::new(&mut self.screen, *self.game.position(), opponent.name());
        let decided = opponent.choose(&self.game, clocks, reasons, &signal, &mut line);
        self.farewell.end_thought();
        self.hear_remarks(turn);
        let failed = |what: String| format!("{} failed ({what})", self.name(turn));
        let decided = decided
            .map_err(|error| failed(format!("{}: {error}", error.fault())))
            .and_then(|decision| match self.game.position().is_legal(decision.best) {
                true => Ok(decision),
                false => Err(failed(Fault::IllegalMove.to_string())),
            });
        let decision = match decided {
            _ if self.has_fallen() => {
                decided.err().into_iter().for_each(|fault| self.note(format!("{fault}.")));
                self.fall();
                return Ok(());
            }
            Err(fault) => {
                self.stall(fault);
                return Ok(());
            }
            Ok(decision) => decision,
        };
        let ply = self.game.moves().len();
        self.play_move(decision.best);
        self.thoughts.keep(ply, decision);
        if is_stream && let Some(last) = score_sheet::last(&self.game) {
            self.screen.say(&format!(" {last}"))?;
        }
        Ok(())
    }

    /// A signal that Ctrl-C gives, where somebody sits before a terminal and
    /// waits. Anywhere else Ctrl-C ends the program.
    pub(super) fn begin_thought(&self) -> Signal {
        if self.screen.is_terminal() && self.has_human() {
            self.farewell.begin_thought()
        } else {
            Signal::new()
        }
    }

    /// Has the side to move used up its time?
    pub(super) fn has_fallen(&self) -> bool {
        self.clocks.as_ref().is_some_and(|clocks| clocks.has_fallen(&self.game))
    }

    /// Ends the game by the flag of the side to move.
    pub(super) fn fall(&mut self) {
        self.offer_pending = false;
        let loser = self.game.turn();
        self.declare(|game| game.flag(loser));
    }
}
