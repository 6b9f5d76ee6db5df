//! What can be said on the command line.

use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use clap::{Args, ValueEnum};
use data::{Filter, SplitShares};
use nets::nnue::{Architecture, DeepSizes};

use super::look_ahead::LookAhead;
use super::packed_sample::PackedSample;
use super::samples::SampleSource;
use super::shape::{NetShape, deep_sizes, king_buckets};
use super::target::ResultShare;
use crate::run::options::{BeginOptions, CourseOptions, all_cores};

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
    #[command(flatten)]
    pub(crate) begin: BeginOptions,

    /// Hidden units: N of (768·K → N) × 2 → 1 × B. A multiple of 32, or of 64 with
    /// --layers.
    #[arg(long, default_value_t = 256)]
    pub(crate) hidden: usize,
    /// Outputs, of which the number of men chooses one: B.
    #[arg(long, default_value_t = 8)]
    pub(crate) output_buckets: usize,
    /// Two more layers before each output, as 16,32: units of the second layer, which
    /// sees products of pairs of hidden units, and of the third. Multiples of 16 up
    /// to 64.
    #[arg(long, value_name = "L,M", value_parser = deep_sizes)]
    pub(crate) layers: Option<DeepSizes>,
    /// King buckets: 1, 4, 8, or 32 numbers with commas (a1 to d1, a2 to d2, …).
    #[arg(long, default_value = "1")]
    pub(crate) king_buckets: String,
    /// Train weights for all king buckets together, which are added to those of
    /// each bucket.
    #[arg(long)]
    pub(crate) factoriser: bool,

    #[command(flatten)]
    pub(crate) course: CourseOptions,
    /// Share of the game's result in the target, the rest is the score of the
    /// search: one number, or A..B for a ramp from the first step to the last.
    #[arg(long, default_value = "0.2..0.4")]
    pub(crate) result_share: ResultShare,
    /// Share of what the searches of the next moves said, and those of the moves
    /// behind them, in the score of a position. Not for games with stray moves.
    #[arg(long, default_value = "0", value_name = "SHARE")]
    pub(crate) look_ahead: LookAhead,

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
        ensure!(self.course.batch > 0, "--batch is at least 1");
        ensure!(self.course.batch <= 1 << 20, "--batch is at most {}", 1 << 20);
        self.course.check()?;
        ensure!((0.0..0.9).contains(&self.validation), "--validation is between 0 and 0.9");
        ensure!(self.limit > 0, "--limit is at least 1");
        ensure!(self.threads != Some(0), "--threads is at least 1");
        self.chunk()?;
        self.shape()?.architecture.check()?;
        Ok(())
    }

    pub(crate) fn shape(&self) -> Result<NetShape> {
        let architecture = Architecture {
            king_buckets: king_buckets(&self.king_buckets)?,
            hidden: self.hidden,
            output_buckets: self.output_buckets,
            layers: self.layers,
        };
        Ok(NetShape { architecture, has_factoriser: self.factoriser })
    }

    pub(crate) fn threads(&self) -> usize {
        self.threads.unwrap_or_else(all_cores)
    }

    /// Positions that are in memory at once.
    pub(crate) fn chunk(&self) -> Result<usize> {
        self.course.chunk(self.memory, size_of::<PackedSample>())
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
            look_ahead: self.look_ahead,
            shares: SplitShares { validation: self.validation, test: 0.0, seed: self.seed },
            limit: usize::try_from(self.limit).unwrap_or(usize::MAX),
            threads: self.threads(),
        }
    }

    /// All that the course of the weights depends on but the data.
    pub(crate) fn task(&self) -> String {
        format!(
            "seed {}, {} epochs of batches of {}, {:?}, decay {}, result share {:?}, {:?}, {:?}, \
             validation {}, limit {}, start {:?}",
            self.seed,
            self.course.epochs,
            self.course.batch,
            self.course.schedule(),
            self.course.weight_decay,
            self.result_share,
            self.look_ahead,
            self.source().filter,
            self.validation,
            self.limit,
            // It goes into the header of the net, which tells of no folders.
            self.begin.start_from.as_deref().and_then(Path::file_name),
        )
    }
}
