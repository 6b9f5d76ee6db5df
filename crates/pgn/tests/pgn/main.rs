//! Games and positions, written and read, by us and by others.

mod arbitrary;
mod data;
mod files;
mod python;
mod round_trip;
