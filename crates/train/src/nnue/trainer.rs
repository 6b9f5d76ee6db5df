//! The course of training.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};

use super::backend::{Backend, NetState, Update};
use super::batch::BatchPlan;
use super::checkpoint::{self, Checkpoint, RunProgress};
use super::meter::Meter;
use super::metrics::Metrics;
use super::options::Options;
use super::packed_sample::PackedSample;
use super::permutation::Permutation;
use super::shape::NetShape;
use super::training_data::TrainingData;
use crate::curve::{self, EpochRecord};
use crate::whole_file::write_whole;

/// The file to go on from, in the folder of the run.
pub(crate) const CHECKPOINT: &str = "checkpoint.bin";

/// A run that is killed loses no more than this.
const SAVE_EVERY: Duration = Duration::from_secs(300);

/// The error is fetched so often: each time waits for the device.
const TELL_EVERY: Duration = Duration::from_millis(500);

/// Threads that make batches, at most. More are of no use to any device.
const MOST_FEEDERS: usize = 12;

/// How a run ended.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// All epochs are done.
    Finished,
    /// Somebody wanted it; the checkpoint is written.
    Interrupted,
}

/// A run.
pub(crate) struct Trainer<'a> {
    pub(super) options: &'a Options,
    out: PathBuf,
    pub(super) shape: NetShape,
    pub(super) data: &'a TrainingData,
    pub(super) backend: Box<dyn Backend>,
    pub(super) progress: RunProgress,
    saved: Instant,
}

impl<'a> Trainer<'a> {
    /// Ready to begin, or to go on.
    pub(crate) fn new(
        options: &'a Options,
        out: PathBuf,
        data: &'a TrainingData,
        mut backend: Box<dyn Backend>,
    ) -> Result<Trainer<'a>> {
        let shape = options.shape()?;
        let task = format!(
            "{} {}factorised, {}, {}, shuffled by {}",
            shape.architecture,
            if shape.has_factoriser { "" } else { "not " },
            options.task(),
            data.name,
            data.chunk_of()
        );
        let mut progress = RunProgress { task, ..RunProgress::default() };
        let mut state = NetState::new(shape.first_parameters(options.seed));
        let path = out.join(CHECKPOINT);
        if options.resume && path.exists() {
            let Checkpoint { progress: found, state: net, .. } = checkpoint::read(&path)?;
            ensure!(
                found.task == progress.task,
                "the checkpoint in {} is of another run (use --start-from for its weights only)\n\
                 there: {}\nhere:  {}",
                out.display(),
                found.task,
                progress.task
            );
            println!("going on after {} epochs and {} steps", found.epochs_done, found.steps);
            (progress, state) = (found, net);
        } else if let Some(path) = &options.start_from {
            let found = checkpoint::read(path)?;
            ensure!(
                found.shape == shape,
                "{} has the shape {}, not {}",
                path.display(),
                found.shape.architecture,
                shape.architecture
            );
            state = NetState::new(found.state.parameters);
        }
        backend.set_state(&state)?;
        Ok(Trainer { options, out, shape, data, backend, progress, saved: Instant::now() })
    }

    /// Trains until all epochs are done or `stop` is set. Whatever happens, a
    /// checkpoint tells how far it came.
    pub(crate) fn run(&mut self, stop: &AtomicBool) -> Result<End> {
        println!(
            "{} on {}; {} epochs of {} steps",
            self.shape.architecture,
            self.backend.device(),
            self.options.epochs,
            self.data.steps(self.options.batch)
        );
        while self.progress.epochs_done < self.options.epochs {
            let (done, total) = (self.progress.positions_done, self.data.count);
            let mut meter = Meter::new(self.progress.epochs_done, self.options.epochs, done, total);
            let data = self.data;
            data.each_chunk(|number, samples| self.chunk(number, samples, &mut meter, stop))?;
            self.fetch_error()?;
            let speed = meter.speed(self.progress.positions_done);
            meter.finish();
            if self.progress.positions_done < total {
                self.save()?;
                return Ok(End::Interrupted);
            }
            self.end_epoch(speed)?;
        }
        Ok(End::Finished)
    }

    /// Trains on what is left of a chunk.
    fn chunk(
        &mut self,
        number: usize,
        samples: &[PackedSample],
        meter: &mut Meter,
        stop: &AtomicBool,
    ) -> Result<ControlFlow<()>> {
        let (options, batch) = (self.options, self.options.batch);
        let start = number * self.data.chunk_of();
        let first = self.progress.positions_done.saturating_sub(start).div_ceil(batch);
        let epoch = self.progress.epochs_done as u64;
        let order = Permutation::shuffled(
            u32::try_from(samples.len())?,
            options.seed,
            epoch << 32 | number as u64,
        );
        let steps = self.data.steps(batch) * options.epochs as u64;
        // The number of the step that the chunk's first batch is or was.
        let before = self.progress.steps - first as u64;
        let share = |batch: usize| options.result_share.at(before + batch as u64, steps);
        let shape = self.shape.clone();
        let plan = BatchPlan { samples, order, size: batch, shape: &shape, result_share: &share };
        let mut flow = ControlFlow::Continue(());
        let mut told = Instant::now();
        plan.each(first..plan.len().max(first), self.feeders(), |batch| {
            let rate = self.rate();
            self.progress.steps += 1;
            let update = Update::new(self.progress.steps, rate, options.weight_decay);
            self.backend.step(&batch, update)?;
            self.progress.positions_done += batch.len();
            if told.elapsed() >= TELL_EVERY {
                told = Instant::now();
                self.fetch_error()?;
                let done = self.progress.positions_done;
                meter.tell(done, self.progress.error_sum / done as f64);
                if self.saved.elapsed() >= SAVE_EVERY {
                    self.save()?;
                }
            }
            if stop.load(Ordering::Relaxed) {
                flow = ControlFlow::Break(());
            }
            Ok(flow)
        })?;
        Ok(flow)
    }

    /// Threads that make batches.
    fn feeders(&self) -> usize {
        self.options.threads().saturating_sub(1).clamp(1, MOST_FEEDERS)
    }

    /// The learning rate of the next step.
    fn rate(&self) -> f64 {
        let steps = self.data.steps(self.options.batch) * self.options.epochs as u64;
        let schedule = self.options.schedule();
        schedule.rate(self.progress.steps, steps, self.progress.epochs_done)
    }

    fn fetch_error(&mut self) -> Result<()> {
        let error = self.backend.take_error()?;
        ensure!(error.is_finite(), "the net has diverged (try a lower --lr)");
        self.progress.error_sum += error;
        Ok(())
    }

    /// Validates, tells and saves.
    fn end_epoch(&mut self, speed: f64) -> Result<()> {
        let rate = self.rate();
        let train_loss = self.progress.error_sum / self.progress.positions_done.max(1) as f64;
        let metrics = self.measure(&self.data.validation)?;
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
        println!(
            "epoch {epoch:>3}: loss {train_loss:.6}, validation {:.6}, accuracy {:.2}%, \
             rate {rate:.2e}, {speed:.0} positions/s",
            metrics.loss,
            100.0 * metrics.accuracy,
        );
        let (network, agreement) = self.network()?;
        println!("          {} quantised: {agreement}", &network.hash()[..12]);
        let bytes = network.to_bytes()?;
        write_whole(&self.out.join("net.nnue"), &bytes)?;
        if self.options.keep_epochs {
            write_whole(&self.out.join(format!("epoch-{epoch}.nnue")), &bytes)?;
        }
        self.save()?;
        let is_last = epoch == self.options.epochs;
        ensure!(
            !is_last || agreement.holds(),
            "the quantised net differs from the floats: {agreement}"
        );
        Ok(())
    }

    /// Writes the checkpoint and the curve.
    fn save(&mut self) -> Result<()> {
        self.fetch_error()?;
        let state = self.backend.state()?;
        checkpoint::write(&self.out.join(CHECKPOINT), &self.progress, &self.shape, &state)?;
        let history = &self.progress.history;
        let title = format!("Training of {}", self.shape.architecture);
        write_whole(
            &self.out.join("curve.svg"),
            curve::svg(&title, "mean squared error", history).as_bytes(),
        )?;
        write_whole(&self.out.join("curve.csv"), curve::csv(history).as_bytes())?;
        self.saved = Instant::now();
        Ok(())
    }

    /// How good the present net is on some samples, by the last result share.
    pub(crate) fn measure(&mut self, samples: &[PackedSample]) -> Result<Metrics> {
        let feeders = self.feeders();
        let share = self.options.result_share.last;
        Metrics::new(&mut *self.backend, &self.shape, samples, share, feeders)
    }
}
