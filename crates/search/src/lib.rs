//! One alpha-beta search, generic over the evaluation, the techniques it uses
//! and who watches it: from plain minimax to the tournament engine.
//!
//! ```
//! use chess::Game;
//! use eval::Classic;
//! use search::{Control, Engine, Limits, Settings, Tournament};
//!
//! let mut engine = Engine::new(Classic::new(), Tournament, Settings::default())?;
//! let verdict = engine.search(&Game::new(), &Limits::depth(4), &Control::new(), &mut |_| {});
//! assert!(verdict.best.is_some());
//! # Ok::<(), search::TableTooLarge>(())
//! ```

mod control;
mod deepening;
mod engine;
mod frame;
mod history;
mod keys;
mod learning;
mod limits;
mod margins;
mod node;
mod observer;
mod params;
mod picker;
mod quiescence;
mod repetition;
mod report;
mod statistics;
mod table;
mod tablebase;
mod technique;
mod timer;
mod value;
mod wdl;
mod worker;

pub use control::Control;
pub use engine::{Engine, Parallelism, Settings, Verdict, VerdictLine};
pub use limits::{Clock, Limits};
pub use observer::{Observer, Reason, TreeNode, TreeRecorder, Unobserved, Visit};
pub use report::{Listener, Report, ReportBound, RootMoveReport};
pub use statistics::{Iteration, Statistics};
pub use table::{Bound, Entry, Table, TableTooLarge};
pub use technique::{Technique, TechniqueSet, Techniques, Tournament, UnknownTechnique};
pub use value::{
    DRAW, INFINITE, MATE, MATE_BOUND, MAX_PLY, Score, TABLEBASE, TABLEBASE_BOUND, is_decided,
    is_mate, mated_at, mates_at,
};
pub use wdl::Wdl;
