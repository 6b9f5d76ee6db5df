//! The settings of a run of self-play, kept in a file beside its games.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use crate::params::LONGEST_GAME;

/// Everything that decides the games of a run except the engine itself: game
/// `n` of a plan is always the same game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GenerationPlan {
    /// The seed of the random moves and of the varied node limits.
    pub seed: u64,
    /// The soft node limit of a search.
    pub nodes: u64,
    /// Random moves at the beginning; every second game or so has one more.
    pub random_plies: u32,
    /// Of a hundred later moves, so many are random instead of the best one.
    #[serde(default)]
    pub stray_moves: u32,
    /// Plies after which a game is a draw.
    #[serde(default = "longest_game")]
    pub longest_game: u32,
    /// Who judges positions: an evaluator's name, or that of its net.
    #[serde(default = "classic")]
    pub evaluation: String,
    /// Size of the transposition table in MiB.
    pub hash: usize,
    /// The start positions: [`StartPositions::name`](crate::StartPositions::name).
    pub openings: String,
}

/// What plans meant before they said so.
fn classic() -> String {
    "classic".to_owned()
}

fn longest_game() -> u32 {
    LONGEST_GAME
}

/// Why games may not be added to a file.
#[derive(Debug, Error)]
pub enum GenerationPlanError {
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
    /// There are games, but no plan that says how they were made.
    #[error(
        "there are games in the file already, but no {} that says how they were made \
         (a file joined from others cannot be continued)",
        path.display()
    )]
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

impl GenerationPlan {
    /// Where the plan of the games in `data` is kept.
    pub fn path(data: &Path) -> PathBuf {
        let mut path = data.as_os_str().to_owned();
        path.push(".plan");
        path.into()
    }

    /// Compares this plan with the one kept beside `data`. Writes it there if
    /// `data` is empty and has none yet.
    pub(crate) fn claim(&self, data: &Path, is_empty: bool) -> Result<(), GenerationPlanError> {
        let path = GenerationPlan::path(data);
        let io = |source| GenerationPlanError::Io { path: path.clone(), source };
        match fs::read_to_string(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                if is_empty {
                    self.write(&path).map_err(io)
                } else {
                    Err(GenerationPlanError::Missing { path })
                }
            }
            Err(error) => Err(io(error)),
            Ok(text) => {
                let found: GenerationPlan = serde_json::from_str(&text).map_err(|source| {
                    GenerationPlanError::Malformed { path: path.clone(), source }
                })?;
                found.must_be(self)
            }
        }
    }

    fn must_be(&self, wanted: &GenerationPlan) -> Result<(), GenerationPlanError> {
        let (Value::Object(ours), Value::Object(theirs)) = (wanted.to_json(), self.to_json())
        else {
            return Ok(());
        };
        for (field, ours) in ours {
            let theirs = theirs.get(&field).cloned().unwrap_or_default();
            if ours != theirs {
                let (theirs, ours) = (theirs.to_string(), ours.to_string());
                return Err(GenerationPlanError::Other {
                    field: field.replace('_', " "),
                    theirs,
                    ours,
                });
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
