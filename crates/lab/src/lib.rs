//! Experiments: players measured against each other and against the systems that
//! this program grew from.
//!
//! A [`Lab`] is a folder and how to work there. An experiment is cut into pieces of
//! work; a [`Notebook`] keeps what each gave, so that whatever breaks it off, it
//! goes on where it was. [`paper`] turns results into Markdown, CSV, JSON and SVG.

#![forbid(unsafe_code)]

mod audience;
mod error;
mod experiments;
pub mod fit;
mod game_line;
mod human;
mod interruption;
mod lab;
mod notebook;
pub mod origins;
pub mod paper;
mod players;
mod thinker;

pub use audience::{Audience, Nobody};
pub use error::LabError;
pub use experiments::*;
pub use game_line::GameLine;
pub use human::{HumanErrors, human_errors, human_mean_loss, winning_chance};
pub use interruption::Interruption;
pub use lab::{Lab, Outcome, Piece};
pub use notebook::Notebook;
pub use players::{NamedPlayer, anchor_spec, named_players};
