//! What can be said on the command line.

use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use clap::{Args, ValueEnum};
use data::{Filter, SplitShares};
use nets::nnue::Architecture;

use super::samples::SampleSource;
use super::shape::{NetShape, king_buckets};
use super::target::ResultShare;
use crate::schedule::{Schedule, Shape};

/// What to train on what, and how.
#[derive(Args, Clone, Debug)]
pub(crate) struct Options {
    /// Files of games, as `kythu datagen` writes them (.vf, .vf.zst).
    #[arg(long, num_args = 1.., value_name = "FILE", required_unless_present = "self_check")]
    pub(crate) data: Vec<PathBuf>,
    /// Folder for what comes out: net.nnue (the quantised net of the last
    /// epoch), checkpoint.bin (to go on from), curve.svg and curve.csv.
    #[arg(long, value_name = "FOLDER", required_unless_present = "self_check")]
    pub(crate) out: Option<PathBuf>,
    /// Go on with the run whose checkpoint is in --out, if there is one.
    #[arg(long)]
    pub(crate) resume: bool,
    /// Begin with the weights of this checkpoint, as for fine-tuning.
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    pub(crate) start_from: Option<PathBuf>,

    /// Hidden units: N of (768·K → N) × 2 → 1 × B. A multiple of 32.
    #[arg(long, default_value_t = 256)]
    pub(crate) hidden: usize,
    /// Outputs, of which the number of men chooses one: B.
    #[arg(long, default_value_t = 8)]
    pub(crate) output_buckets: usize,
    /// King buckets: 1, 4, 8, or 32 numbers with commas (a1 to d1, a2 to d2, …).
    #[arg(long, default_value = "1")]
    pub(crate) king_buckets: String,
    /// Train weights for all king buckets together, which are added to those of
    /// each bucket.
    #[arg(long)]
    pub(crate) factoriser: bool,

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
    /// Share of the game's result in the target, the rest is the score of the
    /// search: one number, or A..B for a ramp from the first step to the last.
    #[arg(long, default_value = "0.2..0.4")]
    pub(crate) result_share: ResultShare,

    /// Leave out positions before this ply.
    #[arg(long, default_value_t = 16)]
    pub(crate) first_ply: u32,
    /// Leave out scores beyond so many centipawns; a mate is 10000.
    #[arg(long, default_value_t = 9_999)]
    pub(crate) max_score: u16,
    /// Keep positions in check.
    #[arg(long)]
    pub(crate) keep_checks: bool,
    /// Keep positions whose best move takes or promotes.
    #[arg(long)]
    pub(crate) keep_captures: bool,
    /// Share of the games that is kept apart for validation.
    #[arg(long, default_value_t = 0.01)]
    pub(crate) validation: f64,
    /// Train on at most so many positions.
    #[arg(long, default_value_t = u64::MAX, hide_default_value = true)]
    pub(crate) limit: u64,
    /// GiB of memory for positions, 32 bytes each. What does not fit is read
    /// again in every epoch and shuffled part by part.
    #[arg(long, default_value_t = 16.0)]
    pub(crate) memory: f64,

    /// Seed of the first weights, the validation games and the order of
    /// positions.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Keep the net of every epoch, as epoch-N.nnue.
    #[arg(long)]
    pub(crate) keep_epochs: bool,
    /// Where to train.
    #[arg(long, value_enum, default_value_t = Device::Cpu)]
    pub(crate) device: Device,
    /// Threads [default: all cores].
    #[arg(long)]
    pub(crate) threads: Option<usize>,
    /// Compare outputs, gradients and steps of the device with those of one
    /// thread of the processor, measure its speed, and train nothing.
    #[arg(long)]
    pub(crate) self_check: bool,
}

/// Where to train.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Device {
    /// The processor.
    Cpu,
    /// The first NVIDIA GPU.
    #[cfg(feature = "cuda")]
    Cuda,
}

impl Options {
    /// Are the numbers such that they mean something?
    pub(crate) fn check(&self) -> Result<()> {
        ensure!(self.batch > 0, "--batch is at least 1");
        ensure!(self.batch <= 1 << 20, "--batch is at most {}", 1 << 20);
        for (name, value) in [("--lr", self.lr), ("--final-lr", self.final_lr)] {
            ensure!(value.is_finite() && value > 0.0, "{name} is {value}, not above 0");
        }
        ensure!((0.0..=1.0).contains(&self.fall_factor), "--fall-factor is between 0 and 1");
        ensure!((0.0..1.0).contains(&self.weight_decay), "--weight-decay is between 0 and 1");
        ensure!((0.0..0.9).contains(&self.validation), "--validation is between 0 and 0.9");
        ensure!(self.limit > 0, "--limit is at least 1");
        ensure!(self.epochs > 0, "--epochs is at least 1");
        ensure!(self.threads != Some(0), "--threads is at least 1");
        let least = self.batch as f64 * 32.0 / (1u64 << 30) as f64;
        ensure!(self.memory >= least, "--memory {} has no room for one batch", self.memory);
        self.shape()?.architecture.check()?;
        Ok(())
    }

    pub(crate) fn shape(&self) -> Result<NetShape> {
        let architecture = Architecture {
            king_buckets: king_buckets(&self.king_buckets)?,
            hidden: self.hidden,
            output_buckets: self.output_buckets,
        };
        Ok(NetShape { architecture, has_factoriser: self.factoriser })
    }

    pub(crate) fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.unwrap_or_else(cores)
    }

    /// Positions that are in memory at once: a whole number of batches.
    pub(crate) fn chunk(&self) -> usize {
        let room = (self.memory * (1u64 << 30) as f64 / 32.0).min(f64::from(u32::MAX)) as usize;
        (room / self.batch).max(1) * self.batch
    }

    pub(crate) fn source(&self) -> SampleSource {
        SampleSource {
            files: self.data.clone(),
            filter: Filter {
                first_ply: self.first_ply,
                no_checks: !self.keep_checks,
                quiet_moves: !self.keep_captures,
                most_score: self.max_score,
            },
            shares: SplitShares { validation: self.validation, test: 0.0, seed: self.seed },
            limit: usize::try_from(self.limit).unwrap_or(usize::MAX),
            threads: self.threads(),
        }
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

    /// All that the course of the weights depends on but the data.
    pub(crate) fn task(&self) -> String {
        format!(
            "seed {}, {} epochs of batches of {}, {:?}, decay {}, result share {:?}, {:?}, \
             validation {}, limit {}, start {:?}",
            self.seed,
            self.epochs,
            self.batch,
            self.schedule(),
            self.weight_decay,
            self.result_share,
            self.source().filter,
            self.validation,
            self.limit,
            // It goes into the header of the net, which tells of no folders.
            self.start_from.as_deref().and_then(Path::file_name),
        )
    }
}
