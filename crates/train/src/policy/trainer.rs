//! The course of training.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Result;
use nets::nnue::Provenance;

use super::backend::Backend;
use super::cpu::Cpu;
use super::export::{Agreement, network};
use super::move_batch::MoveBatch;
use super::move_sample::MoveSample;
use super::options::Options;
use super::shape::PolicyShape;
use crate::feeders::{feeders, made_ahead};
use crate::nnue::meter::Meter;
use crate::nnue::training_data::TrainingData;
use crate::run::{End, Plan, Run};
use crate::whole_file::write_whole;

/// The file of the net, in the folder of the run.
pub(crate) const NET: &str = "net.knn";

/// The loss is fetched so often from a device that has to be waited for.
const TELL_EVERY: Duration = Duration::from_millis(500);

/// Positions on which the quantised net is compared with the floats, and on which the
/// net of an epoch is judged.
const COMPARED: usize = 4_096;
const JUDGED: usize = 200_000;

/// A run.
pub(crate) struct Trainer<'a> {
    threads: usize,
    shape: PolicyShape,
    data: &'a TrainingData<MoveSample>,
    backend: Box<dyn Backend>,
    run: Run<PolicyShape>,
}

impl<'a> Trainer<'a> {
    /// Ready to begin, or to go on.
    pub(crate) fn new(
        options: &Options,
        out: PathBuf,
        data: &'a TrainingData<MoveSample>,
        mut backend: Box<dyn Backend>,
    ) -> Result<Trainer<'a>> {
        let shape = options.shape();
        let task =
            format!("{shape}, {}, {}, shuffled by {}", options.task(), data.name, data.chunk_of());
        let plan = Plan {
            out,
            shape,
            task,
            course: options.course.clone(),
            seed: options.seed,
            positions: data.count,
            steps: data.steps(options.course.batch),
        };
        let first = shape.first_parameters(options.seed);
        let (run, state) = Run::new(plan, &options.begin, first)?;
        backend.set_state(&state)?;
        Ok(Trainer { threads: options.threads(), shape, data, backend, run })
    }

    /// Trains until all epochs are done or `stop` is set. Whatever happens, a
    /// checkpoint tells how far it came.
    pub(crate) fn run(&mut self, stop: &AtomicBool) -> Result<End> {
        self.run.introduce(&self.backend.device());
        while !self.run.is_over() {
            let mut meter = self.run.meter();
            let data = self.data;
            data.each_chunk(|number, samples| self.chunk(number, samples, &mut meter, stop))?;
            self.fetch_loss()?;
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
        samples: &[MoveSample],
        meter: &mut Meter,
        stop: &AtomicBool,
    ) -> Result<ControlFlow<()>> {
        let size = self.run.plan.course.batch;
        let start = number * self.data.chunk_of();
        let (order, first) = self.run.chunk_order(number, start, samples.len())?;
        let numbers = first..samples.len().div_ceil(size).max(first);
        let make = |number| MoveBatch::of_order(samples, order, size, number);
        let mut flow = ControlFlow::Continue(());
        let mut told = Instant::now();
        made_ahead(numbers, feeders(self.threads), make, |batch| {
            self.backend.step(&batch, self.run.next_update())?;
            self.run.progress.positions_done += batch.len();
            if self.backend.is_synchronous() || told.elapsed() >= TELL_EVERY {
                told = Instant::now();
                self.fetch_loss()?;
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

    /// Adds the loss of the steps so far, for which a GPU is waited for.
    fn fetch_loss(&mut self) -> Result<()> {
        self.run.add_error(self.backend.take_tally()?.loss)
    }

    /// Validates, tells and saves.
    fn end_epoch(&mut self, speed: f64) -> Result<()> {
        let validation = &self.data.validation[..self.data.validation.len().min(JUDGED)];
        let tally = self.backend.measure(validation)?;
        let positions = tally.positions.max(1) as f64;
        self.run.end_epoch(tally.loss / positions, tally.right as f64 / positions, speed, 4);
        let agreement = self.write_net(validation)?;
        self.save()?;
        self.run.check_agreement(agreement.holds(), &agreement)
    }

    /// Writes the quantised net; says how far it is from the floats.
    fn write_net(&mut self, validation: &[MoveSample]) -> Result<Agreement> {
        let floats = Cpu::new(self.shape, self.threads, self.backend.state()?);
        let parameters = &floats.state.parameters;
        let compared = &validation[..validation.len().min(COMPARED)];
        let bare = network(self.shape, parameters, Provenance::new())?;
        let agreement = Agreement::new(&bare, &floats, compared);
        let provenance = self.run.provenance(&self.data.name, &agreement, 5);
        let network = network(self.shape, parameters, provenance)?;
        tell!("           {} quantised: {agreement}", &network.hash()[..12]);
        write_whole(&self.run.plan.out.join(NET), &network.to_bytes()?)?;
        Ok(agreement)
    }

    /// Writes the checkpoint and the curve.
    fn save(&mut self) -> Result<()> {
        self.fetch_loss()?;
        let title = format!("Training of the policy {}", self.shape);
        self.run.save(&self.backend.state()?, &title, "cross-entropy")
    }
}
