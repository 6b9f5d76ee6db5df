//! The file of a net: an [`Envelope`] that begins with `KYTHUNN1`.

use serde::{Deserialize, Serialize};

use super::envelope::{ACTIVATION, Envelope, FileKind, Header, check_kind, hash};
use super::{
    Architecture, DeepSizes, FEATURES, INPUT_UNIT, KingBuckets, NnueError, OUTPUT_UNIT, Parameters,
    Provenance, SCALE,
};

/// More than the largest net there can be: 4096 units, 32 king buckets, and 32 outputs
/// with the largest layers.
pub(super) const MAX_FILE: usize = 208 << 20;

const KIND: FileKind = FileKind { name: "NNUE", magic: "KYTHUNN1" };

/// The activation of accumulators with layers behind them.
const PAIRWISE: &str = "pairwise";

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Shape {
    inputs: u64,
    king_buckets: KingBuckets,
    hidden: u64,
    output_buckets: u64,
    activation: String,
    mirrored: bool,
    /// Those behind the accumulators, if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    layers: Option<[u64; 2]>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Quantisation {
    input: i64,
    output: i64,
    scale: i64,
}

impl Header<Shape, Quantisation> {
    /// The architecture, if it is one that is computed here.
    fn architecture(&self) -> Result<Architecture, NnueError> {
        let Shape { inputs, king_buckets, hidden, output_buckets, activation, mirrored, layers } =
            &self.architecture;
        let Quantisation { input, output, scale } = &self.quantisation;
        check_kind([
            ("inputs", inputs, &(FEATURES as u64)),
            ("activation", activation, &if layers.is_some() { PAIRWISE } else { ACTIVATION }),
            ("mirrored", mirrored, &true),
            ("quantisation.input", input, &INPUT_UNIT),
            ("quantisation.output", output, &OUTPUT_UNIT),
            ("quantisation.scale", scale, &SCALE),
        ])?;
        let size = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let architecture = Architecture {
            king_buckets: king_buckets.clone(),
            hidden: size(*hidden),
            output_buckets: size(*output_buckets),
            layers: layers.map(|layers| {
                let [second, third] = layers.map(size);
                DeepSizes { second, third }
            }),
        };
        architecture.check()?;
        Ok(architecture)
    }
}

/// Reads a file whole. Allocates no more than a small multiple of what is there.
pub(super) fn read(bytes: &[u8]) -> Result<(Architecture, Parameters, Provenance), NnueError> {
    let envelope = Envelope::open(bytes, KIND, MAX_FILE)?;
    let header: Header<Shape, Quantisation> = envelope.header()?;
    let architecture = header.architecture()?;
    let sizes = architecture.sizes();
    let weights = envelope.weights(sizes.bytes(), &header.sha256)?;
    Ok((architecture, Parameters::from_bytes(weights, sizes), header.provenance))
}

/// The bytes of a file.
pub(super) fn write(
    architecture: &Architecture,
    parameters: &Parameters,
    provenance: &Provenance,
) -> Result<Vec<u8>, NnueError> {
    let shape = Shape {
        inputs: FEATURES as u64,
        king_buckets: architecture.king_buckets.clone(),
        hidden: architecture.hidden as u64,
        output_buckets: architecture.output_buckets as u64,
        activation: if architecture.layers.is_some() { PAIRWISE } else { ACTIVATION }.to_owned(),
        mirrored: true,
        layers: architecture.layers.map(|sizes| [sizes.second, sizes.third].map(|n| n as u64)),
    };
    let quantisation =
        Quantisation { input: INPUT_UNIT.into(), output: OUTPUT_UNIT.into(), scale: SCALE.into() };
    Envelope::write(KIND, shape, quantisation, provenance, parameters)
}

/// What a file with these bytes is called in the folder `nets`: `nnue-` and the first
/// eight digits of its SHA-256.
pub fn file_name(bytes: &[u8]) -> String {
    format!("nnue-{}.knn", &hash(bytes)[..8])
}
