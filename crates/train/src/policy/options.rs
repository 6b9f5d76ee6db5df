//! What can be said on the command line.

use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use clap::Args;
use data::{Filter, SplitShares};
use nets::policy::MAX_HIDDEN;

use super::move_sample::SAMPLE_BYTES;
use super::shape::PolicyShape;
use crate::nnue::Device;
use crate::nnue::look_ahead::LookAhead;
use crate::nnue::samples::SampleSource;
use crate::run::options::{BeginOptions, CourseOptions, all_cores};

/// What to train on what, and how.
#[derive(Args, Clone, Debug)]
#[command(
    mut_arg("epochs", |arg| arg.default_value("8")),
    mut_arg("lr", |arg| arg.default_value("0.002")),
    mut_arg("final_lr", |arg| arg.default_value("0.00001")),
    mut_arg("fall_every", |arg| arg.default_value("3"))
)]
pub(crate) struct Options {
    /// Files of games, as `kythu datagen` writes them (.vf, .vf.zst). Moves at random
    /// are learned like others: leave out games with stray moves.
    #[arg(long, num_args = 1.., value_name = "FILE", required_unless_present = "self_check")]
    pub(crate) data: Vec<PathBuf>,
    /// Folder for what comes out: net.knn (the quantised net of the last epoch),
    /// checkpoint.bin (to go on from), curve.svg and curve.csv.
    #[arg(long, value_name = "FOLDER", required_unless_present = "self_check")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) begin: BeginOptions,

    /// Hidden units: N of 3072 → N → 11748. A multiple of 32, at most 1024.
    #[arg(long, default_value_t = 128)]
    pub(crate) hidden: usize,

    #[command(flatten)]
    pub(crate) course: CourseOptions,

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
    /// Where to train.
    #[arg(long, value_enum, default_value_t = Device::Cpu)]
    pub(crate) device: Device,
    /// Threads, of which 16 are of use to train and 12 to make batches for a GPU
    /// [default: all cores].
    #[arg(long)]
    pub(crate) threads: Option<usize>,
    /// Compare logits, losses, gradients and steps of the device with those of the
    /// processor, measure its speed, and train nothing.
    #[arg(long)]
    pub(crate) self_check: bool,
}

impl Options {
    /// Are the numbers such that they mean something?
    pub(crate) fn check(&self) -> Result<()> {
        ensure!((1..=1 << 20).contains(&self.course.batch), "--batch is 1 to {}", 1 << 20);
        self.course.check()?;
        ensure!((0.0..0.9).contains(&self.validation), "--validation is between 0 and 0.9");
        ensure!(self.limit > 0, "--limit is at least 1");
        ensure!(self.threads != Some(0), "--threads is at least 1");
        ensure!(
            self.hidden > 0 && self.hidden <= MAX_HIDDEN && self.hidden.is_multiple_of(32),
            "--hidden is a multiple of 32, at most {MAX_HIDDEN}"
        );
        self.chunk()?;
        Ok(())
    }

    pub(crate) fn shape(&self) -> PolicyShape {
        PolicyShape { hidden: self.hidden }
    }

    pub(crate) fn threads(&self) -> usize {
        self.threads.unwrap_or_else(all_cores)
    }

    /// Positions that are in memory at once.
    pub(crate) fn chunk(&self) -> Result<usize> {
        self.course.chunk(self.memory, SAMPLE_BYTES)
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
            look_ahead: LookAhead::default(),
            shares: SplitShares { validation: self.validation, test: 0.0, seed: self.seed },
            limit: usize::try_from(self.limit).unwrap_or(usize::MAX),
            threads: self.threads(),
        }
    }

    /// All that the course of the weights depends on but the data.
    pub(crate) fn task(&self) -> String {
        format!(
            "seed {}, {} epochs of batches of {}, {:?}, decay {}, {:?}, validation {}, limit {}, \
             start {:?}",
            self.seed,
            self.course.epochs,
            self.course.batch,
            self.course.schedule(),
            self.course.weight_decay,
            self.source().filter,
            self.validation,
            self.limit,
            // It goes into the header of the net, which tells of no folders.
            self.begin.start_from.as_deref().and_then(Path::file_name),
        )
    }
}
