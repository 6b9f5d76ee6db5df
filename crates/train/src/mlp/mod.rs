//! `kythu-train mlp`: training the net of the agent `mlp`.

mod checkpoint;
mod first_weights;
mod metrics;
mod network;
mod optimiser;
mod options;
mod packed_board;
#[cfg(test)]
mod run_tests;
mod trainer;
mod training_set;

use std::fs;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, ensure};
use burn_tensor::backend::Backend;

use options::Device;
pub(crate) use options::Options;
use trainer::{End, Trainer};
use training_set::TrainingSet;

/// A GPU whose operations are launched one by one.
#[cfg(feature = "cuda")]
type Unfused = burn_cubecl::CubeBackend<cubecl::cuda::CudaRuntime, f32, i32, u8>;

/// The samples of a run.
#[derive(Debug)]
struct Sets {
    main: TrainingSet,
    /// Instead of those that were kept apart of the main one.
    validation: Option<TrainingSet>,
    finetune: Option<TrainingSet>,
}

impl Sets {
    fn read(options: &Options) -> Result<Sets> {
        let some = |paths: &[_]| -> Result<Option<TrainingSet>> {
            let wanted = !paths.is_empty();
            wanted.then(|| TrainingSet::read(paths, options.limit)).transpose()
        };
        let main = TrainingSet::read(&options.data, options.limit)?;
        let sets = Sets {
            main,
            validation: some(&options.validation_data)?,
            finetune: some(&options.finetune_data)?,
        };
        ensure!(
            options.epochs == 0 || !sets.main.train.is_empty(),
            "there is no position to train on in --data"
        );
        Ok(sets)
    }

    /// The hash of all of them.
    fn hash(&self) -> String {
        let others = [("validation", &self.validation), ("finetune", &self.finetune)];
        let others = others
            .iter()
            .filter_map(|(name, set)| set.as_ref().map(|set| format!(", {name} {}", set.hash)));
        self.main.hash.clone() + &others.collect::<String>()
    }
}

/// Reads the data and trains.
pub(crate) fn run(options: &Options) -> Result<()> {
    options.check()?;
    // Before the long work, so that a wrong path is found out now.
    fs::create_dir_all(&options.out).with_context(|| options.out.display().to_string())?;
    let resumed = options.resume_from.as_deref().map(checkpoint::read).transpose()?;
    let sets = Sets::read(options)?;
    tell!(
        "{} positions to train on, {} for validation, {} for the test",
        sets.main.train.len(),
        sets.validation.as_ref().unwrap_or(&sets.main).validation.len(),
        sets.validation.as_ref().unwrap_or(&sets.main).test.len(),
    );
    let stop = crate::interruption::watch()?;
    match options.device {
        Device::Cpu => train::<burn_flex::Flex>(options, &sets, resumed, &stop),
        #[cfg(feature = "cuda")]
        Device::Cuda => train::<burn_cuda::Cuda>(options, &sets, resumed, &stop),
        #[cfg(feature = "cuda")]
        Device::CudaUnfused => train::<Unfused>(options, &sets, resumed, &stop),
    }
}

fn train<B: Backend>(
    options: &Options,
    sets: &Sets,
    resumed: Option<checkpoint::Resumed>,
    stop: &AtomicBool,
) -> Result<()> {
    let mut trainer = Trainer::<B>::new(options, sets, resumed, B::Device::default())?;
    match trainer.run(stop)? {
        End::Interrupted => {
            let path = options.out.join(trainer::CHECKPOINT);
            tell!("interrupted; go on with --resume-from {}", path.display());
        }
        End::Finished | End::Early => trainer.report()?,
    }
    Ok(())
}
