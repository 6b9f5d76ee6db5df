//! The server as its clients see it: over real connections.

#![allow(clippy::unwrap_used)]

mod agents;
mod api;
mod clocks;
mod files;
mod hostile;
mod killed;
mod live;
mod people;
mod support;
