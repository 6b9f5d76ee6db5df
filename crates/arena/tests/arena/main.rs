//! Whole tournaments, also with players that misbehave.

#![allow(clippy::unwrap_used)]

mod books;
mod faults;
mod mock;
mod repeats;
mod runs;
mod setting;
mod tournaments;
