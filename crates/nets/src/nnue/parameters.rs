//! The weights of a net, as its file has them.

use super::{DeepParameters, DeepSizes};

/// The weights of a net as its file has them, for those who make nets.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameters {
    /// A row of N for each feature, in units of 1/255: \[K\]\[768\]\[N\], or
    /// \[3072\]\[N\] of a net of moves.
    pub feature_weights: Vec<i16>,
    /// \[N\], in units of 1/255.
    pub feature_bias: Vec<i16>,
    /// A row for each output, in units of 1/64: \[B\]\[2N\], those of the side to move
    /// first, or \[11748\]\[N\] of a net of moves. Empty if there are more layers.
    pub output_weights: Vec<i16>,
    /// One for each output, in units of 1/(255 · 64). Empty if there are more layers.
    pub output_bias: Vec<i32>,
    /// More layers, and the outputs behind them.
    pub deep: Option<DeepParameters>,
}

/// What the lengths of the arrays follow from.
#[derive(Copy, Clone, Debug)]
pub(crate) struct LayerSizes {
    pub(crate) features: usize,
    pub(crate) hidden: usize,
    /// Hidden layers that an output sees.
    pub(crate) views: usize,
    pub(crate) outputs: usize,
    /// More layers, for each output.
    pub(crate) deep: Option<DeepSizes>,
}

/// The bytes of a value in each array.
const WIDTHS: [usize; 10] = [2, 2, 2, 4, 1, 4, 4, 4, 4, 4];

impl LayerSizes {
    /// The names and lengths of the arrays, in their order.
    pub(crate) fn arrays(self) -> [(&'static str, usize); 10] {
        let LayerSizes { features, hidden, views, outputs, deep } = self;
        let shallow = if deep.is_some() { 0 } else { outputs };
        let (deep, DeepSizes { second, third }) =
            deep.map_or((0, DeepSizes { second: 0, third: 0 }), |sizes| (outputs, sizes));
        [
            ("feature_weights", features * hidden),
            ("feature_bias", hidden),
            ("output_weights", shallow * views * hidden),
            ("output_bias", shallow),
            ("second_weights", deep * hidden * second),
            ("second_bias", deep * second),
            ("third_weights", deep * 2 * second * third),
            ("third_bias", deep * third),
            ("last_weights", deep * third),
            ("last_bias", deep),
        ]
    }

    /// How many bytes the arrays have.
    pub(crate) fn bytes(self) -> usize {
        self.arrays().iter().zip(WIDTHS).map(|((_, length), width)| length * width).sum()
    }
}

/// Bytes that are cut into arrays.
struct Arrays<'a>(&'a [u8]);

impl Arrays<'_> {
    /// The next array of so many values.
    fn take<T, const W: usize>(&mut self, count: usize, value: fn([u8; W]) -> T) -> Vec<T> {
        let (array, rest) = self.0.split_at(count * W);
        self.0 = rest;
        array.as_chunks().0.iter().map(|&bytes| value(bytes)).collect()
    }
}

impl Parameters {
    /// Cuts bytes into arrays.
    ///
    /// # Panics
    ///
    /// If there are fewer than these sizes make.
    pub(crate) fn from_bytes(bytes: &[u8], sizes: LayerSizes) -> Parameters {
        let counts = sizes.arrays().map(|(_, length)| length);
        let mut arrays = Arrays(bytes);
        Parameters {
            feature_weights: arrays.take(counts[0], i16::from_le_bytes),
            feature_bias: arrays.take(counts[1], i16::from_le_bytes),
            output_weights: arrays.take(counts[2], i16::from_le_bytes),
            output_bias: arrays.take(counts[3], i32::from_le_bytes),
            deep: sizes.deep.map(|_| DeepParameters {
                second_weights: arrays.take(counts[4], i8::from_le_bytes),
                second_bias: arrays.take(counts[5], i32::from_le_bytes),
                third_weights: arrays.take(counts[6], f32::from_le_bytes),
                third_bias: arrays.take(counts[7], f32::from_le_bytes),
                last_weights: arrays.take(counts[8], f32::from_le_bytes),
                last_bias: arrays.take(counts[9], f32::from_le_bytes),
            }),
        }
    }

    /// The lengths of the arrays, in their order.
    pub(crate) fn lengths(&self) -> [usize; 10] {
        let Parameters { feature_weights, feature_bias, output_weights, output_bias, deep } = self;
        let [a, b, c, d, e, f] = deep.as_ref().map_or([0; 6], DeepParameters::lengths);
        let (outputs, biases) = (output_weights.len(), output_bias.len());
        [feature_weights.len(), feature_bias.len(), outputs, biases, a, b, c, d, e, f]
    }

    /// The bytes of the arrays.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let Parameters { feature_weights, feature_bias, output_weights, output_bias, deep } = self;
        let shorts = [feature_weights, feature_bias, output_weights].into_iter().flatten();
        let mut bytes: Vec<u8> = shorts.flat_map(|weight| weight.to_le_bytes()).collect();
        bytes.extend(output_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        if let Some(deep) = deep {
            deep.append_bytes(&mut bytes);
        }
        bytes
    }
}
