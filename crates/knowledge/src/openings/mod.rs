//! Names of openings.
