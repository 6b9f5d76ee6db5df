//! A run on disk, to go on with after an interruption.
//!
//! Eight letters for the kind of net, the length of the header (u32), the header
//! (JSON), then the parameters and both means of the optimiser as f32. All is
//! little-endian.

use std::fmt::Display;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};

use crate::curve::EpochRecord;
use crate::nnue::backend::NetState;
use crate::whole_file::write_whole;

/// How far a run is.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct RunProgress {
    /// What is trained how on what.
    pub(crate) task: String,
    /// Whole epochs.
    pub(crate) epochs_done: usize,
    /// Positions of the present one, in its own order.
    pub(crate) positions_done: usize,
    /// Their losses, summed up.
    pub(crate) error_sum: f64,
    /// Steps of the optimiser.
    pub(crate) steps: u64,
    /// All epochs so far.
    pub(crate) history: Vec<EpochRecord>,
}

/// The shape of a net of which there are checkpoints.
pub(crate) trait SavedShape: Sized + PartialEq + Display {
    /// How a checkpoint begins.
    const MAGIC: &'static str;
    /// What it is called.
    const NAME: &'static str;

    /// How many parameters there are.
    fn parameters(&self) -> usize;

    /// The header with this shape and a progress.
    fn header(&self, progress: &RunProgress) -> serde_json::Result<Vec<u8>>;

    /// What a header says, if there is a net of this shape.
    fn from_header(header: &[u8]) -> Result<(RunProgress, Self)>;

    /// The shape and the parameters of a net as it is played with.
    fn from_net(bytes: &[u8]) -> Result<(Self, Vec<f32>)>;

    /// Parameters of the shape `to` to begin with, out of those of this one.
    fn beginning(&self, parameters: Vec<f32>, to: &Self) -> Result<Vec<f32>> {
        ensure!(self == to, "it has the shape {self}, not {to}");
        Ok(parameters)
    }
}

/// A checkpoint that was read.
pub(crate) struct Checkpoint<S> {
    pub(crate) progress: RunProgress,
    pub(crate) shape: S,
    pub(crate) state: NetState,
}

/// Writes a checkpoint.
pub(crate) fn write<S: SavedShape>(
    path: &Path,
    progress: &RunProgress,
    shape: &S,
    state: &NetState,
) -> Result<()> {
    let header = shape.header(progress)?;
    let mut bytes = S::MAGIC.as_bytes().to_vec();
    bytes.extend(u32::try_from(header.len())?.to_le_bytes());
    bytes.extend(header);
    for values in [&state.parameters, &state.mean, &state.square] {
        bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
    }
    write_whole(path, &bytes)
}

/// Reads a checkpoint.
pub(crate) fn read<S: SavedShape>(path: &Path) -> Result<Checkpoint<S>> {
    let bytes = fs::read(path).with_context(|| path.display().to_string())?;
    parse(&bytes).with_context(|| format!("{} is no {}", path.display(), S::NAME))
}

/// The shape and the parameters to begin with: of a checkpoint, or of a net as it is
/// played with.
pub(crate) fn read_parameters<S: SavedShape>(path: &Path) -> Result<(S, Vec<f32>)> {
    let bytes = fs::read(path).with_context(|| path.display().to_string())?;
    if bytes.starts_with(S::MAGIC.as_bytes()) {
        let checkpoint = parse::<S>(&bytes);
        let found = checkpoint.map(|found| (found.shape, found.state.parameters));
        return found.with_context(|| format!("{} is no {}", path.display(), S::NAME));
    }
    S::from_net(&bytes)
        .with_context(|| format!("{} is neither a {} nor such a net", path.display(), S::NAME))
}

fn parse<S: SavedShape>(bytes: &[u8]) -> Result<Checkpoint<S>> {
    let rest = bytes
        .strip_prefix(S::MAGIC.as_bytes())
        .with_context(|| format!("it does not begin with {}", S::MAGIC))?;
    let (length, rest) = rest.split_first_chunk::<4>().context("it is cut off")?;
    let length = u32::from_le_bytes(*length) as usize;
    let (header, rest) = rest.split_at_checked(length).context("it is cut off")?;
    let (progress, shape) = S::from_header(header)?;
    let expected = 3 * 4 * shape.parameters();
    ensure!(rest.len() == expected, "it has {} bytes of numbers, not {expected}", rest.len());
    let (words, _) = rest.as_chunks::<4>();
    let values: Vec<f32> = words.iter().map(|&word| f32::from_le_bytes(word)).collect();
    ensure!(values.iter().all(|value| value.is_finite()), "a number in it is not finite");
    let mut parts = values.chunks_exact(shape.parameters()).map(<[f32]>::to_vec);
    let mut part = || parts.next().context("it is cut off");
    let state = NetState { parameters: part()?, mean: part()?, square: part()? };
    Ok(Checkpoint { progress, shape, state })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nnue::shape::NetShape;
    use crate::policy::shape::PolicyShape;
    use nets::nnue::Architecture;

    /// Writes, reads and damages a checkpoint; gives its bytes.
    fn round_trip<S: SavedShape + Clone + std::fmt::Debug>(shape: &S, first: Vec<f32>) -> Vec<u8> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("checkpoint.bin");
        let mut state = NetState::new(first);
        state.mean[3] = 0.25;
        state.square[4] = 0.5;
        let progress =
            RunProgress { task: "a".into(), epochs_done: 2, steps: 77, ..RunProgress::default() };
        write(&path, &progress, shape, &state).unwrap();
        let back = read(&path).unwrap();
        assert_eq!((back.progress, back.shape, back.state), (progress, shape.clone(), state));
        let bytes = fs::read(&path).unwrap();
        for (cut, words) in
            [(4, S::MAGIC), (10, "cut off"), (100, "cut off"), (5000, "bytes of numbers")]
        {
            let error = format!("{:#}", parse::<S>(&bytes[..cut]).err().unwrap());
            assert!(error.contains(words), "{error}");
        }
        let mut wrong = bytes.clone();
        let end = wrong.len();
        wrong[end - 4..].copy_from_slice(&f32::NAN.to_le_bytes());
        assert!(parse::<S>(&wrong).is_err());
        let text = String::from_utf8_lossy(&bytes).replace("\"hidden\":32", "\"hidden\":33");
        assert!(parse::<S>(text.as_bytes()).is_err());
        bytes
    }

    #[test]
    fn comes_back_equal_and_damage_is_told() {
        let nnue = NetShape { architecture: Architecture::plain(32), has_factoriser: true };
        let architecture = Architecture::plain(64).with_layers(16, 32);
        let deep = NetShape { architecture, has_factoriser: false };
        let bytes = round_trip(&deep, deep.first_parameters(1));
        let mut wrong = bytes.clone();
        let place = bytes.windows(7).position(|word| word == b"[16,32]").unwrap();
        wrong[place..place + 7].copy_from_slice(b"[16,31]");
        let error = parse::<NetShape>(&wrong).err().unwrap().to_string();
        assert!(error.contains("multiple of 16"), "{error}");
        let policy = PolicyShape { hidden: 32 };
        let one = round_trip(&nnue, nnue.first_parameters(1));
        let other = round_trip(&policy, policy.first_parameters(1));
        assert!(one.starts_with(b"KYTHUCP1") && other.starts_with(b"KYTHUCP2"));
        assert!(parse::<NetShape>(&other).is_err() && parse::<PolicyShape>(&one).is_err());
    }
}
