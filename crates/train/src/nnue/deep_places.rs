//! Where the parameters of the layers behind the accumulators lie, and what they begin
//! with.

use std::ops::Range;

use nets::nnue::DeepSizes;

/// Where the parameters of more layers lie: weights \[B\]\[N\]\[L\] and biases \[B\]\[L\] of
/// the second, \[B\]\[2L\]\[M\] and \[B\]\[M\] of the third, \[B\]\[M\] and \[B\] of the outputs.
/// All weights are by input, then unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct DeepPlaces {
    pub(crate) second_weights: Range<usize>,
    pub(crate) second_bias: Range<usize>,
    pub(crate) third_weights: Range<usize>,
    pub(crate) third_bias: Range<usize>,
    pub(crate) last_weights: Range<usize>,
    pub(crate) last_bias: Range<usize>,
    outputs: usize,
    inputs: usize,
    sizes: DeepSizes,
}

impl DeepPlaces {
    /// Of so many outputs, each with so many inputs of its second layer.
    pub(crate) fn new(outputs: usize, inputs: usize, sizes: DeepSizes) -> DeepPlaces {
        let DeepSizes { second, third } = sizes;
        let mut end = 0;
        let mut next = |each: usize| {
            let start = end;
            end += outputs * each;
            start..end
        };
        DeepPlaces {
            second_weights: next(inputs * second),
            second_bias: next(second),
            third_weights: next(2 * second * third),
            third_bias: next(third),
            last_weights: next(third),
            last_bias: next(1),
            outputs,
            inputs,
            sizes,
        }
    }

    /// Inputs of the second layer: as many as an accumulator has.
    pub(crate) fn inputs(&self) -> usize {
        self.inputs
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.last_bias.end
    }

    /// The parts with their names, in their order.
    pub(crate) fn parts(&self) -> [(&'static str, Range<usize>); 6] {
        [
            ("second weights", self.second_weights.clone()),
            ("second bias", self.second_bias.clone()),
            ("third weights", self.third_weights.clone()),
            ("third bias", self.third_bias.clone()),
            ("output weights", self.last_weights.clone()),
            ("output bias", self.last_bias.clone()),
        ]
    }

    /// The parts of one output, in their order.
    pub(crate) fn of(&self, output: usize) -> [Range<usize>; 6] {
        self.parts().map(|(_, Range { start, end })| {
            let each = (end - start) / self.outputs;
            start + output * each..start + (output + 1) * each
        })
    }

    /// The first parameters, of normal numbers. Most units begin between zero and one;
    /// larger weights of the second layer learn less of what they have not seen.
    pub(crate) fn fill_first(&self, parameters: &mut [f32], mut normal: impl FnMut() -> f64) {
        let DeepSizes { second, third } = self.sizes;
        let mut fill = |range: &Range<usize>, mean: f64, deviation: f64| {
            let bound = f64::from(super::shape::CLIP);
            parameters[range.clone()]
                .fill_with(|| (mean + normal() * deviation).clamp(-bound, bound) as f32);
        };
        fill(&self.second_weights, 0.0, (1.0 / self.inputs as f64).sqrt());
        fill(&self.second_bias, 0.25, 0.0);
        fill(&self.third_weights, 0.0, (1.0 / second as f64).sqrt());
        fill(&self.third_bias, 0.25, 0.0);
        fill(&self.last_weights, 0.0, (1.0 / third as f64).sqrt());
        fill(&self.last_bias, 0.0, 0.0);
    }
}
