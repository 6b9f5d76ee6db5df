//! The weights of the layers behind the accumulators, as a file has them.

/// The layers behind the accumulators, for each of B outputs: N inputs, L units of the
/// second layer and M of the third.
#[derive(Clone, PartialEq, Debug)]
pub struct DeepParameters {
    /// In units of 1/64: \[B\]\[N/4\]\[L\]\[4\], so that four inputs meet all units at
    /// once. The first half of the inputs is of the side to move.
    pub second_weights: Vec<i8>,
    /// \[B\]\[L\], in units of a product: [`SECOND_UNIT`](super::SECOND_UNIT) is one.
    pub second_bias: Vec<i32>,
    /// \[B\]\[2L\]\[M\]: the clamped units of the second layer, then their squares.
    pub third_weights: Vec<f32>,
    /// \[B\]\[M\].
    pub third_bias: Vec<f32>,
    /// \[B\]\[M\].
    pub last_weights: Vec<f32>,
    /// \[B\].
    pub last_bias: Vec<f32>,
}

impl DeepParameters {
    /// The arrays of floats, by name.
    pub(super) fn floats(&self) -> [(&'static str, &[f32]); 4] {
        [
            ("third_weights", &self.third_weights),
            ("third_bias", &self.third_bias),
            ("last_weights", &self.last_weights),
            ("last_bias", &self.last_bias),
        ]
    }

    /// The lengths of the arrays, in their order.
    pub(super) fn lengths(&self) -> [usize; 6] {
        let [a, b, c, d] = self.floats().map(|(_, values)| values.len());
        [self.second_weights.len(), self.second_bias.len(), a, b, c, d]
    }

    /// Puts the arrays behind other bytes.
    pub(super) fn append_bytes(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.second_weights.iter().flat_map(|weight| weight.to_le_bytes()));
        bytes.extend(self.second_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        for (_, values) in self.floats() {
            bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
        }
    }
}
