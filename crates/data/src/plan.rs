//! What decides the games of a file, beside the engine itself.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

/// Game `n` of a plan is always the same game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// Where all chance comes from.
    pub seed: u64,
    /// Nodes after which no new iteration of a search begins.
    pub nodes: u64,
    /// Random moves at the beginning; every second game or so has one more.
    pub random_plies: u32,
    /// Size of the transposition table in MiB.
    pub hash: usize,
    /// What the games begin with: [`Openings::name`](crate::Openings::name).
    pub openings: String,
}

/// Why a plan could not be followed.
#[derive(Debug, Error)]
pub enum PlanError {
    /// It could not be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file of the plan.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// What is there is no plan.
    #[error("{}: not a plan of self-play: {source}", path.display())]
    Malformed {
        /// The file of the plan.
        path: PathBuf,
        /// What is wrong.
        source: serde_json::Error,
    },
    /// There are games, but nobody knows of which plan.
    #[error("there are games in the file already, and {} does not say which", path.display())]
    Missing {
        /// Where it should be.
        path: PathBuf,
    },
    /// The games are those of another plan.
    #[error("the file was begun with {field} {theirs}, not {ours}")]
    Other {
        /// In what the two differ.
        field: String,
        /// What it is in the file.
        theirs: String,
        /// What was asked for.
        ours: String,
    },
}

impl Plan {
    /// Where the plan of the games in `data` is kept.
    pub fn path(data: &Path) -> PathBuf {
        let mut path = data.as_os_str().to_owned();
        path.push(".plan");
        path.into()
    }

    /// Makes sure that the games in `data` are those of this plan. Where there
    /// are none, they will be.
    pub(crate) fn claim(&self, data: &Path, is_empty: bool) -> Result<(), PlanError> {
        let path = Plan::path(data);
        let io = |source| PlanError::Io { path: path.clone(), source };
        match fs::read_to_string(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                if is_empty {
                    self.write(&path).map_err(io)
                } else {
                    Err(PlanError::Missing { path })
                }
            }
            Err(error) => Err(io(error)),
            Ok(text) => {
                let found: Plan = serde_json::from_str(&text)
                    .map_err(|source| PlanError::Malformed { path: path.clone(), source })?;
                found.must_be(self)
            }
        }
    }

    fn must_be(&self, wanted: &Plan) -> Result<(), PlanError> {
        let (Value::Object(ours), Value::Object(theirs)) = (wanted.to_json(), self.to_json())
        else {
            return Ok(());
        };
        for (field, ours) in ours {
            let theirs = theirs.get(&field).cloned().unwrap_or_default();
            if ours != theirs {
                let (theirs, ours) = (theirs.to_string(), ours.to_string());
                return Err(PlanError::Other { field: field.replace('_', " "), theirs, ours });
            }
        }
        Ok(())
    }

    fn to_json(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    /// Writes it in one step: there is a whole plan or none.
    fn write(&self, path: &Path) -> io::Result<()> {
        let draft = path.with_extension("plan.draft");
        let mut file = File::create(&draft)?;
        writeln!(file, "{:#}", self.to_json())?;
        file.sync_all()?;
        fs::rename(&draft, path)
    }
}
