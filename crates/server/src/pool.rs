//! The threads that agents think on, and the queue before them.
//!
//! Every visitor has a queue of its own and they take turns: somebody with a
//! hundred games waits for themselves, not the others for them.

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::config::Limits;
use crate::error::{Code, Refusal};

/// What a thread is to do. It says itself to whom the answer goes.
pub(crate) type Task = Box<dyn FnOnce() + Send>;

/// A bounded number of threads with a fair queue.
pub(crate) struct SearchPool {
    shared: Arc<Shared>,
    threads: usize,
    most_waiting: usize,
}

struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
    most_running: usize,
}

#[derive(Default)]
struct Queue {
    waiting: HashMap<String, VecDeque<Task>>,
    /// The visitors with tasks that wait, whose turn is next first.
    turns: VecDeque<String>,
    running: HashMap<String, usize>,
    closed: bool,
}

impl SearchPool {
    pub(crate) fn start(limits: &Limits) -> std::io::Result<SearchPool> {
        let shared = Arc::new(Shared {
            queue: Mutex::default(),
            changed: Condvar::new(),
            most_running: limits.searches_per_visitor.max(1),
        });
        let threads = limits.search_threads.max(1);
        for number in 0..threads {
            let shared = Arc::clone(&shared);
            thread::Builder::new()
                .name(format!("search-{number}"))
                // Deep lines of external origin should never meet a small stack.
                .stack_size(8 << 20)
                .spawn(move || shared.work())?;
        }
        Ok(SearchPool { shared, threads, most_waiting: limits.waiting_searches })
    }

    /// Puts a task at the end of its visitor's queue.
    pub(crate) fn submit(&self, visitor: &str, task: Task) -> Result<(), Refusal> {
        let mut queue = self.shared.queue();
        if queue.closed {
            return Err(Refusal::closing());
        }
        let waiting = queue.waiting.entry(visitor.to_owned()).or_default();
        if waiting.len() >= self.most_waiting {
            let message = "Too many of your agents are thinking. Wait for one of them.";
            return Err(Refusal::new(Code::TooMany, message));
        }
        waiting.push_back(task);
        if waiting.len() == 1 {
            queue.turns.push_back(visitor.to_owned());
        }
        drop(queue);
        self.shared.changed.notify_one();
        Ok(())
    }

    pub(crate) fn threads(&self) -> usize {
        self.threads
    }

    /// Tasks that run, and tasks that wait.
    pub(crate) fn load(&self) -> (usize, usize) {
        let queue = self.shared.queue();
        (queue.running.values().sum(), queue.waiting.values().map(VecDeque::len).sum())
    }

    /// No more tasks; those that wait are forgotten.
    pub(crate) fn close(&self) {
        let mut queue = self.shared.queue();
        queue.closed = true;
        queue.waiting.clear();
        queue.turns.clear();
        drop(queue);
        self.shared.changed.notify_all();
    }
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        let mut queue = self.queue();
        loop {
            if queue.closed {
                return;
            }
            let Some((visitor, task)) = queue.next(self.most_running) else {
                queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            *queue.running.entry(visitor.clone()).or_default() += 1;
            drop(queue);
            // The thread outlives whatever an agent does.
            if catch_unwind(AssertUnwindSafe(task)).is_err() {
                tracing::error!("an agent panicked");
            }
            queue = self.queue();
            if let Some(running) = queue.running.get_mut(&visitor) {
                *running -= 1;
                if *running == 0 {
                    queue.running.remove(&visitor);
                }
            }
            // Somebody may have waited for this visitor's other search.
            self.changed.notify_one();
        }
    }
}

impl Queue {
    /// The next task of the next visitor who may have one more.
    fn next(&mut self, most_running: usize) -> Option<(String, Task)> {
        let running = &self.running;
        let may = |visitor: &String| running.get(visitor).is_none_or(|&now| now < most_running);
        let place = self.turns.iter().position(may)?;
        let visitor = self.turns.remove(place)?;
        let waiting = self.waiting.get_mut(&visitor)?;
        let task = waiting.pop_front()?;
        if waiting.is_empty() {
            self.waiting.remove(&visitor);
        } else {
            self.turns.push_back(visitor.clone());
        }
        Some((visitor, task))
    }
}

impl Drop for SearchPool {
    fn drop(&mut self) {
        self.close();
    }
}

impl fmt::Debug for SearchPool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SearchPool").field("threads", &self.threads).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    fn pool(threads: usize, per_visitor: usize, waiting: usize) -> SearchPool {
        SearchPool::start(&Limits {
            search_threads: threads,
            searches_per_visitor: per_visitor,
            waiting_searches: waiting,
            ..Limits::default()
        })
        .unwrap()
    }

    #[test]
    fn visitors_take_turns() {
        let pool = pool(1, 1, 100);
        let (go, gate) = mpsc::channel::<()>();
        let (done, order) = mpsc::channel();
        pool.submit("gate", Box::new(move || gate.recv().unwrap())).unwrap();
        let submit = |visitor: &'static str| {
            let done = done.clone();
            pool.submit(visitor, Box::new(move || done.send(visitor).unwrap())).unwrap();
        };
        for _ in 0..5 {
            submit("greedy");
        }
        submit("modest");
        go.send(()).unwrap();
        let order: Vec<_> = (0..6).map(|_| order.recv().unwrap()).collect();
        assert_eq!(order[1], "modest", "{order:?}");
    }

    #[test]
    fn one_visitor_cannot_have_all_threads() {
        let pool = pool(2, 1, 100);
        let (go, gate) = mpsc::channel::<()>();
        let (done, answer) = mpsc::channel();
        pool.submit("slow", Box::new(move || gate.recv().unwrap())).unwrap();
        let second = done.clone();
        pool.submit("slow", Box::new(move || second.send("slow").unwrap())).unwrap();
        pool.submit("other", Box::new(move || done.send("other").unwrap())).unwrap();
        // The second thread is free, but not for the second search of one visitor.
        assert_eq!(answer.recv().unwrap(), "other");
        go.send(()).unwrap();
        assert_eq!(answer.recv().unwrap(), "slow");
    }

    #[test]
    fn a_full_queue_and_a_panic() {
        let pool = pool(1, 1, 2);
        let (go, gate) = mpsc::channel::<()>();
        let (started, begun) = mpsc::channel();
        pool.submit(
            "one",
            Box::new(move || {
                started.send(()).unwrap();
                gate.recv().unwrap();
                panic!("as agents should not");
            }),
        )
        .unwrap();
        begun.recv().unwrap();
        pool.submit("one", Box::new(|| ())).unwrap();
        let (done, answer) = mpsc::channel();
        pool.submit("one", Box::new(move || done.send(()).unwrap())).unwrap();
        let refused = pool.submit("one", Box::new(|| ())).unwrap_err();
        assert_eq!(refused.code, Code::TooMany);
        go.send(()).unwrap();
        answer.recv().unwrap();
        pool.close();
        assert_eq!(pool.submit("two", Box::new(|| ())).unwrap_err().code, Code::Closing);
    }
}
