//! Several threads on one tree.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{PoisonError, RwLock};
use std::thread;

use thinking::{Progress, Signal};

use super::tree::Tree;
use super::watch::{Counters, Watch};
use super::worker::{Task, Worker};
use crate::params::{BATCH, CLOCK_INTERVAL, FULL_SHARE};

/// Why a search ended.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Ending {
    /// A limit was reached, or somebody said stop.
    Limit,
    /// There is nothing left to find out.
    Decided,
}

/// What the threads of one search share.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Team<'a> {
    /// Read by whoever iterates; written only to make room.
    pub(crate) tree: &'a RwLock<Tree>,
    pub(crate) task: &'a Task<'a>,
    pub(crate) counters: &'a Counters,
    pub(crate) signal: &'a Signal,
    pub(crate) node_limit: u64,
}

impl Team<'_> {
    /// Iterates with all workers until the first of them, who has the watch, says
    /// that it is enough. `report` makes what is said meanwhile.
    pub(crate) fn run(
        &self,
        workers: &mut [Worker],
        watch: Watch<'_>,
        report: impl Fn(&Tree) -> Vec<Progress>,
    ) -> Ending {
        let Some((main, helpers)) = workers.split_first_mut() else { return Ending::Limit };
        thread::scope(|scope| {
            let _guard = StopAtEnd(&self.counters.stop);
            for helper in helpers {
                scope.spawn(move || {
                    // Whoever panics takes the others along; the scope passes it on.
                    let _guard = StopAtEnd(&self.counters.stop);
                    self.work(helper, |_| false)
                });
            }
            let mut watch = watch;
            self.work(main, |tree| {
                if watch.is_due() {
                    report(tree).iter().for_each(|line| watch.tell(line));
                }
                watch.is_over(tree, self.counters, self.task.wanted)
            })
        })
    }

    fn work(&self, worker: &mut Worker, mut is_over: impl FnMut(&Tree) -> bool) -> Ending {
        let read = || self.tree.read().unwrap_or_else(PoisonError::into_inner);
        worker.begin(&read(), self.task);
        let mut rounds = 0;
        let mut leaf_nodes = worker.leaf_nodes();
        // Searches at leaves take longer than a look at the clock.
        let interval = if self.task.settings.leaf_depth > 0 { 1 } else { CLOCK_INTERVAL };
        loop {
            let tree = read();
            if worker.is_decided(&tree) {
                return Ending::Decided;
            }
            let mut full = false;
            for _ in 0..BATCH {
                if self.counters.stop.load(Relaxed) || self.signal.is_stopped() {
                    return Ending::Limit;
                }
                if self.counters.iterations.fetch_add(1, Relaxed) >= self.node_limit {
                    self.counters.iterations.fetch_sub(1, Relaxed);
                    return Ending::Limit;
                }
                let Some(iteration) = worker.iterate(&tree, self.task) else {
                    return Ending::Limit;
                };
                self.counters.note(iteration.plies);
                let before = std::mem::replace(&mut leaf_nodes, worker.leaf_nodes());
                self.counters.leaf_nodes.fetch_add(leaf_nodes - before, Relaxed);
                full = iteration.full;
                rounds += 1;
                if rounds % interval == 0 && is_over(&tree) {
                    return Ending::Limit;
                }
                if full {
                    break;
                }
            }
            drop(tree);
            if full {
                self.make_room();
            }
        }
    }

    /// Whoever comes first prunes; the others find room when they get here.
    fn make_room(&self) {
        let mut tree = self.tree.write().unwrap_or_else(PoisonError::into_inner);
        if tree.arena.used() as f64 >= tree.arena.capacity() as f64 * FULL_SHARE {
            tree.prune(self.task.game);
        }
    }
}

/// Tells all threads to stop when one of them leaves, however it leaves.
struct StopAtEnd<'a>(&'a AtomicBool);

impl Drop for StopAtEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}
