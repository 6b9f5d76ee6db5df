//! The course of training.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Result, ensure};
use nets::nnue::Provenance;

use super::checkpoint::{self, Checkpoint};
use super::cpu::Cpu;
use super::export::{Agreement, network};
use super::move_sample::MoveSample;
use super::options::Options;
use super::shape::PolicyShape;
use crate::command_line::recorded_command;
use crate::curve::{self, EpochRecord};
use crate::nnue::backend::{NetState, Update};
use crate::nnue::checkpoint::RunProgress;
use crate::nnue::meter::Meter;
use crate::nnue::permutation::Permutation;
use crate::nnue::training_data::TrainingData;
use crate::whole_file::write_whole;

/// The file to go on from, and that of the net, in the folder of the run.
pub(crate) const CHECKPOINT: &str = "checkpoint.bin";
pub(crate) const NET: &str = "net.knn";

/// A run that is killed loses no more than this.
const SAVE_EVERY: Duration = Duration::from_secs(300);

/// Positions on which the quantised net is compared with the floats, and on which the
/// net of an epoch is judged.
const COMPARED: usize = 4_096;
const JUDGED: usize = 200_000;

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
    options: &'a Options,
    out: PathBuf,
    shape: PolicyShape,
    data: &'a TrainingData<MoveSample>,
    pub(super) cpu: Cpu,
    pub(super) progress: RunProgress,
    saved: Instant,
}

impl<'a> Trainer<'a> {
    /// Ready to begin, or to go on.
    pub(crate) fn new(
        options: &'a Options,
        data: &'a TrainingData<MoveSample>,
    ) -> Result<Trainer<'a>> {
        let (shape, out) = (options.shape(), options.out.clone());
        let task =
            format!("{shape}, {}, {}, shuffled by {}", options.task(), data.name, data.chunk_of());
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
            let name = path.display();
            ensure!(found.shape == shape, "{name} has the shape {}, not {shape}", found.shape);
            state = NetState::new(found.state.parameters);
        }
        let cpu = Cpu::new(shape, options.threads(), state);
        Ok(Trainer { options, out, shape, data, cpu, progress, saved: Instant::now() })
    }

    /// Trains until all epochs are done or `stop` is set. Whatever happens, a
    /// checkpoint tells how far it came.
    pub(crate) fn run(&mut self, stop: &AtomicBool) -> Result<End> {
        let steps = self.data.steps(self.options.batch);
        let (epochs, device) = (self.options.epochs, self.cpu.device());
        println!("{} on {device}; {epochs} epochs of {steps} steps", self.shape);
        while self.progress.epochs_done < epochs {
            let (done, total) = (self.progress.positions_done, self.data.count);
            let mut meter = Meter::new(self.progress.epochs_done, epochs, done, total);
            let data = self.data;
            data.each_chunk(|number, samples| self.chunk(number, samples, &mut meter, stop))?;
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
        samples: &[MoveSample],
        meter: &mut Meter,
        stop: &AtomicBool,
    ) -> Result<ControlFlow<()>> {
        let size = self.options.batch;
        let start = number * self.data.chunk_of();
        let first = self.progress.positions_done.saturating_sub(start).div_ceil(size);
        let epoch = self.progress.epochs_done as u64;
        let count = u32::try_from(samples.len())?;
        let stream = epoch << 32 | number as u64;
        let order = Permutation::shuffled(count, self.options.seed, stream);
        for batch in first..samples.len().div_ceil(size) {
            let places = batch * size..((batch + 1) * size).min(samples.len());
            let batch: Vec<&MoveSample> =
                places.map(|place| &samples[order.at(place as u32) as usize]).collect();
            let rate = self.rate();
            self.progress.steps += 1;
            let update = Update::new(self.progress.steps, rate, self.options.weight_decay);
            let tally = self.cpu.step(&batch, update);
            ensure!(tally.loss.is_finite(), "the net has diverged (try a lower --lr)");
            self.progress.error_sum += tally.loss;
            self.progress.positions_done += batch.len();
            let done = self.progress.positions_done;
            meter.tell(done, self.progress.error_sum / done as f64);
            if self.saved.elapsed() >= SAVE_EVERY {
                self.save()?;
            }
            if stop.load(Ordering::Relaxed) {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The learning rate of the next step.
    fn rate(&self) -> f64 {
        let steps = self.data.steps(self.options.batch) * self.options.epochs as u64;
        let schedule = self.options.schedule();
        schedule.rate(self.progress.steps, steps, self.progress.epochs_done)
    }

    /// Validates, tells and saves.
    fn end_epoch(&mut self, speed: f64) -> Result<()> {
        let rate = self.rate();
        let train_loss = self.progress.error_sum / self.progress.positions_done.max(1) as f64;
        let validation = &self.data.validation[..self.data.validation.len().min(JUDGED)];
        let tally = self.cpu.measure(validation);
        let positions = tally.positions.max(1) as f64;
        let record = EpochRecord {
            epoch: self.progress.epochs_done + 1,
            rate,
            train_loss,
            validation_loss: tally.loss / positions,
            validation_accuracy: tally.right as f64 / positions,
        };
        self.progress.epochs_done += 1;
        self.progress.positions_done = 0;
        self.progress.error_sum = 0.0;
        self.progress.history.push(record);
        println!(
            "epoch {:>3}: loss {train_loss:.4}, validation {:.4}, accuracy {:.2}%, \
             rate {rate:.2e}, {speed:.0} positions/s",
            record.epoch,
            record.validation_loss,
            100.0 * record.validation_accuracy,
        );
        let agreement = self.write_net(validation)?;
        self.save()?;
        let is_last = record.epoch == self.options.epochs;
        ensure!(
            !is_last || agreement.holds(),
            "the quantised net differs from the floats: {agreement}"
        );
        Ok(())
    }

    /// Writes the quantised net; says how far it is from the floats.
    fn write_net(&self, validation: &[MoveSample]) -> Result<Agreement> {
        let parameters = &self.cpu.state.parameters;
        let compared = &validation[..validation.len().min(COMPARED)];
        let bare = network(self.shape, parameters, Provenance::new())?;
        let agreement = Agreement::new(&bare, &self.cpu, compared);
        let network = network(self.shape, parameters, self.provenance(&agreement))?;
        println!("           {} quantised: {agreement}", &network.hash()[..12]);
        write_whole(&self.out.join(NET), &network.to_bytes()?)?;
        Ok(agreement)
    }

    fn provenance(&self, agreement: &Agreement) -> Provenance {
        let last = self.progress.history.last();
        let number = |value: Option<f64>| value.map(|value| format!("{value:.5}"));
        let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |age| age.as_secs());
        let entries = [
            ("data", Some(self.data.name.clone())),
            ("task", Some(self.progress.task.clone())),
            ("command", Some(recorded_command())),
            ("epochs", last.map(|last| last.epoch.to_string())),
            ("steps", Some(self.progress.steps.to_string())),
            ("train_loss", number(last.map(|last| last.train_loss))),
            ("validation_loss", number(last.map(|last| last.validation_loss))),
            ("validation_accuracy", number(last.map(|last| last.validation_accuracy))),
            ("quantised", Some(agreement.to_string())),
            ("date", Some(pgn::date(seconds))),
        ];
        // A header has room for 64 KiB; hundreds of file names would fill it.
        let short = |text: String| text.chars().take(8_000).collect::<String>();
        let entry = |(key, value): (&str, Option<String>)| Some((key.to_owned(), short(value?)));
        entries.into_iter().filter_map(entry).collect()
    }

    /// Writes the checkpoint and the curve.
    fn save(&mut self) -> Result<()> {
        let path = self.out.join(CHECKPOINT);
        checkpoint::write(&path, &self.progress, self.shape, &self.cpu.state)?;
        let history = &self.progress.history;
        let title = format!("Training of the policy {}", self.shape);
        let picture = curve::svg(&title, "cross-entropy", history);
        write_whole(&self.out.join("curve.svg"), picture.as_bytes())?;
        write_whole(&self.out.join("curve.csv"), curve::csv(history).as_bytes())?;
        self.saved = Instant::now();
        Ok(())
    }
}
