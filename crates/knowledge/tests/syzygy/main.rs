//! Tests of the endgame tables, most of them against real files.

mod consistency;
mod damage;
mod data;
mod handmade;
mod play;
mod python;
#[path = "../python_chess/mod.rs"]
mod python_chess;
mod suite;
