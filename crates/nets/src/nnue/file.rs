//! The file of a net: `KYTHUNN1`, the length of the header (u32), the header (JSON),
//! zeros up to a multiple of 64 bytes, then the arrays of [`Parameters`] in their
//! order without gaps. Everything is little-endian.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::network::{Parameters, Provenance};
use super::{Architecture, FEATURES, INPUT_UNIT, KingBuckets, NnueError, OUTPUT_UNIT, SCALE};

/// More than the largest net there can be: 4096 units and 32 king buckets.
pub(super) const MAX_FILE: usize = 208 << 20;

/// Longer headers are not read.
pub(crate) const MAX_HEADER: usize = 64 << 10;

const KIND: FileKind = FileKind { name: "NNUE", magic: "KYTHUNN1" };
const ALIGNMENT: usize = 64;
const ACTIVATION: &str = "screlu";

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    architecture: Shape,
    quantisation: Quantisation,
    #[serde(default)]
    provenance: Provenance,
    sha256: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Shape {
    inputs: u64,
    king_buckets: KingBuckets,
    hidden: u64,
    output_buckets: u64,
    activation: String,
    mirrored: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Quantisation {
    input: i64,
    output: i64,
    scale: i64,
}

impl Header {
    fn new(architecture: &Architecture, provenance: &Provenance, sha256: String) -> Header {
        Header {
            architecture: Shape {
                inputs: FEATURES as u64,
                king_buckets: architecture.king_buckets.clone(),
                hidden: architecture.hidden as u64,
                output_buckets: architecture.output_buckets as u64,
                activation: ACTIVATION.to_owned(),
                mirrored: true,
            },
            quantisation: Quantisation {
                input: INPUT_UNIT.into(),
                output: OUTPUT_UNIT.into(),
                scale: SCALE.into(),
            },
            provenance: provenance.clone(),
            sha256,
        }
    }

    /// The architecture, if it is one that is computed here.
    fn architecture(&self) -> Result<Architecture, NnueError> {
        let Shape { inputs, king_buckets, hidden, output_buckets, activation, mirrored } =
            &self.architecture;
        let Quantisation { input, output, scale } = &self.quantisation;
        for (field, found, expected) in [
            ("inputs", inputs.to_string(), FEATURES.to_string()),
            ("activation", activation.chars().take(32).collect(), ACTIVATION.to_owned()),
            ("mirrored", mirrored.to_string(), true.to_string()),
            ("quantisation.input", input.to_string(), INPUT_UNIT.to_string()),
            ("quantisation.output", output.to_string(), OUTPUT_UNIT.to_string()),
            ("quantisation.scale", scale.to_string(), SCALE.to_string()),
        ] {
            if found != expected {
                return Err(NnueError::Kind { field, found, expected });
            }
        }
        let size = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let architecture = Architecture {
            king_buckets: king_buckets.clone(),
            hidden: size(*hidden),
            output_buckets: size(*output_buckets),
        };
        architecture.check()?;
        Ok(architecture)
    }
}

/// How many bytes the arrays have.
fn weight_length(architecture: &Architecture) -> usize {
    let Architecture { hidden, output_buckets, .. } = architecture;
    let features = (architecture.features() + 1) * hidden * 2;
    features + output_buckets * (2 * hidden * 2 + 4)
}

/// Reads a file whole. Allocates no more than a small multiple of what is there.
pub(super) fn read(bytes: &[u8]) -> Result<(Architecture, Parameters, Provenance), NnueError> {
    let envelope = Envelope::open(bytes, KIND, MAX_FILE)?;
    let header: Header = envelope.header()?;
    let architecture = header.architecture()?;
    let weights = envelope.weights(weight_length(&architecture), &header.sha256)?;
    Ok((architecture.clone(), parameters(&architecture, weights), header.provenance))
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
        header: &impl Serialize,
        weights: &[u8],
    ) -> Result<Vec<u8>, NnueError> {
        let header =
            serde_json::to_vec(header).map_err(|error| NnueError::Header(error.to_string()))?;
        if header.len() > MAX_HEADER {
            return Err(NnueError::HeaderLength { found: header.len() });
        }
        let mut file = kind.magic.as_bytes().to_vec();
        file.extend_from_slice(&(header.len() as u32).to_le_bytes());
        file.extend_from_slice(&header);
        file.resize(file.len().next_multiple_of(ALIGNMENT), 0);
        file.extend_from_slice(weights);
        Ok(file)
    }
}

/// Cuts bytes of the right length into arrays.
fn parameters(architecture: &Architecture, bytes: &[u8]) -> Parameters {
    let shorts = |bytes: &[u8]| -> Vec<i16> {
        bytes.as_chunks().0.iter().map(|&pair| i16::from_le_bytes(pair)).collect()
    };
    let hidden = architecture.hidden;
    let (feature_weights, rest) = bytes.split_at(architecture.features() * hidden * 2);
    let (feature_bias, rest) = rest.split_at(hidden * 2);
    let (output_weights, output_bias) = rest.split_at(architecture.output_buckets * hidden * 4);
    Parameters {
        feature_weights: shorts(feature_weights),
        feature_bias: shorts(feature_bias),
        output_weights: shorts(output_weights),
        output_bias: output_bias.as_chunks().0.iter().map(|&b| i32::from_le_bytes(b)).collect(),
    }
}

/// The bytes of a file.
pub(super) fn write(
    architecture: &Architecture,
    parameters: &Parameters,
    provenance: &Provenance,
) -> Result<Vec<u8>, NnueError> {
    let weights = weight_bytes(parameters);
    let header = Header::new(architecture, provenance, hash(&weights));
    Envelope::write(KIND, &header, &weights)
}

/// The bytes of the arrays.
pub(super) fn weight_bytes(parameters: &Parameters) -> Vec<u8> {
    let Parameters { feature_weights, feature_bias, output_weights, output_bias } = parameters;
    let shorts = [feature_weights, feature_bias, output_weights].into_iter().flatten();
    let mut bytes: Vec<u8> = shorts.flat_map(|weight| weight.to_le_bytes()).collect();
    bytes.extend(output_bias.iter().flat_map(|bias| bias.to_le_bytes()));
    bytes
}

/// What a file with these bytes is called in the folder `nets`: `nnue-` and the first
/// eight digits of its SHA-256.
pub fn file_name(bytes: &[u8]) -> String {
    format!("nnue-{}.knn", &hash(bytes)[..8])
}

/// SHA-256 in hexadecimal.
pub(crate) fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
