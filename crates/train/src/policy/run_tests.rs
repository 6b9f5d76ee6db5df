//! Whole runs on little data: they learn, stop, and go on.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use nets::policy::PolicyNetwork;

use super::shape::PolicyShape;
use super::trainer::{NET, Trainer};
use super::{MoveSample, Options, TrainingData, backend, run};
use crate::run::checkpoint::{Checkpoint, read};
use crate::run::test_options::{curve_column, options_for_games};
use crate::run::{CHECKPOINT, End};

/// Options for a run on generated games in a folder.
fn options(folder: &Path, arguments: &str) -> Options {
    options_for_games(folder, 60, &format!("--batch 512 {arguments}"))
}

fn out(options: &Options) -> PathBuf {
    options.out.clone().unwrap()
}

/// Why a run cannot begin.
fn refusal(options: &Options) -> String {
    let data: TrainingData<MoveSample> =
        TrainingData::read(options.source(), options.chunk().unwrap()).unwrap();
    let device = backend(options, options.shape()).unwrap();
    format!("{:#}", Trainer::new(options, out(options), &data, device).err().unwrap())
}

fn with_trainer<R>(options: &Options, work: impl FnOnce(&mut Trainer<'_>) -> R) -> R {
    options.check().unwrap();
    let data: TrainingData<MoveSample> =
        TrainingData::read(options.source(), options.chunk().unwrap()).unwrap();
    let device = backend(options, options.shape()).unwrap();
    work(&mut Trainer::new(options, out(options), &data, device).unwrap())
}

/// Generated games take more often than by chance.
#[test]
fn a_tiny_run_learns_to_take() {
    let folder = tempfile::tempdir().unwrap();
    let options = options(folder.path(), "--epochs 6 --lr 0.01 --final-lr 0.001");
    let end = with_trainer(&options, |trainer| trainer.run(&AtomicBool::new(false)).unwrap());
    assert_eq!(end, End::Finished);
    let losses = curve_column(&out(&options), 2);
    assert_eq!(losses.len(), 6);
    assert!(losses[5] < 0.9 * losses[0], "{losses:?}");
    assert!(fs::read_to_string(out(&options).join("curve.svg")).unwrap().contains("cross-entropy"));
    let net = PolicyNetwork::open(&out(&options).join(NET)).unwrap();
    assert!(net.provenance()["quantised"].contains("kept"), "{:?}", net.provenance());
    assert_eq!(net.provenance()["epochs"], "6");
    let position = chess::Position::from_fen("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1").unwrap();
    let moves = position.legal_moves();
    let mut logits = Vec::new();
    net.logits(&position, &moves, |logit| logits.push(logit));
    let mv = position.parse_san("exd5").unwrap();
    let takes = logits[moves.iter().position(|&other| other == mv).unwrap()];
    let mean = logits.iter().sum::<f32>() / moves.len() as f32;
    assert!(takes > mean, "{takes} {mean}");
}

#[test]
fn an_interrupted_run_goes_on_to_the_same_net() {
    let folder = tempfile::tempdir().unwrap();
    let whole = options(folder.path(), "--epochs 2");
    with_trainer(&whole, |trainer| trainer.run(&AtomicBool::new(false)).unwrap());
    let expected: Checkpoint<PolicyShape> = read(&out(&whole).join(CHECKPOINT)).unwrap();
    fs::remove_dir_all(out(&whole)).unwrap();

    let parts = options(folder.path(), "--epochs 2 --resume");
    // Every run takes one step and is stopped.
    let mut runs = 0;
    while with_trainer(&parts, |trainer| trainer.run(&AtomicBool::new(true)).unwrap())
        == End::Interrupted
    {
        runs += 1;
    }
    assert!(runs > 4, "{runs}");
    let found: Checkpoint<PolicyShape> = read(&out(&parts).join(CHECKPOINT)).unwrap();
    assert_eq!(found.state, expected.state);
    assert_eq!(found.progress.steps, expected.progress.steps);

    let other = options(folder.path(), "--epochs 2 --resume --lr 0.5");
    let error = refusal(&other);
    assert!(error.contains("another run"), "{error}");
    // Weights of another shape are no beginning.
    let checkpoint = out(&parts).join(CHECKPOINT);
    let wider = format!("--hidden 64 --start-from {}", checkpoint.display());
    let error = refusal(&options(folder.path(), &wider));
    assert!(error.contains("has the shape 3072->32->11748, not 3072->64->11748"), "{error}");
    let error = refusal(&options(folder.path(), "--start-from /nowhere"));
    assert!(error.contains("/nowhere"), "{error}");
}

#[test]
fn nonsense_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, words) in [
        ("--hidden 33", "--hidden is a multiple of 32"),
        ("--hidden 2048", "at most 1024"),
        ("--batch 0", "--batch is 1"),
        ("--lr 0", "--lr is 0"),
        ("--validation 1", "--validation"),
        ("--memory 0", "--memory 0 has no room"),
        ("--first-ply 9999", "no position to train on"),
    ] {
        let error = format!("{:#}", run(&options(folder.path(), arguments)).unwrap_err());
        assert!(error.contains(words), "{arguments}: {error}");
    }
}
