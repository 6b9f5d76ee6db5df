//! What can be wrong: with a table, with a question.

use std::fmt;
use std::io;
use std::path::PathBuf;

use thiserror::Error;

use super::material::Material;

/// What a table tells.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Metric {
    /// Win, draw or loss: files named `*.rtbw`.
    Wdl,
    /// The distance to zeroing: files named `*.rtbz`.
    Dtz,
}

impl Metric {
    /// How the names of its files end.
    pub const fn extension(self) -> &'static str {
        match self {
            Metric::Wdl => "rtbw",
            Metric::Dtz => "rtbz",
        }
    }

    /// How its files begin.
    pub(super) const fn magic(self) -> [u8; 4] {
        match self {
            Metric::Wdl => [0x71, 0xe8, 0x23, 0x5d],
            Metric::Dtz => [0xd7, 0x66, 0x0c, 0xa5],
        }
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Metric::Wdl => "WDL",
            Metric::Dtz => "DTZ",
        })
    }
}

/// Why a file, or a whole folder, is of no use.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TableFault {
    /// The system says no.
    #[error("{0}")]
    Io(String),
    /// The name does not say which table it is.
    #[error("the name says no material such as KQvKR, so it is no table")]
    Name,
    /// A folder, a pipe, a device.
    #[error("it is not a file")]
    NotAFile,
    /// No table has this many bytes.
    #[error("{0} bytes cannot be a table: it is cut short or something else")]
    Size(u64),
    /// It begins as no table of its kind does.
    #[error("it begins with the bytes {found:02x?}, not with {expected:02x?}")]
    Magic {
        /// As it begins.
        found: [u8; 4],
        /// As it should.
        expected: [u8; 4],
    },
    /// Its head contradicts its name or itself.
    #[error("its head is damaged: {0}")]
    Head(&'static str),
    /// There is less in it than its head says.
    #[error("it is cut short: {found} bytes of at least {expected}")]
    CutShort {
        /// Bytes there are.
        found: u64,
        /// Bytes there would have to be.
        expected: u64,
    },
    /// Something impossible came out when it was asked. Distances are read by
    /// the light of outcomes: where the two contradict each other, either table
    /// may be at fault.
    #[error("its contents are damaged{}", match .0 {
        Metric::Wdl => "",
        Metric::Dtz => ", or those of its WDL table",
    })]
    Contents(Metric),
}

impl From<io::Error> for TableFault {
    fn from(error: io::Error) -> TableFault {
        TableFault::Io(error.to_string())
    }
}

/// A file or folder that is not used, and why.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}: {fault}", path.display())]
pub struct Problem {
    /// Where.
    pub path: PathBuf,
    /// What.
    pub fault: TableFault,
}

/// There are no endgame tables where they should be.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("there are no endgame tables in '{path}'{}", because(problem.as_ref()))]
pub struct NoEndgameTables {
    /// The list of folders.
    pub path: String,
    /// The first thing that was wrong with it, if it was not merely empty.
    pub problem: Option<Problem>,
}

fn because(problem: Option<&Problem>) -> String {
    problem.map_or(String::new(), |problem| format!(" ({problem})"))
}

/// Why a probe failed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ProbeError {
    /// Somebody may castle; tables know nothing of that.
    #[error("there are rights to castle, which no table knows of")]
    Castling,
    /// No table has as many men.
    #[error("there are {men} men on the board, and tables for {most} at most")]
    TooManyMen {
        /// On the board.
        men: usize,
        /// In the largest table.
        most: usize,
    },
    /// The table of this position, or of one that a capture or promotion leads
    /// to, is not there.
    #[error("the {metric} table {material} is missing")]
    Missing {
        /// Of which material.
        material: Material,
        /// Of which kind.
        metric: Metric,
    },
    /// A table turned out to be damaged. It is out of use from now on.
    #[error("the {metric} table {material} is damaged")]
    Damaged {
        /// Of which material.
        material: Material,
        /// Of which kind.
        metric: Metric,
    },
    /// A position that no game can lead to, such as three checks at once.
    #[error("no game leads to this position, and no table knows it")]
    Unreachable,
}
