//! Where the parameters of the float net lie, and what they are at first.
//!
//! One row of numbers: feature rows \[3072\]\[N\], the hidden bias \[N\], output rows
//! \[11748\]\[N\], output biases \[11748\].

use nets::policy::{INPUTS, OUTPUTS};
use thinking::SplitMix64;

use crate::nnue::shape::normal_numbers;

/// The shape of a net in training.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct PolicyShape {
    /// N.
    pub(crate) hidden: usize,
}

impl PolicyShape {
    /// Where the hidden bias begins. It is one more row behind the features.
    pub(crate) fn bias(self) -> usize {
        INPUTS * self.hidden
    }

    /// Where the output rows begin.
    pub(crate) fn output_weights(self) -> usize {
        self.bias() + self.hidden
    }

    /// Where the output biases begin.
    pub(crate) fn output_bias(self) -> usize {
        self.output_weights() + OUTPUTS * self.hidden
    }

    /// How many parameters there are.
    pub(crate) fn len(self) -> usize {
        self.output_bias() + OUTPUTS
    }

    /// The first parameters of a seed. A man's four features begin alike.
    pub(crate) fn first_parameters(self, seed: u64) -> Vec<f32> {
        let mut normal = normal_numbers(SplitMix64::new(seed, 0x504E));
        let mut parameters = vec![0.0; self.len()];
        let quarter = self.bias() / 4;
        parameters[..quarter].fill_with(|| (0.1 * normal()).clamp(-1.0, 1.0) as f32);
        for copy in 1..4 {
            parameters.copy_within(..quarter, copy * quarter);
        }
        parameters[self.bias()..self.output_weights()].fill(0.2);
        let deviation = (0.5 / self.hidden as f64).sqrt();
        parameters[self.output_weights()..self.output_bias()]
            .fill_with(|| (deviation * normal()) as f32);
        parameters
    }
}

impl std::fmt::Display for PolicyShape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{INPUTS}->{}->{OUTPUTS}", self.hidden)
    }
}
