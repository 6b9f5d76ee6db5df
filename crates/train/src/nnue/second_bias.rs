//! What rounding does to the second layer on average, made good by its bias.

use nets::nnue::{
    DeepParameters, DeepSizes, FEATURES, INPUT_UNIT, PAIR_SHIFT, Parameters, SECOND_UNIT,
};

use super::packed_sample::PackedSample;
use super::shape::NetShape;

/// Fewer positions say little.
const LEAST: u32 = 30;

/// Products of pairs are rounded down and weights to steps of 1/64, wrong in the same
/// direction wherever they are used. `samples` say by how much the sums of the second
/// layer are too low on average, for each of its units; their biases get that much more.
pub(crate) fn correct_second_biases(
    quantised: &mut Parameters,
    shape: &NetShape,
    parameters: &[f32],
    samples: &[PackedSample],
) {
    let lacks = mean_lacks(quantised, shape, parameters, samples);
    let biases = quantised.deep.iter_mut().flat_map(|deep| &mut deep.second_bias);
    for (bias, lack) in biases.zip(lacks) {
        *bias += (lack * f64::from(SECOND_UNIT)).round() as i32;
    }
}

/// What each unit of the second layer lacks on average; nothing where there are too few
/// samples, and none of a net without more layers.
fn mean_lacks(
    quantised: &Parameters,
    shape: &NetShape,
    parameters: &[f32],
    samples: &[PackedSample],
) -> Vec<f64> {
    let (Some(sizes), Some(places), Some(deep)) = (shape.layers(), shape.deep(), &quantised.deep)
    else {
        return Vec::new();
    };
    let (inputs, second) = (shape.hidden(), sizes.second);
    let behind = &parameters[shape.output_weights()..];
    let weights = &behind[places.second_weights];
    let mut lacks = vec![0.0f64; deep.second_bias.len()];
    let mut counts = vec![0u32; shape.outputs()];
    for sample in samples {
        let bucket = shape.architecture.output_bucket(sample.count());
        counts[bucket] += 1;
        let (floats, wholes) = pairs(shape, parameters, quantised, sample);
        let lacks = &mut lacks[bucket * second..(bucket + 1) * second];
        let rows = weights[bucket * inputs * second..].chunks_exact(second);
        for (pair, row) in floats.iter().zip(rows).filter(|(pair, _)| **pair != 0.0) {
            for (lack, weight) in lacks.iter_mut().zip(row) {
                *lack += f64::from(pair * weight);
            }
        }
        for (input, pair) in wholes.iter().enumerate().filter(|(_, pair)| **pair != 0) {
            for (unit, lack) in lacks.iter_mut().enumerate() {
                let weight = quantised_weight(deep, sizes, bucket * inputs + input, unit);
                *lack -= f64::from(pair * weight) / f64::from(SECOND_UNIT);
            }
        }
    }
    let biases = behind[places.second_bias].iter().zip(&deep.second_bias);
    for (index, (lack, (float, whole))) in lacks.iter_mut().zip(biases).enumerate() {
        let count = counts[index / second];
        let bias = f64::from(*float) - f64::from(*whole) / f64::from(SECOND_UNIT);
        *lack = if count >= LEAST { *lack / f64::from(count) + bias } else { 0.0 };
    }
    lacks
}

/// The weight of an input, counted over all outputs, and a unit.
fn quantised_weight(deep: &DeepParameters, sizes: DeepSizes, input: usize, unit: usize) -> i32 {
    deep.second_weights[(input / 4 * sizes.second + unit) * 4 + input % 4].into()
}

/// The inputs of the second layer for a sample: in floats, and in whole numbers.
fn pairs(
    shape: &NetShape,
    parameters: &[f32],
    quantised: &Parameters,
    sample: &PackedSample,
) -> (Vec<f32>, Vec<i32>) {
    let hidden = shape.hidden();
    let merged = NetShape { architecture: shape.architecture.clone(), has_factoriser: false };
    let shared = shape.architecture.features();
    let mut views = [[0; 32]; 2];
    let [own, other] = &mut views;
    let count = sample.write_features(&merged, own, other);
    let (mut floats, mut wholes) = (Vec::new(), Vec::new());
    for view in &views {
        let mut sums = parameters[shape.bias()..shape.output_weights()].to_vec();
        let mut whole_sums: Vec<i32> =
            quantised.feature_bias.iter().map(|&bias| bias.into()).collect();
        for feature in view[..count].iter().map(|&feature| usize::from(feature)) {
            let factorised = shape.has_factoriser.then_some(shared + feature % FEATURES);
            for row in [Some(feature), factorised].into_iter().flatten() {
                let row = &parameters[row * hidden..(row + 1) * hidden];
                sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
            }
            let row = &quantised.feature_weights[feature * hidden..(feature + 1) * hidden];
            whole_sums.iter_mut().zip(row).for_each(|(sum, &weight)| *sum += i32::from(weight));
        }
        let (firsts, seconds) = sums.split_at(hidden / 2);
        let products = firsts.iter().zip(seconds);
        floats.extend(products.map(|(a, b)| a.clamp(0.0, 1.0) * b.clamp(0.0, 1.0)));
        let (firsts, seconds) = whole_sums.split_at(hidden / 2);
        let clamped = |sum: i32| sum.clamp(0, INPUT_UNIT);
        let products = firsts.iter().zip(seconds);
        wholes.extend(products.map(|(&a, &b)| (clamped(a) * clamped(b)) >> PAIR_SHIFT));
    }
    (floats, wholes)
}

#[cfg(test)]
mod tests {
    use nets::nnue::Architecture;

    use super::*;
    use crate::nnue::export::quantise;
    use crate::nnue::random_games::random_samples;

    #[test]
    fn sums_are_right_on_average() {
        let samples = random_samples(4, 400);
        for has_factoriser in [false, true] {
            let architecture = Architecture::plain(128).with_layers(16, 16);
            let shape = NetShape { architecture, has_factoriser };
            let parameters = shape.first_parameters(1);
            let mut quantised = quantise(&shape, &parameters);
            let largest = |quantised: &Parameters| {
                let lacks = mean_lacks(quantised, &shape, &parameters, &samples);
                lacks.iter().map(|lack| lack.abs()).fold(0.0, f64::max) * f64::from(SECOND_UNIT)
            };
            let before = largest(&quantised);
            correct_second_biases(&mut quantised, &shape, &parameters, &samples);
            let after = largest(&quantised);
            // No more than rounding a bias leaves.
            assert!(before > 10.0 && after < 0.51, "{before} {after}");
        }
        let plain = NetShape { architecture: Architecture::plain(32), has_factoriser: false };
        let parameters = plain.first_parameters(1);
        let mut quantised = quantise(&plain, &parameters);
        correct_second_biases(&mut quantised, &plain, &parameters, &samples);
        assert_eq!(quantised, quantise(&plain, &parameters));
    }
}
