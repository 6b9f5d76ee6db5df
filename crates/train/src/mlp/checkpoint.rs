//! A run on disk, to go on with after an interruption.
//!
//! It is a safetensors file like that of a net, with the memory of the optimiser
//! and the best weights so far beside the weights, and the progress as JSON in
//! its metadata.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use burn_tensor::backend::Backend;
use nets::mlp::{Metadata, Weights};
use nets::{Precision, TensorFile, TensorFileWriter};
use serde::{Deserialize, Serialize};

use super::network::{Network, fields};
use super::optimiser::{Moments, Optimiser};
use crate::curve::EpochRecord;
use crate::whole_file::write_whole;

/// The key of the metadata that tells a checkpoint from a net.
const PROGRESS_KEY: &str = "progress";

/// How far a run is.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct RunProgress {
    /// What is trained how on what: a checkpoint of something else gives its
    /// weights only.
    pub(crate) task: String,
    /// Whole epochs.
    pub(crate) epochs_done: usize,
    /// Positions of the present one, in its own order.
    pub(crate) positions_done: usize,
    /// Their squared errors, summed up.
    pub(crate) error_sum: f64,
    /// Steps of the optimiser.
    pub(crate) steps: u64,
    /// All epochs so far.
    pub(crate) history: Vec<EpochRecord>,
    /// The epoch with the least validation loss, and that loss.
    pub(crate) best: Option<(usize, f64)>,
}

/// A checkpoint, or the weights of a net.
pub(crate) struct Resumed {
    pub(crate) weights: Weights,
    /// Only in a checkpoint.
    pub(crate) progress: Option<RunProgress>,
    pub(crate) moments: Option<[Weights; 2]>,
    pub(crate) best: Option<Weights>,
}

/// Names of tensors in a checkpoint: those of the net with something before.
const MEAN: &str = "mean.";
const SQUARE: &str = "square.";
const BEST: &str = "best.";

/// Writes a checkpoint.
pub(crate) fn write<B: Backend>(
    path: &Path,
    progress: &RunProgress,
    net: &Network<B>,
    optimiser: &Optimiser<B>,
    best: Option<&Weights>,
) -> Result<()> {
    let metadata = BTreeMap::from([(PROGRESS_KEY.to_owned(), serde_json::to_string(progress)?)]);
    let mut writer = TensorFileWriter::new(Precision::Single, &metadata);
    let mut add = |before: &str, fields: [&[f32]; 6]| {
        for ((name, shape), values) in Weights::TENSORS.into_iter().zip(fields) {
            writer.add(&format!("{before}{name}"), shape, values)?;
        }
        Ok::<(), nets::NetFileError>(())
    };
    add("", net.fields().each_ref().map(Vec::as_slice))?;
    if let Some(Moments { mean, square }) = &optimiser.moments {
        for (before, tensors) in [(MEAN, mean), (SQUARE, square)] {
            add(before, fields(tensors).each_ref().map(Vec::as_slice))?;
        }
    }
    if let Some(best) = best {
        add(BEST, best.fields())?;
    }
    write_whole(path, &writer.finish())
}

/// Reads a checkpoint or a net.
pub(crate) fn read(path: &Path) -> Result<Resumed> {
    let about = || path.display().to_string();
    let bytes = fs::read(path).with_context(about)?;
    let file = TensorFile::new(&bytes).with_context(about)?;
    let Some(progress) = file.metadata().get(PROGRESS_KEY) else {
        let (weights, _): (Weights, Metadata) = Weights::from_bytes(&bytes).with_context(about)?;
        return Ok(Resumed { weights, progress: None, moments: None, best: None });
    };
    let progress: RunProgress = serde_json::from_str(progress)
        .with_context(|| format!("{}: the progress in the metadata", path.display()))?;
    let set = |before: &str| -> Result<Option<Weights>> {
        let first = format!("{before}{}", Weights::TENSORS[0].0);
        if !before.is_empty() && !file.names().any(|name| name == first) {
            return Ok(None);
        }
        Ok(Some(Weights::from_tensors(&file, before)?))
    };
    let Some(weights) = set("").with_context(about)? else { bail!("{}: no weights", about()) };
    let moments = match (set(MEAN).with_context(about)?, set(SQUARE).with_context(about)?) {
        (Some(mean), Some(square)) => Some([mean, square]),
        _ => None,
    };
    Ok(Resumed { weights, progress: Some(progress), moments, best: set(BEST).with_context(about)? })
}
