//! Players that think in different ways behind one interface.
//!
//! An [`Agent`] is given a game and limits and decides. A [`Spec`] is the text
//! by which people name one, the same on the command line, in files and on the
//! page.
//!
//! ```
//! use agents::{Request, Spec};
//! use thinking::{Signal, Silent};
//!
//! let spec: Spec = "minimax?depth=2".parse()?;
//! let mut agent = spec.build()?;
//! let game = chess::Game::new();
//! let decision = agent.decide(&game, &Request::default(), &Signal::new(), &mut Silent)?;
//! assert!(game.position().is_legal(decision.best));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod agent;
mod agent_option;
mod alpha_beta;
mod book;
mod catalogue;
mod chance;
mod decision;
mod engine;
mod error;
mod evaluator_choice;
mod explain;
mod explanation;
mod external;
mod fuzzy;
mod levels;
mod mcts;
mod mcts_options;
mod minimax;
mod mlp;
mod option_values;
mod origin;
mod own_limits;
mod policy_choice;
mod random;
mod request;
mod spec;
#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod spec_tests;

pub use agent::{Agent, Remark};
pub use agent_option::{AgentOption, OptionChoice, OptionGroup, OptionValues};
pub use catalogue::{Kind, Recipe, kinds};
pub use decision::Decision;
pub use error::{AgentError, Fault};
pub use explanation::{
    Candidate, Explanation, SuccessorValue, ThoughtTree, TreeSummary, UpperBound,
};
pub use fuzzy::Fuzzy;
pub use levels::{LEAST_ELO, MOST_ELO, natural_time};
pub use request::Request;
pub use spec::{Spec, SpecError};
