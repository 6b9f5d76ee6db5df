//! `kythu-train nnue`: training the net of the engine.

pub(crate) mod backend;
mod batch;
mod checkpoint;
pub(crate) mod cpu;
#[cfg(feature = "cuda")]
pub(crate) mod cuda;
mod deep_places;
pub(crate) mod export;
pub(crate) mod look_ahead;
pub(crate) mod meter;
mod metrics;
mod options;
mod packed_sample;
pub(crate) mod permutation;
mod provenance;
pub(crate) mod random_games;
mod refinement;
#[cfg(test)]
mod run_tests;
pub(crate) mod samples;
mod second_bias;
mod self_check;
pub(crate) mod shape;
mod target;
mod trainer;
pub(crate) mod training_data;

use std::fs;

use anyhow::{Context, Result};

use backend::Backend;
use cpu::Cpu;
pub(crate) use options::{Device, Options};
use shape::NetShape;
use trainer::Trainer;
use training_data::TrainingData;

use crate::run::End;

/// Reads the data and trains, or checks a device.
pub(crate) fn run(options: &Options) -> Result<()> {
    options.check()?;
    if options.self_check {
        return self_check::run(options);
    }
    let out = options.out.clone().context("--out says where to write")?;
    // Before the long work, so that a wrong path and a missing device are found
    // out now.
    fs::create_dir_all(&out).with_context(|| out.display().to_string())?;
    let backend = backend(options, &options.shape()?)?;
    let data: TrainingData = TrainingData::read(options.source(), options.chunk()?)?;
    let stop = crate::interruption::watch()?;
    let mut trainer = Trainer::new(options, out.clone(), &data, backend)?;
    match trainer.run(&stop)? {
        End::Interrupted => tell!("interrupted; go on with --resume"),
        End::Finished => {
            tell!("the net is {}", out.join("net.nnue").display());
            tell!("it says, in centipawns: {}", trainer.opinions()?);
        }
    }
    Ok(())
}

/// The device that is asked for, with an empty net of this shape.
fn backend(options: &Options, shape: &NetShape) -> Result<Box<dyn Backend>> {
    Ok(match options.device {
        Device::Cpu => Box::new(Cpu::new(shape, options.threads())),
        #[cfg(feature = "cuda")]
        Device::Cuda => Box::new(cuda::Cuda::new(shape, options.course.batch)?),
    })
}
