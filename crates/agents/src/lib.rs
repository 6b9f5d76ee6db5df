//! Players that think in different ways behind one interface.
//!
//! An [`Agent`] is given a game and limits and decides. A [`Spec`] is the text
//! by which people name one, the same on the command line, in files and on the
//! page.
//!
//! ```
//! use agents::{Control, Limits, Silent, Spec};
//!
//! let spec: Spec = "minimax?depth=2".parse()?;
//! let mut agent = spec.build()?;
//! let game = chess::Game::new();
//! let decision = agent.decide(&game, &Limits::default(), &Control::new(), &mut Silent)?;
//! assert!(game.position().is_legal(decision.best));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod agent;
mod alpha_beta;
mod book;
mod catalogue;
mod control;
mod decision;
mod engine;
mod error;
mod explanation;
mod external;
mod minimax;
mod options;
mod origin;
mod own_limits;
mod progress;
mod random;
mod spec;

pub use agent::Agent;
pub use catalogue::{Kind, KindOption, Recipe, kinds};
pub use control::Control;
pub use decision::Decision;
pub use error::{AgentError, Fault};
pub use explanation::{Candidate, Explanation, TreeSummary};
pub use progress::{Listener, Observer, Progress, Silent};
pub use search::{Clock, Limits, ReportBound, Score, Wdl};
pub use spec::{Spec, SpecError};
