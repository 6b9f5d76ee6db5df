//! The pages that look at a game.

use std::collections::BTreeMap;

use axum::extract::ws::Utf8Bytes;
use tokio::sync::mpsc;

use crate::messages::{Farewell, ServerMessage};

/// What is sent to a page; a page that does not read in time loses its place.
pub(crate) type Outbox = mpsc::Sender<Utf8Bytes>;

#[derive(Debug)]
struct Watcher {
    visitor: Option<String>,
    outbox: Outbox,
    /// Does it want to hear what agents think?
    thoughts: bool,
}

/// All of them.
#[derive(Debug, Default)]
pub(crate) struct Watchers {
    all: BTreeMap<u64, Watcher>,
    last: u64,
}

impl Watchers {
    /// One more, with its first frames.
    pub(crate) fn add(
        &mut self,
        visitor: Option<String>,
        outbox: Outbox,
        frames: &[ServerMessage],
    ) -> u64 {
        self.last += 1;
        self.all.insert(self.last, Watcher { visitor, outbox, thoughts: false });
        let id = self.last;
        frames.iter().for_each(|frame| self.send(id, frame));
        id
    }

    pub(crate) fn remove(&mut self, watcher: u64) -> bool {
        self.all.remove(&watcher).is_some()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Who a watcher is.
    pub(crate) fn visitor(&self, watcher: u64) -> Option<&str> {
        self.all.get(&watcher)?.visitor.as_deref()
    }

    pub(crate) fn want_thoughts(&mut self, watcher: u64, on: bool) {
        if let Some(watcher) = self.all.get_mut(&watcher) {
            watcher.thoughts = on;
        }
    }

    /// Does anybody want to hear thoughts?
    pub(crate) fn any_listens(&self) -> bool {
        self.all.values().any(|watcher| watcher.thoughts)
    }

    pub(crate) fn send(&mut self, watcher: u64, frame: &ServerMessage) {
        if let Some(text) = text(frame) {
            self.send_text(watcher, text);
        }
    }

    /// To one of them. Who is too far behind is dropped: the connection notices
    /// that its outbox has no sender left, says goodbye and ends; the page comes
    /// back and asks for what it has missed.
    pub(crate) fn send_text(&mut self, id: u64, text: Utf8Bytes) {
        if self.all.get(&id).is_some_and(|watcher| watcher.outbox.try_send(text).is_err()) {
            self.all.remove(&id);
        }
    }

    /// To everybody.
    pub(crate) fn tell_all(&mut self, text: &Utf8Bytes) {
        self.all.retain(|_, watcher| watcher.outbox.try_send(text.clone()).is_ok());
    }

    pub(crate) fn tell(&mut self, frame: &ServerMessage) {
        if let Some(text) = text(frame) {
            self.tell_all(&text);
        }
    }

    /// To those who want to hear thoughts; one that is missed is no loss.
    pub(crate) fn tell_thought(&self, frame: &ServerMessage) {
        let Some(text) = text(frame).filter(|_| self.any_listens()) else { return };
        for watcher in self.all.values().filter(|watcher| watcher.thoughts) {
            watcher.outbox.try_send(text.clone()).ok();
        }
    }

    pub(crate) fn tell_count(&mut self) {
        let count = self.all.len();
        self.tell(&ServerMessage::Watchers { count });
    }

    /// To everybody, who then are no watchers any more.
    pub(crate) fn bye(&mut self, code: Farewell, message: &str) {
        self.tell(&ServerMessage::Bye { code, message: message.to_owned() });
        self.all.clear();
    }
}

fn text(frame: &ServerMessage) -> Option<Utf8Bytes> {
    match serde_json::to_string(frame) {
        Ok(text) => Some(text.into()),
        Err(error) => {
            tracing::error!(%error, "a frame could not be written");
            None
        }
    }
}
