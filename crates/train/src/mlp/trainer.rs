//! The course of training.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::sync_channel;
use std::thread;
use std::time::Instant;

use anyhow::{Result, bail, ensure};
use burn_tensor::Tensor;
use burn_tensor::backend::Backend;
use indicatif::ProgressBar;
use nets::Precision;
use nets::mlp::{Metadata, Weights};
use thinking::SplitMix64;

use super::Sets;
use super::checkpoint::{self, Resumed, RunProgress};
use super::first_weights::first_weights;
use super::metrics::{Metrics, measure};
use super::network::{InputDecoder, Network, numbers};
use super::optimiser::{Moments, Optimiser, Rule};
use super::options::Options;
use super::training_set::{CHUNK, Chunk, Sample, TrainingSet};
use crate::command_line::recorded_command;
use crate::curve::{self, EpochRecord};
use crate::schedule::{Schedule, Shape};
use crate::whole_file::write_whole;

/// The file to go on from, in the folder of the run.
pub(crate) const CHECKPOINT: &str = "checkpoint.safetensors";

/// How a run ended.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// All epochs are done.
    Finished,
    /// The validation loss did not fall any more.
    Early,
    /// Somebody wanted it; the checkpoint is written.
    Interrupted,
}

/// A part of a run: some epochs on some samples.
struct Phase<'a> {
    set: &'a TrainingSet,
    /// Where validation and test come from.
    judged_on: &'a TrainingSet,
    epochs: Range<usize>,
    schedule: Schedule,
}

/// A run.
#[derive(Debug)]
pub(crate) struct Trainer<'a, B: Backend> {
    options: &'a Options,
    sets: &'a Sets,
    decoder: InputDecoder<B>,
    device: B::Device,
    net: Network<B>,
    optimiser: Optimiser<B>,
    progress: RunProgress,
    best: Option<Weights>,
}

impl<'a, B: Backend> Trainer<'a, B> {
    /// Ready to begin, or to go on.
    pub(crate) fn new(
        options: &'a Options,
        sets: &'a Sets,
        resumed: Option<Resumed>,
        device: B::Device,
    ) -> Result<Trainer<'a, B>> {
        let task = options.task(&sets.hash());
        let weights = match &resumed {
            Some(resumed) => resumed.weights.clone(),
            None => first_weights(options.seed),
        };
        let net = Network::new(weights.fields(), &device);
        let optimiser = Optimiser::new(options.optimiser, options.weight_decay, &net);
        let mut trainer = Trainer {
            options,
            sets,
            decoder: InputDecoder::new(&device),
            net,
            optimiser,
            progress: RunProgress { task, ..RunProgress::default() },
            best: None,
            device,
        };
        if let Some(resumed) = resumed {
            trainer.resume(resumed)?;
        }
        Ok(trainer)
    }

    /// Takes over the progress of a checkpoint if it is one of this task.
    fn resume(&mut self, resumed: Resumed) -> Result<()> {
        let Some(progress) = resumed.progress else { return Ok(()) };
        if progress.task != self.progress.task {
            tell!(
                "the checkpoint is of another run; only its weights are used\n  there: {}\n  here:  {}",
                progress.task,
                self.progress.task
            );
            return Ok(());
        }
        if self.optimiser.rule() != Rule::Sgd {
            let Some([mean, square]) = resumed.moments else {
                bail!("the checkpoint has no memory of the optimiser");
            };
            let tensors =
                |weights: &Weights| Network::new(weights.fields(), &self.device).parameters;
            let moments = Moments { mean: tensors(&mean), square: tensors(&square) };
            self.optimiser.moments = Some(moments);
        }
        tell!(
            "going on after {} epochs and {} positions",
            progress.epochs_done,
            progress.positions_done
        );
        self.progress = progress;
        self.best = resumed.best;
        Ok(())
    }

    /// How far it is.
    #[cfg(test)]
    pub(crate) fn progress(&self) -> &RunProgress {
        &self.progress
    }

    /// The weights as they are.
    #[cfg(test)]
    pub(crate) fn weights(&self) -> Weights {
        self.net.weights()
    }

    fn phases(&self) -> Vec<Phase<'a>> {
        let options = self.options;
        let main = Phase {
            set: &self.sets.main,
            judged_on: self.sets.validation.as_ref().unwrap_or(&self.sets.main),
            epochs: 0..options.epochs,
            schedule: options.schedule(),
        };
        let finetune = self.sets.finetune.as_ref().map(|set| Phase {
            set,
            judged_on: self.sets.validation.as_ref().unwrap_or(set),
            epochs: options.epochs..options.epochs + options.finetune_epochs,
            schedule: Schedule {
                shape: Shape::Constant,
                rate: options.finetune_rate(),
                warm_up: 0,
                ..options.schedule()
            },
        });
        std::iter::once(main).chain(finetune).collect()
    }

    /// Trains until all epochs are done, the loss falls no more, or `stop` is
    /// set. Whatever happens, a checkpoint tells how far it came.
    pub(crate) fn run(&mut self, stop: &AtomicBool) -> Result<End> {
        for phase in self.phases() {
            while phase.epochs.contains(&self.progress.epochs_done) {
                let is_first = self.progress.epochs_done == phase.epochs.start;
                if is_first && self.progress.positions_done == 0 {
                    // Losses on other samples are no measure for these.
                    self.progress.best = None;
                }
                let began = Instant::now();
                if !self.epoch(&phase, stop)? {
                    self.save()?;
                    return Ok(End::Interrupted);
                }
                self.end_epoch(&phase, began)?;
                if self.has_stalled() {
                    tell!("the validation loss does not fall any more");
                    return Ok(End::Early);
                }
            }
        }
        Ok(End::Finished)
    }

    /// Has the loss not fallen for as long as patience lasts?
    fn has_stalled(&self) -> bool {
        let since = self.progress.best.map_or(0, |(epoch, _)| self.progress.epochs_done - epoch);
        self.options.patience.is_some_and(|patience| since >= patience)
    }

    /// Trains to the end of the present epoch. False if it was interrupted.
    fn epoch(&mut self, phase: &Phase<'_>, stop: &AtomicBool) -> Result<bool> {
        let (options, epoch) = (self.options, self.progress.epochs_done);
        let samples = &phase.set.train;
        ensure!(!samples.is_empty(), "there is no position to train on");
        let mut order: Vec<u32> = (0..samples.len() as u32).collect();
        SplitMix64::new(options.seed, epoch as u64).shuffle(&mut order);
        let chunk = CHUNK.next_multiple_of(options.batch).max(options.batch);
        let bar = ProgressBar::new(samples.len() as u64)
            .with_style(crate::tune::bar_style(&format!("epoch {}", epoch + 1)));
        let began = (Instant::now(), self.progress.positions_done);
        let rest = order.get(self.progress.positions_done..).unwrap_or_default();
        let (target, mirrors) = (options.target(), options.mirrors());
        let seed = (options.seed, epoch as u64);
        thread::scope(|scope| {
            // The next chunk is made while the device works on this one.
            let (sender, receiver) = sync_channel(2);
            scope.spawn(move || {
                for part in rest.chunks(chunk) {
                    if sender.send(Chunk::new(samples, part, target, mirrors, seed)).is_err() {
                        return;
                    }
                }
            });
            for chunk in receiver {
                self.learn(chunk, phase)?;
                let done = self.progress.positions_done;
                let speed = (done - began.1) as f64 / began.0.elapsed().as_secs_f64().max(1e-9);
                bar.set_position(done as u64);
                bar.set_message(format!(
                    "loss {:.4}, {speed:.0} positions/s",
                    self.progress.error_sum / done as f64
                ));
                if stop.load(Ordering::Relaxed) && done < samples.len() {
                    bar.abandon();
                    return Ok(false);
                }
            }
            bar.finish_and_clear();
            Ok(true)
        })
    }

    /// The learning rate of the next step.
    fn rate(&self, phase: &Phase<'_>) -> f64 {
        let each = phase.set.train.len().div_ceil(self.options.batch) as u64;
        let epoch = self.progress.epochs_done - phase.epochs.start;
        let step = epoch as u64 * each + (self.progress.positions_done / self.options.batch) as u64;
        phase.schedule.rate(step, each * phase.epochs.len() as u64, epoch)
    }

    /// Takes the steps of one chunk.
    fn learn(&mut self, chunk: Chunk, phase: &Phase<'_>) -> Result<()> {
        let count = chunk.len();
        let inputs = self.decoder.inputs(chunk.words);
        let targets = self.decoder.targets(chunk.targets);
        let mut error: Option<Tensor<B, 1>> = None;
        for start in (0..count).step_by(self.options.batch) {
            let end = (start + self.options.batch).min(count);
            let part = |tensor: &Tensor<B, 2>| tensor.clone().slice_dim(0, start..end);
            let rule = self.options.output_gradient;
            let gradient = self.net.gradient(part(&inputs), part(&targets), rule);
            let rate = self.rate(phase);
            error = Some(match error {
                Some(sum) => sum + gradient.error.clone(),
                None => gradient.error.clone(),
            });
            self.progress.steps += 1;
            self.optimiser.step(&mut self.net, gradient, rate, self.progress.steps);
            self.progress.positions_done += end - start;
        }
        // Waits for the device: the only time in a chunk.
        let error: f32 = error.map_or(0.0, |sum| numbers(sum).iter().sum());
        ensure!(error.is_finite(), "the net has diverged (try a lower --rate)");
        self.progress.error_sum += f64::from(error);
        Ok(())
    }

    /// Judges the net and writes what there is to write.
    fn end_epoch(&mut self, phase: &Phase<'_>, began: Instant) -> Result<()> {
        let seconds = began.elapsed().as_secs_f64();
        let positions = self.progress.positions_done;
        let rate = self.rate(phase);
        let train_loss = self.progress.error_sum / positions.max(1) as f64;
        let metrics = self.measure(&phase.judged_on.validation)?;
        self.progress.epochs_done += 1;
        self.progress.positions_done = 0;
        self.progress.error_sum = 0.0;
        let epoch = self.progress.epochs_done;
        self.progress.history.push(EpochRecord {
            epoch,
            rate,
            train_loss,
            validation_loss: metrics.loss,
            validation_accuracy: metrics.accuracy,
        });
        // Without a validation set the last net is the best one.
        let is_best = metrics.positions == 0
            || self.progress.best.is_none_or(|(_, loss)| metrics.loss < loss);
        tell!(
            "epoch {epoch:>3}: loss {train_loss:.4}, validation {:.4}, accuracy {:.2}%, \
             {:.0} positions/s{}",
            metrics.loss,
            100.0 * metrics.accuracy,
            positions as f64 / seconds.max(1e-9),
            if is_best { ", best so far" } else { "" }
        );
        let weights = self.net.weights();
        if is_best {
            self.progress.best = Some((epoch, metrics.loss));
            self.write_net("best.safetensors", &weights)?;
            self.best = Some(weights.clone());
        }
        if self.options.keep_epochs {
            self.write_net(&format!("epoch-{epoch}.safetensors"), &weights)?;
        }
        self.save()
    }

    /// Writes the checkpoint and the curve.
    fn save(&self) -> Result<()> {
        let out = &self.options.out;
        let best = self.best.as_ref();
        checkpoint::write(&out.join(CHECKPOINT), &self.progress, &self.net, &self.optimiser, best)?;
        curve::write(out, "Training of the MLP", "mean squared error", &self.progress.history)
    }

    fn write_net(&self, name: &str, weights: &Weights) -> Result<()> {
        let half = self.options.half;
        let precision = if half { Precision::Half } else { Precision::Single };
        let bytes = weights.to_bytes(precision, &self.metadata())?;
        write_whole(&self.options.out.join(name), &bytes)
    }

    /// Where the net comes from, as its file tells it.
    fn metadata(&self) -> Metadata {
        let last = self.progress.history.last();
        let number = |of: fn(&EpochRecord) -> f64| last.map(|last| format!("{:.5}", of(last)));
        let entries = [
            ("data_hash", Some(self.sets.hash())),
            ("seed", Some(self.options.seed.to_string())),
            ("epoch", last.map(|last| last.epoch.to_string())),
            ("train_loss", number(|record| record.train_loss)),
            ("validation_loss", number(|record| record.validation_loss)),
            ("validation_accuracy", number(|record| record.validation_accuracy)),
            ("command", Some(recorded_command())),
        ];
        let text =
            |(key, value): (&str, Option<String>)| value.map(|value| (key.to_owned(), value));
        entries.into_iter().filter_map(text).collect()
    }

    /// How good the present net is on some samples.
    pub(crate) fn measure(&self, samples: &[Sample]) -> Result<Metrics> {
        measure(&self.net, &self.decoder, samples, self.options)
    }

    /// Writes the last net, and tells how good the best one is.
    pub(crate) fn report(&mut self) -> Result<()> {
        let judged_on = match self.phases().pop() {
            Some(phase) => phase.judged_on,
            None => &self.sets.main,
        };
        if !self.progress.history.is_empty() {
            self.write_net("final.safetensors", &self.net.weights())?;
        }
        let net = match &self.best {
            Some(best) => Network::new(best.fields(), &self.device),
            None => self.net.clone(),
        };
        if let Some((epoch, _)) = self.progress.best {
            tell!("the best epoch is {epoch}");
        }
        for (name, samples) in [("validation", &judged_on.validation), ("test", &judged_on.test)] {
            let metrics = measure(&net, &self.decoder, samples, self.options)?;
            tell!(
                "{name}: loss {:.4}, against results {:.4}, accuracy {:.2}%, {} positions",
                metrics.loss,
                metrics.result_loss,
                100.0 * metrics.accuracy,
                metrics.positions
            );
        }
        Ok(())
    }
}
