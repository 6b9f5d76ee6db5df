//! SCReLU, the output that the number of men chooses, the loss, and back again.

use crate::nnue::batch::Batch;
use crate::nnue::shape::NetShape;

/// Numbers that are added up side by side, so that the compiler can use whole
/// registers.
const LANES: usize = 16;

/// What comes back from some positions.
pub(super) struct OutputGradient {
    /// Of weights and biases.
    pub(super) gradient: Vec<f32>,
    /// Squared errors, summed up.
    pub(super) error: f64,
}

/// The outputs of the positions from `first` on.
pub(super) fn forward(
    shape: &NetShape,
    parameters: &[f32],
    batch: &Batch,
    first: usize,
    sums: &[f32],
) -> Vec<f32> {
    let width = 2 * shape.hidden();
    let buckets = &batch.outputs[first..];
    let outputs = sums.chunks_exact(width).zip(buckets);
    outputs.map(|(sums, &bucket)| output(shape, parameters, bucket, sums)).collect()
}

fn output(shape: &NetShape, parameters: &[f32], bucket: u8, sums: &[f32]) -> f32 {
    let (weights, bias) = weights(shape, parameters, bucket);
    let mut lanes = [0.0f32; LANES];
    let (sums, _) = sums.as_chunks::<LANES>();
    let (weights, _) = weights.as_chunks::<LANES>();
    for (sums, weights) in sums.iter().zip(weights) {
        for ((lane, sum), weight) in lanes.iter_mut().zip(sums).zip(weights) {
            let clamped = sum.clamp(0.0, 1.0);
            *lane += clamped * clamped * weight;
        }
    }
    bias + lanes.iter().sum::<f32>()
}

/// The weights and the bias of an output.
fn weights<'a>(shape: &NetShape, parameters: &'a [f32], bucket: u8) -> (&'a [f32], f32) {
    let width = 2 * shape.hidden();
    let (weights, biases) = parameters.split_at(shape.outputs() * width);
    let bucket = usize::from(bucket);
    (&weights[bucket * width..(bucket + 1) * width], biases[bucket])
}

/// The gradient of the output layer for the positions from `first` on. Their
/// sums are replaced by the gradients of the sums.
pub(super) fn backward(
    shape: &NetShape,
    parameters: &[f32],
    batch: &Batch,
    first: usize,
    sums: &mut [f32],
) -> OutputGradient {
    let width = 2 * shape.hidden();
    let biases = shape.outputs() * width;
    let mut result = OutputGradient { gradient: vec![0.0; biases + shape.outputs()], error: 0.0 };
    let labels = batch.outputs[first..].iter().zip(&batch.targets[first..]);
    for (sums, (&bucket, &target)) in sums.chunks_exact_mut(width).zip(labels) {
        let (slope, error) = slope(output(shape, parameters, bucket, sums), target, batch.weight);
        result.error += error;
        let (weights, _) = weights(shape, parameters, bucket);
        let bucket = usize::from(bucket);
        result.gradient[biases + bucket] += slope;
        let gradient = &mut result.gradient[bucket * width..(bucket + 1) * width];
        for ((sum, weight), gradient) in sums.iter_mut().zip(weights).zip(gradient) {
            let clamped = sum.clamp(0.0, 1.0);
            *gradient += slope * clamped * clamped;
            let is_inside = *sum > 0.0 && *sum < 1.0;
            *sum = if is_inside { slope * weight * 2.0 * clamped } else { 0.0 };
        }
    }
    result
}

/// The gradient of an output, and its squared error.
pub(super) fn slope(output: f32, target: f32, weight: f32) -> (f32, f64) {
    let expected = 1.0 / (1.0 + (-output).exp());
    let error = expected - target;
    (2.0 * weight * error * expected * (1.0 - expected), f64::from(error).powi(2))
}
