//! The course of training.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Result;

use super::backend::Backend;
use super::batch::BatchPlan;
use super::meter::Meter;
use super::metrics::Metrics;
use super::options::Options;
use super::packed_sample::PackedSample;
use super::shape::NetShape;
use super::training_data::TrainingData;
use crate::feeders::feeders;
use crate::run::{End, Plan, Run};
use crate::whole_file::write_whole;

/// The error is fetched so often: each time waits for the device.
const TELL_EVERY: Duration = Duration::from_millis(500);

/// A run.
pub(crate) struct Trainer<'a> {
    pub(super) options: &'a Options,
    pub(super) shape: NetShape,
    pub(super) data: &'a TrainingData,
    pub(super) backend: Box<dyn Backend>,
    pub(super) run: Run<NetShape>,
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
            "{shape} {}factorised, {}, {}, shuffled by {}",
            if shape.has_factoriser { "" } else { "not " },
            options.task(),
            data.name,
            data.chunk_of()
        );
        let plan = Plan {
            out,
            shape: shape.clone(),
            task,
            course: options.course.clone(),
            seed: options.seed,
            positions: data.count,
            steps: data.steps(options.course.batch),
        };
        let first = shape.first_parameters(options.seed);
        let (run, state) = Run::new(plan, &options.begin, first)?;
        backend.set_state(&state)?;
        Ok(Trainer { options, shape, data, backend, run })
    }

    /// Trains until all epochs are done or `stop` is set. Whatever happens, a
    /// checkpoint tells how far it came.
    pub(crate) fn run(&mut self, stop: &AtomicBool) -> Result<End> {
        self.run.introduce(&self.backend.device());
        while !self.run.is_over() {
            let mut meter = self.run.meter();
            let data = self.data;
            data.each_chunk(|number, samples| self.chunk(number, samples, &mut meter, stop))?;
            self.fetch_error()?;
            let speed = meter.finish(self.run.progress.positions_done);
            if self.run.is_within_epoch() {
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
        let start = number * self.data.chunk_of();
        let (order, first) = self.run.chunk_order(number, start, samples.len())?;
        let (options, steps) = (self.options, self.run.steps());
        // The number of the step that the chunk's first batch is or was.
        let before = self.run.progress.steps - first as u64;
        let share = |batch: usize| options.result_share.at(before + batch as u64, steps);
        let (size, shape) = (options.course.batch, self.shape.clone());
        let plan = BatchPlan { samples, order, size, shape: &shape, result_share: &share };
        let mut flow = ControlFlow::Continue(());
        let mut told = Instant::now();
        plan.each(first..plan.len().max(first), self.feeders(), |batch| {
            self.backend.step(&batch, self.run.next_update())?;
            self.run.progress.positions_done += batch.len();
            if told.elapsed() >= TELL_EVERY {
                told = Instant::now();
                self.fetch_error()?;
                self.run.tell(meter);
                if self.run.is_save_due() {
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
        feeders(self.options.threads())
    }

    fn fetch_error(&mut self) -> Result<()> {
        self.run.add_error(self.backend.take_error()?)
    }

    /// Validates, tells and saves.
    fn end_epoch(&mut self, speed: f64) -> Result<()> {
        let Metrics { loss, accuracy } = self.measure(&self.data.validation)?;
        self.run.end_epoch(loss, accuracy, speed, 6);
        let (network, agreement) = self.network()?;
        tell!("          {} quantised: {agreement}", &network.hash()[..12]);
        let bytes = network.to_bytes()?;
        let out = &self.run.plan.out;
        write_whole(&out.join("net.nnue"), &bytes)?;
        if self.options.keep_epochs {
            let epoch = self.run.progress.epochs_done;
            write_whole(&out.join(format!("epoch-{epoch}.nnue")), &bytes)?;
        }
        self.save()?;
        self.run.check_agreement(agreement.holds(), &agreement)
    }

    /// Writes the checkpoint and the curve.
    fn save(&mut self) -> Result<()> {
        self.fetch_error()?;
        let title = format!("Training of {}", self.shape);
        self.run.save(&self.backend.state()?, &title, "mean squared error")
    }

    /// How good the present net is on some samples, by the last result share.
    pub(crate) fn measure(&mut self, samples: &[PackedSample]) -> Result<Metrics> {
        let feeders = self.feeders();
        let share = self.options.result_share.last;
        Metrics::new(&mut *self.backend, &self.shape, samples, share, feeders)
    }
}
