//! `kythu-train policy`: training the net of moves on the moves that were played.

mod backend;
mod checkpoint;
mod cpu;
#[cfg(feature = "cuda")]
pub(crate) mod cuda;
mod export;
mod move_batch;
mod move_sample;
mod options;
#[cfg(test)]
mod run_tests;
mod self_check;
pub(crate) mod shape;
mod trainer;

use std::fs;

use anyhow::{Context, Result};

use crate::nnue::Device;
use crate::nnue::backend::NetState;
use crate::nnue::training_data::TrainingData;
use crate::run::End;
use backend::Backend;
use cpu::Cpu;
use move_sample::MoveSample;
pub(crate) use options::Options;
use shape::PolicyShape;
use trainer::Trainer;

/// Reads the data and trains, or checks a device.
pub(crate) fn run(options: &Options) -> Result<()> {
    options.check()?;
    if options.self_check {
        return self_check::run(options);
    }
    let out = options.out.clone().context("--out says where to write")?;
    // Before the long work, so that a wrong path and a missing device are found out
    // now.
    fs::create_dir_all(&out).with_context(|| out.display().to_string())?;
    let backend = backend(options, options.shape())?;
    let data: TrainingData<MoveSample> = TrainingData::read(options.source(), options.chunk()?)?;
    let stop = crate::interruption::watch()?;
    match Trainer::new(options, out.clone(), &data, backend)?.run(&stop)? {
        End::Interrupted => tell!("interrupted; go on with --resume"),
        End::Finished => tell!("the net is {}", out.join(trainer::NET).display()),
    }
    // A hundred million samples are given back at once by the end of the process, and
    // in many seconds one by one.
    std::mem::forget(data);
    Ok(())
}

/// The device that is asked for, with a net of this shape that is yet to be
/// [set](Backend::set_state).
fn backend(options: &Options, shape: PolicyShape) -> Result<Box<dyn Backend>> {
    Ok(match options.device {
        Device::Cpu => Box::new(Cpu::new(shape, options.threads(), NetState::new(Vec::new()))),
        #[cfg(feature = "cuda")]
        Device::Cuda => Box::new(cuda::Cuda::new(shape, options.course.batch)?),
    })
}
