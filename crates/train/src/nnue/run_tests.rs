//! Whole runs on little data: they learn, stop, and go on.

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use chess::Position;
use nets::nnue::Network;

use super::{NetShape, Options, Trainer, TrainingData, backend, run};
use crate::run::checkpoint::{Checkpoint, read, read_parameters};
use crate::run::test_options::{curve_column, options_for_games};
use crate::run::{CHECKPOINT, End};

/// Options for a run on generated games in a folder.
fn options(folder: &Path, arguments: &str) -> Options {
    options_for_games(folder, 150, &format!("--batch 256 {arguments}"))
}

fn with_trainer<R>(options: &Options, work: impl FnOnce(&mut Trainer<'_>) -> R) -> R {
    options.check().unwrap();
    let data = TrainingData::read(options.source(), options.chunk().unwrap()).unwrap();
    let device = backend(options, &options.shape().unwrap()).unwrap();
    let out = options.out.clone().unwrap();
    work(&mut Trainer::new(options, out, &data, device).unwrap())
}

#[test]
fn a_tiny_run_learns_what_a_queen_is_worth() {
    for shape in ["", "--hidden 64 --layers 16,32"] {
        tiny_run(shape);
    }
}

fn tiny_run(shape: &str) {
    let folder = tempfile::tempdir().unwrap();
    let course = "--epochs 12 --lr 0.01 --final-lr 0.001 --output-buckets 2 --result-share 0.1";
    let options = options(folder.path(), &format!("{course} --keep-epochs {shape}"));
    run_without_handler(&options);
    let out = options.out.unwrap();
    let losses = curve_column(&out, 3);
    assert_eq!(losses.len(), 12);
    assert!(losses[11] < 0.5 * losses[0], "{losses:?}");
    assert!(fs::read_to_string(out.join("curve.svg")).unwrap().starts_with("<svg"));
    let bytes = fs::read(out.join("net.nnue")).unwrap();
    assert_eq!(bytes, fs::read(out.join("epoch-12.nnue")).unwrap());
    let net = Network::from_bytes(&bytes).unwrap();
    assert!(net.provenance()["quantised"].contains("kept"), "{:?}", net.provenance());
    assert_eq!(net.provenance()["epochs"], "12");
    let value = |fen: &str| net.evaluate_from_scratch(&Position::from_fen(fen).unwrap());
    let (up, down) = (
        value("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        value("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"),
    );
    assert!(up > 300 && down < -300, "{up} {down}");
}

/// Ctrl-C can be watched for once in a process, so that tests go without it.
fn run_without_handler(options: &Options) {
    let end = with_trainer(options, |trainer| trainer.run(&AtomicBool::new(false)).unwrap());
    assert_eq!(end, End::Finished);
}

#[test]
fn an_interrupted_run_ends_with_the_same_net() {
    for (memory, layers) in [("16", ""), ("0.00004", ""), ("16", "--hidden 64 --layers 32,16")] {
        let arguments =
            format!("--epochs 2 --memory {memory} --king-buckets 4 --factoriser {layers}");
        let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let options_one = options(one.path(), &arguments);
        run_without_handler(&options_one);
        let interrupted = options(other.path(), &(arguments + " --resume"));
        let mut rounds = 0;
        loop {
            let stop = AtomicBool::new(true);
            // Each round takes one step and is interrupted.
            let end = with_trainer(&interrupted, |trainer| trainer.run(&stop).unwrap());
            if end == End::Finished {
                break;
            }
            rounds += 1;
        }
        assert!(rounds > 10, "{rounds}");
        let read = |folder: &Path| -> Checkpoint<NetShape> {
            read(&folder.join("out").join(CHECKPOINT)).unwrap()
        };
        let (one, other) = (read(one.path()), read(other.path()));
        assert!(one.state == other.state);
        // The data lie in different folders under the same name.
        assert_eq!(one.progress.steps, other.progress.steps);
        let losses =
            [&one, &other].map(|checkpoint| checkpoint.progress.history[1].validation_loss);
        assert_eq!(losses[0], losses[1]);
    }
}

#[test]
fn other_runs_are_not_resumed() {
    let folder = tempfile::tempdir().unwrap();
    run_without_handler(&options(folder.path(), "--epochs 1"));
    let other = options(folder.path(), "--epochs 1 --resume --seed 2");
    let data = TrainingData::read(other.source(), other.chunk().unwrap()).unwrap();
    let device = backend(&other, &other.shape().unwrap()).unwrap();
    let out = other.out.clone().unwrap();
    let error = Trainer::new(&other, out, &data, device).err().unwrap().to_string();
    assert!(error.contains("another run"), "{error}");
    let path = folder.path().join("out").join(CHECKPOINT);
    let start = format!("--epochs 1 --seed 2 --start-from {}", path.display());
    run_without_handler(&options(folder.path(), &start));
    let wide = options(folder.path(), &format!("{start} --output-buckets 3"));
    let device = backend(&wide, &wide.shape().unwrap()).unwrap();
    let out = wide.out.clone().unwrap();
    let error = format!("{:#}", Trainer::new(&wide, out, &data, device).err().unwrap());
    assert!(error.contains("->32)x2->1x8, not"), "{error}");
    let deep = options(folder.path(), &format!("{start} --hidden 64 --layers 16,32"));
    let device = backend(&deep, &deep.shape().unwrap()).unwrap();
    let out = deep.out.clone().unwrap();
    let error = format!("{:#}", Trainer::new(&deep, out, &data, device).err().unwrap());
    assert!(error.contains("not (768x1hm->64)x2->(16->32->1)x8"), "{error}");
}

#[test]
fn a_net_is_a_beginning_too() {
    let folder = tempfile::tempdir().unwrap();
    let course = "--epochs 6 --lr 0.01 --final-lr 0.001";
    run_without_handler(&options(folder.path(), course));
    let out = folder.path().join("out");
    let net = folder.path().join("first.nnue");
    fs::rename(out.join("net.nnue"), &net).unwrap();
    let loss_at_first = |more: &str| {
        let options = options(folder.path(), &format!("{course} {more}"));
        with_trainer(&options, |trainer| {
            let data = trainer.data;
            trainer.measure(&data.validation).unwrap().loss
        })
    };
    let trained: Checkpoint<NetShape> = read(&out.join(CHECKPOINT)).unwrap();
    let loss = trained.progress.history[5].validation_loss;
    let again = loss_at_first(&format!("--start-from {}", net.display()));
    assert!((again - loss).abs() < 0.02 * loss, "{again} {loss}");
    let first = loss_at_first("");
    assert!((first - loss).abs() > 0.1 * loss, "{first} {loss}");
    let finer = "--king-buckets 8 --factoriser";
    let copied = loss_at_first(&format!("{finer} --start-from {}", net.display()));
    assert!((copied - again).abs() < 0.001 * again, "{copied} {again}");
    fs::write(&net, "no net").unwrap();
    let error = read_parameters::<NetShape>(&net).unwrap_err().to_string();
    assert!(error.contains("neither a checkpoint nor such a net"), "{error}");
}

#[test]
fn wrong_options_are_told() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, words) in [
        ("--batch 0", "--batch"),
        ("--lr 0", "--lr"),
        ("--king-buckets 3", "king buckets"),
        ("--hidden 33", "multiple of 32"),
        ("--output-buckets 33", "output_buckets"),
        ("--hidden 64 --layers 16,20", "multiple of 16"),
        ("--hidden 96 --layers 16,32", "multiple of 64"),
        ("--memory 0", "--memory"),
        ("--first-ply 500", "no position"),
    ] {
        let error = format!("{:#}", run(&options(folder.path(), arguments)).unwrap_err());
        assert!(error.contains(words), "{arguments}: {error}");
    }
}
