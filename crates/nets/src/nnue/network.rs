//! The net: its shape, its weights, and where it comes from.

use std::collections::BTreeMap;
use std::path::Path;

use super::deep_layers::DeepLayers;
use super::layers::{Block, Layers};
use super::{Architecture, FEATURES, NnueError, Parameters, file};
use crate::{Level, NetOpenError, tensor_file};

/// Where a net comes from, in its author's words: data, command, seed, losses, ….
pub type Provenance = BTreeMap<String, String>;

/// A net that was checked.
#[derive(Clone)]
pub struct Network {
    architecture: Architecture,
    provenance: Provenance,
    layers: Layers,
    level: Level,
}

impl Network {
    /// A net of these weights. Its sums stay within 16 bits, whatever the position.
    pub fn new(
        architecture: Architecture,
        parameters: &Parameters,
        provenance: Provenance,
    ) -> Result<Network, NnueError> {
        architecture.check()?;
        // The features of one king bucket are on.
        let layers = Layers::new(parameters, architecture.sizes(), FEATURES)?;
        Ok(Network { architecture, provenance, layers, level: Level::best() })
    }

    /// The net of a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, NnueError> {
        let (architecture, parameters, provenance) = file::read(bytes)?;
        Network::new(architecture, &parameters, provenance)
    }

    /// The net of the file at this path.
    pub fn open(path: &Path) -> Result<Network, NetOpenError> {
        let bytes = tensor_file::read(path, file::MAX_FILE)?;
        let path = path.display().to_string();
        Network::from_bytes(&bytes).map_err(|error| NetOpenError::Nnue { path, error })
    }

    /// The bytes of its file: the same net gives the same bytes. Fails only when the
    /// provenance is too long for a header.
    pub fn to_bytes(&self) -> Result<Vec<u8>, NnueError> {
        file::write(&self.architecture, &self.parameters(), &self.provenance)
    }

    /// The same with other instructions than the best of this machine.
    #[must_use]
    pub fn with_level(self, level: Level) -> Network {
        Network { level, ..self }
    }

    /// Which instructions it is evaluated with.
    #[inline]
    pub fn level(&self) -> Level {
        self.level
    }

    /// Its weights, as its file has them.
    pub fn parameters(&self) -> Parameters {
        self.layers.parameters()
    }

    /// The SHA-256 of its weights, in hexadecimal, as the header of its file has it.
    pub fn hash(&self) -> String {
        self.layers.hash()
    }

    /// Its shape.
    pub fn architecture(&self) -> &Architecture {
        &self.architecture
    }

    /// Where it comes from.
    pub fn provenance(&self) -> &Provenance {
        &self.provenance
    }

    /// Blocks of an accumulator.
    #[inline]
    pub(super) fn blocks(&self) -> usize {
        self.layers.blocks()
    }

    /// The weights of a feature.
    #[inline]
    pub(super) fn row(&self, feature: usize) -> &[Block] {
        self.layers.row(feature)
    }

    /// What every accumulator begins with.
    #[inline]
    pub(super) fn bias(&self) -> &[Block] {
        self.layers.bias()
    }

    /// The layers behind the accumulators, if there are any.
    #[inline]
    pub(super) fn deep(&self) -> Option<&DeepLayers> {
        self.layers.deep()
    }

    /// The weights of an output, those of the side to move first, and its bias, in a net
    /// without more layers.
    #[inline]
    pub(super) fn output(&self, bucket: usize) -> (&[Block], i32) {
        self.layers.output(bucket)
    }
}

impl std::fmt::Debug for Network {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Network({}, {:?})", self.architecture, self.level)
    }
}
