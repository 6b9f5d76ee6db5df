//! Stops those who think too long.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use thinking::Signal;

/// How often it looks.
const PERIOD: Duration = Duration::from_millis(20);

/// Watches the games that are being played, each in a slot of its own.
#[derive(Debug)]
pub(crate) struct Watchdog {
    slots: Vec<Mutex<Option<(Instant, Signal)>>>,
    over: AtomicBool,
}

impl Watchdog {
    pub(crate) fn new(slots: usize) -> Watchdog {
        let slots = (0..slots).map(|_| Mutex::default()).collect();
        Watchdog { slots, over: AtomicBool::new(false) }
    }

    /// In this slot somebody thinks until `deadline` at most.
    pub(crate) fn watch(&self, slot: usize, deadline: Instant, control: &Signal) {
        self.set(slot, Some((deadline, control.clone())));
    }

    /// It has answered.
    pub(crate) fn leave(&self, slot: usize) {
        self.set(slot, None);
    }

    fn set(&self, slot: usize, watched: Option<(Instant, Signal)>) {
        *self.slots[slot].lock().unwrap_or_else(PoisonError::into_inner) = watched;
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
            for slot in &self.slots {
                let watched = slot.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some((deadline, control)) = &*watched
                    && (all || now >= *deadline)
                {
                    control.stop();
                }
            }
            thread::sleep(PERIOD);
        }
    }

    /// Watches from a thread of its own while something is done.
    pub(crate) fn during<T>(&self, stop: &AtomicBool, act: impl FnOnce() -> T) -> T {
        thread::scope(|scope| {
            scope.spawn(|| self.run(stop));
            let done = act();
            self.dismiss();
            done
        })
    }
}
