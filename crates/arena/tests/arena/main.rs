//! Whole tournaments, also with players that misbehave.

#![allow(clippy::unwrap_used)]

mod faults;
mod mock;
mod opening_files;
mod repeats;
mod runs;
mod setting;
mod tournaments;
