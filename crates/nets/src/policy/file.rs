//! The file of a net of moves: an [`Envelope`] that begins with `KYTHUPN1`.

use serde::{Deserialize, Serialize};

use super::{INPUTS, OUTPUTS};
use crate::nnue::envelope::{ACTIVATION, Envelope, FileKind, Header, check_kind, hash};
use crate::nnue::parameters::LayerSizes;
use crate::nnue::{INPUT_UNIT, NnueError, OUTPUT_UNIT, Parameters, Provenance};

/// More than the largest net there can be.
pub(super) const MAX_FILE: usize = 32 << 20;

/// How a file begins.
pub const MAGIC: &str = "KYTHUPN1";

const KIND: FileKind = FileKind { name: "policy net", magic: MAGIC };

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

impl Header<Shape, Quantisation> {
    /// The sizes of the layers, if it is a net that is computed here.
    fn sizes(&self) -> Result<LayerSizes, NnueError> {
        let Shape { inputs, hidden, outputs, activation, mirrored } = &self.architecture;
        let Quantisation { input, output } = &self.quantisation;
        check_kind([
            ("inputs", inputs, &(INPUTS as u64)),
            ("outputs", outputs, &(OUTPUTS as u64)),
            ("activation", activation, &ACTIVATION),
            ("mirrored", mirrored, &true),
            ("quantisation.input", input, &INPUT_UNIT),
            ("quantisation.output", output, &OUTPUT_UNIT),
        ])?;
        super::network::sizes(usize::try_from(*hidden).unwrap_or(usize::MAX))
    }
}

/// Reads a file whole. Allocates no more than a small multiple of what is there.
pub(super) fn read(bytes: &[u8]) -> Result<(Parameters, Provenance), NnueError> {
    let envelope = Envelope::open(bytes, KIND, MAX_FILE)?;
    let header: Header<Shape, Quantisation> = envelope.header()?;
    let sizes = header.sizes()?;
    let weights = envelope.weights(sizes.bytes(), &header.sha256)?;
    Ok((Parameters::from_bytes(weights, sizes), header.provenance))
}

/// The bytes of a file.
pub(super) fn write(
    parameters: &Parameters,
    provenance: &Provenance,
) -> Result<Vec<u8>, NnueError> {
    let shape = Shape {
        inputs: INPUTS as u64,
        hidden: parameters.feature_bias.len() as u64,
        outputs: OUTPUTS as u64,
        activation: ACTIVATION.to_owned(),
        mirrored: true,
    };
    let quantisation = Quantisation { input: INPUT_UNIT.into(), output: OUTPUT_UNIT.into() };
    Envelope::write(KIND, shape, quantisation, provenance, parameters)
}

/// What a file with these bytes is called in the folder `nets`: `policy-` and the first
/// eight digits of its SHA-256.
pub fn file_name(bytes: &[u8]) -> String {
    format!("policy-{}.knn", &hash(bytes)[..8])
}
