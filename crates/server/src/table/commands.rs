//! What pages can ask of a game.

use std::time::Instant;

use chess::Move;

use super::Table;
use super::setup::record;
use crate::error::{Code, Refusal};
use crate::messages::{
    Color, Command, CommandKind, Event, GameState, MoveRecord, PauseReason, ServerMessage, Thought,
    UnratedReason,
};
use crate::params::{PACE_MS, PLIES};

/// The number of the last event of a command that was done.
pub(super) type Done = Result<Option<u64>, Refusal>;

pub(super) fn refuse<T>(code: Code, message: &str) -> Result<T, Refusal> {
    Err(Refusal::new(code, message))
}

impl Table {
    pub(super) async fn on_command(&mut self, watcher: u64, command: Command) {
        let (id, began) = (command.id, Instant::now());
        let obeyed = self.obey(watcher, command).await;
        self.app.metrics.commands.observe(began.elapsed());
        let answer = match obeyed {
            Ok(seq) => return self.ack(watcher, id, seq),
            Err(Refusal { code, message }) => {
                ServerMessage::Refused { id: Some(id), code, message }
            }
        };
        self.watchers.send(watcher, &answer);
    }

    fn ack(&mut self, watcher: u64, id: u64, seq: Option<u64>) {
        self.watchers.send(watcher, &ServerMessage::Ack { id, seq });
    }

    async fn obey(&mut self, watcher: u64, command: Command) -> Done {
        // What everybody may do.
        match command.kind {
            CommandKind::Ping => {
                let now = self.app.time.now();
                self.watchers.send(watcher, &ServerMessage::Pong { id: command.id, now });
                return Ok(None);
            }
            CommandKind::Thoughts { on } => {
                self.watchers.want_thoughts(watcher, on);
                return Ok(None);
            }
            _ => {}
        }
        let visitor = self.watchers.visitor(watcher).map(str::to_owned);
        let Some(visitor) = visitor else {
            return refuse(Code::NoVisitor, "Without a cookie you can only watch.");
        };
        let seats = self.state.seats_of(Some(&visitor));
        if self.state.deleted {
            return refuse(Code::Deleted, "The game is deleted. Restore it first.");
        }
        if let CommandKind::Evaluate { ply } = command.kind {
            return self.evaluate(watcher, command.id, ply, &seats).await;
        }
        let is_owner = self.state.setup.owner == visitor;
        if seats.is_empty() && !is_owner {
            return refuse(Code::NotYourSeat, "You are watching this game, not playing it.");
        }
        match command.kind {
            CommandKind::Move { uci, ply } => self.on_move(&seats, &uci, ply).await,
            CommandKind::Undo => self.on_undo(&seats).await,
            CommandKind::Redo => self.on_redo(&seats).await,
            CommandKind::Answer { what, accept } => self.on_answer(&seats, what, accept).await,
            CommandKind::OfferDraw => self.on_offer_draw(&seats).await,
            CommandKind::ClaimDraw => self.on_claim(&seats).await,
            CommandKind::Resign { color } => self.on_resign(&seats, color).await,
            CommandKind::Rematch => self.on_rematch(&seats).await,
            CommandKind::Pause => self.on_pause().await,
            CommandKind::Continue => self.on_continue().await,
            CommandKind::Step => self.on_step(),
            CommandKind::Pace { pace_ms } => self.on_pace(pace_ms).await,
            CommandKind::Hint => self.on_hint(watcher, command.id, &seats).await,
            CommandKind::Ping | CommandKind::Thoughts { .. } | CommandKind::Evaluate { .. } => {
                Ok(None)
            }
        }
    }

    /// Refuses what makes no sense in a game that does not go on.
    pub(super) fn demand_going(&self) -> Result<(), Refusal> {
        match self.state.state() {
            GameState::Over => refuse(Code::GameOver, "The game is over."),
            GameState::Waiting => {
                refuse(Code::Waiting, "The other seat is still empty. Send the link first.")
            }
            GameState::Playing | GameState::Paused => Ok(()),
        }
    }

    /// The one of these seats that a command without a colour means.
    pub(super) fn acting(&self, seats: &[Color]) -> Result<Color, Refusal> {
        match seats {
            [] => refuse(Code::NotYourSeat, "You have no seat in this game."),
            [seat] => Ok(*seat),
            _ => Ok(self.state.turn()),
        }
    }

    async fn on_move(&mut self, seats: &[Color], uci: &str, ply: usize) -> Done {
        self.demand_going()?;
        if ply != self.state.records.len() {
            return refuse(Code::Stale, "The game has gone on meanwhile.");
        }
        if !seats.contains(&self.state.turn()) {
            return refuse(Code::NotYourSeat, "It is not your turn.");
        }
        if self.state.paused {
            return refuse(Code::Paused, "The game is paused.");
        }
        if self.state.records.len() >= PLIES {
            return refuse(Code::GameTooLong, "The game has become too long.");
        }
        let mv = self.state.game.position().parse_uci(uci);
        let mv = mv.map_err(|error| Refusal::new(Code::IllegalMove, error.to_string()))?;
        self.play(mv, None, false).await.map(Some)
    }

    /// Plays a legal move of the side to move, unless its time is over.
    pub(super) async fn play(
        &mut self,
        mv: Move,
        thought: Option<Thought>,
        book: bool,
    ) -> Result<u64, Refusal> {
        let now = self.app.time.now();
        let by = self.state.turn();
        let mut next = self.state.clone();
        if let (Some(clock), Some(control)) = (&mut next.clock, self.state.setup.time_control)
            && clock.press(by, control.increment_ms, now).is_err()
        {
            self.flag(by).await;
            return refuse(Code::GameOver, "Your time was over.");
        }
        let record = MoveRecord {
            ms: now.saturating_sub(self.turn_since),
            clock_ms: next.clock.map(|clock| clock.left(by)),
            thought,
            book,
            ..record(next.game.position(), mv)
        };
        let event = Event::Move { by, record };
        next.apply(&event, None).map_err(|error| Refusal::new(Code::IllegalMove, error))?;
        if let (Some(clock), true) = (&mut next.clock, next.paused) {
            clock.run(None, now);
        }
        // The search of an agent whose move this is has ended; the next one has
        // not begun.
        self.thinking.stop();
        let seq = self.finish(next, vec![event]).await?;
        self.turn_since = now;
        self.app.metrics.moves.add(1);
        Ok(seq)
    }

    /// Refuses what would disturb somebody else.
    fn demand_alone(&self) -> Result<(), Refusal> {
        if self.state.is_between_people() {
            return refuse(Code::BetweenPeople, "Not in a game against another player.");
        }
        self.demand_going()
    }

    async fn on_pause(&mut self) -> Done {
        self.demand_alone()?;
        if self.state.paused {
            return Ok(None);
        }
        self.thinking.stop();
        let mut events = vec![Event::Paused { why: PauseReason::Asked, message: None }];
        let has_human = self.state.seats.0.iter().any(|seat| !seat.is_agent());
        if self.state.clock.is_some() && has_human && self.state.unrated.is_none() {
            events.push(Event::Unrated { why: UnratedReason::Pause });
        }
        let mut next = self.state.clone();
        for event in &events {
            next.apply(event, None).map_err(Refusal::internal)?;
        }
        if let Some(clock) = &mut next.clock {
            clock.run(None, self.app.time.now());
        }
        self.commit(next, events, Vec::new()).await.map(Some)
    }

    async fn on_continue(&mut self) -> Done {
        self.demand_alone()?;
        if !self.state.paused {
            return Ok(None);
        }
        let now = self.app.time.now();
        let mut next = self.state.clone();
        next.apply(&Event::Continued, None).map_err(Refusal::internal)?;
        let turn = next.turn();
        if let (Some(clock), false) = (&mut next.clock, next.records.is_empty()) {
            clock.run(Some(turn), now);
        }
        self.stepping = false;
        self.turn_since = now;
        self.commit(next, vec![Event::Continued], Vec::new()).await.map(Some)
    }

    fn on_step(&mut self) -> Done {
        self.demand_alone()?;
        if !self.state.paused || !self.state.seat(self.state.turn()).is_agent() {
            return refuse(Code::PauseFirst, "Pause the game first; then agents go step by step.");
        }
        self.stepping = true;
        Ok(None)
    }

    async fn on_pace(&mut self, pace_ms: u64) -> Done {
        self.demand_alone()?;
        if pace_ms > PACE_MS {
            return refuse(Code::BadRequest, "The slowest pace is a move a minute.");
        }
        self.happen(vec![Event::Pace { pace_ms }], Vec::new()).await.map(Some)
    }

    async fn on_hint(&mut self, watcher: u64, id: u64, seats: &[Color]) -> Done {
        self.demand_going()?;
        if self.state.is_between_people() {
            return refuse(Code::BetweenPeople, "Not in a game against another player.");
        }
        if !seats.contains(&self.state.turn()) {
            return refuse(Code::NotYourSeat, "A hint is for the side to move.");
        }
        let ply = self.state.records.len();
        self.advise(watcher, id, ply)?;
        self.helped().await
    }

    async fn evaluate(
        &mut self,
        watcher: u64,
        id: u64,
        ply: Option<usize>,
        seats: &[Color],
    ) -> Done {
        let goes_on = !self.state.is_over();
        // In a game between people nobody asks the engine while it lasts, watchers
        // neither: the other player may be watching over there.
        if goes_on && self.state.is_between_people() {
            return refuse(Code::BetweenPeople, "Not in a game against another player.");
        }
        self.advise(watcher, id, ply.unwrap_or(self.state.records.len()))?;
        if goes_on && !seats.is_empty() { self.helped().await } else { Ok(None) }
    }

    /// A game with help of the engine does not count.
    async fn helped(&mut self) -> Done {
        if self.state.unrated.is_some() {
            return Ok(None);
        }
        let event = Event::Unrated { why: UnratedReason::Hint };
        self.happen(vec![event], Vec::new()).await.map(Some)
    }
}
