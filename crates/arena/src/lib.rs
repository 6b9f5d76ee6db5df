//! Matches and tournaments between agents, and what they prove.
//!
//! A [`Plan`] says who plays whom under which rules; a [`Tournament`] plays
//! it, several games at a time, and keeps every finished game in a state file
//! from which it can go on after any interruption. [`statistics`] turns scores
//! into differences of strength.

#![forbid(unsafe_code)]

mod adjudication;
mod clock;
mod digest;
mod ending;
mod game_file;
mod ledger;
mod openings;
mod pgn;
mod plan;
mod record;
mod report;
mod results;
mod schedule;
mod seat;
mod state;
pub mod statistics;
mod table;
mod time_control;
mod tournament;
mod watchdog;

pub use adjudication::{Adjudication, DrawRule, ResignRule};
pub use digest::{Digest, LENGTH_BIN, OpeningScore, TIME_BINS, Thinking};
pub use ending::{Ending, GameResult, Reason};
pub use openings::{Book, BookError, Opening, OpeningChoice, Openings, Order};
pub use plan::{DEFAULT_CLOCK, Entrant, Format, Plan, PlanError, Player};
pub use record::{GameRecord, MoveThought};
pub use report::{MeetingLine, PlayerLine, Report, SprtLine};
pub use results::{Meeting, Results};
pub use schedule::{Fixture, Schedule};
pub use state::StateError;
pub use time_control::{TimeControl, TimeControlError};
pub use tournament::{ArenaError, End, Tournament};
