//! How a change becomes true: on a copy, to the disk, and only then for all.

use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;

use super::{State, Table};
use crate::error::Refusal;
use crate::messages::{Color, Event, Seat, ServerMessage};
use crate::store::Change;

impl Table {
    /// Writes what has happened, and then makes it so. Returns the number of the
    /// last event.
    pub(super) async fn commit(
        &mut self,
        mut next: State,
        events: Vec<Event>,
        mut changes: Vec<Change>,
    ) -> Result<u64, Refusal> {
        let now = self.app.time.now();
        next.seq = self.state.seq + events.len() as u64;
        let status = next.status(self.thinking_color().filter(|_| !next.is_over()));
        let mut frames = Vec::with_capacity(events.len());
        for (index, event) in events.into_iter().enumerate() {
            let seq = self.state.seq + 1 + index as u64;
            let status = Box::new(status.clone());
            let frame = ServerMessage::Event { seq: Some(seq), at: now, event, status };
            let body = serde_json::to_string(&frame).map_err(Refusal::internal)?;
            let game = next.setup.id.clone();
            changes.push(Change::Event { game, seq, at: now, body: body.clone() });
            frames.push(Utf8Bytes::from(body));
        }
        changes.push(Change::Game(Box::new(next.row(now).map_err(Refusal::internal)?)));
        let began = Instant::now();
        self.app.store.write(changes).await?;
        self.app.metrics.commits.observe(began.elapsed());
        self.told_thinking = status.thinking;
        self.state = next;
        self.count_clock();
        for frame in frames {
            self.watchers.tell_all(&frame);
        }
        Ok(self.state.seq)
    }

    /// Keeps the number of running clocks, for the heartbeat.
    pub(super) fn count_clock(&mut self) {
        let runs = self.running_clock().is_some();
        if runs != self.counted_clock {
            self.app.metrics.running_clocks.add(if runs { 1 } else { -1 });
            self.counted_clock = runs;
        }
    }

    /// Keeps the clocks alone.
    pub(super) async fn write_clock(&mut self) {
        let clock = self.state.clock;
        let change = Change::Clock {
            game: self.state.setup.id.clone(),
            clock: clock.and_then(|clock| serde_json::to_string(&clock).ok()),
            runs: clock.is_some_and(|clock| clock.running.is_some()),
        };
        self.count_clock();
        if let Err(error) = self.app.store.write(vec![change]).await {
            tracing::error!(%error, "a clock could not be written");
        }
    }

    /// Applies events and commits them.
    pub(super) async fn happen(
        &mut self,
        events: Vec<Event>,
        changes: Vec<Change>,
    ) -> Result<u64, Refusal> {
        let mut next = self.state.clone();
        for event in &events {
            next.apply(event, None).map_err(Refusal::internal)?;
        }
        self.commit(next, events, changes).await
    }

    /// A flag fell.
    pub(super) async fn flag(&mut self, color: Color) {
        let mut next = self.state.clone();
        if next.game.flag(color.into()).is_ok()
            && let Err(error) = self.finish(next, Vec::new()).await
        {
            tracing::error!(%error, "a flag could not be written");
            // The clock is at zero; it is tried again in a moment.
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }

    /// Commits a game, and if it is over, its end, with what that does to its
    /// player's level.
    pub(super) async fn finish(
        &mut self,
        mut next: State,
        mut events: Vec<Event>,
    ) -> Result<u64, Refusal> {
        let mut changes = Vec::new();
        if next.is_over() && !self.state.is_over() {
            if let Some(clock) = &mut next.clock {
                clock.run(None, self.app.time.now());
            }
            next.apply(&Event::Over, next.end().as_ref()).map_err(Refusal::internal)?;
            events.push(Event::Over);
            changes.extend(level_change(&next));
            self.app.metrics.finished.add(1);
        }
        self.stepping &= !next.is_over();
        self.commit(next, events, changes).await
    }
}

/// What a game that counts does to its player's level. Without a move of each
/// side it says nothing.
fn level_change(state: &State) -> Option<Change> {
    if state.unrated.is_some() || state.records.len() < 2 {
        return None;
    }
    let outcome = state.game.outcome()?;
    let (white, black) = (state.seat(Color::White), state.seat(Color::Black));
    let (visitor, rating, agent, options, points) = match (white, black) {
        (Seat::Human { visitor, .. }, Seat::Agent { rating, agent, options, .. }) => {
            (visitor, rating, agent, options, outcome.white_points())
        }
        (Seat::Agent { rating, agent, options, .. }, Seat::Human { visitor, .. }) => {
            (visitor, rating, agent, options, 1.0 - outcome.white_points())
        }
        _ => return None,
    };
    Some(Change::Played {
        visitor: visitor.clone()?,
        opponent: (*rating)?,
        opponent_deviation: crate::ratings::strength(agent, options)?.deviation,
        points,
    })
}
