//! When to stop, and what to say meanwhile.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use chess::Move;
use thinking::{Limits, MOVES_EXPECTED, Observer, Progress, Signal, Stability, Timer};

use super::tree::Tree;
use crate::params::{CHOICE_INTERVAL, REPORT_INTERVAL};

/// What all threads of a search count together.
#[derive(Debug, Default)]
pub(crate) struct Counters {
    pub(crate) iterations: AtomicU64,
    /// Half-moves from the root to the leaves of all iterations.
    pub(crate) plies: AtomicU64,
    pub(crate) deepest: AtomicU64,
    /// Moves played in the searches at the leaves.
    pub(crate) leaf_nodes: AtomicU64,
    pub(crate) stop: AtomicBool,
}

impl Counters {
    pub(crate) fn iterations(&self) -> u64 {
        self.iterations.load(Relaxed)
    }

    /// Half-moves to the leaves on average.
    pub(crate) fn depth(&self) -> u32 {
        (self.plies.load(Relaxed) / self.iterations().max(1)) as u32
    }

    pub(crate) fn note(&self, plies: usize) {
        self.plies.fetch_add(plies as u64, Relaxed);
        self.deepest.fetch_max(plies as u64, Relaxed);
    }
}

/// The main thread's look at the clock.
pub(crate) struct Watch<'a> {
    limits: &'a Limits,
    timer: &'a Timer,
    signal: &'a Signal,
    observer: &'a mut dyn Observer,
    reported: Instant,
    asked: Instant,
    settled: Settled,
    /// The time that the move is expected to take at most, by the clock.
    expected: Option<Duration>,
}

/// How long the choice has not changed.
#[derive(Debug, Default)]
struct Settled {
    best: Option<Move>,
    /// Visits of the root when it became the best.
    since: u32,
    /// The best mean it ever had.
    highest: f32,
}

impl<'a> Watch<'a> {
    pub(crate) fn new(
        limits: &'a Limits,
        timer: &'a Timer,
        signal: &'a Signal,
        turn: chess::Color,
        observer: &'a mut dyn Observer,
    ) -> Watch<'a> {
        let now = Instant::now();
        let expected = limits.clocks[turn].map(|clock| {
            let moves = limits
                .moves_to_go
                .map_or(MOVES_EXPECTED, |moves| f64::from(moves.max(1)).min(MOVES_EXPECTED));
            clock.left.div_f64(moves) + clock.increment
        });
        let settled = Settled::default();
        Watch { limits, timer, signal, observer, reported: now, asked: now, settled, expected }
    }

    /// Is it time for a report?
    pub(crate) fn is_due(&mut self) -> bool {
        let due = self.observer.listens()
            && self.reported.elapsed() >= Duration::from_millis(REPORT_INTERVAL);
        if due {
            self.reported = Instant::now();
        }
        due
    }

    pub(crate) fn tell(&mut self, progress: &Progress) {
        if self.observer.listens() {
            self.observer.progress(progress);
        }
    }

    /// Has a limit been reached?
    pub(crate) fn is_over(&mut self, tree: &Tree, counters: &Counters, wanted: &[Move]) -> bool {
        let nodes = counters.iterations();
        let depth = self.limits.depth.is_some_and(|depth| counters.depth() >= depth);
        let enough = self.limits.soft_nodes.is_some_and(|most| nodes >= most);
        if depth || enough {
            return true;
        }
        if self.signal.is_pondering() {
            return false;
        }
        if self.timer.is_over(nodes) {
            return true;
        }
        let is_free = self.limits.infinite || !self.timer.has_soft_limit();
        if is_free || self.asked.elapsed() < Duration::from_millis(CHOICE_INTERVAL) {
            return false;
        }
        self.asked = Instant::now();
        wanted.len() == 1 || self.is_settled(tree, nodes, wanted)
    }

    /// Is the choice made, as far as the clock allows to find out?
    fn is_settled(&mut self, tree: &Tree, nodes: u64, wanted: &[Move]) -> bool {
        let Some(root) = tree.root() else { return true };
        let node = |id| tree.arena.node(id);
        let mut moves: Vec<_> = tree
            .arena
            .children(root)
            .filter(|&id| node(id).mv().is_some_and(|mv| wanted.contains(&mv)))
            .collect();
        tree.order(&mut moves);
        let Some(&best) = moves.first() else { return true };
        let (mv, visits, total) = (node(best).mv(), node(best).visits(), node(root).visits());
        let mean = node(best).worth(tree.weighing.opinion).unwrap_or(0.5);
        if self.settled.best != mv {
            self.settled = Settled { best: mv, since: total, highest: mean };
        }
        self.settled.highest = self.settled.highest.max(mean);

        // The second best cannot catch up any more.
        let second = moves.get(1).map_or(0, |&second| node(second).visits());
        if let Some(expected) = self.expected {
            let elapsed = self.timer.elapsed(nodes);
            let left = expected.saturating_sub(elapsed).as_secs_f64();
            let rate = nodes as f64 / elapsed.as_secs_f64().max(1e-3);
            let tried_enough = elapsed.as_secs_f64() > 0.1 * expected.as_secs_f64();
            if tried_enough && f64::from(second) + rate * left < f64::from(visits) {
                return true;
            }
        }
        let doublings = (f64::from(total.max(1)) / f64::from(self.settled.since.max(1))).log2();
        let stability = Stability {
            unchanged: (2.0 * doublings) as u32,
            node_share: f64::from(visits) / f64::from(total.max(1)),
            // A tenth of a point is about 40 centipawns.
            fall: ((self.settled.highest - mean) * 400.0) as i32,
        };
        self.timer.is_late(nodes, &stability)
    }
}
