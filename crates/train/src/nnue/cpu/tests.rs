use nets::nnue::Architecture;

use super::*;
use crate::nnue::random_games::random_samples;
use crate::nnue::shape::{deep_sizes, king_buckets};

fn shape(buckets: &str, has_factoriser: bool, layers: Option<&str>) -> NetShape {
    let king_buckets = king_buckets(buckets).unwrap();
    let layers = layers.map(|sizes| deep_sizes(sizes).unwrap());
    NetShape {
        architecture: Architecture { king_buckets, layers, ..Architecture::plain(64) },
        has_factoriser,
    }
}

fn batch(shape: &NetShape, count: usize) -> Batch {
    let samples = random_samples(5, count);
    Batch::new(samples.iter(), shape, 0.3, count)
}

/// The loss in double precision from the definition, without any blocks.
fn loss(shape: &NetShape, parameters: &[f32], batch: &Batch) -> f64 {
    let (hidden, slots) = (shape.hidden(), shape.slots());
    let at = |index: usize| f64::from(parameters[index]);
    (0..batch.len())
        .map(|position| {
            let bucket = usize::from(batch.outputs[position]);
            let mut clamped = Vec::new();
            for view in 0..2 {
                let start = (position * 2 + view) * slots;
                let features = &batch.features[start..start + usize::from(batch.counts[position])];
                for unit in 0..hidden {
                    let rows = features.iter().map(|&row| at(usize::from(row) * hidden + unit));
                    let sum = at(shape.bias() + unit) + rows.sum::<f64>();
                    clamped.push(sum.clamp(0.0, 1.0));
                }
            }
            let output = if shape.layers().is_some() {
                deep_output(shape, parameters, bucket, &clamped)
            } else {
                let weights = shape.output_weights() + bucket * 2 * hidden;
                let products = clamped.iter().enumerate();
                at(shape.output_bias() + bucket)
                    + products.map(|(unit, x)| at(weights + unit) * x.powi(2)).sum::<f64>()
            };
            let expected = 1.0 / (1.0 + (-output).exp());
            f64::from(batch.weight) * (expected - f64::from(batch.targets[position])).powi(2)
        })
        .sum()
}

/// The layers behind clamped accumulators, from the definition.
fn deep_output(shape: &NetShape, parameters: &[f32], bucket: usize, clamped: &[f64]) -> f64 {
    let (places, hidden) = (shape.deep().unwrap(), shape.hidden());
    let behind = &parameters[shape.output_weights()..];
    let [second, second_bias, third, third_bias, last, last_bias] =
        places.of(bucket).map(|range| &behind[range]);
    let layer = |inputs: &[f64], weights: &[f32], bias: &[f32]| -> Vec<f64> {
        let unit = |unit: usize| {
            let weight = |input: usize| f64::from(weights[input * bias.len() + unit]);
            let products = inputs.iter().enumerate().map(|(input, x)| x * weight(input));
            f64::from(bias[unit]) + products.sum::<f64>()
        };
        (0..bias.len()).map(unit).collect()
    };
    let pair = |index: usize| {
        let place = index / (hidden / 2) * hidden + index % (hidden / 2);
        clamped[place] * clamped[place + hidden / 2]
    };
    let units = layer(&(0..hidden).map(pair).collect::<Vec<_>>(), second, second_bias);
    let squares = units.iter().map(|x| (x * x).min(1.0));
    let inputs: Vec<f64> = units.iter().map(|x| x.clamp(0.0, 1.0)).chain(squares).collect();
    let units = layer(&inputs, third, third_bias);
    let squares: Vec<f64> = units.iter().map(|x| x.clamp(0.0, 1.0).powi(2)).collect();
    layer(&squares, last, last_bias)[0]
}

#[test]
fn the_gradient_is_that_of_finite_differences() {
    for (buckets, has_factoriser, layers) in [
        ("1", false, None),
        ("4", true, None),
        ("1", false, Some("16,32")),
        ("4", true, Some("32,16")),
    ] {
        let shape = shape(buckets, has_factoriser, layers);
        let batch = batch(&shape, 40);
        let mut parameters = shape.first_parameters(1);
        // Away from zero, so that nothing is hidden.
        for (index, parameter) in parameters.iter_mut().enumerate() {
            *parameter += ((index % 13) as f32 - 6.0) / 200.0;
        }
        let mut cpu = Cpu::new(&shape, 2);
        cpu.set_state(&NetState::new(parameters.clone())).unwrap();
        let gradient = cpu.gradient(&batch).unwrap();
        // The rows that are used, some of every kind of parameter.
        let hidden = shape.hidden();
        let used = batch.features.iter().step_by(97).map(|&row| usize::from(row) * hidden + 7);
        let rest = (shape.bias()..shape.len()).step_by(if layers.is_some() { 41 } else { 5 });
        let mut checked = 0;
        for index in used.chain(rest) {
            // Small, so that few units pass from below zero to above it.
            let step = 1e-5;
            let mut at = |value: f32| {
                let before = std::mem::replace(&mut parameters[index], value);
                let loss = loss(&shape, &parameters, &batch);
                (before, parameters[index] = before, loss)
            };
            let (value, (), _) = at(0.0);
            let (above, below) = (value + step, value - step);
            let slope = (at(above).2 - at(below).2) / f64::from(above - below);
            let found = f64::from(gradient[index]);
            assert!((slope - found).abs() < 2e-6 + 2e-3 * slope.abs(), "{index}: {slope} {found}");
            checked += usize::from(slope != 0.0);
        }
        assert!(checked > 100, "{checked}");
    }
}

#[test]
fn outputs_and_errors_are_those_of_the_definition() {
    for layers in [None, Some("48,16")] {
        outputs_and_errors(&shape("8", true, layers));
    }
}

fn outputs_and_errors(shape: &NetShape) {
    let batch = batch(shape, 700);
    let parameters = shape.first_parameters(3);
    let mut cpu = Cpu::new(shape, 3);
    cpu.set_state(&NetState::new(parameters.clone())).unwrap();
    assert_eq!(cpu.state().unwrap().parameters, parameters);
    let expected = loss(shape, &parameters, &batch);
    let outputs = cpu.outputs(&batch).unwrap();
    let error = |(output, target): (&f32, &f32)| {
        (1.0 / (1.0 + f64::from(-output).exp()) - f64::from(*target)).powi(2)
    };
    let sum: f64 = outputs.iter().zip(&batch.targets).map(error).sum();
    assert!((sum / 700.0 - expected).abs() < 1e-6 * expected);
    cpu.step(&batch, Update::new(1, 0.001, 0.01)).unwrap();
    assert!((cpu.take_error().unwrap() / 700.0 - expected).abs() < 1e-6 * expected);
    assert_eq!(cpu.take_error().unwrap(), 0.0);
}

#[test]
fn threads_change_nothing() {
    for layers in [None, Some("16,32")] {
        compare_threads(&shape("1", false, layers));
    }
}

fn compare_threads(shape: &NetShape) {
    let batch = batch(shape, 1500);
    let trained = |threads| {
        let mut cpu = Cpu::new(shape, threads);
        cpu.set_state(&NetState::new(shape.first_parameters(1))).unwrap();
        for number in 1..=3 {
            cpu.step(&batch, Update::new(number, 0.01, 0.01)).unwrap();
        }
        (cpu.state().unwrap(), cpu.take_error().unwrap())
    };
    let one = trained(1);
    assert!(one == trained(2) && one == trained(5));
}

#[test]
fn steps_go_down_and_weights_are_clipped() {
    for layers in [None, Some("16,32")] {
        go_down(&shape("1", false, layers));
    }
}

fn go_down(shape: &NetShape) {
    let batch = batch(shape, 600);
    let mut cpu = Cpu::new(shape, 2);
    cpu.set_state(&NetState::new(shape.first_parameters(1))).unwrap();
    let mut errors = Vec::new();
    for number in 1..=60 {
        cpu.step(&batch, Update::new(number, 0.003, 0.01)).unwrap();
        errors.push(cpu.take_error().unwrap());
    }
    assert!(errors[59] < 0.3 * errors[0], "{errors:?}");
    for number in 61..=70 {
        cpu.step(&batch, Update::new(number, 5.0, 0.0)).unwrap();
    }
    let state = cpu.state().unwrap();
    let (clipped, wide) = state.parameters.split_at(shape.clipped());
    assert!(clipped.iter().all(|parameter| parameter.abs() <= CLIP));
    assert!(clipped.contains(&CLIP));
    assert!(wide.iter().all(|parameter| parameter.abs() <= WIDE_CLIP));
}
