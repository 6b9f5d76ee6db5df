//! `kythu-train policy`: training the net of moves on the moves that were played.

mod checkpoint;
mod cpu;
mod export;
mod move_sample;
mod options;
#[cfg(test)]
mod run_tests;
pub(crate) mod shape;
mod trainer;

use std::fs;

use anyhow::{Context, Result};

use crate::nnue::training_data::TrainingData;
use crate::run::End;
use move_sample::MoveSample;
pub(crate) use options::Options;
use trainer::Trainer;

/// Reads the data and trains.
pub(crate) fn run(options: &Options) -> Result<()> {
    options.check()?;
    let out = &options.out;
    // Before the long work, so that a wrong path is found out now.
    fs::create_dir_all(out).with_context(|| out.display().to_string())?;
    let data: TrainingData<MoveSample> = TrainingData::read(options.source(), options.chunk()?)?;
    let stop = crate::interruption::watch()?;
    match Trainer::new(options, &data)?.run(&stop)? {
        End::Interrupted => println!("interrupted; go on with --resume"),
        End::Finished => println!("the net is {}", out.join(trainer::NET).display()),
    }
    Ok(())
}
