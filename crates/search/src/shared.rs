//! What search threads keep and share.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use eval::Evaluator;
use thinking::{MAX_PLY, Observer, Signal, Timer};

use crate::frame::{BEFORE_ROOT, Frame};
use crate::history::Histories;
use crate::table::TranspositionTable;
use crate::tablebase::Probing;

/// What a thread keeps from one search to the next.
pub(crate) struct Memory<E: Evaluator> {
    pub(crate) state: E::State,
    pub(crate) histories: Histories,
    pub(crate) frames: Vec<Frame>,
}

impl<E: Evaluator> Memory<E> {
    pub(crate) fn new(evaluator: &E) -> Memory<E> {
        Memory { state: evaluator.new_state(), histories: Histories::new(), frames: frames() }
    }

    /// Forgets everything learned.
    pub(crate) fn clear(&mut self) {
        self.histories = Histories::new();
        self.frames = frames();
    }
}

impl<E: Evaluator> fmt::Debug for Memory<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Memory").finish_non_exhaustive()
    }
}

fn frames() -> Vec<Frame> {
    vec![Frame::new(); BEFORE_ROOT + MAX_PLY + 4]
}

/// What the threads of one search share.
#[derive(Debug)]
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a TranspositionTable,
    /// Stop and ponder-hit, from outside.
    pub(crate) signal: &'a Signal,
    /// The main thread is done, or one of them has failed.
    pub(crate) stop: &'a AtomicBool,
    pub(crate) timer: &'a Timer,
    /// Nodes of each thread.
    pub(crate) nodes: &'a [NodeCounter],
    /// The hard limit of nodes over all threads.
    pub(crate) node_limit: u64,
    /// The endgame tables, if they are probed at all.
    pub(crate) probing: Option<Probing<'a>>,
    /// Captures in a row that quiescence plays out.
    pub(crate) quiescence_plies: usize,
    /// Plies that a null move saves, where they are fixed.
    pub(crate) null_move_reduction: Option<i32>,
}

impl Shared<'_> {
    pub(crate) fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(|counter| counter.nodes.load(Relaxed)).sum()
    }

    pub(crate) fn total_tablebase_hits(&self) -> u64 {
        self.nodes.iter().map(|counter| counter.tablebase_hits.load(Relaxed)).sum()
    }
}

/// A thread's counts on a cache line of their own.
#[derive(Debug, Default)]
#[repr(align(64))]
pub(crate) struct NodeCounter {
    pub(crate) nodes: AtomicU64,
    pub(crate) tablebase_hits: AtomicU64,
}

/// Who watches a thread.
pub(crate) struct Audience<'a, O> {
    pub(crate) tree: &'a mut O,
    pub(crate) progress: &'a mut dyn Observer,
}
