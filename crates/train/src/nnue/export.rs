//! From floats to the quantised net, and how far they differ.

use anyhow::{Result, ensure};
use nets::nnue::{
    DeepParameters, DeepSizes, FEATURES, INPUT_UNIT, Network, OUTPUT_UNIT, Parameters, Provenance,
    SCALE, SECOND_UNIT,
};

use super::backend::Backend;
use super::batch::Batch;
use super::deep_places::DeepPlaces;
use super::packed_sample::PackedSample;
use super::shape::NetShape;

/// Positions on which the nets are compared.
pub(crate) const COMPARED: usize = 4_096;

/// What the outputs may differ by, in centipawns, on average …
const MEAN_BOUND: f64 = 10.0;
/// … and in any position, for values near zero, …
const BOUND: f64 = 60.0;
/// … and by this part of the value more: errors grow with the sums.
const BOUND_SHARE: f64 = 0.08;

/// The quantised weights of some parameters.
pub(crate) fn quantise(shape: &NetShape, parameters: &[f32]) -> Parameters {
    let hidden = shape.hidden();
    let features = shape.architecture.features();
    let (buckets, shared) = parameters[..shape.bias()].split_at(features * hidden);
    let mut feature_weights: Vec<i16> = Vec::with_capacity(buckets.len());
    for bucket in buckets.chunks_exact(FEATURES * hidden) {
        if shape.has_factoriser {
            let sums = bucket.iter().zip(shared).map(|(weight, shared)| weight + shared);
            feature_weights.extend(sums.map(|weight| short(weight, INPUT_UNIT)));
        } else {
            feature_weights.extend(shorts(bucket, INPUT_UNIT));
        }
    }
    let rest = &parameters[shape.bias()..];
    let Some((places, sizes)) = shape.deep().zip(shape.layers()) else {
        return quantise_behind(feature_weights, rest, shape.hidden(), shape.outputs());
    };
    let (feature_bias, rest) = rest.split_at(hidden);
    Parameters {
        feature_weights,
        feature_bias: shorts(feature_bias, INPUT_UNIT),
        output_weights: Vec::new(),
        output_bias: Vec::new(),
        deep: Some(quantise_deep(&places, sizes, rest)),
    }
}

/// The parameters of more layers, of which the second is quantised.
fn quantise_deep(places: &DeepPlaces, sizes: DeepSizes, parameters: &[f32]) -> DeepParameters {
    let weights = &parameters[places.second_weights.clone()];
    let mut second_weights = Vec::with_capacity(weights.len());
    for four_inputs in weights.chunks_exact(4 * sizes.second) {
        for unit in 0..sizes.second {
            let weights = four_inputs.iter().skip(unit).step_by(sizes.second);
            second_weights.extend(weights.map(|&weight| short(weight, OUTPUT_UNIT) as i8));
        }
    }
    let second_bias = &parameters[places.second_bias.clone()];
    DeepParameters {
        second_weights,
        second_bias: second_bias.iter().map(|bias| (bias * SECOND_UNIT).round() as i32).collect(),
        third_weights: parameters[places.third_weights.clone()].to_vec(),
        third_bias: parameters[places.third_bias.clone()].to_vec(),
        last_weights: parameters[places.last_weights.clone()].to_vec(),
        last_bias: parameters[places.last_bias.clone()].to_vec(),
    }
}

/// The parameters that quantised weights come from, but for what rounding took.
pub(crate) fn dequantise(shape: &NetShape, quantised: &Parameters) -> Vec<f32> {
    let Some((deep, sizes)) = quantised.deep.as_ref().zip(shape.layers()) else {
        return dequantise_shallow(quantised);
    };
    let mut parameters = dequantise_features(quantised);
    // Four inputs lie together in the file, and one behind the other here.
    for input in 0..deep.second_weights.len() / sizes.second {
        let four_inputs = &deep.second_weights[input / 4 * 4 * sizes.second..];
        let weights = four_inputs.iter().skip(input % 4).step_by(4).take(sizes.second);
        parameters.extend(weights.map(|&weight| f32::from(weight) / OUTPUT_UNIT as f32));
    }
    parameters.extend(deep.second_bias.iter().map(|&bias| bias as f32 / SECOND_UNIT));
    for floats in [&deep.third_weights, &deep.third_bias, &deep.last_weights, &deep.last_bias] {
        parameters.extend(floats);
    }
    parameters
}

/// The same of a net without more layers.
pub(crate) fn dequantise_shallow(quantised: &Parameters) -> Vec<f32> {
    let mut parameters = dequantise_features(quantised);
    let weights = &quantised.output_weights;
    parameters.extend(weights.iter().map(|&weight| f32::from(weight) / OUTPUT_UNIT as f32));
    let unit = (INPUT_UNIT * OUTPUT_UNIT) as f32;
    parameters.extend(quantised.output_bias.iter().map(|&bias| bias as f32 / unit));
    parameters
}

/// The feature weights and the hidden bias.
fn dequantise_features(quantised: &Parameters) -> Vec<f32> {
    let weights = quantised.feature_weights.iter().chain(&quantised.feature_bias);
    weights.map(|&weight| f32::from(weight) / INPUT_UNIT as f32).collect()
}

/// A number in whole units.
fn short(value: f32, unit: i32) -> i16 {
    (value * unit as f32).round() as i16
}

/// The quantised weights of feature weights that are, and of the parameters behind them:
/// N of the hidden bias, rows of outputs, and a bias for each output.
pub(crate) fn quantise_behind(
    feature_weights: Vec<i16>,
    rest: &[f32],
    hidden: usize,
    outputs: usize,
) -> Parameters {
    let (feature_bias, rest) = rest.split_at(hidden);
    let (output_weights, output_bias) = rest.split_at(rest.len() - outputs);
    let unit = (INPUT_UNIT * OUTPUT_UNIT) as f32;
    Parameters {
        feature_weights,
        feature_bias: shorts(feature_bias, INPUT_UNIT),
        output_weights: shorts(output_weights, OUTPUT_UNIT),
        output_bias: output_bias.iter().map(|bias| (bias * unit).round() as i32).collect(),
        deep: None,
    }
}

/// Numbers in whole units.
pub(crate) fn shorts(values: &[f32], unit: i32) -> Vec<i16> {
    values.iter().map(|&value| short(value, unit)).collect()
}

/// Rounded weights of an output are wrong in the same direction wherever they are
/// used; its bias, which has finer steps, makes that good. `samples` say by how much.
pub(crate) fn correct_biases(
    quantised: &mut Parameters,
    backend: &mut dyn Backend,
    shape: &NetShape,
    samples: &[PackedSample],
) -> Result<()> {
    let network = Network::new(shape.architecture.clone(), quantised, Provenance::new())?;
    let differences = differences(&network, backend, shape, samples)?;
    for bucket in 0..shape.outputs() {
        let is_here =
            |sample: &PackedSample| shape.architecture.output_bucket(sample.count()) == bucket;
        let here = samples.iter().zip(&differences).filter(|(sample, _)| is_here(sample));
        let (count, sum) = here.fold((0u32, 0.0), |(count, sum), (_, (float, whole))| {
            (count + 1, sum + float - whole)
        });
        // A few positions say little.
        if count < 30 {
            continue;
        }
        let shift = sum / f64::from(count) / f64::from(SCALE);
        match &mut quantised.deep {
            Some(deep) => deep.last_bias[bucket] += shift as f32,
            None => {
                let unit = f64::from(INPUT_UNIT * OUTPUT_UNIT);
                quantised.output_bias[bucket] += (shift * unit).round() as i32;
            }
        }
    }
    Ok(())
}

/// What floats and whole numbers say of each sample, in centipawns.
fn differences(
    network: &Network,
    backend: &mut dyn Backend,
    shape: &NetShape,
    samples: &[PackedSample],
) -> Result<Vec<(f64, f64)>> {
    let outputs = backend.outputs(&Batch::new(samples.iter(), shape, 0.0, samples.len()))?;
    ensure!(outputs.len() == samples.len(), "the device gave {} outputs", outputs.len());
    let pair = |(sample, output): (&PackedSample, f32)| {
        let whole = network.evaluate_from_scratch(&sample.position()?);
        Ok((f64::from(output) * f64::from(SCALE), f64::from(whole)))
    };
    samples.iter().zip(outputs).map(pair).collect()
}

/// How far the quantised net is from the floats, in centipawns.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub(crate) struct Agreement {
    pub(crate) positions: usize,
    pub(crate) mean: f64,
    pub(crate) largest: f64,
    /// Positions beyond the bound.
    pub(crate) beyond: usize,
}

impl Agreement {
    /// Compares a net with that of `backend` on some samples.
    pub(crate) fn new(
        network: &Network,
        backend: &mut dyn Backend,
        shape: &NetShape,
        samples: &[PackedSample],
    ) -> Result<Agreement> {
        let differences = differences(network, backend, shape, samples)?;
        let mut agreement = Agreement { positions: samples.len(), ..Agreement::default() };
        for (float, whole) in differences {
            let difference = (float - whole).abs();
            agreement.mean += difference / samples.len() as f64;
            agreement.largest = agreement.largest.max(difference);
            agreement.beyond += usize::from(difference > BOUND + BOUND_SHARE * float.abs());
        }
        Ok(agreement)
    }

    /// Is it good enough?
    pub(crate) fn holds(&self) -> bool {
        self.mean <= MEAN_BOUND && self.beyond == 0
    }
}

impl std::fmt::Display for Agreement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Agreement { positions, mean, largest, beyond } = self;
        write!(
            f,
            "mean {mean:.2} cp, largest {largest:.1} cp on {positions} positions \
             (bound {MEAN_BOUND} cp on average, {BOUND} cp + {}% each: ",
            100.0 * BOUND_SHARE
        )?;
        match beyond {
            0 if self.holds() => write!(f, "kept)"),
            _ => write!(f, "BROKEN, {beyond} beyond)"),
        }
    }
}

#[cfg(test)]
mod tests {
    use nets::nnue::Architecture;

    use super::*;
    use crate::nnue::backend::NetState;
    use crate::nnue::cpu::Cpu;
    use crate::nnue::random_games::random_samples;
    use crate::nnue::shape::{CLIP, WIDE_CLIP, deep_sizes, king_buckets};

    #[test]
    fn the_quantised_net_says_what_the_floats_say() {
        let samples = random_samples(6, 600);
        for (buckets, has_factoriser, layers) in [
            ("1", false, None),
            ("4", false, None),
            ("4", true, None),
            ("1", false, Some("16,32")),
            ("4", true, Some("32,16")),
        ] {
            let king_buckets = king_buckets(buckets).unwrap();
            let layers = layers.map(|sizes| deep_sizes(sizes).unwrap());
            let architecture = Architecture { king_buckets, layers, ..Architecture::plain(64) };
            let shape = NetShape { architecture, has_factoriser };
            let mut parameters = shape.first_parameters(2);
            for (index, parameter) in parameters.iter_mut().enumerate() {
                *parameter += ((index % 11) as f32 - 5.0) / 150.0;
            }
            let mut cpu = Cpu::new(&shape, 2);
            cpu.set_state(&NetState::new(parameters.clone())).unwrap();
            let mut quantised = quantise(&shape, &parameters);
            let (some, others) = samples.split_at(300);
            let agreement = |quantised: &Parameters, cpu: &mut Cpu| {
                let architecture = shape.architecture.clone();
                let network = Network::new(architecture, quantised, Provenance::new()).unwrap();
                Agreement::new(&network, cpu, &shape, others).unwrap()
            };
            let before = agreement(&quantised, &mut cpu);
            correct_biases(&mut quantised, &mut cpu, &shape, some).unwrap();
            let after = agreement(&quantised, &mut cpu);
            assert!(after.holds() && after.mean > 0.0, "{after}");
            assert!(after.mean < before.mean, "{after} {before}");
            assert!(after.to_string().contains("kept"));
            // Another net is not that net.
            let other = agreement(&quantise(&shape, &shape.first_parameters(9)), &mut cpu);
            assert!(!other.holds() && other.to_string().contains("BROKEN"));
        }
    }

    #[test]
    fn floats_of_a_quantised_net_make_that_net() {
        for (buckets, layers) in [("1", None), ("4", None), ("4", Some("16,32"))] {
            let king_buckets = king_buckets(buckets).unwrap();
            let layers = layers.map(|sizes| deep_sizes(sizes).unwrap());
            let architecture = Architecture { king_buckets, layers, ..Architecture::plain(64) };
            let shape = NetShape { architecture, has_factoriser: false };
            let quantised = quantise(&shape, &shape.first_parameters(3));
            let floats = dequantise(&shape, &quantised);
            assert_eq!(floats.len(), shape.len());
            assert!(quantise(&shape, &floats) == quantised);
        }
    }

    #[test]
    fn the_largest_weights_can_be_written() {
        let plain = Architecture::plain(64);
        for architecture in [plain.clone(), plain.with_layers(16, 32)] {
            let shape = NetShape { architecture, has_factoriser: true };
            for sign in [1.0, -1.0] {
                let mut parameters = vec![sign * WIDE_CLIP; shape.len()];
                parameters[..shape.clipped()].fill(sign * CLIP);
                parameters[..shape.output_weights()].fill(sign * shape.feature_clip());
                let quantised = quantise(&shape, &parameters);
                let deep = quantised.deep.iter().flat_map(|deep| &deep.second_weights);
                assert!(deep.copied().all(|weight| weight == 127 * sign as i8));
                let network =
                    Network::new(shape.architecture.clone(), &quantised, Provenance::new());
                assert!(network.is_ok());
            }
        }
    }
}
