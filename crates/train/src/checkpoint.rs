//! The state of a fit on disk, to go on after an interruption.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::adam::Adam;
use crate::model::Weights;

/// All that the next epoch needs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Checkpoint {
    /// What was fitted to what: a checkpoint of something else is not used.
    pub(crate) task: String,
    pub(crate) epochs_done: usize,
    /// How fast the expected score rises with the value.
    pub(crate) steepness: f64,
    /// Validation loss at the outset.
    pub(crate) loss_before: f64,
    /// The weights at the outset, towards which rare ones are held.
    pub(crate) initial: Weights,
    pub(crate) weights: Weights,
    pub(crate) adam: Adam,
    /// The weights with the least validation loss so far, and that loss.
    pub(crate) best: (Weights, f64),
}

impl Checkpoint {
    /// The checkpoint at `path` if there is one of this task.
    pub(crate) fn read(path: &Path, task: &str) -> Result<Option<Checkpoint>> {
        if !path.exists() {
            return Ok(None);
        }
        let about = || format!("the checkpoint {}", path.display());
        let text = fs::read_to_string(path).with_context(about)?;
        let checkpoint: Checkpoint = serde_json::from_str(&text).with_context(about)?;
        Ok((checkpoint.task == task).then_some(checkpoint))
    }

    /// Writes it so that an interruption leaves the old or the new one whole.
    pub(crate) fn write(&self, path: &Path) -> Result<()> {
        let about = || format!("the checkpoint {}", path.display());
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        if let Some(parent) = parent {
            fs::create_dir_all(parent).with_context(about)?;
        }
        let unfinished = path.with_extension("part");
        fs::write(&unfinished, serde_json::to_string(self)?).with_context(about)?;
        fs::rename(&unfinished, path).with_context(about)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comes_back_for_the_same_task_only() {
        let folder = std::env::temp_dir().join(format!("kythu-checkpoint-{}", std::process::id()));
        let path = folder.join("tune.json");
        let weights = vec![[1.5, -2.25]];
        let checkpoint = Checkpoint {
            task: "a".into(),
            epochs_done: 3,
            steepness: 0.004,
            loss_before: 0.08,
            initial: weights.clone(),
            weights: weights.clone(),
            adam: Adam::new(1),
            best: (weights.clone(), 0.07),
        };
        assert!(Checkpoint::read(&path, "a").unwrap().is_none());
        checkpoint.write(&path).unwrap();
        let back = Checkpoint::read(&path, "a").unwrap().unwrap();
        assert_eq!((back.weights, back.epochs_done), (weights, 3));
        assert!(Checkpoint::read(&path, "b").unwrap().is_none());
        fs::write(&path, "{").unwrap();
        assert!(Checkpoint::read(&path, "a").is_err());
        fs::remove_dir_all(folder).unwrap();
    }
}
