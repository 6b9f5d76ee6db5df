//! PGN and EPD, streaming in and out.

#![forbid(unsafe_code)]
