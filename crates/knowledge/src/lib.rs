//! What is known beforehand: opening books, endgame tables, opening names.

#![forbid(unsafe_code)]

pub mod book;
pub mod openings;
pub mod syzygy;
