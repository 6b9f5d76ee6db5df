//! Stops those who think too long.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use thinking::Signal;

/// How often it looks.
const PERIOD: Duration = Duration::from_millis(20);

/// Watches all tables of a tournament.
#[derive(Debug)]
pub(crate) struct Watchdog {
    tables: Vec<Mutex<Option<(Instant, Signal)>>>,
    over: AtomicBool,
}

impl Watchdog {
    pub(crate) fn new(tables: usize) -> Watchdog {
        let tables = (0..tables).map(|_| Mutex::default()).collect();
        Watchdog { tables, over: AtomicBool::new(false) }
    }

    /// At this table somebody thinks until `deadline` at most.
    pub(crate) fn watch(&self, table: usize, deadline: Instant, control: &Signal) {
        self.set(table, Some((deadline, control.clone())));
    }

    /// It has answered.
    pub(crate) fn leave(&self, table: usize) {
        self.set(table, None);
    }

    fn set(&self, table: usize, watched: Option<(Instant, Signal)>) {
        *self.tables[table].lock().unwrap_or_else(PoisonError::into_inner) = watched;
    }

    /// The tournament is over.
    pub(crate) fn dismiss(&self) {
        self.over.store(true, Ordering::Relaxed);
    }

    /// Watches until dismissed. As soon as `stop` is set, everybody is
    /// stopped.
    pub(crate) fn run(&self, stop: &AtomicBool) {
        while !self.over.load(Ordering::Relaxed) {
            let (now, all) = (Instant::now(), stop.load(Ordering::Relaxed));
            for table in &self.tables {
                let watched = table.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some((deadline, control)) = &*watched
                    && (all || now >= *deadline)
                {
                    control.stop();
                }
            }
            thread::sleep(PERIOD);
        }
    }
}
