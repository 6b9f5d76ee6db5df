//! Endgame tables in the Syzygy format.
//!
//! [`EndgameTables::open`] finds and checks them, [`EndgameTables::wdl`] is for the nodes of a
//! search, [`EndgameTables::root_moves`] for its root: it knows which moves keep a win
//! within the fifty-move rule.
//!
//! Decoding is done by the crate shakmaty-syzygy, without mapping files into
//! memory: a file that is cut short while it is mapped kills the process. What it
//! reads comes through the module `store`, and `head` checks the head of every
//! file beforehand. A damaged table costs an error, is told of once by
//! [`EndgameTables::take_problems`] and not asked again.
//!
//! A flipped bit among the values of a table gives values as good as any others.
//! The checksum in the last 16 bytes of a file could tell; it is not looked at,
//! since that means to read all of the file.

mod consistency;
mod conversion;
mod dtz;
mod endgame_tables;
mod fault;
mod head;
mod line;
mod material;
mod ranking;
mod sample;
mod store;
mod survey;
mod wdl;

pub use dtz::Dtz;
pub use endgame_tables::{EndgameTables, Opened};
pub use fault::{Metric, NoEndgameTables, ProbeError, Problem, TableFault};
pub use material::{MOST_MEN, Material, MaterialError};
pub use ranking::{Ranking, RootMove};
pub use survey::TableFile;
pub use wdl::Wdl;
