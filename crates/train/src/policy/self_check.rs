//! A device against the processor, on generated positions.

use std::ops::ControlFlow;
use std::time::Instant;

use anyhow::{Result, ensure};

use super::backend::{Backend, Tally};
use super::cpu::Cpu;
use super::move_batch::MoveBatch;
use super::move_sample::MoveSample;
use super::options::Options;
use super::shape::PolicyShape;
use crate::device_check::{GRADIENT_BOUND, Judge, largest, say};
use crate::feeders::{feeders, made_ahead};
use crate::nnue::backend::{NetState, Update};
use crate::nnue::permutation::Permutation;
use crate::nnue::random_games::random_samples_of;

/// Positions of a batch that is compared.
const POSITIONS: usize = 2_000;

/// What logits may differ by: sums of hundreds of products in another order.
const LOGIT_BOUND: f64 = 1e-4;
/// What sums of losses may differ by, as a part of them.
const LOSS_BOUND: f64 = 1e-4;
/// The share of positions that may have another favourite: near ties.
const RIGHT_BOUND: f64 = 2e-3;
/// Steps on two batches that are compared by what becomes of the loss …
const STEPS: u64 = 12;
/// … which may differ by this part: Adam makes whole steps of gradients near zero,
/// whose sign is chance.
const LATER_LOSS_BOUND: f64 = 0.01;

/// Sizes of the batches that are streamed, again and again: one of each kind that is
/// shorter, longer, and longer than all before.
const STREAM: [usize; 8] = [300, 1, 2_500, 17, 7_000, 640, 33, 4_096];
const ROUNDS: usize = 2;

/// Hidden units: less than a warp has, not a whole number of warps, and the usual ones.
const COMPARED: [usize; 5] = [32, 96, 128, 512, 1024];
const TIMED: [usize; 3] = [128, 512, 1024];

/// Seconds of steps of which the speed is measured.
const SECONDS: f64 = 3.0;
/// Positions in memory from which batches are made when that is measured.
const SHUFFLED: usize = 4_000_000;
/// Hidden units of the device that takes them.
const SHUFFLED_HIDDEN: usize = 512;

/// Compares and measures; an error if the device is not good.
pub(crate) fn run(options: &Options) -> Result<()> {
    let samples: Vec<MoveSample> = random_samples_of(options.seed, 4 * POSITIONS);
    say(&format!("{} generated positions", samples.len()))?;
    let mut faults = 0;
    for hidden in COMPARED {
        faults += compare(options, PolicyShape { hidden }, &samples)?;
    }
    for hidden in TIMED {
        speed(options, PolicyShape { hidden }, &samples)?;
    }
    shuffled_speed(options, PolicyShape { hidden: SHUFFLED_HIDDEN }, &samples)?;
    ensure!(faults == 0, "{faults} comparisons are beyond their bounds");
    say("the device is good")
}

/// Judges what was learned from: positions, losses and moves found.
fn judge_tallies(judge: &mut Judge, what: &str, found: Tally, expected: Tally) -> Result<()> {
    let positions = found.positions.abs_diff(expected.positions);
    judge.judge(&format!("positions of {what}"), positions as f64, 0.0)?;
    judge.ratio(&format!("loss of {what}"), found.loss, expected.loss, LOSS_BOUND)?;
    let right = found.right.abs_diff(expected.right) as f64 / expected.positions.max(1) as f64;
    judge.judge(&format!("moves found in {what}"), right, RIGHT_BOUND)
}

/// Compares logits, gradients and steps; how many are beyond their bounds.
fn compare(options: &Options, shape: PolicyShape, samples: &[MoveSample]) -> Result<usize> {
    say(&shape.to_string())?;
    let mut device = super::backend(options, shape)?;
    say(&format!("  on {}", device.device()))?;
    let state = NetState::new(shape.first_parameters(options.seed));
    device.set_state(&state)?;
    let mut reference = Cpu::new(shape, options.threads(), state);
    let (first, second) = samples.split_at(POSITIONS);
    let batch = MoveBatch::new(first.iter());
    let mut judge = Judge::default();

    // A short batch after a longer one finds what is left behind in buffers.
    device.logits(&MoveBatch::new(samples.iter()))?;
    let (found, expected) = (device.logits(&batch)?, reference.logits(&batch)?);
    ensure!(found.len() == expected.len(), "the device gave {} logits", found.len());
    judge.judge("logits, largest difference", largest(&found, &expected), LOGIT_BOUND)?;
    judge_tallies(
        &mut judge,
        "samples judged",
        device.measure(samples)?,
        reference.measure(samples)?,
    )?;

    let (found, expected) = (device.gradient(&batch)?, reference.gradient(&batch)?);
    let parts = [
        ("feature rows", shape.bias()),
        ("hidden bias", shape.output_weights()),
        ("output rows", shape.output_bias()),
        ("output bias", shape.len()),
    ];
    judge.gradient(&found, &expected, &parts)?;

    let update = Update::new(1, 0.001, 0.01);
    device.step(&batch, update)?;
    reference.step(&batch, update)?;
    judge.step(&device.state()?, &reference.state()?, &expected)?;
    judge_tallies(&mut judge, "a step", device.take_tally()?, reference.take_tally()?)?;

    let other = MoveBatch::new(second[..POSITIONS].iter());
    for number in 2..=STEPS {
        let update = Update::new(number, 0.001, 0.01);
        let batch = if number % 2 == 0 { &other } else { &batch };
        device.step(batch, update)?;
        reference.step(batch, update)?;
        if number == STEPS - 2 {
            device.take_tally()?;
            reference.take_tally()?;
        }
    }
    let tallies = [device.take_tally()?, reference.take_tally()?];
    let [found, expected] = tallies.map(|tally| tally.loss / (2 * POSITIONS) as f64);
    say(&format!("  after {STEPS} steps the loss is {found:.5}, on the processor {expected:.5}"))?;
    judge.ratio("difference of that loss", found, expected, LATER_LOSS_BOUND)?;
    let found = streamed(&mut *device, shape, samples)?;
    let expected = streamed(&mut reference, shape, samples)?;
    judge_tallies(&mut judge, "a stream", found, expected)?;
    let (found, expected) = (device.state()?.mean, reference.state()?.mean);
    let difference = largest(&found, &expected) / largest(&expected, &[]);
    judge.judge("mean gradient of a stream", difference, GRADIENT_BOUND)?;
    Ok(judge.faults)
}

/// The tally of many different batches that follow each other as fast as they can, from
/// a net that stays as it is: wrong where one overwrites another that is still on its
/// way, or where the gradient of one is left for the next.
fn streamed(
    backend: &mut dyn Backend,
    shape: PolicyShape,
    samples: &[MoveSample],
) -> Result<Tally> {
    backend.set_state(&NetState::new(shape.first_parameters(1)))?;
    let batches: Vec<MoveBatch> = STREAM
        .iter()
        .enumerate()
        .map(|(number, &size)| {
            let from = (number * 811).min(samples.len() - size);
            MoveBatch::new(samples[from..from + size].iter())
        })
        .collect();
    for batch in batches.iter().cycle().take(ROUNDS * STREAM.len()) {
        backend.step(batch, Update::new(1, 0.0, 0.0))?;
    }
    backend.take_tally()
}

/// Tells how many positions a second the device learns from, batches at hand.
fn speed(options: &Options, shape: PolicyShape, samples: &[MoveSample]) -> Result<()> {
    let mut device = super::backend(options, shape)?;
    device.set_state(&NetState::new(shape.first_parameters(options.seed)))?;
    let many = samples.iter().cycle().take(options.course.batch).collect::<Vec<_>>();
    let batch = MoveBatch::new(many.into_iter());
    let update = Update::new(1, 1e-4, 0.01);
    // Once, so that nothing is done for the first time below.
    device.step(&batch, update)?;
    device.take_tally()?;
    let (began, mut steps) = (Instant::now(), 0u32);
    while began.elapsed().as_secs_f64() < SECONDS {
        for _ in 0..if device.is_synchronous() { 1 } else { 20 } {
            device.step(&batch, update)?;
            steps += 1;
        }
        device.take_tally()?;
    }
    let speed = f64::from(steps) * batch.len() as f64 / began.elapsed().as_secs_f64();
    let words = batch.words.len() as f64 / batch.len() as f64 - 1.0;
    say(&format!(
        "{shape}, batches of {}, {words:.1} men and moves a position: {speed:.0} positions/s",
        options.course.batch
    ))
}

/// Tells how many positions a second threads make batches of, out of many in memory,
/// and how many the device learns from then.
fn shuffled_speed(options: &Options, shape: PolicyShape, samples: &[MoveSample]) -> Result<()> {
    let mut device = super::backend(options, shape)?;
    if device.is_synchronous() {
        return Ok(());
    }
    device.set_state(&NetState::new(shape.first_parameters(options.seed)))?;
    let many: Vec<MoveSample> = samples.iter().cycle().take(SHUFFLED).cloned().collect();
    let order = Permutation::shuffled(u32::try_from(many.len())?, options.seed, 1);
    let threads = feeders(options.threads());
    let make = |number| MoveBatch::of_order(&many, order, options.course.batch, number);
    let update = Update::new(1, 1e-4, 0.01);
    for has_device in [false, true] {
        let began = Instant::now();
        made_ahead(0..many.len().div_ceil(options.course.batch), threads, make, |batch| {
            if has_device {
                device.step(&batch, update)?;
            }
            Ok(ControlFlow::Continue(()))
        })?;
        device.take_tally()?;
        let speed = many.len() as f64 / began.elapsed().as_secs_f64();
        let what = if has_device { "and learned from" } else { "thrown away" };
        say(&format!("{shape}, batches of {threads} threads {what}: {speed:.0} positions/s"))?;
    }
    Ok(())
}
