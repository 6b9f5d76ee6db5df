//! How a game stands: its setup and all that happened in it.
//!
//! The same [`apply`](State::apply) serves a game that is played and one that is
//! read back from the disk, so that both always stand alike.

use std::sync::Arc;

use chess::{ByColor, Outcome, Position};
use thiserror::Error;

use super::setup::Setup;
use crate::messages::{
    Clock, Color, Event, GameEnd, GameState, MoveRecord, Offer, Reason, Seat, ServerMessage,
    UnratedReason,
};
use crate::store::StoredGame;

/// A game.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) setup: Arc<Setup>,
    /// The setup as it is kept; it never changes.
    pub(super) setup_text: Arc<str>,
    pub(crate) seats: ByColor<Seat>,
    pub(crate) game: chess::Game,
    /// One for each move of the game; shared, since every change begins with a copy.
    pub(crate) records: Vec<Arc<MoveRecord>>,
    /// Those of the moves that were taken back, the next to redo last.
    pub(crate) undone: Vec<Arc<MoveRecord>>,
    pub(crate) clock: Option<Clock>,
    pub(crate) paused: bool,
    /// What an agent died of, if that is why the game is paused.
    pub(crate) failure: Option<String>,
    pub(crate) pace_ms: u64,
    pub(crate) draw_offer: Option<Color>,
    pub(crate) undo_offer: Option<Color>,
    pub(crate) rematch_offer: Option<Color>,
    pub(crate) unrated: Option<UnratedReason>,
    pub(crate) rematch: Option<String>,
    pub(crate) deleted: bool,
    /// The number of the last event.
    pub(crate) seq: u64,
}

/// What was kept makes no sense: somebody else has written it.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("game {game}: {what}")]
pub(crate) struct Damaged {
    game: String,
    what: String,
}

impl State {
    /// A game before its first event.
    pub(crate) fn new(setup: Setup, now: u64) -> Result<State, Damaged> {
        let damaged = |what: String| Damaged { game: setup.id.clone(), what };
        let start =
            Position::from_fen(&setup.start_fen).map_err(|error| damaged(error.to_string()))?;
        let text = serde_json::to_string(&setup).map_err(|error| damaged(error.to_string()))?;
        let mut state = State {
            setup_text: text.into(),
            seats: ByColor([setup.white.clone(), setup.black.clone()]),
            game: chess::Game::from_position(start),
            records: Vec::new(),
            undone: Vec::new(),
            clock: setup.time_control.map(|control| Clock::new(control, now)),
            paused: false,
            failure: None,
            pace_ms: setup.pace_ms,
            draw_offer: None,
            undo_offer: None,
            rematch_offer: None,
            unrated: setup.unrated,
            rematch: None,
            deleted: false,
            seq: 0,
            setup: Arc::new(setup.clone()),
        };
        for record in &setup.moves {
            state.play(Arc::new(record.clone())).map_err(damaged)?;
        }
        if let (Some(clock), false) = (&mut state.clock, setup.moves.is_empty()) {
            clock.run(Some(state.game.turn().into()), now);
        }
        Ok(state)
    }

    /// A game as it was kept.
    pub(crate) fn load(stored: &StoredGame) -> Result<State, Damaged> {
        let id = &stored.row.id;
        let damaged = |what: String| Damaged { game: id.clone(), what };
        let setup: Setup =
            serde_json::from_str(&stored.row.setup).map_err(|error| damaged(error.to_string()))?;
        let created_at = setup.created_at;
        let mut state = State::new(setup, created_at)?;
        for body in &stored.events {
            let frame = serde_json::from_str(body).map_err(|error| damaged(error.to_string()))?;
            let ServerMessage::Event { seq: Some(seq), event, status, .. } = frame else {
                return Err(damaged("what should be an event is none".to_owned()));
            };
            if seq != state.seq + 1 {
                return Err(damaged(format!("event {} is missing", state.seq + 1)));
            }
            state.apply(&event, status.result.as_ref()).map_err(damaged)?;
            state.seq = seq;
        }
        if let Some(clock) = &stored.row.clock {
            let clock = serde_json::from_str(clock).map_err(|error| damaged(error.to_string()))?;
            state.clock = Some(clock);
        }
        state.deleted = stored.row.deleted_at.is_some();
        Ok(state)
    }

    /// Does what an event says, but for the clocks. `end` is the end that an
    /// [`Event::Over`] stands for.
    pub(crate) fn apply(&mut self, event: &Event, end: Option<&GameEnd>) -> Result<(), String> {
        match event {
            Event::Move { record, .. } => {
                let mover: Color = self.game.turn().into();
                self.play(Arc::new(record.clone()))?;
                // An offer stands until the other side moves instead of answering.
                self.draw_offer = self.draw_offer.filter(|&by| by == mover);
                self.undo_offer = None;
            }
            Event::Undo { plies } => {
                for _ in 0..*plies {
                    self.game.undo().ok_or("there is nothing to take back")?;
                    self.undone.extend(self.records.pop());
                }
                (self.draw_offer, self.undo_offer, self.rematch_offer) = (None, None, None);
            }
            Event::Redo { records } => {
                for _ in records {
                    self.game.redo().ok_or("there is nothing to redo")?;
                    self.records.extend(self.undone.pop());
                }
            }
            Event::Joined { color, name, visitor } => {
                self.seats[(*color).into()] =
                    Seat::Human { name: Some(name.clone()), visitor: Some(visitor.clone()) };
            }
            Event::Offer { what, by } => *self.offer_mut(*what) = Some(*by),
            Event::Declined { what, .. } => *self.offer_mut(*what) = None,
            Event::Paused { message, .. } => {
                self.paused = true;
                self.failure.clone_from(message);
            }
            Event::Continued => (self.paused, self.failure) = (false, None),
            Event::Pace { pace_ms } => self.pace_ms = *pace_ms,
            Event::Unrated { why } => self.unrated = self.unrated.or(Some(*why)),
            Event::Over => {
                if self.game.outcome().is_none() {
                    self.declare(end.ok_or("the end is missing")?)?;
                }
                (self.draw_offer, self.undo_offer) = (None, None);
                (self.paused, self.failure) = (false, None);
            }
            Event::Rematch { game } => {
                self.rematch = Some(game.clone());
                self.rematch_offer = None;
            }
            Event::Thinking => {}
        }
        Ok(())
    }

    fn play(&mut self, record: Arc<MoveRecord>) -> Result<(), String> {
        let mv = self.game.position().parse_uci(&record.uci).map_err(|error| error.to_string())?;
        self.game.play(mv).map_err(|error| error.to_string())?;
        // The rules forget what could be redone unless it is the very move.
        self.undone.truncate(self.game.redoable().count());
        self.records.push(record);
        Ok(())
    }

    fn offer_mut(&mut self, what: Offer) -> &mut Option<Color> {
        match what {
            Offer::Draw => &mut self.draw_offer,
            Offer::Undo => &mut self.undo_offer,
            Offer::Rematch => &mut self.rematch_offer,
        }
    }

    /// Ends the game as somebody has declared.
    fn declare(&mut self, end: &GameEnd) -> Result<Outcome, String> {
        let loser = end.winner.map(|winner| !chess::Color::from(winner));
        let declared = match (end.reason, loser) {
            (Reason::Resignation, Some(loser)) => self.game.resign(loser),
            (Reason::Flag, Some(loser)) => self.game.flag(loser),
            (Reason::FlagWithoutMatingMaterial, _) => {
                let bare = |color: &chess::Color| !self.game.position().has_mating_material(*color);
                let bare = [chess::Color::White, chess::Color::Black].into_iter().find(bare);
                self.game.flag(!bare.ok_or("both sides can mate")?)
            }
            (Reason::Agreement, _) => self.game.agree_draw(),
            (Reason::Threefold | Reason::FiftyMoves, _) => self.game.claim_draw(),
            (reason, _) => return Err(format!("nobody can declare {reason:?}")),
        };
        declared.map_err(|error| error.to_string())
    }

    pub(crate) fn turn(&self) -> Color {
        self.game.turn().into()
    }

    pub(crate) fn seat(&self, color: Color) -> &Seat {
        &self.seats[color.into()]
    }

    /// Whose pieces a visitor moves.
    pub(crate) fn seats_of(&self, visitor: Option<&str>) -> Vec<Color> {
        let is_theirs = |color: &Color| match self.seat(*color) {
            Seat::Human { visitor: Some(holder), .. } => Some(holder.as_str()) == visitor,
            _ => false,
        };
        [Color::White, Color::Black].into_iter().filter(is_theirs).collect()
    }

    /// Do two different people sit here, or shall they?
    pub(crate) fn is_between_people(&self) -> bool {
        let holder = |color| match self.seat(color) {
            Seat::Human { visitor, .. } => Some(visitor),
            Seat::Agent { .. } => None,
        };
        match (holder(Color::White), holder(Color::Black)) {
            (Some(white), Some(black)) => white != black || white.is_none(),
            _ => false,
        }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.setup.imported.is_some() || self.game.outcome().is_some()
    }

    pub(crate) fn state(&self) -> GameState {
        let is_open = |seat: &Seat| matches!(seat, Seat::Human { visitor: None, .. });
        if self.is_over() {
            GameState::Over
        } else if self.seats.0.iter().any(is_open) {
            GameState::Waiting
        } else if self.paused {
            GameState::Paused
        } else {
            GameState::Playing
        }
    }

    /// How it ended.
    pub(crate) fn end(&self) -> Option<GameEnd> {
        match &self.setup.imported {
            Some(imported) => imported.end.clone(),
            None => self.game.outcome().map(Into::into),
        }
    }
}
