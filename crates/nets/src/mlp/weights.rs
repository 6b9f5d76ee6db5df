//! The weights of the net as a file has them and as training makes them.

use std::collections::BTreeMap;

use super::{ARCHITECTURE, HIDDEN1, HIDDEN2, INPUTS};
use crate::{NetFileError, Precision, TensorFile, TensorFileWriter};

/// What a file says of itself: where the net comes from, for people.
pub type Metadata = BTreeMap<String, String>;

/// The key of the metadata that names the kind of net.
const ARCHITECTURE_KEY: &str = "architecture";

/// All weights, row by row as PyTorch has them: the weight from input i to unit u
/// of a layer with n inputs is at `u · n + i`.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// 1024 × 832.
    pub layer1_weight: Vec<f32>,
    /// 1024.
    pub layer1_bias: Vec<f32>,
    /// 512 × 1024.
    pub layer2_weight: Vec<f32>,
    /// 512.
    pub layer2_bias: Vec<f32>,
    /// 1 × 512.
    pub layer3_weight: Vec<f32>,
    /// 1.
    pub layer3_bias: Vec<f32>,
}

impl Weights {
    /// The tensors of a file and their shapes, in the order of the fields.
    pub const TENSORS: [(&'static str, &'static [usize]); 6] = [
        ("layer1.weight", &[HIDDEN1, INPUTS]),
        ("layer1.bias", &[HIDDEN1]),
        ("layer2.weight", &[HIDDEN2, HIDDEN1]),
        ("layer2.bias", &[HIDDEN2]),
        ("layer3.weight", &[1, HIDDEN2]),
        ("layer3.bias", &[1]),
    ];

    /// Kaiming-He initialisation: weights from N(0, 2/n) where n is the number of
    /// inputs of the layer, biases zero. `normal` gives standard normal numbers.
    pub fn he(mut normal: impl FnMut() -> f32) -> Weights {
        let mut layer = |inputs: usize, units: usize| {
            let deviation = (2.0 / inputs as f32).sqrt();
            (0..inputs * units).map(|_| normal() * deviation).collect()
        };
        Weights {
            layer1_weight: layer(INPUTS, HIDDEN1),
            layer1_bias: vec![0.0; HIDDEN1],
            layer2_weight: layer(HIDDEN1, HIDDEN2),
            layer2_bias: vec![0.0; HIDDEN2],
            layer3_weight: layer(HIDDEN2, 1),
            layer3_bias: vec![0.0],
        }
    }

    /// A net that counts men and nothing else, made by hand: its output before tanh
    /// is the difference of the material in pawns (1, 3, 3, 5, 9), times `per_pawn`.
    /// What it will say is known beforehand, which is good to test players with.
    pub fn of_material(per_pawn: f32) -> Weights {
        const VALUES: [f32; 6] = [1.0, 3.0, 3.0, 5.0, 9.0, 0.0];
        let mut weights = Weights::he(|| 0.0);
        for plane in 0..12 {
            let value = if plane < 6 { VALUES[plane] } else { -VALUES[plane - 6] };
            for input in plane * 64..(plane + 1) * 64 {
                // One unit is what White is ahead, the next what Black is.
                weights.layer1_weight[input] = value;
                weights.layer1_weight[INPUTS + input] = -value;
            }
        }
        weights.layer2_weight[0] = 1.0;
        weights.layer2_weight[HIDDEN1 + 1] = 1.0;
        weights.layer3_weight[..2].copy_from_slice(&[per_pawn, -per_pawn]);
        weights
    }

    /// Reads a file: the weights, and what it says of itself.
    ///
    /// A file without metadata is taken by its tensors; one that says it is
    /// something else is refused.
    pub fn from_bytes(bytes: &[u8]) -> Result<(Weights, Metadata), NetFileError> {
        let file = TensorFile::new(bytes)?;
        if let Some(found) = file.metadata().get(ARCHITECTURE_KEY)
            && found != ARCHITECTURE
        {
            let found = found.chars().take(64).collect();
            return Err(NetFileError::Architecture { found, expected: ARCHITECTURE });
        }
        let stranger = |name: &&str| Weights::TENSORS.iter().all(|(known, _)| known != name);
        if let Some(name) = file.names().find(stranger) {
            return Err(NetFileError::Unknown { name: name.chars().take(64).collect() });
        }
        let weights = Weights::from_tensors(&file, "")?;
        Ok((weights, file.metadata().clone()))
    }

    /// The weights of tensors with these names and something before them.
    pub fn from_tensors(file: &TensorFile<'_>, before: &str) -> Result<Weights, NetFileError> {
        let tensor = |index: usize| {
            let (name, shape) = Weights::TENSORS[index];
            file.tensor(&format!("{before}{name}"), shape)
        };
        Ok(Weights {
            layer1_weight: tensor(0)?,
            layer1_bias: tensor(1)?,
            layer2_weight: tensor(2)?,
            layer2_bias: tensor(3)?,
            layer3_weight: tensor(4)?,
            layer3_bias: tensor(5)?,
        })
    }

    /// The bytes of a file with these weights. The metadata is written as it is
    /// given, and the architecture with it.
    ///
    /// Fails when a value is not finite or too large for half precision, or when a
    /// field has not the length it must have.
    pub fn to_bytes(
        &self,
        precision: Precision,
        metadata: &Metadata,
    ) -> Result<Vec<u8>, NetFileError> {
        let mut metadata = metadata.clone();
        metadata.insert(ARCHITECTURE_KEY.to_owned(), ARCHITECTURE.to_owned());
        let mut writer = TensorFileWriter::new(precision, &metadata);
        for ((name, shape), values) in Weights::TENSORS.into_iter().zip(self.fields()) {
            writer.add(name, shape, values)?;
        }
        Ok(writer.finish())
    }

    /// The fields in the order of [`Weights::TENSORS`].
    pub fn fields(&self) -> [&[f32]; 6] {
        [
            &self.layer1_weight,
            &self.layer1_bias,
            &self.layer2_weight,
            &self.layer2_bias,
            &self.layer3_weight,
            &self.layer3_bias,
        ]
    }
}
