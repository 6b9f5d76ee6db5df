//! One alpha-beta search, generic over the evaluation, the techniques it uses
//! and who watches it: from plain minimax to the tournament engine.
//!
//! ```
//! use chess::Game;
//! use eval::Classic;
//! use search::{Engine, Settings, AllTechniques};
//! use thinking::{Limits, Signal, Silent};
//!
//! let mut engine = Engine::new(Classic::new(), AllTechniques, Settings::default())?;
//! let verdict = engine.search(&Game::new(), &Limits::depth(4), &Signal::new(), &mut Silent);
//! assert!(verdict.best.is_some());
//! # Ok::<(), search::TableTooLarge>(())
//! ```

mod deepening;
mod engine;
mod frame;
mod history;
mod keys;
mod leaf;
mod learning;
mod margins;
mod node;
mod observer;
mod ordering;
mod parameter;
mod params;
mod picker;
mod quiescence;
mod recorder;
mod repetition;
mod root_move;
mod searcher;
mod settings;
mod shared;
mod statistics;
mod table;
mod table_access;
mod tablebase;
mod technique;
mod telling;
mod verdict;
mod vote;
mod worker;

pub use engine::Engine;
pub use leaf::{Budget, LeafSearch, Opinion, Quiescence};
pub use observer::{
    Purpose, RaisedBy, Reason, TableUse, TreeEvent, TreeObserver, Unobserved, Visit,
};
pub use parameter::{Parameter, Tuning};
pub use recorder::{SearchTree, TreeNode, TreeRecorder};
pub use searcher::{Searcher, build};
pub use settings::{Parallelism, Settings};
pub use statistics::{Iteration, Statistics};
pub use table::{Bound, Entry, TableTooLarge, TranspositionTable, prefetch};
pub use technique::{
    AllTechniques, Technique, TechniqueSet, Techniques, TunedTechniques, UnknownTechnique,
};
pub use verdict::{RootEffort, Verdict, VerdictLine};
