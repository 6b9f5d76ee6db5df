//! What can be said on the command line of every run.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::Args;

use crate::schedule::{Schedule, Shape};

/// What a run begins with.
#[derive(Args, Clone, Debug)]
pub(crate) struct BeginOptions {
    /// Go on with the run whose checkpoint is in --out, if there is one.
    #[arg(long)]
    pub(crate) resume: bool,
    /// Begin with the weights of this checkpoint or net, as for fine-tuning. A net of
    /// the engine may have coarser king buckets, and no factoriser where this one has.
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    pub(crate) start_from: Option<PathBuf>,
}

/// Steps, and how large they are. A kind of net may have other defaults.
#[derive(Args, Clone, Debug)]
pub(crate) struct CourseOptions {
    /// Epochs: passes over the data.
    #[arg(long, default_value_t = 20)]
    pub(crate) epochs: usize,
    /// Batch size in positions.
    #[arg(long, default_value_t = 16_384)]
    pub(crate) batch: usize,
    /// Learning rate at the beginning.
    #[arg(long, default_value_t = 0.001)]
    pub(crate) lr: f64,
    /// Learning rate at the end, with --schedule cosine or linear.
    #[arg(long, default_value_t = 2e-6)]
    pub(crate) final_lr: f64,
    /// How the learning rate changes over time.
    #[arg(long, value_enum, default_value_t = Shape::Cosine)]
    pub(crate) schedule: Shape,
    /// Steps over which the learning rate rises to its value at the beginning.
    #[arg(long, default_value_t = 100)]
    pub(crate) warm_up: u64,
    /// With --schedule step: epochs from fall to fall of the learning rate.
    #[arg(long, default_value_t = 8)]
    pub(crate) fall_every: usize,
    /// With --schedule step: what is left of the learning rate after a fall.
    #[arg(long, default_value_t = 0.1)]
    pub(crate) fall_factor: f64,
    /// Weight decay of AdamW.
    #[arg(long, default_value_t = 0.01)]
    pub(crate) weight_decay: f64,
}

impl CourseOptions {
    /// Are the numbers such that they mean something? The size of a batch is left to
    /// those who know what they have room for.
    pub(crate) fn check(&self) -> Result<()> {
        for (name, value) in [("--lr", self.lr), ("--final-lr", self.final_lr)] {
            ensure!(value.is_finite() && value > 0.0, "{name} is {value}, not above 0");
        }
        ensure!((0.0..=1.0).contains(&self.fall_factor), "--fall-factor is between 0 and 1");
        ensure!((0.0..1.0).contains(&self.weight_decay), "--weight-decay is between 0 and 1");
        ensure!(self.epochs > 0, "--epochs is at least 1");
        Ok(())
    }

    pub(crate) fn schedule(&self) -> Schedule {
        Schedule {
            shape: self.schedule,
            rate: self.lr,
            final_rate: self.final_lr,
            warm_up: self.warm_up,
            fall_every: self.fall_every,
            fall_factor: self.fall_factor,
        }
    }

    /// Positions of so many bytes that are in memory at once: a whole number of batches
    /// that fit into `memory` GiB, if one does.
    pub(crate) fn chunk(&self, memory: f64, bytes: usize) -> Result<usize> {
        let least = (self.batch * bytes) as f64 / GIB;
        ensure!(memory >= least, "--memory {memory} has no room for one batch");
        let room = (memory * GIB / bytes as f64).min(f64::from(u32::MAX)) as usize;
        Ok((room / self.batch).max(1) * self.batch)
    }
}

const GIB: f64 = (1u64 << 30) as f64;

/// Threads, if nobody says how many: all cores.
pub(crate) fn all_cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
