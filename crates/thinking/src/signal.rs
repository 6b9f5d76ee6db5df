//! Stopping a thinker from outside, and telling it that its opponent moved.

use std::fmt;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::SeqCst};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

const STOPPED: u8 = 1;
const PONDERING: u8 = 2;
const PONDER_HIT: u8 = 4;

/// The one signal that every thinker obeys: *stop*, and while it ponders,
/// *ponder-hit*. Clones are the same signal. One serves one decision; what is
/// said before that begins is not lost.
///
/// A search polls it ([`is_stopped`](Signal::is_stopped)), whoever has nothing to
/// do waits on it ([`wait_while`](Signal::wait_while)), and who is blocked elsewhere, such as
/// the driver of an external engine, asks to be called back
/// ([`subscribe`](Signal::subscribe)).
#[derive(Clone, Default)]
pub struct Signal {
    shared: Arc<Shared>,
}

type Callback = Box<dyn Fn() + Send>;

#[derive(Default)]
struct Shared {
    flags: AtomicU8,
    changed: Condvar,
    callbacks: Mutex<Vec<(u64, Callback)>>,
    next_id: AtomicU64,
}

impl Shared {
    fn callbacks(&self) -> MutexGuard<'_, Vec<(u64, Callback)>> {
        self.callbacks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Signal {
    /// A signal that has said nothing yet.
    pub fn new() -> Signal {
        Signal::default()
    }

    /// Asks for the move now.
    pub fn stop(&self) {
        self.raise(STOPPED);
    }

    /// Was the move asked for?
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.shared.flags.load(SeqCst) & STOPPED != 0
    }

    /// The opponent played the move that was pondered on: the clock runs.
    pub fn ponder_hit(&self) {
        self.raise(PONDER_HIT);
    }

    /// Was the move that was pondered on played?
    pub fn is_ponder_hit(&self) -> bool {
        self.shared.flags.load(SeqCst) & PONDER_HIT != 0
    }

    /// A thinker says that it begins, and whether on the opponent's time.
    pub fn begin(&self, pondering: bool) {
        if pondering {
            self.shared.flags.fetch_or(PONDERING, SeqCst);
        } else {
            self.shared.flags.fetch_and(!PONDERING, SeqCst);
        }
    }

    /// Is the opponent still thinking?
    #[inline]
    pub fn is_pondering(&self) -> bool {
        self.shared.flags.load(SeqCst) & (STOPPED | PONDERING | PONDER_HIT) == PONDERING
    }

    /// Waits while `condition` holds of this signal: it is asked again whenever
    /// something is said.
    pub fn wait_while(&self, condition: impl Fn(&Signal) -> bool) {
        let mut guard = self.shared.callbacks();
        while condition(self) {
            guard = self.shared.changed.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Sleeps for `time`, or until told to stop. Returns whether it was.
    pub fn sleep(&self, time: Duration) -> bool {
        let guard = self.shared.callbacks();
        let asleep = |_: &mut Vec<_>| !self.is_stopped();
        drop(
            self.shared
                .changed
                .wait_timeout_while(guard, time, asleep)
                .unwrap_or_else(PoisonError::into_inner),
        );
        self.is_stopped()
    }

    /// Calls `callback` whenever something is said, until the subscription is
    /// dropped. What was said before is not repeated: look at the flags after
    /// subscribing. The callback must be quick and may not use this signal's
    /// waiting functions.
    #[must_use = "the callback is forgotten when the subscription is dropped"]
    pub fn subscribe(&self, callback: impl Fn() + Send + 'static) -> Subscription {
        let id = self.shared.next_id.fetch_add(1, SeqCst);
        self.shared.callbacks().push((id, Box::new(callback)));
        Subscription { shared: Arc::downgrade(&self.shared), id }
    }

    fn raise(&self, flag: u8) {
        // Under the lock, or a waiter that has just looked would miss it.
        let callbacks = self.shared.callbacks();
        self.shared.flags.fetch_or(flag, SeqCst);
        self.shared.changed.notify_all();
        callbacks.iter().for_each(|(_, callback)| callback());
    }
}

impl fmt::Debug for Signal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Signal")
            .field("stopped", &self.is_stopped())
            .field("pondering", &self.is_pondering())
            .finish_non_exhaustive()
    }
}

/// Somebody who is called back; see [`Signal::subscribe`].
pub struct Subscription {
    shared: Weak<Shared>,
    id: u64,
}

impl Drop for Subscription {
    fn drop(&mut self) {
        if let Some(shared) = self.shared.upgrade() {
            shared.callbacks().retain(|(id, _)| *id != self.id);
        }
    }
}

impl fmt::Debug for Subscription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Subscription").field(&self.id).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread;

    use super::*;

    #[test]
    fn clones_are_one_signal() {
        let signal = Signal::new();
        let other = signal.clone();
        other.stop();
        assert!(signal.is_stopped() && !Signal::new().is_stopped());
    }

    #[test]
    fn pondering_ends_with_a_hit_or_a_stop() {
        let signal = Signal::new();
        assert!(!signal.is_pondering());
        signal.begin(true);
        assert!(signal.is_pondering());
        signal.ponder_hit();
        assert!(!signal.is_pondering() && signal.is_ponder_hit() && !signal.is_stopped());

        // A hit that comes before the search begins counts, too.
        let early = Signal::new();
        early.ponder_hit();
        early.begin(true);
        assert!(!early.is_pondering());

        let stopped = Signal::new();
        stopped.begin(true);
        stopped.stop();
        assert!(!stopped.is_pondering());
    }

    #[test]
    fn waiting_ends_when_something_is_said() {
        let signal = Signal::new();
        signal.begin(true);
        let waiter = signal.clone();
        let thread = thread::spawn(move || waiter.wait_while(Signal::is_pondering));
        signal.ponder_hit();
        thread.join().unwrap();

        assert!(!Signal::new().sleep(Duration::from_millis(1)));
        let sleeper = signal.clone();
        let thread = thread::spawn(move || sleeper.sleep(Duration::from_secs(600)));
        signal.stop();
        assert!(thread.join().unwrap());
    }

    #[test]
    fn subscribers_are_called_until_they_leave() {
        let signal = Signal::new();
        let (sender, calls) = mpsc::channel();
        let subscription = signal.subscribe(move || sender.send(()).unwrap());
        signal.ponder_hit();
        signal.stop();
        assert_eq!(calls.try_iter().count(), 2);
        drop(subscription);
        signal.stop();
        assert_eq!(calls.try_iter().count(), 0);
    }
}
