//! Who sits where, and what happens when somebody cannot go on.

use std::io::Write;

use chess::Color;

use super::actions::STALLED;
use super::screen::wrapped;
use super::seat::Seat;
use super::table::Table;
use super::who::{DEFAULT_OPPONENT, Who};

impl<W: Write> Table<W> {
    /// The side of whoever types: the one to move, if that is a human.
    pub(super) fn speaker(&self) -> Color {
        let turn = self.game.turn();
        if !self.is_human(turn) && self.is_human(!turn) { !turn } else { turn }
    }

    /// Seats somebody on this side, or opposite the one who types.
    pub(super) fn seat(&mut self, color: Option<Color>, who: &str) {
        if who.is_empty() {
            let word = color.map_or("opponent".to_owned(), |color| color.to_string());
            let word = word.to_ascii_lowercase();
            return self.note(format!(
                "Say who: {word} {DEFAULT_OPPONENT}, for example, or {word} human.\n\
                 kythu agents lists all agents."
            ));
        }
        match who.parse::<Who>() {
            Ok(who) => self.change_seat(color.unwrap_or(!self.speaker()), &who),
            Err(error) => self.note(format!("Nobody came: {error}.")),
        }
    }

    /// A human takes the seat of the opponent, the one who failed if one did.
    pub(super) fn take_seat(&mut self) {
        let turn = self.game.turn();
        let color = if self.is_human(turn) { !turn } else { turn };
        if self.is_human(color) {
            return self.note("Humans sit on both sides.");
        }
        self.change_seat(color, &Who::Human)
    }

    fn change_seat(&mut self, color: Color, who: &Who) {
        match Seat::new(who, self.movetime, &mut self.random) {
            Ok(seat) => {
                self.seats[color] = seat;
                self.offer_pending = false;
                self.hear_remarks(color);
                self.note(format!("{color} is played by {}.", self.name(color)));
                if color == self.game.turn() {
                    self.turn_changes();
                }
                self.redraw()
            }
            Err(error) => self.note(format!("{who} cannot play: {error}.")),
        }
    }

    /// Shows what an opponent has to say beside its moves.
    pub(super) fn hear_remarks(&mut self, color: Color) {
        if let Seat::Opponent(opponent) = &mut self.seats[color] {
            let remarks = opponent.take_remarks();
            self.notes.extend(remarks);
        }
    }

    /// An opponent could not decide. Humans choose what to do about it.
    pub(super) fn stall(&mut self, fault: String) {
        self.note(wrapped(format!("{fault}.").split_whitespace()));
        self.note(STALLED);
        self.stalled = Some(fault);
    }

    /// Asks again an opponent that failed.
    pub(super) fn retry(&mut self) {
        if self.stalled.take().is_none() {
            return self.note("Nobody has failed.");
        }
        // What time it lost by failing is nobody's fault but ours.
        self.turn_changes()
    }
}
