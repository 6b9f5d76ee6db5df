//! Tests of the endgame tables, most of them against real files.

mod consistency;
mod damage;
mod data;
mod handmade;
mod play;
mod python;
mod suite;
