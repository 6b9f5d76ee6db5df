//! The rules against published counts, other people's cases, a second
//! implementation and chance.
//!
//! Two settings, both from the environment: `KYTHU_LONG=1` asks for the deep
//! and long runs, `KYTHU_SEED=n` repeats the one random game that failed.

#![allow(clippy::unwrap_used)]

mod cases;
mod data;
mod differential;
mod exchange;
mod perft;
mod polyglot;
mod properties;
mod random;
mod repetition;
mod validity;
