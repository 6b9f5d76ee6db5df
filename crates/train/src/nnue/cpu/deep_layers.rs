//! Products of pairs, the layers behind them, the loss, and back again.

use super::output_layer::{OutputGradient, slope};
use crate::nnue::batch::Batch;
use crate::nnue::deep_places::DeepPlaces;

/// What is kept of a position on its way forward.
#[derive(Default)]
struct Pass {
    /// Inputs of the second layer.
    pairs: Vec<f32>,
    /// Sums of the second layer.
    second: Vec<f32>,
    /// Inputs of the third layer.
    inputs: Vec<f32>,
    /// Sums of the third layer.
    third: Vec<f32>,
}

/// The outputs of the positions from `first` on.
pub(super) fn forward(
    places: &DeepPlaces,
    parameters: &[f32],
    batch: &Batch,
    first: usize,
    sums: &[f32],
) -> Vec<f32> {
    let mut pass = Pass::default();
    let outputs = sums.chunks_exact(2 * places.inputs()).zip(&batch.outputs[first..]);
    outputs.map(|(sums, &bucket)| pass.forward(places, parameters, bucket, sums)).collect()
}

/// The gradient of the layers for the positions from `first` on. Their sums are
/// replaced by the gradients of the sums.
pub(super) fn backward(
    places: &DeepPlaces,
    parameters: &[f32],
    batch: &Batch,
    first: usize,
    sums: &mut [f32],
) -> OutputGradient {
    let mut pass = Pass::default();
    let mut result = OutputGradient { gradient: vec![0.0; places.len()], error: 0.0 };
    let labels = batch.outputs[first..].iter().zip(&batch.targets[first..]);
    for (sums, (&bucket, &target)) in sums.chunks_exact_mut(2 * places.inputs()).zip(labels) {
        let output = pass.forward(places, parameters, bucket, sums);
        let (slope, error) = slope(output, target, batch.weight);
        result.error += error;
        pass.backward(places, parameters, bucket, slope, &mut result.gradient, sums);
    }
    result
}

impl Pass {
    /// The output of a position with these sums of the first layer.
    fn forward(
        &mut self,
        places: &DeepPlaces,
        parameters: &[f32],
        bucket: u8,
        sums: &[f32],
    ) -> f32 {
        let [second_weights, second_bias, third_weights, third_bias, last_weights, last_bias] =
            places.of(bucket.into()).map(|range| &parameters[range]);
        self.pairs.clear();
        for view in sums.chunks_exact(sums.len() / 2) {
            let (firsts, seconds) = view.split_at(view.len() / 2);
            let pairs = firsts.iter().zip(seconds);
            self.pairs.extend(pairs.map(|(a, b)| a.clamp(0.0, 1.0) * b.clamp(0.0, 1.0)));
        }
        self.second.clear();
        self.second.extend_from_slice(second_bias);
        let rows = second_weights.chunks_exact(second_bias.len());
        // Most products are zero.
        for (&pair, row) in self.pairs.iter().zip(rows).filter(|(pair, _)| **pair != 0.0) {
            add(&mut self.second, row, pair);
        }
        self.inputs.clear();
        self.inputs.extend(self.second.iter().map(|x| x.clamp(0.0, 1.0)));
        self.inputs.extend(self.second.iter().map(|x| (x * x).min(1.0)));
        self.third.clear();
        self.third.extend_from_slice(third_bias);
        for (&input, row) in self.inputs.iter().zip(third_weights.chunks_exact(third_bias.len())) {
            add(&mut self.third, row, input);
        }
        let squares = self.third.iter().map(|x| x.clamp(0.0, 1.0).powi(2));
        last_bias[0] + squares.zip(last_weights).map(|(x, weight)| x * weight).sum::<f32>()
    }

    /// Adds to the gradient from that of the output of the position that went forward
    /// last, and replaces its sums by their gradients.
    fn backward(
        &mut self,
        places: &DeepPlaces,
        parameters: &[f32],
        bucket: u8,
        slope: f32,
        gradient: &mut [f32],
        sums: &mut [f32],
    ) {
        let ranges = places.of(bucket.into());
        let [second_weights, _, third_weights, _, last_weights, _] =
            ranges.clone().map(|range| &parameters[range]);
        let [second_range, second_bias, third_range, third_bias, last_range, last_bias] = ranges;
        gradient[last_bias.start] += slope;
        // From here on `third` has the gradients of the sums.
        let places = self.third.iter_mut().zip(last_weights).zip(&mut gradient[last_range]);
        for ((third, weight), gradient) in places {
            let clamped = third.clamp(0.0, 1.0);
            *gradient += slope * clamped * clamped;
            *third = if is_inside(*third) { slope * weight * 2.0 * clamped } else { 0.0 };
        }
        add(&mut gradient[third_bias], &self.third, 1.0);
        let units = self.third.len();
        let rows = third_weights.chunks_exact(units);
        let gradients = gradient[third_range].chunks_exact_mut(units);
        for ((input, row), gradient) in self.inputs.iter_mut().zip(rows).zip(gradients) {
            add(gradient, &self.third, *input);
            *input = dot(row, &self.third);
        }
        // So has `second`.
        let (clamped, squares) = self.inputs.split_at(self.second.len());
        for ((second, clamped), square) in self.second.iter_mut().zip(clamped).zip(squares) {
            let clamped = if is_inside(*second) { *clamped } else { 0.0 };
            let square = if second.abs() < 1.0 { 2.0 * *second * square } else { 0.0 };
            *second = clamped + square;
        }
        add(&mut gradient[second_bias], &self.second, 1.0);
        let units = self.second.len();
        let rows = second_weights.chunks_exact(units);
        let gradients = gradient[second_range].chunks_exact_mut(units);
        for ((pair, row), gradient) in self.pairs.iter_mut().zip(rows).zip(gradients) {
            // A product of zero has no slope either: of its factors one is not above
            // zero, which stops the slope of both.
            if *pair != 0.0 {
                add(gradient, &self.second, *pair);
                *pair = dot(row, &self.second);
            }
        }
        let half = sums.len() / 2;
        for (view, slopes) in sums.chunks_exact_mut(half).zip(self.pairs.chunks_exact(half / 2)) {
            let (firsts, seconds) = view.split_at_mut(half / 2);
            for ((a, b), slope) in firsts.iter_mut().zip(seconds).zip(slopes) {
                let of = |this: f32, other: f32| {
                    if is_inside(this) { slope * other.clamp(0.0, 1.0) } else { 0.0 }
                };
                (*a, *b) = (of(*a, *b), of(*b, *a));
            }
        }
    }
}

/// Does clamping leave it as it is, and its neighbours too?
fn is_inside(x: f32) -> bool {
    x > 0.0 && x < 1.0
}

/// Adds a multiple of a row.
fn add(sums: &mut [f32], row: &[f32], factor: f32) {
    for (sum, value) in sums.iter_mut().zip(row) {
        *sum += factor * value;
    }
}

/// Numbers that are added up side by side; every layer has a multiple of so many units.
const LANES: usize = 16;

fn dot(one: &[f32], other: &[f32]) -> f32 {
    let mut lanes = [0.0f32; LANES];
    for (one, other) in one.as_chunks::<LANES>().0.iter().zip(other.as_chunks::<LANES>().0) {
        for ((lane, one), other) in lanes.iter_mut().zip(one).zip(other) {
            *lane += one * other;
        }
    }
    lanes.iter().sum()
}
