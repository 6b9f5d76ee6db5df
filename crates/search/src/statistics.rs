//! Counts of what the search did, for those who study it.

use std::time::Duration;

use serde::Serialize;

/// What happened in one search.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Statistics {
    /// Moves played in the tree.
    pub nodes: u64,
    /// Those of them in quiescence.
    pub quiescence_nodes: u64,
    /// Questions to the transposition table.
    pub table_probes: u64,
    /// Questions it could answer.
    pub table_hits: u64,
    /// Nodes that its answer settled.
    pub table_cuts: u64,
    /// Answers from the endgame tables.
    pub tablebase_hits: u64,
    /// Nodes that a move settled by reaching beta.
    pub beta_cuts: u64,
    /// Those where the first move did.
    pub first_move_cuts: u64,
    /// For each finished iteration: depth, nodes and time since the start.
    pub iterations: Vec<Iteration>,
}

/// One finished iteration.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Iteration {
    /// Its depth.
    pub depth: i32,
    /// Nodes since the search began.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
}

impl Statistics {
    /// Adds the counts of another thread; iterations are the main thread's.
    pub fn add(&mut self, other: &Statistics) {
        self.nodes += other.nodes;
        self.quiescence_nodes += other.quiescence_nodes;
        self.table_probes += other.table_probes;
        self.table_hits += other.table_hits;
        self.table_cuts += other.table_cuts;
        self.tablebase_hits += other.tablebase_hits;
        self.beta_cuts += other.beta_cuts;
        self.first_move_cuts += other.first_move_cuts;
    }
}
