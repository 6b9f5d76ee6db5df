//! Monte-Carlo tree search, twice.
//!
//! [`ClassicMcts`] is the textbook's: UCT, one expansion an iteration, and a
//! simulation or an evaluation at the end of it. [`ModernMcts`] is what strong
//! programs do: PUCT with priors, shallow alpha-beta at the leaves, proven mates, a tree
//! that is kept between moves and shared between threads.
//!
//! ```
//! use std::sync::Arc;
//!
//! use chess::Game;
//! use eval::EvaluatorSpec;
//! use mcts::{ModernMcts, ModernSettings};
//! use thinking::{Limits, Signal, Silent};
//!
//! let evaluator = Arc::new(EvaluatorSpec::default().build());
//! let settings = ModernSettings { memory: 4, ..ModernSettings::default() };
//! let mut mcts = ModernMcts::new(evaluator, settings)?;
//! let verdict = mcts.search(&Game::new(), &Limits::nodes(500), 1, &Signal::new(), &mut Silent);
//! assert!(verdict.best.is_some());
//! # Ok::<(), mcts::MctsError>(())
//! ```

#![forbid(unsafe_code)]

mod classic;
mod error;
mod line;
mod modern;
mod params;
mod past;
mod pause;
mod proof;
mod tree_view;
mod verdict;

pub use classic::{
    ClassicLevel, ClassicMcts, ClassicSettings, FinalChoice, OriginEvaluation, Reward, Rollout,
    SignRule, origin_evaluation, uct,
};
pub use error::MctsError;
pub use modern::{
    LinearPolicy, ModernMcts, ModernSettings, MoveStatistics, NetPolicy, Policy, PolicyInput,
    ValueCurve, cpuct, puct,
};
pub use proof::Proof;
pub use tree_view::{MctsTree, TreeViewNode};
pub use verdict::{MctsVerdict, RootChild};
