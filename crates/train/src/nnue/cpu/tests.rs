use nets::nnue::Architecture;

use super::*;
use crate::nnue::random_games::random_samples;
use crate::nnue::shape::king_buckets;

fn shape(buckets: &str, has_factoriser: bool) -> NetShape {
    let king_buckets = king_buckets(buckets).unwrap();
    NetShape {
        architecture: Architecture { king_buckets, ..Architecture::plain(64) },
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
            let mut output = at(shape.output_bias() + bucket);
            for view in 0..2 {
                let start = (position * 2 + view) * slots;
                let features = &batch.features[start..start + usize::from(batch.counts[position])];
                for unit in 0..hidden {
                    let rows = features.iter().map(|&row| at(usize::from(row) * hidden + unit));
                    let sum = at(shape.bias() + unit) + rows.sum::<f64>();
                    let place = shape.output_weights() + (bucket * 2 + view) * hidden + unit;
                    output += at(place) * sum.clamp(0.0, 1.0).powi(2);
                }
            }
            let expected = 1.0 / (1.0 + (-output).exp());
            f64::from(batch.weight) * (expected - f64::from(batch.targets[position])).powi(2)
        })
        .sum()
}

#[test]
fn the_gradient_is_that_of_finite_differences() {
    for (buckets, has_factoriser) in [("1", false), ("4", true)] {
        let shape = shape(buckets, has_factoriser);
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
        let rest = (shape.bias()..shape.len()).step_by(5);
        let mut checked = 0;
        for index in used.chain(rest) {
            let step = 1e-3;
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
    let shape = shape("8", true);
    let batch = batch(&shape, 700);
    let parameters = shape.first_parameters(3);
    let mut cpu = Cpu::new(&shape, 3);
    cpu.set_state(&NetState::new(parameters.clone())).unwrap();
    assert_eq!(cpu.state().unwrap().parameters, parameters);
    let expected = loss(&shape, &parameters, &batch);
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
    let shape = shape("1", false);
    let batch = batch(&shape, 1500);
    let trained = |threads| {
        let mut cpu = Cpu::new(&shape, threads);
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
    let shape = shape("1", false);
    let batch = batch(&shape, 600);
    let mut cpu = Cpu::new(&shape, 2);
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
    assert!(state.parameters.iter().all(|parameter| parameter.abs() <= CLIP));
    assert!(state.parameters.contains(&CLIP));
}
