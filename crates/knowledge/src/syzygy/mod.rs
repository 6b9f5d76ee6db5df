//! Endgame tables in the Syzygy format.
//!
//! [`Tables::open`] finds and checks them, [`Tables::wdl`] is for the nodes of a
//! search, [`Tables::root_moves`] for its root: it knows which moves keep a win
//! within the fifty-move rule.
//!
//! Decoding is done by the crate shakmaty-syzygy, without mapping files into
//! memory: a file that is cut short while it is mapped kills the process. What it
//! reads comes through the module `store`, and `head` checks the head of every
//! file beforehand. A damaged table costs an error, is told of once by
//! [`Tables::take_problems`] and not asked again.
//!
//! A flipped bit among the values of a table gives values as good as any others.
//! The checksum in the last 16 bytes of a file could tell; it is not looked at,
//! since that means to read all of the file.

mod consistency;
mod conversion;
mod dtz;
mod fault;
mod head;
mod line;
mod material;
mod ranking;
mod sample;
mod store;
mod survey;
mod tables;
mod wdl;

pub use dtz::Dtz;
pub use fault::{Fault, Metric, NoTables, ProbeError, Problem};
pub use material::{MOST_MEN, Material, MaterialError};
pub use ranking::{Ranking, RootMove};
pub use survey::TableFile;
pub use tables::{Opened, Tables};
pub use wdl::Wdl;
