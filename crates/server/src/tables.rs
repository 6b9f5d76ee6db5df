//! All games in memory.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use tokio::sync::oneshot;

use crate::app::App;
use crate::error::Refusal;
use crate::secret;
use crate::store::Change;
use crate::table::setup::Setup;
use crate::table::{Message, State, Table, TableHandle};

/// The games in memory, found by name. Others are on the disk.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    all: Mutex<HashMap<String, TableHandle>>,
    /// One after the other: no game may be loaded twice.
    loading: tokio::sync::Mutex<()>,
    app: std::sync::OnceLock<Weak<App>>,
}

impl Tables {
    /// Tells it whose tables these are.
    pub(crate) fn belong_to(&self, app: &Arc<App>) {
        self.app.set(Arc::downgrade(app)).ok();
    }

    fn app(&self) -> Result<Arc<App>, Refusal> {
        self.app.get().and_then(Weak::upgrade).ok_or_else(Refusal::closing)
    }

    fn all(&self) -> MutexGuard<'_, HashMap<String, TableHandle>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find(&self, id: &str) -> Option<TableHandle> {
        self.all().get(id).filter(|handle| !handle.is_closed()).cloned()
    }

    /// The task of a game, which is loaded if it must be.
    pub(crate) async fn open(&self, id: &str) -> Result<TableHandle, Refusal> {
        if let Some(handle) = self.find(id) {
            return Ok(handle);
        }
        if !secret::is_plausible(id) {
            return Err(Refusal::not_found("game"));
        }
        let _turn = self.loading.lock().await;
        if let Some(handle) = self.find(id) {
            return Ok(handle);
        }
        let app = self.app()?;
        let stored = app.store.game(id).await?.ok_or_else(|| Refusal::not_found("game"))?;
        let state = State::load(&stored).map_err(Refusal::internal)?;
        Ok(self.start(&app, state))
    }

    fn start(&self, app: &Arc<App>, state: State) -> TableHandle {
        let id = state.setup.id.clone();
        let handle = Table::start(Arc::clone(app), state);
        self.all().insert(id, handle.clone());
        handle
    }

    /// Makes a new game.
    pub(crate) async fn create(&self, setup: Setup) -> Result<TableHandle, Refusal> {
        let app = self.app()?;
        let now = app.time.now();
        let state = State::new(setup, now).map_err(Refusal::internal)?;
        let row = state.row(now).map_err(Refusal::internal)?;
        app.store.write(vec![Change::NewGame(Box::new(row))]).await?;
        app.metrics.games.add(1);
        Ok(self.start(&app, state))
    }

    /// Tells a game something, which may have to be loaded for it.
    pub(crate) async fn tell(&self, id: &str, message: Message) -> Result<TableHandle, Refusal> {
        let mut message = message;
        // A game that falls asleep just now is woken again.
        for _ in 0..5 {
            let handle = self.open(id).await?;
            match handle.send(message).await {
                Ok(()) => return Ok(handle),
                Err(unsent) => message = unsent.0,
            }
        }
        Err(Refusal::closing())
    }

    /// Asks a game something.
    pub(crate) async fn ask<T>(
        &self,
        id: &str,
        message: impl FnOnce(oneshot::Sender<T>) -> Message,
    ) -> Result<T, Refusal> {
        let (reply, answer) = oneshot::channel();
        self.tell(id, message(reply)).await?;
        answer.await.map_err(|_| Refusal::closing())
    }

    /// Tells every game in memory.
    pub(crate) async fn tell_all(&self, message: impl Fn() -> Message) {
        let handles: Vec<_> = self.all().values().cloned().collect();
        for handle in handles {
            handle.send(message()).await.ok();
        }
    }

    /// Forgets a game that wants to end, unless somebody has told it something
    /// meanwhile.
    pub(crate) fn release(&self, id: &str, is_quiet: impl FnOnce() -> bool) -> bool {
        let mut all = self.all();
        let may = is_quiet();
        if may {
            all.remove(id);
        }
        may
    }
}
