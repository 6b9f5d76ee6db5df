//! Endgame tables in the Syzygy format.
