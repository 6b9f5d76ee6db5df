//! One task owns a game; everybody else sends it messages.
//!
//! A change is made on a copy, written to the disk, and only then taken over,
//! told to all who watch, and acknowledged.

mod advice;
mod agreements;
pub(crate) mod clock;
mod commands;
mod commit;
mod seats;
pub(crate) mod setup;
pub(crate) mod state;
mod take_back;
mod thinking;
mod view;
mod watchers;

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::{mpsc, oneshot};
use tokio::time::sleep_until;

pub(crate) use state::State;
pub(crate) use watchers::Outbox;

use crate::app::App;
use crate::error::Refusal;
use crate::messages::{
    Color, Command, Event, Farewell, Game, Invitation, Offer, ServerMessage, Status, Thought,
};
use crate::params::INBOX;
use crate::search::Searched;
use thinking::Thinking;
use watchers::Watchers;

/// What a game can be told.
pub(crate) enum Message {
    /// How does it stand?
    View { visitor: Option<String>, reply: oneshot::Sender<Game> },
    /// A page begins to watch, and perhaps has seen the events up to `since`.
    Attach {
        visitor: Option<String>,
        since: Option<u64>,
        outbox: Outbox,
        reply: oneshot::Sender<Result<u64, Refusal>>,
    },
    /// A page has gone.
    Detach { watcher: u64 },
    /// A page wants something done.
    Command { watcher: u64, command: Command },
    /// Somebody takes the empty seat.
    Join { visitor: String, nickname: String, reply: oneshot::Sender<Result<Game, Refusal>> },
    /// The owner wants a link for the empty seat.
    Invite { visitor: String, reply: oneshot::Sender<Result<Invitation, Refusal>> },
    /// The owner hides the game, or shows it again.
    Delete { visitor: String, hide: bool, reply: oneshot::Sender<Result<Game, Refusal>> },
    /// A visitor has another nickname.
    Renamed { visitor: String, nickname: String },
    /// A search has left the queue.
    Begun { ticket: u64 },
    /// An agent thinks.
    Thought { ticket: u64, thought: Thought },
    /// An agent has decided.
    Searched { ticket: u64, color: Color, searched: Searched },
    /// The engine has an advice for a watcher.
    Advised { watcher: u64, answer: Box<ServerMessage> },
    /// The server shuts down.
    Close,
}

/// How to reach a game.
pub(crate) type TableHandle = mpsc::Sender<Message>;

/// The task.
pub(crate) struct Table {
    app: Arc<App>,
    state: State,
    inbox: mpsc::Receiver<Message>,
    own: mpsc::WeakSender<Message>,
    watchers: Watchers,
    thinking: Thinking,
    /// What the last status said of thinking.
    told_thinking: Option<Color>,
    /// Since when the side to move has been thinking.
    turn_since: u64,
    /// A paused game lets one agent move.
    stepping: bool,
    /// At which ply each side last offered a draw.
    offered_at: [Option<usize>; 2],
    /// Since when nobody has been watching.
    alone_since: Option<Instant>,
    /// Is a running clock of ours counted among all of them?
    counted_clock: bool,
}

impl Table {
    /// Starts the task of a game.
    pub(crate) fn start(app: Arc<App>, mut state: State) -> TableHandle {
        let (sender, inbox) = mpsc::channel(INBOX);
        let clock_changed = app.account_for_downtime(&mut state.clock);
        let turn_since = app.time.now();
        let table = Table {
            state,
            inbox,
            own: sender.downgrade(),
            watchers: Watchers::default(),
            thinking: Thinking::default(),
            told_thinking: None,
            turn_since,
            stepping: false,
            offered_at: [None; 2],
            alone_since: Some(Instant::now()),
            counted_clock: false,
            app,
        };
        tokio::spawn(table.run(clock_changed));
        sender
    }

    async fn run(mut self, clock_changed: bool) {
        self.app.metrics.tables.add(1);
        self.count_clock();
        if clock_changed {
            self.write_clock().await;
        }
        loop {
            self.reconsider().await;
            let wake = self.next_deadline();
            let message = tokio::select! {
                message = self.inbox.recv() => message,
                () = sleep_until(wake.into()) => {
                    if self.on_time().await { break } else { continue }
                }
            };
            match message {
                None | Some(Message::Close) => {
                    self.watchers.bye(Farewell::Closing, "The server is shutting down.");
                    break;
                }
                Some(message) => self.on_message(message).await,
            }
        }
        self.thinking.stop();
        self.app.metrics.tables.add(-1);
        if self.counted_clock {
            self.app.metrics.running_clocks.add(-1);
        }
    }

    async fn on_message(&mut self, message: Message) {
        match message {
            Message::View { visitor, reply } => {
                reply.send(self.view(visitor.as_deref())).ok();
            }
            Message::Attach { visitor, since, outbox, reply } => {
                reply.send(self.attach(visitor, since, outbox).await).ok();
            }
            Message::Detach { watcher } => self.detach(watcher),
            Message::Command { watcher, command } => self.on_command(watcher, command).await,
            Message::Join { visitor, nickname, reply } => {
                reply.send(self.join(visitor, nickname).await).ok();
            }
            Message::Invite { visitor, reply } => {
                reply.send(self.invite(&visitor).await).ok();
            }
            Message::Delete { visitor, hide, reply } => {
                reply.send(self.delete(&visitor, hide).await).ok();
            }
            Message::Renamed { visitor, nickname } => self.rename(&visitor, &nickname).await,
            Message::Begun { ticket } => self.thinking.begun(ticket, self.app.limits().search_time),
            Message::Thought { ticket, thought } => {
                if let Some((color, ply)) = self.thinking.of_ticket(ticket) {
                    self.watchers.tell_thought(&ServerMessage::Thought { color, ply, thought });
                }
            }
            Message::Searched { ticket, color, searched } => {
                self.on_searched(ticket, color, searched).await;
            }
            Message::Advised { watcher, answer } => {
                self.thinking.advised();
                self.watchers.send(watcher, &answer);
            }
            Message::Close => {}
        }
    }

    /// When something is due, if nobody says anything before.
    fn next_deadline(&self) -> Instant {
        let now = self.app.time.now();
        let in_ms = |at: u64| Instant::now() + Duration::from_millis(at.saturating_sub(now));
        let limits = self.app.limits();
        let flag = self.running_clock().map(|(_, at)| in_ms(at));
        // What is due already and still cannot be done waits for a message.
        let alone = self.alone_since.and_then(|since| match self.thinking_color() {
            Some(_) => Some(since + limits.leave_time),
            None => self.may_sleep().then_some(since + limits.idle_time),
        });
        let distant = Instant::now() + Duration::from_secs(3600);
        [flag, alone, self.thinking.deadline()].into_iter().flatten().min().unwrap_or(distant)
    }

    /// Does what is due. Returns whether the task may end.
    async fn on_time(&mut self) -> bool {
        let now = self.app.time.now();
        if let Some((color, at)) = self.running_clock()
            && now >= at
        {
            self.flag(color).await;
        }
        self.thinking.enforce();
        self.play_pending().await;
        self.may_end()
    }

    /// The clock that runs in a game that goes on.
    fn running_clock(&self) -> Option<(Color, u64)> {
        self.state.clock.filter(|_| !self.state.is_over())?.flag_falls()
    }

    /// Nobody watches, nothing runs: the game sleeps on the disk. Whoever has got
    /// hold of the handle meanwhile asks for a new one.
    fn may_end(&mut self) -> bool {
        let idle_time = self.app.limits().idle_time;
        let is_alone = self.alone_since.is_some_and(|since| since.elapsed() >= idle_time);
        if !is_alone || !self.may_sleep() {
            return false;
        }
        self.app.tables.release(&self.state.setup.id, || self.inbox.is_empty())
    }

    /// Does nothing run that needs the task?
    fn may_sleep(&self) -> bool {
        self.running_clock().is_none() && self.thinking.is_idle()
    }

    fn thinking_color(&self) -> Option<Color> {
        self.thinking.color()
    }

    fn status(&self) -> Status {
        self.state.status(self.thinking_color())
    }

    fn view(&self, visitor: Option<&str>) -> Game {
        self.state.view(visitor, self.status())
    }

    async fn attach(
        &mut self,
        visitor: Option<String>,
        since: Option<u64>,
        outbox: Outbox,
    ) -> Result<u64, Refusal> {
        if self.state.deleted && visitor.as_deref() != Some(&self.state.setup.owner) {
            return Err(Refusal::not_found("game"));
        }
        let now = self.app.time.now();
        let seq = self.state.seq;
        let mut frames = Vec::new();
        let resumable =
            since.filter(|&since| since <= seq && seq - since <= crate::params::MOST_RESUMED);
        match resumable {
            Some(since) => {
                frames.push(ServerMessage::Resumed { now, seq });
                let bodies = self.app.store.events_after(&self.state.setup.id, since).await?;
                let watcher = self.watchers.add(visitor, outbox, &frames);
                bodies.into_iter().for_each(|body| self.watchers.send_text(watcher, body.into()));
                // What is not stored may have changed as well.
                let status = Box::new(self.status());
                let event = Event::Thinking;
                let frame = ServerMessage::Event { seq: None, at: now, event, status };
                self.watchers.send(watcher, &frame);
                self.attached(watcher)
            }
            None => {
                let game = Box::new(self.view(visitor.as_deref()));
                frames.push(ServerMessage::Snapshot { now, game });
                let watcher = self.watchers.add(visitor, outbox, &frames);
                self.attached(watcher)
            }
        }
    }

    fn attached(&mut self, watcher: u64) -> Result<u64, Refusal> {
        self.alone_since = None;
        self.watchers.tell_count();
        Ok(watcher)
    }

    fn detach(&mut self, watcher: u64) {
        if self.watchers.remove(watcher) {
            self.watchers.tell_count();
        }
        if self.watchers.is_empty() && self.alone_since.is_none() {
            self.alone_since = Some(Instant::now());
        }
    }

    fn offer(&self, what: Offer) -> Option<Color> {
        match what {
            Offer::Draw => self.state.draw_offer,
            Offer::Undo => self.state.undo_offer,
            Offer::Rematch => self.state.rematch_offer,
        }
    }
}
