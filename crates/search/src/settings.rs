//! How an engine is set up.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// What can be set between two searches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Size of the transposition table in MiB.
    pub hash: usize,
    /// Search threads.
    pub threads: usize,
    /// Lines to find, best first.
    pub multi_pv: usize,
    /// Time that gets lost between the engine and its clock.
    pub move_overhead: Duration,
    /// Count time in nodes: so many stand for a millisecond.
    pub nodes_per_ms: Option<u64>,
    /// How several threads share the work.
    pub parallelism: Parallelism,
    /// Ask the endgame tables about positions of as many men as this allows, or
    /// as the largest table has, only with so much depth left.
    pub probe_depth: i32,
    /// Ask the endgame tables about positions of so many men at most.
    pub probe_limit: usize,
    /// Count what the fifty-move rule draws as drawn.
    pub probe_fifty_moves: bool,
    /// Play out so many captures in a row at the leaves and no more; none is
    /// as many as there are.
    pub quiescence_plies: Option<usize>,
    /// Let a null move save so many plies, whatever depth and evaluation say; none
    /// is by the formula of the tournament engine.
    pub null_move_reduction: Option<i32>,
}

/// How several threads share the work.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Parallelism {
    /// Lazy SMP: all search the whole tree and help each other through the
    /// transposition table.
    #[default]
    LazySmp,
    /// Root splitting: each searches its own share of the root moves. Simple, and
    /// to be compared with: the threads that do not have the best move waste their
    /// time on proving it.
    RootSplitting,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            hash: 16,
            threads: 1,
            multi_pv: 1,
            move_overhead: Duration::from_millis(20),
            nodes_per_ms: None,
            parallelism: Parallelism::LazySmp,
            probe_depth: 1,
            probe_limit: 7,
            probe_fifty_moves: true,
            quiescence_plies: None,
            null_move_reduction: None,
        }
    }
}
