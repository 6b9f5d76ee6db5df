//! Tests of the endgame tables, most of them against real files.

mod data;
mod suite;
