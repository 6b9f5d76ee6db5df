//! The weights of a net in whole numbers, as its file has them.

/// The weights of a net as its file has them, for those who make nets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameters {
    /// A row of N for each feature, in units of 1/255: \[K\]\[768\]\[N\], or
    /// \[3072\]\[N\] of a net of moves.
    pub feature_weights: Vec<i16>,
    /// \[N\], in units of 1/255.
    pub feature_bias: Vec<i16>,
    /// A row for each output, in units of 1/64: \[B\]\[2N\], those of the side to move
    /// first, or \[11748\]\[N\] of a net of moves.
    pub output_weights: Vec<i16>,
    /// One for each output, in units of 1/(255 · 64).
    pub output_bias: Vec<i32>,
}

/// What the lengths of the arrays follow from.
#[derive(Copy, Clone, Debug)]
pub(crate) struct LayerSizes {
    pub(crate) features: usize,
    pub(crate) hidden: usize,
    /// Hidden layers that an output sees.
    pub(crate) views: usize,
    pub(crate) outputs: usize,
}

impl LayerSizes {
    /// The names and lengths of the arrays, in their order.
    pub(crate) fn arrays(self) -> [(&'static str, usize); 4] {
        let LayerSizes { features, hidden, views, outputs } = self;
        [
            ("feature_weights", features * hidden),
            ("feature_bias", hidden),
            ("output_weights", outputs * views * hidden),
            ("output_bias", outputs),
        ]
    }

    /// How many bytes the arrays have.
    pub(crate) fn bytes(self) -> usize {
        let [weights, bias, output_weights, output_bias] = self.arrays().map(|(_, length)| length);
        (weights + bias + output_weights) * 2 + output_bias * 4
    }
}

impl Parameters {
    /// Cuts bytes into arrays.
    ///
    /// # Panics
    ///
    /// If there are fewer than these sizes make.
    pub(crate) fn from_bytes(bytes: &[u8], sizes: LayerSizes) -> Parameters {
        let shorts = |bytes: &[u8]| -> Vec<i16> {
            bytes.as_chunks().0.iter().map(|&pair| i16::from_le_bytes(pair)).collect()
        };
        let [weights, bias, output_weights, _] = sizes.arrays().map(|(_, length)| length);
        let (feature_weights, rest) = bytes.split_at(weights * 2);
        let (feature_bias, rest) = rest.split_at(bias * 2);
        let (output_weights, output_bias) = rest.split_at(output_weights * 2);
        Parameters {
            feature_weights: shorts(feature_weights),
            feature_bias: shorts(feature_bias),
            output_weights: shorts(output_weights),
            output_bias: output_bias.as_chunks().0.iter().map(|&b| i32::from_le_bytes(b)).collect(),
        }
    }

    /// The bytes of the arrays.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let Parameters { feature_weights, feature_bias, output_weights, output_bias } = self;
        let shorts = [feature_weights, feature_bias, output_weights].into_iter().flatten();
        let mut bytes: Vec<u8> = shorts.flat_map(|weight| weight.to_le_bytes()).collect();
        bytes.extend(output_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        bytes
    }
}
