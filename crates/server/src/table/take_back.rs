//! Moves that are taken back, and played again.

use super::Table;
use super::clock::other;
use super::commands::{Done, refuse};
use super::state::State;
use crate::error::{Code, Refusal};
use crate::messages::{Clock, Color, Event, GameState, MoveRecord, Offer, UnratedReason};

impl Table {
    /// How many half-moves an undo of this side takes back: its own last move,
    /// and what was played since.
    pub(super) fn plies_back(&self, color: Color) -> usize {
        let plies = self.state.records.len();
        let mover = |ply: usize| {
            let first: Color = self.state.game.start().turn().into();
            if ply.is_multiple_of(2) { first } else { other(first) }
        };
        let last = (0..plies).rev().find(|&ply| mover(ply) == color);
        last.map_or(0, |ply| plies - ply)
    }

    pub(super) async fn on_undo(&mut self, seats: &[Color]) -> Done {
        if self.state.setup.imported.is_some() || self.state.state() == GameState::Waiting {
            return refuse(Code::NotAllowed, "No move of this game can be taken back.");
        }
        let plies = match seats {
            [color] => self.plies_back(*color),
            // One device, or agent against agent.
            _ => self.state.records.len().min(1),
        };
        if plies == 0 {
            return refuse(Code::NothingToUndo, "There is no move to take back.");
        }
        if seats.is_empty() && !self.state.paused && !self.state.is_over() {
            return refuse(Code::PauseFirst, "Pause the game first.");
        }
        if self.state.is_between_people() {
            let by = self.acting(seats)?;
            if self.state.undo_offer == Some(by) {
                return refuse(Code::AskedAlready, "You have asked already.");
            }
            if self.state.undo_offer == Some(other(by)) {
                return self.on_answer(seats, Offer::Undo, true).await;
            }
            let event = Event::Offer { what: Offer::Undo, by };
            return self.happen(vec![event], Vec::new()).await.map(Some);
        }
        self.undo(plies).await.map(Some)
    }

    pub(super) async fn undo(&mut self, plies: usize) -> Result<u64, Refusal> {
        self.thinking.stop();
        let mut events = vec![Event::Undo { plies }];
        if self.state.unrated.is_none() {
            events.push(Event::Unrated { why: UnratedReason::Undo });
        }
        self.rewind(events).await
    }

    /// Applies events that change which moves are played, and sets the clocks to
    /// what they were then.
    async fn rewind(&mut self, events: Vec<Event>) -> Result<u64, Refusal> {
        let now = self.app.time.now();
        let mut next = self.state.clone();
        for event in &events {
            next.apply(event, None).map_err(Refusal::internal)?;
        }
        restore_clock(&mut next, now);
        let seq = self.finish(next, events).await?;
        self.turn_since = now;
        Ok(seq)
    }

    pub(super) async fn on_redo(&mut self, seats: &[Color]) -> Done {
        if self.state.is_between_people() {
            return refuse(Code::BetweenPeople, "Against another player nothing can be redone.");
        }
        if self.state.undone.is_empty() || self.state.is_over() {
            return refuse(Code::NothingToRedo, "There is no move to play again.");
        }
        if seats.is_empty() && !self.state.paused {
            return refuse(Code::PauseFirst, "Pause the game first.");
        }
        // Up to where this side is to move again.
        let wanted = match seats {
            [color] if self.state.turn() == *color => 2,
            _ => 1,
        };
        let count = wanted.min(self.state.undone.len());
        let records = self.state.undone.iter().rev().take(count);
        let records = records.map(|record| MoveRecord::clone(record)).collect();
        self.thinking.stop();
        self.rewind(vec![Event::Redo { records }]).await.map(Some)
    }
}

/// Sets the clocks to what they were after the moves that are left.
fn restore_clock(state: &mut State, now: u64) {
    let Some(control) = state.setup.time_control else { return };
    let first: Color = state.game.start().turn().into();
    let left = |color: Color| {
        let parity = usize::from(color != first);
        let own = state.records.iter().enumerate().filter(|(ply, _)| ply % 2 == parity);
        own.filter_map(|(_, record)| record.clock_ms).next_back().unwrap_or(control.base_ms)
    };
    let (white_ms, black_ms) = (left(Color::White), left(Color::Black));
    let runs = !state.records.is_empty() && !state.paused && !state.is_over();
    let running = runs.then(|| state.turn());
    state.clock = Some(Clock { white_ms, black_ms, running, at: now });
}
