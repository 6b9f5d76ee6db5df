//! How the modern search is set up.

use std::time::Duration;

use super::curve::ValueCurve;

/// What can be set between two searches.
#[derive(Clone, PartialEq, Debug)]
pub struct ModernSettings {
    /// Memory for the tree in MiB; it is never exceeded.
    pub memory: usize,
    /// Search threads.
    pub threads: usize,
    /// Exploration against exploitation, in points.
    pub cpuct: f32,
    /// Exploration grows with the logarithm of visits over so many.
    pub cpuct_base: f32,
    /// Plies of alpha-beta at a leaf; 0 is quiescence alone.
    pub leaf_depth: u32,
    /// The share of what alpha-beta says, beside the mean of all results, in what a much
    /// visited move is worth; 0 never asks it.
    pub opinion: f32,
    /// Nodes that alpha-beta may search for each visit of the node it is asked about.
    pub opinion_nodes: f32,
    /// Visits from which it is asked.
    pub opinion_visits: u32,
    /// The share of the prior that goes to the best move of alpha-beta, where its table
    /// has one.
    pub table_prior: f32,
    /// Choose the move by its worth less so many standard errors; 0 is by visits.
    pub lower_bound: f32,
    /// Let exploration grow where results scatter: 0 not at all, 1 in proportion.
    pub variance: f32,
    /// First-play urgency: an untried move is taken to be worth what the position
    /// is, less so much, in points, when all moves by prior were tried.
    pub fpu_reduction: f32,
    /// How even the priors are: above 1 more even.
    pub policy_temperature: f32,
    /// The same at the root.
    pub root_temperature: f32,
    /// How much the statistics of moves count in the priors.
    pub statistics_weight: f32,
    /// How leaves' values become points.
    pub curve: ValueCurve,
    /// Take over what is known of a position that was reached another way.
    pub transpositions: bool,
    /// Keep the tree between moves.
    pub reuse: bool,
    /// The share of random noise in the priors of the root, 0 for none.
    pub noise: f32,
    /// Choose at random by visits with this temperature, 0 for the best move.
    pub choice_temperature: f32,
    /// Lines to tell of, best first.
    pub multi_pv: usize,
    /// Time that gets lost between the search and its clock.
    pub move_overhead: Duration,
}

impl ModernSettings {
    /// Is alpha-beta asked about anything, so that it needs a table?
    pub(crate) fn searches(&self) -> bool {
        self.leaf_depth > 0 || self.opinion > 0.0
    }
}

impl Default for ModernSettings {
    fn default() -> ModernSettings {
        ModernSettings {
            memory: 128,
            threads: 1,
            cpuct: 0.5,
            cpuct_base: 1_000.0,
            leaf_depth: 0,
            opinion: 0.5,
            opinion_nodes: 4.0,
            opinion_visits: 1_024,
            table_prior: 0.0,
            lower_bound: 1.0,
            variance: 0.8,
            fpu_reduction: 0.06,
            policy_temperature: 1.25,
            root_temperature: 1.7,
            statistics_weight: 4.0,
            curve: ValueCurve::Evaluator,
            transpositions: true,
            reuse: true,
            noise: 0.0,
            choice_temperature: 0.0,
            multi_pv: 1,
            move_overhead: Duration::from_millis(20),
        }
    }
}
