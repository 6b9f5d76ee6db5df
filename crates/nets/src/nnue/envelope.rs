//! What is around the weights in every file of a quantised net: eight letters,
//! the length of the header (u32), the header (JSON), zeros up to a multiple of 64
//! bytes, then the arrays of [`Parameters`] in their order without gaps. Everything is
//! little-endian.

use std::fmt::Display;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{NnueError, Parameters, Provenance};

/// Longer headers are not read.
pub(crate) const MAX_HEADER: usize = 64 << 10;

/// The activation of every net of ours, as headers name it.
pub(crate) const ACTIVATION: &str = "screlu";

const ALIGNMENT: usize = 64;

/// The header of a file, with the shape and the units of its kind of net.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Header<S, Q> {
    pub(crate) architecture: S,
    pub(crate) quantisation: Q,
    #[serde(default)]
    pub(crate) provenance: Provenance,
    pub(crate) sha256: String,
}

/// Are these fields of a header, each with what it is and what it must be, those of a
/// net that is computed here?
pub(crate) fn check_kind<const N: usize>(
    fields: [(&'static str, &dyn Display, &dyn Display); N],
) -> Result<(), NnueError> {
    for (field, found, expected) in fields {
        let (found, expected) = (found.to_string(), expected.to_string());
        if found != expected {
            // A file may say very much.
            let found = found.chars().take(32).collect();
            return Err(NnueError::Kind { field, found, expected });
        }
    }
    Ok(())
}

/// The name of a kind of net, and how its files begin.
#[derive(Copy, Clone, Debug)]
pub(crate) struct FileKind {
    pub(crate) name: &'static str,
    pub(crate) magic: &'static str,
}

/// What is around the weights in every file of ours.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Envelope<'a> {
    bytes: &'a [u8],
    header: &'a [u8],
    header_end: usize,
    /// Where the weights begin.
    start: usize,
}

impl<'a> Envelope<'a> {
    /// Finds the header.
    pub(crate) fn open(
        bytes: &'a [u8],
        kind: FileKind,
        most: usize,
    ) -> Result<Envelope<'a>, NnueError> {
        let found = bytes.len();
        if found > most {
            return Err(NnueError::Long { most });
        }
        let FileKind { name, magic } = kind;
        let short = |expected| NnueError::Length { found, expected };
        let rest = bytes.strip_prefix(magic.as_bytes());
        let rest = rest.ok_or(NnueError::Magic { kind: name, magic })?;
        let (length, rest) = rest.split_first_chunk::<4>().ok_or(short(magic.len() + 4))?;
        let length = u32::from_le_bytes(*length) as usize;
        if length > MAX_HEADER {
            return Err(NnueError::HeaderLength { found: length });
        }
        let header_end = magic.len() + 4 + length;
        let (header, _) = rest.split_at_checked(length).ok_or(short(header_end))?;
        let start = header_end.next_multiple_of(ALIGNMENT);
        Ok(Envelope { bytes, header, header_end, start })
    }

    /// What the header says.
    pub(crate) fn header<T: Deserialize<'a>>(&self) -> Result<T, NnueError> {
        serde_json::from_slice(self.header).map_err(|error| NnueError::Header(error.to_string()))
    }

    /// The bytes of the weights, which must be so many and have this hash.
    pub(crate) fn weights(&self, length: usize, sha256: &str) -> Result<&'a [u8], NnueError> {
        let (found, expected) = (self.bytes.len(), self.start + length);
        if found != expected {
            return Err(NnueError::Length { found, expected });
        }
        let (head, weights) = self.bytes.split_at(self.start);
        if head[self.header_end..].iter().any(|&byte| byte != 0) {
            return Err(NnueError::Padding);
        }
        let hash = hash(weights);
        if hash != sha256 {
            let expected = sha256.chars().take(64).collect();
            return Err(NnueError::Hash { found: hash, expected });
        }
        Ok(weights)
    }

    /// The bytes of a file.
    pub(crate) fn write(
        kind: FileKind,
        architecture: impl Serialize,
        quantisation: impl Serialize,
        provenance: &Provenance,
        parameters: &Parameters,
    ) -> Result<Vec<u8>, NnueError> {
        let weights = parameters.to_bytes();
        let (provenance, sha256) = (provenance.clone(), hash(&weights));
        let header = Header { architecture, quantisation, provenance, sha256 };
        let header =
            serde_json::to_vec(&header).map_err(|error| NnueError::Header(error.to_string()))?;
        if header.len() > MAX_HEADER {
            return Err(NnueError::HeaderLength { found: header.len() });
        }
        let mut file = kind.magic.as_bytes().to_vec();
        file.extend_from_slice(&(header.len() as u32).to_le_bytes());
        file.extend_from_slice(&header);
        file.resize(file.len().next_multiple_of(ALIGNMENT), 0);
        file.extend_from_slice(&weights);
        Ok(file)
    }
}

/// SHA-256 in hexadecimal.
pub(crate) fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
