//! What can be said on the command line.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::{Args, ValueEnum};

use super::network::OutputGradient;
use super::optimiser::Rule;
use super::training_set::{Mirrors, Target};
use crate::schedule::{Schedule, Shape};

/// What is left of the learning rate at the end of a falling schedule.
const FINAL_RATE: f64 = 0.01;

/// What to train on what, and how. The defaults are those of the origin system.
#[derive(Args, Clone, Debug)]
pub(crate) struct Options {
    /// Files of positions, as `kythu-train prepare` writes them.
    #[arg(long, required = true, num_args = 1.., value_name = "FILE")]
    pub(crate) data: Vec<PathBuf>,
    /// Validate and test on these files instead of on the games of --data that
    /// were kept apart for it.
    #[arg(long, num_args = 1.., value_name = "FILE")]
    pub(crate) validation_data: Vec<PathBuf>,
    /// When the epochs on --data are over, train on these files.
    #[arg(long, num_args = 1.., value_name = "FILE")]
    pub(crate) finetune_data: Vec<PathBuf>,
    /// Epochs of fine-tuning.
    #[arg(long, default_value_t = 5)]
    pub(crate) finetune_epochs: usize,
    /// Learning rate of fine-tuning, constant [default: a tenth of --rate].
    #[arg(long)]
    pub(crate) finetune_rate: Option<f64>,
    /// Folder for what comes out: best.safetensors and final.safetensors (the
    /// nets), checkpoint.safetensors (to go on from), curve.svg and curve.csv.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: PathBuf,
    /// Go on from a checkpoint, or begin with the weights of a net.
    #[arg(long, value_name = "FILE")]
    pub(crate) resume_from: Option<PathBuf>,
    /// Epochs: passes over the data. 0 only measures a net (--resume-from).
    #[arg(long, default_value_t = 30)]
    pub(crate) epochs: usize,
    /// Batch size in positions.
    #[arg(long, default_value_t = 64)]
    pub(crate) batch: usize,
    /// The rule that makes steps of gradients.
    #[arg(long, value_enum, default_value_t = Rule::Sgd)]
    pub(crate) optimiser: Rule,
    /// Learning rate.
    #[arg(long, default_value_t = 0.01)]
    pub(crate) rate: f64,
    /// How the learning rate changes over time.
    #[arg(long, value_enum, default_value_t = Shape::Constant)]
    pub(crate) schedule: Shape,
    /// Steps over which the learning rate rises to its value at the beginning.
    #[arg(long, default_value_t = 0)]
    pub(crate) warm_up: u64,
    /// With --schedule step: epochs from fall to fall of the learning rate.
    #[arg(long, default_value_t = 10)]
    pub(crate) fall_every: usize,
    /// With --schedule step: what is left of the learning rate after a fall.
    #[arg(long, default_value_t = 0.1)]
    pub(crate) fall_factor: f64,
    /// Weight decay of AdamW.
    #[arg(long, default_value_t = 0.01)]
    pub(crate) weight_decay: f64,
    /// The gradient at the output.
    #[arg(long, value_enum, default_value_t = OutputGradient::Difference)]
    pub(crate) output_gradient: OutputGradient,
    /// Share of the engine's score in the target, where there is one; the rest
    /// is the result of the game.
    #[arg(long, default_value_t = 0.0)]
    pub(crate) score_weight: f64,
    /// Centipawns that mean odds of e to 1.
    #[arg(long, default_value_t = 250.0)]
    pub(crate) score_scale: f64,
    /// Show each position mirrored at random, each epoch anew.
    #[arg(long, value_enum, default_value_t = Mirroring::None)]
    pub(crate) mirror: Mirroring,
    /// Stop when the validation loss has not fallen for so many epochs.
    #[arg(long, value_name = "EPOCHS")]
    pub(crate) patience: Option<usize>,
    /// Use at most so many positions of each file.
    #[arg(long, default_value_t = u64::MAX, hide_default_value = true)]
    pub(crate) limit: u64,
    /// Seed of the first weights, the order of positions and the mirrors.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Write the nets in half precision.
    #[arg(long)]
    pub(crate) half: bool,
    /// Keep the weights of every epoch, as epoch-N.safetensors.
    #[arg(long)]
    pub(crate) keep_epochs: bool,
    /// Where to train.
    #[arg(long, value_enum, default_value_t = Device::Cpu)]
    pub(crate) device: Device,
}

/// Where to train.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Device {
    /// The processor.
    Cpu,
    /// The first NVIDIA GPU, with operations fused into few kernels.
    #[cfg(feature = "cuda")]
    Cuda,
    /// The same without fusion, which may be faster for little batches.
    #[cfg(feature = "cuda")]
    CudaUnfused,
}

/// Which mirrors are used.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Mirroring {
    /// None.
    None,
    /// Left and right, where nobody may castle.
    Files,
    /// White and Black, with the label negated.
    Colors,
    /// Both.
    Both,
}

impl Options {
    /// Are the numbers such that they mean something?
    pub(crate) fn check(&self) -> Result<()> {
        ensure!(self.batch > 0, "--batch is at least 1");
        ensure!(self.batch <= 1 << 20, "--batch is at most {}", 1 << 20);
        for (name, value) in [
            ("--rate", self.rate),
            ("--finetune-rate", self.finetune_rate()),
            ("--score-scale", self.score_scale),
        ] {
            ensure!(value.is_finite() && value > 0.0, "{name} is {value}, not above 0");
        }
        ensure!((0.0..=1.0).contains(&self.score_weight), "--score-weight is between 0 and 1");
        ensure!((0.0..=1.0).contains(&self.fall_factor), "--fall-factor is between 0 and 1");
        ensure!((0.0..1.0).contains(&self.weight_decay), "--weight-decay is between 0 and 1");
        ensure!(self.limit > 0, "--limit is at least 1");
        ensure!(self.patience != Some(0), "--patience is at least 1");
        let measures = self.epochs == 0 && self.finetune_data.is_empty();
        ensure!(!measures || self.resume_from.is_some(), "--epochs 0 needs --resume-from");
        Ok(())
    }

    pub(crate) fn finetune_rate(&self) -> f64 {
        self.finetune_rate.unwrap_or(self.rate / 10.0)
    }

    pub(crate) fn schedule(&self) -> Schedule {
        Schedule {
            shape: self.schedule,
            rate: self.rate,
            final_rate: FINAL_RATE * self.rate,
            warm_up: self.warm_up,
            fall_every: self.fall_every,
            fall_factor: self.fall_factor,
        }
    }

    pub(crate) fn target(&self) -> Target {
        Target { score_weight: self.score_weight, score_scale: self.score_scale }
    }

    pub(crate) fn mirrors(&self) -> Mirrors {
        Mirrors {
            files: matches!(self.mirror, Mirroring::Files | Mirroring::Both),
            colors: matches!(self.mirror, Mirroring::Colors | Mirroring::Both),
        }
    }

    /// All that the course of the weights depends on, but for how long it goes
    /// on; the length of a falling schedule is part of its shape.
    pub(crate) fn task(&self, data: &str) -> String {
        let has_end = matches!(self.schedule, Shape::Cosine | Shape::Linear);
        let epochs = if has_end { self.epochs } else { 0 };
        format!(
            "data {data}, seed {}, batch {}, {:?}, {:?}, falling for {epochs} epochs, decay {}, {:?}, {:?}, \
             {:?}, finetune {} {}",
            self.seed,
            self.batch,
            self.optimiser,
            self.schedule(),
            self.weight_decay,
            self.output_gradient,
            self.target(),
            self.mirrors(),
            self.finetune_rate(),
            if self.finetune_data.is_empty() { 0 } else { self.epochs },
        )
    }
}
