//! What pages can ask of a game.

use chess::Move;

use super::Table;
use super::clock::other;
use super::setup::record;
use super::state::State;
use crate::error::{Code, Refusal};
use crate::messages::{
    Color, Command, CommandKind, Event, GameState, MoveRecord, Offer, PauseReason, Score,
    ServerMessage, Thought, UnratedReason,
};
use crate::params::{PACE_MS, PLIES};
use crate::secret;

/// The number of the last event of a command that was done.
type Done = Result<Option<u64>, Refusal>;

fn refuse<T>(code: Code, message: &str) -> Result<T, Refusal> {
    Err(Refusal::new(code, message))
}

impl Table {
    pub(super) async fn on_command(&mut self, watcher: u64, command: Command) {
        let id = command.id;
        let answer = match self.obey(watcher, command).await {
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
            return refuse(Code::NotAllowed, "The game is deleted. Restore it first.");
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
    fn demand_going(&self) -> Result<(), Refusal> {
        match self.state.state() {
            GameState::Over => refuse(Code::GameOver, "The game is over."),
            GameState::Waiting => {
                refuse(Code::Waiting, "The other seat is still empty. Send the link first.")
            }
            GameState::Playing | GameState::Paused => Ok(()),
        }
    }

    /// The one of these seats that a command without a colour means.
    fn acting(&self, seats: &[Color]) -> Result<Color, Refusal> {
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
            return refuse(Code::NotAllowed, "The game is paused.");
        }
        if self.state.records.len() >= PLIES {
            return refuse(Code::NotAllowed, "The game has become too long.");
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

    /// How many half-moves an undo of this side takes back: its own last move,
    /// and what was played since.
    fn plies_back(&self, color: Color) -> usize {
        let plies = self.state.records.len();
        let mover = |ply: usize| {
            let first: Color = self.state.game.start().turn().into();
            if ply.is_multiple_of(2) { first } else { other(first) }
        };
        let last = (0..plies).rev().find(|&ply| mover(ply) == color);
        last.map_or(0, |ply| plies - ply)
    }

    async fn on_undo(&mut self, seats: &[Color]) -> Done {
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
            return refuse(Code::NotAllowed, "Pause the game first.");
        }
        if self.state.is_between_people() {
            let by = self.acting(seats)?;
            if self.state.undo_offer == Some(by) {
                return refuse(Code::NotAllowed, "You have asked already.");
            }
            if self.state.undo_offer == Some(other(by)) {
                return self.on_answer(seats, Offer::Undo, true).await;
            }
            let event = Event::Offer { what: Offer::Undo, by };
            return self.happen(vec![event], Vec::new()).await.map(Some);
        }
        self.undo(plies).await.map(Some)
    }

    async fn undo(&mut self, plies: usize) -> Result<u64, Refusal> {
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

    async fn on_redo(&mut self, seats: &[Color]) -> Done {
        if self.state.is_between_people() {
            return refuse(Code::NotAllowed, "Against another player nothing can be redone.");
        }
        if self.state.undone.is_empty() || self.state.is_over() {
            return refuse(Code::NothingToRedo, "There is no move to play again.");
        }
        if seats.is_empty() && !self.state.paused {
            return refuse(Code::NotAllowed, "Pause the game first.");
        }
        // Up to where this side is to move again.
        let wanted = match seats {
            [color] if self.state.turn() == *color => 2,
            _ => 1,
        };
        let count = wanted.min(self.state.undone.len());
        let records = self.state.undone.iter().rev().take(count).cloned().collect();
        self.thinking.stop();
        self.rewind(vec![Event::Redo { records }]).await.map(Some)
    }

    async fn on_answer(&mut self, seats: &[Color], what: Offer, accept: bool) -> Done {
        let by = self.acting(seats)?;
        if self.offer(what) != Some(other(by)) {
            return refuse(Code::NothingToAnswer, "There is no such offer.");
        }
        if !accept {
            let event = Event::Declined { what, by };
            return self.happen(vec![event], Vec::new()).await.map(Some);
        }
        match what {
            Offer::Draw => self.agree_draw().await.map(Some),
            Offer::Undo => {
                let plies = self.plies_back(other(by));
                self.undo(plies).await.map(Some)
            }
            Offer::Rematch => self.on_rematch(seats).await,
        }
    }

    async fn agree_draw(&mut self) -> Result<u64, Refusal> {
        let mut next = self.state.clone();
        declared(next.game.agree_draw())?;
        self.thinking.stop();
        self.finish(next, Vec::new()).await
    }

    async fn on_offer_draw(&mut self, seats: &[Color]) -> Done {
        self.demand_going()?;
        let by = self.acting(seats)?;
        if self.state.draw_offer == Some(other(by)) {
            return self.agree_draw().await.map(Some);
        }
        let ply = self.state.records.len();
        if self.offered_at[by as usize] == Some(ply) || self.state.draw_offer == Some(by) {
            return refuse(Code::NotAllowed, "You have offered a draw already. Play on first.");
        }
        if seats.len() == 2 {
            // Who plays both sides agrees with themselves.
            return self.agree_draw().await.map(Some);
        }
        self.offered_at[by as usize] = Some(ply);
        if !self.state.seat(other(by)).is_agent() {
            let event = Event::Offer { what: Offer::Draw, by };
            return self.happen(vec![event], Vec::new()).await.map(Some);
        }
        if self.agent_accepts_draw(other(by)) {
            return self.agree_draw().await.map(Some);
        }
        let declined = Event::Declined { what: Offer::Draw, by: other(by) };
        self.happen(vec![declined], Vec::new()).await.map(Some)
    }

    /// An agent accepts a draw unless it thinks that it stands better. Who does
    /// not think leaves it to chance; nobody agrees before the game has begun.
    fn agent_accepts_draw(&self, agent: Color) -> bool {
        const OPENING: usize = 20;
        let plies = self.state.records.len();
        let back = if self.state.turn() == agent { 2 } else { 1 };
        let Some(last) = plies.checked_sub(back).and_then(|ply| self.state.records.get(ply)) else {
            return false;
        };
        match last.thought.as_ref().and_then(|thought| thought.score) {
            _ if plies < OPENING => false,
            Some(Score::Cp(value) | Score::Mate(value) | Score::Tablebase(value)) => value <= 0,
            None => secret::seed(&format!("{} {plies}", self.state.setup.id)).is_multiple_of(2),
        }
    }

    async fn on_claim(&mut self, seats: &[Color]) -> Done {
        self.demand_going()?;
        if !seats.contains(&self.state.turn()) {
            return refuse(Code::NotYourSeat, "A draw is claimed by the side to move.");
        }
        let mut next = self.state.clone();
        if let Err(error) = next.game.claim_draw() {
            return Err(Refusal::new(Code::NothingToClaim, error.to_string()));
        }
        self.finish(next, Vec::new()).await.map(Some)
    }

    async fn on_resign(&mut self, seats: &[Color], color: Option<Color>) -> Done {
        self.demand_going()?;
        let loser = match color {
            Some(color) if seats.contains(&color) => color,
            Some(_) => return refuse(Code::NotYourSeat, "You can only resign for yourself."),
            None => self.acting(seats)?,
        };
        let mut next = self.state.clone();
        declared(next.game.resign(loser.into()))?;
        self.thinking.stop();
        self.finish(next, Vec::new()).await.map(Some)
    }

    async fn on_rematch(&mut self, seats: &[Color]) -> Done {
        if !self.state.is_over() || self.state.setup.imported.is_some() {
            return refuse(Code::NotAllowed, "Finish this game first.");
        }
        if self.state.rematch.is_some() {
            return refuse(Code::NotAllowed, "The next game has begun already.");
        }
        if self.state.is_between_people() {
            let by = self.acting(seats)?;
            match self.state.rematch_offer {
                Some(offered) if offered == by => {
                    return refuse(Code::NotAllowed, "You have asked already.");
                }
                None => {
                    let event = Event::Offer { what: Offer::Rematch, by };
                    return self.happen(vec![event], Vec::new()).await.map(Some);
                }
                Some(_) => {}
            }
        }
        let (white, black) = (self.state.seat(Color::Black), self.state.seat(Color::White));
        let now = self.app.time.now();
        let setup = self.state.setup.rematch(white.clone(), black.clone(), now)?;
        let state = State::new(setup, now).map_err(Refusal::internal)?;
        let game = state.setup.id.clone();
        let row = state.row(now).map_err(Refusal::internal)?;
        // Both or none: there is one rematch of a game.
        let change = crate::store::Change::NewGame(Box::new(row));
        let seq = self.happen(vec![Event::Rematch { game }], vec![change]).await?;
        self.app.metrics.games.add(1);
        Ok(Some(seq))
    }

    /// Refuses what would disturb somebody else.
    fn demand_alone(&self) -> Result<(), Refusal> {
        if self.state.is_between_people() {
            return refuse(Code::NotAllowed, "Not in a game against another player.");
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
            return refuse(Code::NotAllowed, "Pause the game first; then agents go step by step.");
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
            return refuse(Code::NotAllowed, "Not in a game against another player.");
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
            return refuse(Code::NotAllowed, "Not in a game against another player.");
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

fn declared<T>(result: Result<T, chess::DeclareError>) -> Result<T, Refusal> {
    result.map_err(|error| Refusal::new(Code::GameOver, error.to_string()))
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
    state.clock = Some(crate::messages::Clock { white_ms, black_ms, running, at: now });
}
