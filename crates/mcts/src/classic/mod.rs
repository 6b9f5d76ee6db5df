//! The classic search: UCT as textbooks and the origin system have it.

mod cache;
mod evaluation;
mod ordering;
mod report;
mod rollout;
mod search;
mod settings;
mod tree;

pub use evaluation::{OriginEvaluation, origin_evaluation};
pub use search::ClassicMcts;
pub use settings::{ClassicLevel, ClassicSettings, FinalChoice, Reward, Rollout, SignRule};
pub use tree::uct;

#[cfg(test)]
mod tests;
