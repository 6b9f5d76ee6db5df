//! Matches and tournaments between agents, and what they prove.
//!
//! A [`TournamentPlan`] says who plays whom under which rules. A [`Run`] is a
//! plan that was read and checked: its games are numbers, and each of them is
//! a function of the run. A [`Tournament`] plays them, several at a time, and
//! keeps every finished game in a state file from which it can go on after any
//! interruption. [`Standings`] count games, [`statistics`] turn them into
//! differences of strength, and a [`TournamentReport`] shows it all.

#![forbid(unsafe_code)]

mod adjudication;
mod clock;
mod digest;
mod ending;
mod entrant;
mod error;
mod fingerprint;
mod game_file;
mod ledger;
mod meeting;
mod merge;
mod openings;
mod part;
mod pgn;
mod plan;
mod plan_error;
mod queue;
mod record;
mod referee;
mod report;
mod results;
mod run;
mod saved;
mod schedule;
mod seat;
mod session;
mod standings;
mod state;
mod state_error;
pub mod statistics;
mod time_control;
mod tournament;
mod watchdog;

pub use ::pgn::GameResult;
pub use adjudication::{AdjudicationRules, DrawRule, ResignRule};
pub use digest::{Digest, LENGTH_BIN, OpeningScore, TIME_BINS, ThinkingStats};
pub use ending::{EndReason, Ending};
pub use entrant::Entrant;
pub use error::ArenaError;
pub use fingerprint::Fingerprint;
pub use meeting::{Evidence, Meeting};
pub use openings::{
    OpeningChoice, OpeningFile, OpeningLine, OpeningOrder, OpeningSource, OpeningSuite,
    OpeningSuiteError,
};
pub use part::{Part, PartError};
pub use plan::{DEFAULT_CLOCK, Format, Player, TournamentPlan};
pub use plan_error::TournamentPlanError;
pub use record::{GameRecord, MoveThought};
pub use report::{MeetingLine, PlayerLine, SprtLine, TournamentReport};
pub use results::Results;
pub use run::Run;
pub use saved::{SavedTournament, SuiteStamp};
pub use schedule::{Fixture, Schedule};
pub use session::{Session, build};
pub use standings::Standings;
pub use state_error::StateError;
pub use time_control::{TimeControl, TimeControlError};
pub use tournament::{End, Tournament};
