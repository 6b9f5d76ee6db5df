//! A device against one thread of the processor, on generated positions.

use std::time::Instant;

use anyhow::{Result, ensure};
use nets::nnue::Architecture;

use super::backend::{Backend, NetState, Update};
use super::batch::Batch;
use super::cpu::Cpu;
use super::options::Options;
use super::packed_sample::PackedSample;
use super::random_games::random_samples;
use super::shape::{NetShape, deep_sizes, king_buckets};
use crate::device_check::{Judge, largest, say};

/// Positions of a batch that is compared.
const POSITIONS: usize = 2_000;

/// What outputs may differ by: sums of hundreds of products in another order.
const OUTPUT_BOUND: f64 = 1e-4;
/// Steps on one batch that are compared by what becomes of the loss …
const STEPS: u64 = 30;
/// … which may differ by this part.
const LOSS_BOUND: f64 = 0.01;

/// Different batches that are streamed, and positions of each: large enough to be on
/// their way when the next one comes.
const STREAMED: usize = 8;
const STREAM_BATCH: usize = 4_096;

/// Seconds of steps of which the speed is measured.
const SECONDS: f64 = 3.0;

/// Compares and measures; an error if the device is not good.
pub(crate) fn run(options: &Options) -> Result<()> {
    let samples = random_samples(options.seed, 4 * POSITIONS);
    say(&format!("{} generated positions", samples.len()))?;
    let mut faults = 0;
    for (hidden, buckets, has_factoriser, layers) in [
        (32, "1", false, None),
        (256, "1", false, None),
        (512, "4", true, None),
        (1024, "8", false, None),
        (64, "1", false, Some("16,32")),
        (192, "1", false, Some("48,16")),
        (512, "4", true, Some("16,32")),
        (1024, "1", false, Some("64,64")),
    ] {
        let king_buckets = king_buckets(buckets)?;
        let layers = layers.map(deep_sizes).transpose()?;
        let architecture = Architecture { king_buckets, layers, ..Architecture::plain(hidden) };
        let shape = NetShape { architecture, has_factoriser };
        faults += compare(options, &shape, &samples)?;
    }
    for hidden in [256, 512, 1024] {
        let plain = Architecture::plain(hidden);
        for architecture in [plain.clone(), plain.with_layers(16, 32)] {
            speed(options, &NetShape { architecture, has_factoriser: false }, &samples)?;
        }
    }
    ensure!(faults == 0, "{faults} comparisons are beyond their bounds");
    say("the device is good")
}

/// Compares outputs, gradients and steps; how many are beyond their bounds.
fn compare(options: &Options, shape: &NetShape, samples: &[PackedSample]) -> Result<usize> {
    let factorised = if shape.has_factoriser { " with a factoriser" } else { "" };
    say(&format!("{}{factorised}", shape.architecture))?;
    let mut device = super::backend(options, shape)?;
    say(&format!("  on {}", device.device()))?;
    let mut reference = Cpu::new(shape, 1);
    let state = NetState::new(shape.first_parameters(options.seed));
    device.set_state(&state)?;
    reference.set_state(&state)?;
    let (first, second) = samples.split_at(POSITIONS);
    // A short batch after a longer one finds what is left behind in buffers.
    let long = Batch::new(samples.iter(), shape, 0.3, samples.len());
    device.outputs(&long)?;
    let batch = Batch::new(first.iter(), shape, 0.3, POSITIONS);
    let mut judge = Judge::default();
    let difference = largest(&device.outputs(&batch)?, &reference.outputs(&batch)?);
    judge.judge("outputs, largest difference", difference, OUTPUT_BOUND)?;
    let (found, expected) = (device.gradient(&batch)?, reference.gradient(&batch)?);
    judge.gradient(&found, &expected, &shape.parts())?;
    let update = Update::new(1, 0.001, 0.01);
    device.step(&batch, update)?;
    reference.step(&batch, update)?;
    judge.step(&device.state()?, &reference.state()?, &expected)?;
    let errors = [device.take_error()?, reference.take_error()?];
    judge.ratio("error of the step", errors[0], errors[1], 1e-4)?;
    let other = Batch::new(second[..POSITIONS].iter(), shape, 0.3, POSITIONS);
    for number in 2..=STEPS {
        let update = Update::new(number, 0.001, 0.01);
        let batch = if number % 2 == 0 { &other } else { &batch };
        device.step(batch, update)?;
        reference.step(batch, update)?;
        if number == STEPS - 2 {
            device.take_error()?;
            reference.take_error()?;
        }
    }
    let errors = [device.take_error()?, reference.take_error()?];
    say(&format!(
        "  after {STEPS} steps the loss is {:.6}, on the processor {:.6}",
        errors[0] / (2 * POSITIONS) as f64,
        errors[1] / (2 * POSITIONS) as f64
    ))?;
    judge.ratio("difference of that loss", errors[0], errors[1], LOSS_BOUND)?;
    let errors =
        [streamed(&mut *device, shape, samples)?, streamed(&mut reference, shape, samples)?];
    judge.ratio("error of batches in a stream", errors[0], errors[1], 1e-3)?;
    Ok(judge.faults)
}

/// The error of many different batches that follow each other as fast as they can,
/// from a net that stays as it is: wrong where one overwrites another that is still
/// on its way.
fn streamed(backend: &mut dyn Backend, shape: &NetShape, samples: &[PackedSample]) -> Result<f64> {
    backend.set_state(&NetState::new(shape.first_parameters(1)))?;
    let batches: Vec<Batch> = samples
        .chunks_exact(samples.len() / STREAMED)
        .map(|part| {
            let many = part.iter().cycle().take(STREAM_BATCH).collect::<Vec<_>>();
            Batch::new(many.into_iter(), shape, 0.3, STREAM_BATCH)
        })
        .collect();
    let still = Update::new(1, 0.0, 0.0);
    for batch in batches.iter().cycle().take(3 * STREAMED) {
        backend.step(batch, still)?;
    }
    backend.take_error()
}

/// Tells how many positions a second the device learns from, batches at hand.
fn speed(options: &Options, shape: &NetShape, samples: &[PackedSample]) -> Result<()> {
    let mut device = super::backend(options, shape)?;
    device.set_state(&NetState::new(shape.first_parameters(options.seed)))?;
    let many = samples.iter().cycle().take(options.course.batch).collect::<Vec<_>>();
    let batch = Batch::new(many.into_iter(), shape, 0.3, options.course.batch);
    let update = Update::new(1, 1e-4, 0.01);
    // Once, so that nothing is done for the first time below.
    device.step(&batch, update)?;
    device.take_error()?;
    let (began, mut steps) = (Instant::now(), 0u32);
    while began.elapsed().as_secs_f64() < SECONDS {
        for _ in 0..if steps == 0 { 1 } else { 10 } {
            device.step(&batch, update)?;
            steps += 1;
        }
        device.take_error()?;
    }
    let speed = f64::from(steps) * batch.len() as f64 / began.elapsed().as_secs_f64();
    let (batch, architecture) = (options.course.batch, &shape.architecture);
    say(&format!("{architecture}, batches of {batch}: {speed:.0} positions/s"))
}
