//! The file of a net of moves: an envelope as NNUE has it, with `KYTHUPN1`, then
//! feature weights \[3072\]\[N\] i16, feature bias \[N\] i16, output weights
//! \[11748\]\[N\] i16 and output bias \[11748\] i32, little-endian and without gaps.

use serde::{Deserialize, Serialize};

use super::network::PolicyParameters;
use super::{INPUTS, OUTPUTS};
use crate::nnue::file::{Envelope, FileKind, hash};
use crate::nnue::{INPUT_UNIT, NnueError, OUTPUT_UNIT, Provenance};

/// More than the largest net there can be.
pub(super) const MAX_FILE: usize = 32 << 20;

/// How a file begins.
pub const MAGIC: &str = "KYTHUPN1";

const KIND: FileKind = FileKind { name: "policy net", magic: MAGIC };
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
    hidden: u64,
    outputs: u64,
    activation: String,
    mirrored: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Quantisation {
    input: i64,
    output: i64,
}

impl Header {
    /// The size of the hidden layer, if it is a net that is computed here.
    fn hidden(&self) -> Result<usize, NnueError> {
        let Shape { inputs, hidden, outputs, activation, mirrored } = &self.architecture;
        let Quantisation { input, output } = &self.quantisation;
        for (field, found, expected) in [
            ("inputs", inputs.to_string(), INPUTS.to_string()),
            ("outputs", outputs.to_string(), OUTPUTS.to_string()),
            ("activation", activation.chars().take(32).collect(), ACTIVATION.to_owned()),
            ("mirrored", mirrored.to_string(), true.to_string()),
            ("quantisation.input", input.to_string(), INPUT_UNIT.to_string()),
            ("quantisation.output", output.to_string(), OUTPUT_UNIT.to_string()),
        ] {
            if found != expected {
                return Err(NnueError::Kind { field, found, expected });
            }
        }
        let hidden = usize::try_from(*hidden).unwrap_or(usize::MAX);
        super::network::check_hidden(hidden)?;
        Ok(hidden)
    }
}

/// Reads a file whole. Allocates no more than a small multiple of what is there.
pub(super) fn read(bytes: &[u8]) -> Result<(PolicyParameters, Provenance), NnueError> {
    let envelope = Envelope::open(bytes, KIND, MAX_FILE)?;
    let header: Header = envelope.header()?;
    let hidden = header.hidden()?;
    let length = (INPUTS + 1 + OUTPUTS) * hidden * 2 + OUTPUTS * 4;
    let weights = envelope.weights(length, &header.sha256)?;
    let shorts = |bytes: &[u8]| -> Vec<i16> {
        bytes.as_chunks().0.iter().map(|&pair| i16::from_le_bytes(pair)).collect()
    };
    let (feature_weights, rest) = weights.split_at(INPUTS * hidden * 2);
    let (feature_bias, rest) = rest.split_at(hidden * 2);
    let (output_weights, output_bias) = rest.split_at(OUTPUTS * hidden * 2);
    let parameters = PolicyParameters {
        feature_weights: shorts(feature_weights),
        feature_bias: shorts(feature_bias),
        output_weights: shorts(output_weights),
        output_bias: output_bias.as_chunks().0.iter().map(|&b| i32::from_le_bytes(b)).collect(),
    };
    Ok((parameters, header.provenance))
}

/// The bytes of a file.
pub(super) fn write(
    parameters: &PolicyParameters,
    provenance: &Provenance,
) -> Result<Vec<u8>, NnueError> {
    let weights = weight_bytes(parameters);
    let header = Header {
        architecture: Shape {
            inputs: INPUTS as u64,
            hidden: parameters.feature_bias.len() as u64,
            outputs: OUTPUTS as u64,
            activation: ACTIVATION.to_owned(),
            mirrored: true,
        },
        quantisation: Quantisation { input: INPUT_UNIT.into(), output: OUTPUT_UNIT.into() },
        provenance: provenance.clone(),
        sha256: hash(&weights),
    };
    Envelope::write(KIND, &header, &weights)
}

/// The bytes of the arrays.
pub(super) fn weight_bytes(parameters: &PolicyParameters) -> Vec<u8> {
    let PolicyParameters { feature_weights, feature_bias, output_weights, output_bias } =
        parameters;
    let shorts = [feature_weights, feature_bias, output_weights].into_iter().flatten();
    let mut bytes: Vec<u8> = shorts.flat_map(|weight| weight.to_le_bytes()).collect();
    bytes.extend(output_bias.iter().flat_map(|bias| bias.to_le_bytes()));
    bytes
}

/// What a file with these bytes is called in the folder `nets`: `policy-` and the first
/// eight digits of its SHA-256.
pub fn file_name(bytes: &[u8]) -> String {
    format!("policy-{}.knn", &hash(bytes)[..8])
}
