//! Fitting the weights of the hand-written evaluation.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use clap::Args;
use eval::weights;
use indicatif::{ProgressBar, ProgressStyle};
use thinking::SplitMix64;

use crate::adam::Adam;
use crate::checkpoint::Checkpoint;
use crate::labels::{self, Label};
use crate::model::{self, Weights};
use crate::params_file;
use crate::samples::Samples;

/// What to fit to what, and how.
#[derive(Args, Debug)]
pub(crate) struct Options {
    /// Labelled positions, gzipped CSV with the columns fen, cp_white,
    /// result_white, quiet and game.
    #[arg(long, value_name = "CSV.GZ")]
    data: PathBuf,
    /// The parameter file whose fitted part is written.
    #[arg(long, value_name = "FILE", default_value = "crates/eval/src/params.rs")]
    out: PathBuf,
    /// Epochs: passes over the data.
    #[arg(long, default_value_t = 40)]
    epochs: usize,
    /// Batch size in positions.
    #[arg(long, default_value_t = 16_384)]
    batch: usize,
    /// Learning rate of the first epoch, in centipawns a step; it decays by a
    /// cosine schedule.
    #[arg(long, default_value_t = 1.0)]
    rate: f64,
    /// Share of the game's result in the target; the rest is the score.
    #[arg(long, default_value_t = 0.25)]
    result_share: f64,
    /// Regularization: hold each weight to its initial value as strongly as so
    /// many positions would.
    #[arg(long, default_value_t = 200.0)]
    prior: f64,
    /// Share of the games kept apart for validation.
    #[arg(long, default_value_t = 0.1)]
    validation: f64,
    /// Use at most so many positions.
    #[arg(long, default_value_t = usize::MAX, hide_default_value = true)]
    limit: usize,
    /// Worker threads.
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Seed of the shuffle of the positions in each epoch.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where the state is kept after each epoch; an interrupted fit goes on
    /// from there.
    #[arg(long, value_name = "FILE", default_value = "target/tune.json")]
    checkpoint: PathBuf,
    /// Begin anew even if there is a checkpoint.
    #[arg(long)]
    fresh: bool,
}

/// The style of all progress bars.
pub(crate) fn bar_style(what: &str) -> ProgressStyle {
    let template = format!("{what:<9} {{wide_bar}} {{percent:>3}}% eta {{eta:<5}} {{msg}}");
    ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// Runs the whole fit.
pub(crate) fn run(options: &Options) -> Result<()> {
    ensure!((0.0..=1.0).contains(&options.result_share), "--result-share is between 0 and 1");
    ensure!((0.0..0.9).contains(&options.validation), "--validation is between 0 and 0.9");
    ensure!(options.threads > 0 && options.batch > 0, "--threads and --batch are positive");
    // Before the long work, so that a wrong path is found out now.
    let file = fs::read_to_string(&options.out)
        .with_context(|| format!("the parameter file {}", options.out.display()))?;

    let labels = labels::read(&options.data, options.limit)?;
    let unit = model::minimum(50.0, 800.0, |unit| result_error(&labels, unit));
    tell!("{} quiet positions; {unit:.0} cp mean odds of e to 1 in the results", labels.len());
    let share = options.result_share;
    let target =
        |label: &Label| share * f64::from(label.result) + (1.0 - share) * label.expectation(unit);
    // Positions of one game are alike: a game is on one side only.
    let is_validation = |label: &Label| (label.game % 1000) as f64 / 1000.0 < options.validation;
    let (apart, rest): (Vec<Label>, Vec<Label>) = labels.into_iter().partition(is_validation);
    let train = Samples::new(&rest, options.threads, target)?;
    let validation = Samples::new(&apart, options.threads, target)?;
    drop((apart, rest));
    ensure!(train.len() > 0 && validation.len() > 0, "no positions to train on or to validate");
    tell!(
        "{} for training, {} for validation, {:.0} coefficients each",
        train.len(),
        validation.len(),
        train.coefficients_each()
    );

    let mut fit = Fit::new(options, &train, &validation)?;
    fit.run()?;
    fit.report_and_write(&file)
}

/// The sum of squared errors of the expected scores against the results.
fn result_error(labels: &[Label], unit: f64) -> f64 {
    labels.iter().map(|l| (l.expectation(unit) - f64::from(l.result)).powi(2)).sum()
}

/// A fit under way.
struct Fit<'a> {
    options: &'a Options,
    train: &'a Samples,
    validation: &'a Samples,
    validation_indices: Vec<u32>,
    state: Checkpoint,
}

impl<'a> Fit<'a> {
    fn new(options: &'a Options, train: &'a Samples, validation: &'a Samples) -> Result<Fit<'a>> {
        let initial = initial_weights();
        // Other first weights make another task.
        let task = format!(
            "{} {} weights {:016x}, {} + {} positions, batch {}, rate {}, result {}, prior {}, seed {}",
            options.data.display(),
            weights::COUNT,
            labels::fnv(&format!("{initial:?}")),
            train.len(),
            validation.len(),
            options.batch,
            options.rate,
            options.result_share,
            options.prior,
            options.seed
        );
        let validation_indices: Vec<u32> = (0..validation.len() as u32).collect();
        let found =
            if options.fresh { None } else { Checkpoint::read(&options.checkpoint, &task)? };
        let state = found.unwrap_or_else(|| {
            let loss =
                |k: f64| model::loss(validation, &validation_indices, &initial, k, options.threads);
            let steepness = model::minimum(0.0005, 0.02, loss);
            let loss_before = loss(steepness);
            Checkpoint {
                task,
                epochs_done: 0,
                steepness,
                loss_before,
                weights: initial.clone(),
                adam: Adam::new(initial.len()),
                best: (initial.clone(), loss_before),
                initial,
            }
        });
        tell!(
            "steepness {:.6}, validation loss at the outset {:.6}, {} epochs done",
            state.steepness,
            state.loss_before,
            state.epochs_done
        );
        Ok(Fit { options, train, validation, validation_indices, state })
    }

    fn validation_loss(&self, weights: &Weights) -> f64 {
        let (steepness, threads) = (self.state.steepness, self.options.threads);
        model::loss(self.validation, &self.validation_indices, weights, steepness, threads)
    }

    fn run(&mut self) -> Result<()> {
        let batches = self.train.len().div_ceil(self.options.batch);
        let left = self.options.epochs.saturating_sub(self.state.epochs_done);
        let bar = ProgressBar::new((left * batches) as u64).with_style(bar_style("fitting"));
        while self.state.epochs_done < self.options.epochs {
            let train_loss = self.epoch(&bar);
            let loss = self.validation_loss(&self.state.weights);
            if loss < self.state.best.1 {
                self.state.best = (self.state.weights.clone(), loss);
            }
            self.state.epochs_done += 1;
            self.state.write(&self.options.checkpoint)?;
            let done = self.state.epochs_done;
            bar.set_message(format!(
                "epoch {done}: training {train_loss:.6}, validation {loss:.6}"
            ));
            bar.suspend(|| {
                tell!("epoch {done:>3}: training {train_loss:.6}, validation {loss:.6}")
            });
        }
        bar.finish_and_clear();
        Ok(())
    }

    /// Trains one epoch; the mean loss of its positions.
    fn epoch(&mut self, bar: &ProgressBar) -> f64 {
        let Fit { options, train, state, .. } = self;
        let mut order: Vec<u32> = (0..train.len() as u32).collect();
        SplitMix64::new(options.seed, state.epochs_done as u64).shuffle(&mut order);
        let rate = options.rate * cosine(state.epochs_done, options.epochs);
        // The curvature that one position typically has by one weight.
        let curvature = 2.0 * (0.2 * state.steepness).powi(2);
        let pull = options.prior / train.len() as f64 * curvature;
        let mut error = 0.0;
        for batch in order.chunks(options.batch) {
            let mut gradient =
                model::gradient(train, batch, &state.weights, state.steepness, options.threads);
            error += gradient.error;
            let pairs = gradient.by_weight.iter_mut().zip(&state.weights).zip(&state.initial);
            for ((slope, weight), initial) in pairs {
                for phase in [0, 1] {
                    slope[phase] /= batch.len() as f64;
                    slope[phase] += pull * (weight[phase] - initial[phase]);
                }
            }
            state.adam.step(&mut state.weights, &gradient.by_weight, rate);
            bar.inc(1);
        }
        error / train.len() as f64
    }

    fn report_and_write(&self, file: &str) -> Result<()> {
        let before = self.state.loss_before;
        let (mut fitted, best) = self.state.best.clone();
        center_squares(&mut fitted, self.train);
        let scale = 100.0 / pawn(&fitted)[1];
        rescale(&mut fitted, scale);
        let rounded: Vec<[i32; 2]> =
            fitted.iter().map(|w| w.map(|value| value.round() as i32)).collect();
        let as_written: Weights = rounded.iter().map(|w| w.map(f64::from)).collect();
        let after = model::loss(
            self.validation,
            &self.validation_indices,
            &as_written,
            self.state.steepness / scale,
            self.options.threads,
        );
        tell!("validation loss {before:.6} before, {best:.6} fitted, {after:.6} as written");
        tell!(
            "weights multiplied by {scale:.3} for a pawn of 100; expected score = sigmoid({:.6} x)",
            self.state.steepness / scale
        );
        let data = self.options.data.file_name().unwrap_or_default().to_string_lossy();
        let origin = [
            format!(
                "Fitted by `kythu-train tune` to {} positions of {data}, {} epochs,",
                self.train.len(),
                self.state.epochs_done
            ),
            format!(
                "target {:.0}% game result and {:.0}% engine score. Mean squared error on {}",
                100.0 * self.options.result_share,
                100.0 * (1.0 - self.options.result_share),
                self.validation.len()
            ),
            format!("positions of other games: {before:.6} before, {after:.6} after."),
        ];
        let text = params_file::rewritten(file, &rounded, &origin)?;
        fs::write(&self.options.out, text)
            .with_context(|| format!("the parameter file {}", self.options.out.display()))?;
        tell!("written to {}", self.options.out.display());
        Ok(())
    }
}

fn initial_weights() -> Weights {
    let values = weights::values();
    values.iter().map(|w| [f64::from(w.middlegame()), f64::from(w.endgame())]).collect()
}

/// The cosine schedule of the learning rate, from 1 down to 1/100.
fn cosine(epoch: usize, epochs: usize) -> f64 {
    let share = epoch as f64 / epochs.max(1) as f64;
    0.01 + 0.99 * 0.5 * (1.0 + (std::f64::consts::PI * share).cos())
}

fn group(name: &str) -> std::ops::Range<usize> {
    let groups = weights::groups();
    let found = groups.iter().find(|group| group.name == name);
    let group = found.unwrap_or_else(|| panic!("the evaluation has no weights '{name}'"));
    group.first..group.first + group.len
}

/// The piece value of the pawn.
fn pawn(weights: &Weights) -> [f64; 2] {
    weights[group("material").start]
}

/// Moves the mean of each piece-square table into the piece value, which leaves
/// every evaluation as it is.
fn center_squares(fitted: &mut Weights, samples: &Samples) {
    let mut seen = vec![0.0; fitted.len()];
    for index in 0..samples.len() {
        for c in samples.get(index).linear {
            seen[usize::from(c.number)] += f64::from(c.count.abs());
        }
    }
    let material = group("material").start;
    let tables = ["pawn", "knight", "bishop", "rook", "queen", "king"];
    for (role, name) in tables.iter().enumerate() {
        let squares = group(&format!("{name}_squares"));
        let total: f64 = seen[squares.clone()].iter().sum();
        for phase in [0, 1] {
            let sum: f64 = squares.clone().map(|n| seen[n] * fitted[n][phase]).sum();
            let mean = sum / total.max(1.0);
            for number in squares.clone().filter(|&n| seen[n] > 0.0) {
                fitted[number][phase] -= mean;
            }
            // There is always one king on each side: it needs no worth.
            if *name != "king" {
                fitted[material + role][phase] += mean;
            }
        }
    }
}

/// Multiplies all values by `scale`; danger counts quadratically in the
/// middlegame, so its weights by the root.
fn rescale(fitted: &mut Weights, scale: f64) {
    for group in weights::groups() {
        let danger = group.name.starts_with("danger_");
        let middlegame = if danger { scale.sqrt() } else { scale };
        for weight in &mut fitted[group.first..group.first + group.len] {
            *weight = [weight[0] * middlegame, weight[1] * scale];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FENS: [&str; 3] = [
        "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQK2R w KQkq - 1 5",
        "2kr3r/ppp2ppp/2n5/4qb2/1b1Q4/2N2N2/PPP1BPPP/R1B1K2R b KQ - 0 1",
        "5k2/5p2/4b1p1/1P5p/3B3P/6P1/5PK1/8 w - - 0 1",
    ];

    fn samples() -> Samples {
        let labels = FENS.map(|fen| Label { fen: fen.into(), centipawns: 0, result: 1.0, game: 1 });
        Samples::new(&labels, 1, |_| 0.5).unwrap()
    }

    #[test]
    fn centering_changes_no_value_and_rescaling_all_alike() {
        let samples = samples();
        let weights = initial_weights();
        let mut changed = weights.clone();
        center_squares(&mut changed, &samples);
        assert_ne!(changed, weights);
        for index in 0..samples.len() {
            let sample = samples.get(index);
            let (before, centered) =
                (model::value(&sample, &weights), model::value(&sample, &changed));
            assert!((before - centered).abs() < 1e-6, "{before} {centered}");
            let mut doubled = changed.clone();
            rescale(&mut doubled, 2.0);
            let doubled = model::value(&sample, &doubled);
            assert!((doubled - 2.0 * before).abs() < 1e-6, "{before} {doubled}");
        }
    }

    #[test]
    fn rates_fall() {
        assert_eq!(cosine(0, 10), 1.0);
        assert!(cosine(9, 10) < cosine(5, 10) && cosine(9, 10) > 0.01);
    }
}
