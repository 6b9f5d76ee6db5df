//! Agents at the table: when they think, when they stop, when they move.

use std::time::{Duration, Instant};

use agents::{Agent, Decision, Request, Spec, natural_time};
use chess::ByColor;
use thinking::{Clock as SearchClock, Limits as SearchLimits, Signal};

use super::state::State;
use super::{Message, Table};
use crate::error::{Code, Refusal};
use crate::messages::{Color, Event, GameState, PauseReason, Seat, ServerMessage};
use crate::search::{Search, Searched, candidates_of, thought_of_decision};
use crate::secret;

/// What the agents of a game are doing.
#[derive(Default)]
pub(super) struct Thinking {
    agents: ByColor<Option<Box<dyn Agent>>>,
    /// Is the agent of this side with the pool? It comes back, wanted or not.
    out: ByColor<bool>,
    search: Option<Running>,
    pending: Option<Pending>,
    last_ticket: u64,
    /// A hint is being thought about.
    pub(super) advising: Option<Signal>,
}

/// A search whose answer is wanted.
struct Running {
    ticket: u64,
    color: Color,
    ply: usize,
    signal: Signal,
    /// When it was asked for.
    since: Instant,
    /// When it is told to stop.
    deadline: Option<Instant>,
}

/// A move that is decided and waits for its time.
struct Pending {
    color: Color,
    ply: usize,
    decision: Decision,
    due: Instant,
}

impl Thinking {
    /// Who is at work.
    pub(super) fn color(&self) -> Option<Color> {
        let searching = self.search.as_ref().map(|search| search.color);
        searching.or(self.pending.as_ref().map(|pending| pending.color))
    }

    pub(super) fn is_idle(&self) -> bool {
        self.color().is_none() && self.advising.is_none() && !self.out.0.contains(&true)
    }

    /// Who thinks, and in which position, if that search is wanted.
    pub(super) fn of_ticket(&self, ticket: u64) -> Option<(Color, usize)> {
        let search = self.search.as_ref().filter(|search| search.ticket == ticket)?;
        Some((search.color, search.ply))
    }

    /// A search has begun: its time runs.
    pub(super) fn begun(&mut self, ticket: u64, time: Duration) {
        if let Some(search) = self.search.as_mut().filter(|search| search.ticket == ticket) {
            search.deadline = Some(Instant::now() + time);
        }
    }

    /// When something is due.
    pub(super) fn deadline(&self) -> Option<Instant> {
        let search = self.search.as_ref().and_then(|search| search.deadline);
        search.into_iter().chain(self.pending.as_ref().map(|pending| pending.due)).min()
    }

    /// Asks for the move of a search that takes too long.
    pub(super) fn enforce(&mut self) {
        if let Some(search) = &mut self.search
            && search.deadline.is_some_and(|deadline| Instant::now() >= deadline)
        {
            search.signal.stop();
            search.deadline = None;
        }
    }

    /// Nobody wants an answer any more.
    pub(super) fn stop(&mut self) {
        if let Some(search) = self.search.take() {
            search.signal.stop();
        }
        self.pending = None;
    }

    pub(super) fn advised(&mut self) {
        self.advising = None;
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.stop();
        if let Some(signal) = &self.advising {
            signal.stop();
        }
    }
}

impl Table {
    /// Starts and stops searches so that the right one runs, or none.
    pub(super) async fn reconsider(&mut self) {
        let wanted = self.wanted();
        let ply = self.state.records.len();
        let is_right = |color: Color, at: usize| wanted == Some(color) && at == ply;
        let search_ok = self.thinking.search.as_ref().is_none_or(|it| is_right(it.color, it.ply));
        let pending_ok = self.thinking.pending.as_ref().is_none_or(|it| is_right(it.color, it.ply));
        if !search_ok || !pending_ok {
            self.thinking.stop();
        }
        if let Some(color) = wanted
            && self.thinking.color().is_none()
            && !self.thinking.out[color.into()]
            && let Err(refusal) = self.start_search(color)
            && refusal.code != Code::Closing
        {
            self.agent_failed(refusal.message).await;
        }
        self.mind_the_agents_clock().await;
        let thinking = self.thinking_color();
        if thinking != self.told_thinking {
            self.told_thinking = thinking;
            let (at, status) = (self.app.time.now(), Box::new(self.status()));
            let event = Event::Thinking;
            self.watchers.tell(&ServerMessage::Event { seq: None, at, event, status });
        }
    }

    /// The agent that should think now: nobody thinks for an empty room.
    fn wanted(&self) -> Option<Color> {
        let goes_on = match self.state.state() {
            GameState::Playing => true,
            GameState::Paused => self.stepping,
            GameState::Waiting | GameState::Over => false,
        };
        let turn = self.state.turn();
        let leave_time = self.app.limits().leave_time;
        let is_seen = match self.alone_since {
            None => true,
            // What has begun may end; nothing begins.
            Some(since) => self.thinking.color().is_some() && since.elapsed() < leave_time,
        };
        let is_agent = self.state.seat(turn).is_agent();
        (goes_on && is_agent && is_seen && !self.state.deleted).then_some(turn)
    }

    /// An agent that does not think does not lose time either.
    async fn mind_the_agents_clock(&mut self) {
        let turn = self.state.turn();
        if self.state.is_over()
            || self.state.records.is_empty()
            || !self.state.seat(turn).is_agent()
            || self.state.deleted
        {
            return;
        }
        let now = self.app.time.now();
        let runs = self.thinking_color() == Some(turn) && !self.state.paused;
        let Some(clock) = &mut self.state.clock else { return };
        if clock.running.is_some() == runs {
            return;
        }
        clock.run(runs.then_some(turn), now);
        self.write_clock().await;
    }

    fn start_search(&mut self, color: Color) -> Result<(), Refusal> {
        let Seat::Agent { agent, options, .. } = self.state.seat(color) else {
            return Ok(());
        };
        let spec = self.app.catalogue.spec(agent, options)?;
        let own = self.own.upgrade().ok_or_else(Refusal::closing)?;
        let thinking = &mut self.thinking;
        thinking.last_ticket += 1;
        let (ticket, signal, since) = (thinking.last_ticket, Signal::new(), Instant::now());
        let search = Search {
            seed: secret::seed(&self.state.setup.id),
            agent: thinking.agents[color.into()].take(),
            game: self.state.game.clone(),
            request: Request {
                // Reasons cost a little and are kept with the game: only for listeners.
                candidates: if self.watchers.any_listens() {
                    candidates_of(agent, &spec)
                } else {
                    0
                },
                ..request(&self.app, &self.state, &spec)
            },
            signal: signal.clone(),
            since,
            spec,
        };
        let work = move || {
            // A search that nobody wants any more only brings the agent back.
            if search.signal.is_stopped() {
                let decision = Err("stopped".to_owned());
                let searched = Searched { agent: search.agent, title: None, decision };
                own.blocking_send(Message::Searched { ticket, color, searched }).ok();
                return;
            }
            own.blocking_send(Message::Begun { ticket }).ok();
            let tell = |thought| {
                own.try_send(Message::Thought { ticket, thought }).ok();
            };
            let searched = search.run(tell);
            own.blocking_send(Message::Searched { ticket, color, searched }).ok();
        };
        self.app.pool.submit(&self.state.setup.owner, Box::new(work))?;
        self.app.metrics.searches.add(1);
        self.thinking.out[color.into()] = true;
        let ply = self.state.records.len();
        self.thinking.search = Some(Running { ticket, color, ply, signal, since, deadline: None });
        Ok(())
    }

    /// An agent has come back, with or without a decision.
    pub(super) async fn on_searched(&mut self, ticket: u64, color: Color, searched: Searched) {
        self.thinking.out[color.into()] = false;
        self.thinking.agents[color.into()] = searched.agent;
        if let (Some(new), Seat::Agent { title, .. }) =
            (searched.title, &mut self.state.seats[color.into()])
        {
            *title = Some(new);
        }
        let Some(running) = self.thinking.search.take_if(|running| running.ticket == ticket) else {
            return;
        };
        match searched.decision {
            Ok(decision) => {
                let wait = self.wait(&decision);
                let due = running.since + wait;
                let ply = running.ply;
                self.thinking.pending = Some(Pending { color, ply, decision, due });
                self.play_pending().await;
            }
            Err(error) => self.agent_failed(error).await,
        }
    }

    /// How long a move should seem to take.
    fn wait(&self, decision: &Decision) -> Duration {
        let state = &self.state;
        let are_agents = state.seats.0.iter().all(Seat::is_agent);
        if self.stepping {
            Duration::ZERO
        } else if are_agents && state.pace_ms > 0 {
            Duration::from_millis(state.pace_ms)
        } else if state.setup.natural && self.app.config.natural {
            let now = self.app.time.now();
            let left = state.clock.map(|clock| clock.left_at(state.turn(), now));
            let left = left.map(Duration::from_millis);
            natural_time(&state.game, decision.best, left, secret::seed(&state.setup.id))
        } else {
            Duration::ZERO
        }
    }

    /// Plays the move that was decided, if its time has come.
    pub(super) async fn play_pending(&mut self) {
        // Asked before the move is taken out: to begin needs more than to end.
        let wanted = self.wanted();
        let is_due = |pending: &mut Pending| Instant::now() >= pending.due;
        let Some(pending) = self.thinking.pending.take_if(is_due) else { return };
        if wanted != Some(pending.color) || pending.ply != self.state.records.len() {
            return;
        }
        let decision = &pending.decision;
        let thought = thought_of_decision(decision, self.state.game.position());
        self.stepping = false;
        let played = self.play(decision.best, thought, decision.from_book).await;
        if let Err(refusal) = played {
            self.agent_failed(refusal.message).await;
        }
    }

    /// The game waits for somebody to decide what to do about it.
    async fn agent_failed(&mut self, message: String) {
        tracing::warn!(game = self.state.setup.id, message, "an agent failed");
        self.thinking.stop();
        self.stepping = false;
        self.app.metrics.failures.add(1);
        let mut next = self.state.clone();
        let why = PauseReason::AgentFailed;
        let event = Event::Paused { why, message: Some(message) };
        if next.apply(&event, None).is_ok() {
            if let Some(clock) = &mut next.clock {
                clock.run(None, self.app.time.now());
            }
            if let Err(error) = self.commit(next, vec![event], Vec::new()).await {
                tracing::error!(%error, "a failure could not be written");
                self.state.paused = true;
            }
        }
    }
}

/// How long an agent may think.
fn request(app: &crate::app::App, state: &State, spec: &Spec) -> Request {
    let limits = app.limits();
    let now = app.time.now();
    let clock = |color: chess::Color| {
        let (clock, control) = (state.clock?, state.setup.time_control?);
        Some(SearchClock {
            left: Duration::from_millis(clock.left_at(color.into(), now)),
            increment: Duration::from_millis(control.increment_ms),
        })
    };
    let has_clock = state.clock.is_some();
    let needs_time = !spec.is_bounded() && !has_clock;
    SearchLimits {
        nodes: Some(limits.search_nodes),
        move_time: needs_time.then_some(limits.default_move_time),
        clocks: ByColor::new_with(clock),
        ..SearchLimits::default()
    }
    .into()
}
