//! The experiments. Each has options, does its work piece by piece in a
//! [`Lab`](crate::Lab), and comes to findings, complete or so far.

mod ablation;
mod calibration;
mod comparison;
mod depth;
mod former;
mod games_folder;
mod humanity;
mod humanity_report;
mod judgement;
mod ladder;
mod motifs;
mod pool;
mod positions;
mod ratings;
mod scenarios;
mod sees;
mod suite;
mod threads;

pub use ablation::AblationOptions;
pub use calibration::CalibrationOptions;
pub use comparison::ComparisonOptions;
pub use depth::DepthOptions;
pub use former::{FormerMatch, FormerMatches};
pub use humanity::HumanityOptions;
pub use motifs::{Motif, motifs};
pub use ratings::RatingsOptions;
pub use scenarios::ScenarioOptions;
pub use sees::SeesOptions;
pub use suite::SuiteOptions;
pub use threads::ThreadsOptions;
