//! What can be said on the command line.

use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use clap::Args;
use data::{Filter, SplitShares};
use nets::policy::MAX_HIDDEN;

use super::move_sample::SAMPLE_BYTES;
use super::shape::PolicyShape;
use crate::nnue::samples::SampleSource;
use crate::schedule::{Schedule, Shape};

/// What to train on what, and how.
#[derive(Args, Clone, Debug)]
pub(crate) struct Options {
    /// Files of games, as `kythu datagen` writes them (.vf, .vf.zst). Moves at random
    /// are learned like others: leave out games with stray moves.
    #[arg(long, num_args = 1.., value_name = "FILE", required = true)]
    pub(crate) data: Vec<PathBuf>,
    /// Folder for what comes out: net.knn (the quantised net of the last epoch),
    /// checkpoint.bin (to go on from), curve.svg and curve.csv.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: PathBuf,
    /// Go on with the run whose checkpoint is in --out, if there is one.
    #[arg(long)]
    pub(crate) resume: bool,
    /// Begin with the weights of this checkpoint, as for fine-tuning.
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    pub(crate) start_from: Option<PathBuf>,

    /// Hidden units: N of 3072 → N → 11748. A multiple of 32.
    #[arg(long, default_value_t = 128)]
    pub(crate) hidden: usize,

    /// Epochs: passes over the data.
    #[arg(long, default_value_t = 8)]
    pub(crate) epochs: usize,
    /// Batch size in positions.
    #[arg(long, default_value_t = 16_384)]
    pub(crate) batch: usize,
    /// Learning rate at the beginning.
    #[arg(long, default_value_t = 0.002)]
    pub(crate) lr: f64,
    /// Learning rate at the end, with --schedule cosine or linear.
    #[arg(long, default_value_t = 1e-5)]
    pub(crate) final_lr: f64,
    /// How the learning rate changes over time.
    #[arg(long, value_enum, default_value_t = Shape::Cosine)]
    pub(crate) schedule: Shape,
    /// Steps over which the learning rate rises to its value at the beginning.
    #[arg(long, default_value_t = 100)]
    pub(crate) warm_up: u64,
    /// With --schedule step: epochs from fall to fall of the learning rate.
    #[arg(long, default_value_t = 3)]
    pub(crate) fall_every: usize,
    /// With --schedule step: what is left of the learning rate after a fall.
    #[arg(long, default_value_t = 0.1)]
    pub(crate) fall_factor: f64,
    /// Weight decay of AdamW.
    #[arg(long, default_value_t = 0.01)]
    pub(crate) weight_decay: f64,

    /// Leave out positions before this ply.
    #[arg(long, default_value_t = 0)]
    pub(crate) first_ply: u32,
    /// Leave out scores beyond so many centipawns; a mate is 10000.
    #[arg(long, default_value_t = 9_999)]
    pub(crate) max_score: u16,
    /// Share of the games that is kept apart for validation.
    #[arg(long, default_value_t = 0.01)]
    pub(crate) validation: f64,
    /// Train on at most so many positions.
    #[arg(long, default_value_t = u64::MAX, hide_default_value = true)]
    pub(crate) limit: u64,
    /// GiB of memory for positions, about 136 bytes each. What does not fit is read
    /// again in every epoch and shuffled part by part.
    #[arg(long, default_value_t = 12.0)]
    pub(crate) memory: f64,

    /// Seed of the first weights, the validation games and the order of positions.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Threads, of which 16 are of use [default: all cores].
    #[arg(long)]
    pub(crate) threads: Option<usize>,
}

impl Options {
    /// Are the numbers such that they mean something?
    pub(crate) fn check(&self) -> Result<()> {
        ensure!((1..=1 << 20).contains(&self.batch), "--batch is 1 to {}", 1 << 20);
        for (name, value) in [("--lr", self.lr), ("--final-lr", self.final_lr)] {
            ensure!(value.is_finite() && value > 0.0, "{name} is {value}, not above 0");
        }
        ensure!((0.0..=1.0).contains(&self.fall_factor), "--fall-factor is between 0 and 1");
        ensure!((0.0..1.0).contains(&self.weight_decay), "--weight-decay is between 0 and 1");
        ensure!((0.0..0.9).contains(&self.validation), "--validation is between 0 and 0.9");
        ensure!(self.limit > 0, "--limit is at least 1");
        ensure!(self.epochs > 0, "--epochs is at least 1");
        ensure!(self.threads != Some(0), "--threads is at least 1");
        ensure!(
            self.hidden > 0 && self.hidden <= MAX_HIDDEN && self.hidden.is_multiple_of(32),
            "--hidden is a multiple of 32, at most {MAX_HIDDEN}"
        );
        let least = (self.batch * SAMPLE_BYTES) as f64 / (1u64 << 30) as f64;
        ensure!(self.memory >= least, "--memory {} has no room for one batch", self.memory);
        Ok(())
    }

    pub(crate) fn shape(&self) -> PolicyShape {
        PolicyShape { hidden: self.hidden }
    }

    pub(crate) fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.unwrap_or_else(cores)
    }

    /// Positions that are in memory at once: a whole number of batches.
    pub(crate) fn chunk(&self) -> usize {
        let room = self.memory * (1u64 << 30) as f64 / SAMPLE_BYTES as f64;
        let room = room.min(f64::from(u32::MAX)) as usize;
        (room / self.batch).max(1) * self.batch
    }

    pub(crate) fn source(&self) -> SampleSource {
        SampleSource {
            files: self.data.clone(),
            filter: Filter {
                first_ply: self.first_ply,
                no_checks: false,
                quiet_moves: false,
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
            "seed {}, {} epochs of batches of {}, {:?}, decay {}, {:?}, validation {}, limit {}, \
             start {:?}",
            self.seed,
            self.epochs,
            self.batch,
            self.schedule(),
            self.weight_decay,
            self.source().filter,
            self.validation,
            self.limit,
            // It goes into the header of the net, which tells of no folders.
            self.start_from.as_deref().and_then(Path::file_name),
        )
    }
}
