//! A run on disk, to go on with after an interruption: `KYTHUCP2`, the length of the
//! header (u32), the header (JSON), then the parameters and both means of the
//! optimiser as f32. All is little-endian.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use nets::policy::MAX_HIDDEN;
use serde::{Deserialize, Serialize};

use super::shape::PolicyShape;
use crate::nnue::backend::NetState;
use crate::nnue::checkpoint::RunProgress;
use crate::whole_file::write_whole;

const MAGIC: &[u8; 8] = b"KYTHUCP2";

#[derive(Serialize, Deserialize)]
struct Header {
    progress: RunProgress,
    hidden: usize,
}

/// A checkpoint that was read.
pub(crate) struct Checkpoint {
    pub(crate) progress: RunProgress,
    pub(crate) shape: PolicyShape,
    pub(crate) state: NetState,
}

/// Writes a checkpoint.
pub(crate) fn write(
    path: &Path,
    progress: &RunProgress,
    shape: PolicyShape,
    state: &NetState,
) -> Result<()> {
    let header = Header { progress: progress.clone(), hidden: shape.hidden };
    let header = serde_json::to_vec(&header)?;
    let mut bytes = MAGIC.to_vec();
    bytes.extend(u32::try_from(header.len())?.to_le_bytes());
    bytes.extend(header);
    for values in [&state.parameters, &state.mean, &state.square] {
        bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
    }
    write_whole(path, &bytes)
}

/// Reads a checkpoint.
pub(crate) fn read(path: &Path) -> Result<Checkpoint> {
    let bytes = fs::read(path).with_context(|| path.display().to_string())?;
    parse(&bytes).with_context(|| format!("{} is no checkpoint of a policy", path.display()))
}

fn parse(bytes: &[u8]) -> Result<Checkpoint> {
    let rest = bytes.strip_prefix(MAGIC).context("it does not begin with KYTHUCP2")?;
    let (length, rest) = rest.split_first_chunk::<4>().context("it is cut off")?;
    let length = u32::from_le_bytes(*length) as usize;
    let (header, rest) = rest.split_at_checked(length).context("it is cut off")?;
    let Header { progress, hidden } = serde_json::from_slice(header)?;
    ensure!(hidden <= MAX_HIDDEN && hidden > 0 && hidden % 32 == 0, "it has {hidden} hidden units");
    let shape = PolicyShape { hidden };
    let expected = 3 * 4 * shape.len();
    ensure!(rest.len() == expected, "it has {} bytes of numbers, not {expected}", rest.len());
    let (words, _) = rest.as_chunks::<4>();
    let values: Vec<f32> = words.iter().map(|&word| f32::from_le_bytes(word)).collect();
    ensure!(values.iter().all(|value| value.is_finite()), "a number in it is not finite");
    let mut parts = values.chunks_exact(shape.len()).map(<[f32]>::to_vec);
    let mut part = || parts.next().context("it is cut off");
    let state = NetState { parameters: part()?, mean: part()?, square: part()? };
    Ok(Checkpoint { progress, shape, state })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comes_back_equal_and_damage_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("checkpoint.bin");
        let shape = PolicyShape { hidden: 32 };
        let mut state = NetState::new(shape.first_parameters(1));
        state.mean[3] = 0.25;
        let progress = RunProgress { task: "a".into(), steps: 77, ..RunProgress::default() };
        write(&path, &progress, shape, &state).unwrap();
        let back = read(&path).unwrap();
        assert_eq!((back.progress, back.shape, back.state), (progress, shape, state));
        let bytes = fs::read(&path).unwrap();
        for (cut, words) in [(4, "KYTHUCP2"), (10, "cut off"), (5000, "5")] {
            let error = format!("{:#}", parse(&bytes[..cut]).err().unwrap());
            assert!(error.contains(words), "{error}");
        }
        let mut wrong = bytes;
        let end = wrong.len();
        wrong[end - 4..].copy_from_slice(&f32::NAN.to_le_bytes());
        assert!(parse(&wrong).is_err());
    }
}
