//! A run of training that can be interrupted: how far it is, and the folder it writes to.

pub(crate) mod checkpoint;
pub(crate) mod options;
#[cfg(test)]
pub(crate) mod test_options;

use std::fmt::Display;
use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, ensure};
use nets::nnue::Provenance;

use crate::command_line::recorded_command;
use crate::curve::{self, EpochRecord};
use crate::nnue::backend::{NetState, Update};
use crate::nnue::meter::Meter;
use crate::nnue::permutation::Permutation;
use checkpoint::{Checkpoint, RunProgress, SavedShape};
use options::{BeginOptions, CourseOptions};

/// The file to go on from, in the folder of the run.
pub(crate) const CHECKPOINT: &str = "checkpoint.bin";

/// A run that is killed loses no more than this.
const SAVE_EVERY: Duration = Duration::from_secs(300);

/// How a run ended.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// All epochs are done.
    Finished,
    /// Somebody wanted it; the checkpoint is written.
    Interrupted,
}

/// What is trained how, and where to.
#[derive(Clone, Debug)]
pub(crate) struct Plan<S> {
    pub(crate) out: PathBuf,
    pub(crate) shape: S,
    /// All that the course of the weights depends on: a checkpoint of another task is
    /// not gone on from.
    pub(crate) task: String,
    pub(crate) course: CourseOptions,
    pub(crate) seed: u64,
    /// Positions and steps of an epoch.
    pub(crate) positions: usize,
    pub(crate) steps: u64,
}

/// A run.
pub(crate) struct Run<S> {
    pub(crate) plan: Plan<S>,
    pub(crate) progress: RunProgress,
    saved: Instant,
}

impl<S: SavedShape> Run<S> {
    /// Ready to begin or to go on, and the net that it begins or goes on with.
    pub(crate) fn new(
        plan: Plan<S>,
        begin: &BeginOptions,
        first_parameters: Vec<f32>,
    ) -> Result<(Run<S>, NetState)> {
        let mut progress = RunProgress { task: plan.task.clone(), ..RunProgress::default() };
        let mut state = NetState::new(first_parameters);
        let path = plan.out.join(CHECKPOINT);
        if begin.resume && path.exists() {
            let Checkpoint::<S> { progress: found, state: net, .. } = checkpoint::read(&path)?;
            ensure!(
                found.task == progress.task,
                "the checkpoint in {} is of another run (use --start-from for its weights only)\n\
                 there: {}\nhere:  {}",
                plan.out.display(),
                found.task,
                progress.task
            );
            tell!("going on after {} epochs and {} steps", found.epochs_done, found.steps);
            (progress, state) = (found, net);
        } else if let Some(path) = &begin.start_from {
            let (found, parameters) = checkpoint::read_parameters::<S>(path)?;
            let parameters = found.beginning(parameters, &plan.shape);
            let parameters = parameters
                .with_context(|| format!("{} is no beginning of {}", path.display(), plan.shape))?;
            state = NetState::new(parameters);
        }
        Ok((Run { plan, progress, saved: Instant::now() }, state))
    }

    /// Says what begins.
    pub(crate) fn introduce(&self, device: &str) {
        let Plan { shape, course, steps, .. } = &self.plan;
        tell!("{shape} on {device}; {} epochs of {steps} steps", course.epochs);
    }

    /// Are all epochs done?
    pub(crate) fn is_over(&self) -> bool {
        self.progress.epochs_done >= self.plan.course.epochs
    }

    /// Is there something left of the present epoch?
    pub(crate) fn is_within_epoch(&self) -> bool {
        self.progress.positions_done < self.plan.positions
    }

    /// What tells how far the present epoch is.
    pub(crate) fn meter(&self) -> Meter {
        let RunProgress { epochs_done, positions_done, .. } = self.progress;
        Meter::new(epochs_done, self.plan.course.epochs, positions_done, self.plan.positions)
    }

    /// The order of a chunk of the present epoch, which begins with position `start` and
    /// has so many, and the first of its batches that is not done.
    pub(crate) fn chunk_order(
        &self,
        number: usize,
        start: usize,
        positions: usize,
    ) -> Result<(Permutation, usize)> {
        let done = self.progress.positions_done.saturating_sub(start);
        let stream = (self.progress.epochs_done as u64) << 32 | number as u64;
        let order = Permutation::shuffled(u32::try_from(positions)?, self.plan.seed, stream);
        Ok((order, done.div_ceil(self.plan.course.batch)))
    }

    /// Steps of all epochs.
    pub(crate) fn steps(&self) -> u64 {
        self.plan.steps * self.plan.course.epochs as u64
    }

    /// The learning rate of the next step.
    fn rate(&self) -> f64 {
        let schedule = self.plan.course.schedule();
        schedule.rate(self.progress.steps, self.steps(), self.progress.epochs_done)
    }

    /// The next step.
    pub(crate) fn next_update(&mut self) -> Update {
        let rate = self.rate();
        self.progress.steps += 1;
        Update::new(self.progress.steps, rate, self.plan.course.weight_decay)
    }

    /// Adds to the loss of the present epoch.
    pub(crate) fn add_error(&mut self, error: f64) -> Result<()> {
        ensure!(error.is_finite(), "the net has diverged (try a lower --lr)");
        self.progress.error_sum += error;
        Ok(())
    }

    /// The mean loss of the present epoch so far.
    fn loss(&self) -> f64 {
        self.progress.error_sum / self.progress.positions_done.max(1) as f64
    }

    /// Shows how far the present epoch is.
    pub(crate) fn tell(&self, meter: &mut Meter) {
        meter.tell(self.progress.positions_done, self.loss());
    }

    /// Ends an epoch with what validation found, and tells of it with so many decimals
    /// of a loss.
    pub(crate) fn end_epoch(&mut self, loss: f64, accuracy: f64, speed: f64, decimals: usize) {
        let record = EpochRecord {
            epoch: self.progress.epochs_done + 1,
            rate: self.rate(),
            train_loss: self.loss(),
            validation_loss: loss,
            validation_accuracy: accuracy,
        };
        self.progress.epochs_done += 1;
        self.progress.positions_done = 0;
        self.progress.error_sum = 0.0;
        self.progress.history.push(record);
        tell!(
            "epoch {:>3}: loss {:.decimals$}, validation {loss:.decimals$}, accuracy {:.2}%, \
             rate {:.2e}, {speed:.0} positions/s",
            record.epoch,
            record.train_loss,
            100.0 * accuracy,
            record.rate,
        );
    }

    /// The quantised net of the last epoch has to agree with the floats.
    pub(crate) fn check_agreement(&self, holds: bool, agreement: &dyn Display) -> Result<()> {
        let is_fine = holds || !self.is_over();
        ensure!(is_fine, "the quantised net differs from the floats: {agreement}");
        Ok(())
    }

    /// Where the net comes from, with so many decimals of a loss.
    pub(crate) fn provenance(
        &self,
        data: &str,
        agreement: &dyn Display,
        decimals: usize,
    ) -> Provenance {
        let last = self.progress.history.last();
        let number =
            |of: fn(&EpochRecord) -> f64| last.map(|last| format!("{:.decimals$}", of(last)));
        let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |age| age.as_secs());
        let entries = [
            ("data", Some(data.to_owned())),
            ("task", Some(self.progress.task.clone())),
            ("command", Some(recorded_command())),
            ("epochs", last.map(|last| last.epoch.to_string())),
            ("steps", Some(self.progress.steps.to_string())),
            ("train_loss", number(|last| last.train_loss)),
            ("validation_loss", number(|last| last.validation_loss)),
            ("validation_accuracy", number(|last| last.validation_accuracy)),
            ("quantised", Some(agreement.to_string())),
            ("date", Some(pgn::date(seconds))),
        ];
        // A header has room for 64 KiB; hundreds of file names would fill it.
        let short = |text: String| text.chars().take(8_000).collect::<String>();
        let entry = |(key, value): (&str, Option<String>)| Some((key.to_owned(), short(value?)));
        entries.into_iter().filter_map(entry).collect()
    }

    /// Is it time to write a checkpoint?
    pub(crate) fn is_save_due(&self) -> bool {
        self.saved.elapsed() >= SAVE_EVERY
    }

    /// Writes the checkpoint and the curve of this loss.
    pub(crate) fn save(&mut self, state: &NetState, title: &str, loss: &str) -> Result<()> {
        let Plan { out, shape, .. } = &self.plan;
        checkpoint::write(&out.join(CHECKPOINT), &self.progress, shape, state)?;
        curve::write(out, title, loss, &self.progress.history)?;
        self.saved = Instant::now();
        Ok(())
    }
}
