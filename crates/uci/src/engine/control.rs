//! The hand on a thinking engine's shoulder.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex, PoisonError};

use super::output::Event;

/// Tells an engine that thinks in another thread to stop, or that the move it
/// ponders on was played. Clones are the same hand. It serves one
/// [`go`](super::Engine::go); what is said before that begins is not lost.
#[derive(Clone, Debug, Default)]
pub struct Control {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    stop: AtomicBool,
    ponderhit: AtomicBool,
    waker: Mutex<Option<SyncSender<Event>>>,
}

impl Control {
    /// A hand that has said nothing yet.
    pub fn new() -> Control {
        Control::default()
    }

    /// Asks for the best move now.
    pub fn stop(&self) {
        self.shared.stop.store(true, Ordering::SeqCst);
        self.wake();
    }

    /// Says that the expected move was played: pondering becomes thinking.
    pub fn ponderhit(&self) {
        self.shared.ponderhit.store(true, Ordering::SeqCst);
        self.wake();
    }

    fn wake(&self) {
        let waker = self.shared.waker.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(waker) = &*waker {
            // A full queue wakes the driver anyway, and it looks at the flags
            // after every event.
            let _ = waker.try_send(Event::Wake);
        }
    }

    pub(super) fn attach(&self, waker: SyncSender<Event>) {
        *self.shared.waker.lock().unwrap_or_else(PoisonError::into_inner) = Some(waker);
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.shared.stop.load(Ordering::SeqCst)
    }

    pub(super) fn is_ponderhit(&self) -> bool {
        self.shared.ponderhit.load(Ordering::SeqCst)
    }
}
