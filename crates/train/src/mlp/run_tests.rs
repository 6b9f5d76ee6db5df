//! Whole runs on little data: they learn, stop, and go on.

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use burn_flex::Flex;
use chess::{Color, Position, Role};
use data::{PositionFileWriter, SampledGame, SampledPosition, Split, WhitePoints};
use nets::mlp::Weights;
use thinking::SplitMix64;

use super::trainer::{CHECKPOINT, End, Trainer};
use super::{Options, Sets, checkpoint};
use crate::run::test_options;

fn options(folder: &Path, arguments: &str) -> Options {
    test_options::options(&folder.join("data.kpos"), arguments)
}

/// Random games; who has more men at the end has won.
fn write_data(folder: &Path, games: usize) {
    let seed = 17;
    let mut writer = PositionFileWriter::create(&folder.join("data.kpos")).unwrap();
    for number in 0..games {
        let mut random = SplitMix64::new(seed, number as u64);
        let start = Position::initial();
        let (mut position, mut moves) = (start, Vec::new());
        while moves.len() < 80 && position.has_legal_moves() {
            let legal = position.legal_moves();
            let captures: Vec<_> = legal.iter().filter(|mv| mv.is_capture()).collect();
            let mv = match captures.as_slice() {
                [] => legal[random.below(legal.len() as u64) as usize],
                some => *some[random.below(some.len() as u64) as usize],
            };
            position.play(mv);
            moves.push(mv);
        }
        let worth = |color: Color| -> u32 {
            let points = [(Role::Pawn, 1), (Role::Knight, 3), (Role::Bishop, 3), (Role::Rook, 5)];
            points.iter().map(|&(role, worth)| worth * position.pieces(color, role).len()).sum()
        };
        let result =
            WhitePoints::won_by(Color::from_white(worth(Color::White) > worth(Color::Black)));
        let picked = (moves.len() as u16 - 8..moves.len() as u16)
            .map(|ply| SampledPosition { ply, score: Some(100 - ply as i16) })
            .collect();
        let split = Split::ALL[usize::from(number % 5 == 3) + 2 * usize::from(number % 5 == 4)];
        writer.add(&SampledGame { start, result, moves, split, picked }).unwrap();
    }
    writer.finish().unwrap();
}

/// Trains to the end, or until `stop` at the end of the first chunk.
fn train(options: &Options, stop: bool) -> (End, Trained) {
    options.check().unwrap();
    let resumed = options.resume_from.as_deref().map(checkpoint::read).transpose().unwrap();
    let sets = Sets::read(options).unwrap();
    let device = Default::default();
    let mut trainer = Trainer::<Flex>::new(options, &sets, resumed, device).unwrap();
    let end = trainer.run(&AtomicBool::new(stop)).unwrap();
    if end != End::Interrupted {
        trainer.report().unwrap();
    }
    let trained = Trained {
        weights: trainer.weights(),
        losses: trainer.progress().history.iter().map(|record| record.train_loss).collect(),
        epochs: trainer.progress().epochs_done,
        positions: trainer.progress().positions_done,
    };
    (end, trained)
}

#[derive(PartialEq, Debug)]
struct Trained {
    weights: Weights,
    losses: Vec<f64>,
    epochs: usize,
    positions: usize,
}

#[test]
fn a_tiny_run_learns_and_writes_what_it_learned() {
    let folder = tempfile::tempdir().unwrap();
    write_data(folder.path(), 60);
    let options = options(
        folder.path(),
        "--epochs 6 --batch 32 --optimiser adamw --rate 0.001 --schedule cosine --half --keep-epochs",
    );
    let (end, trained) = train(&options, false);
    assert_eq!((end, trained.epochs, trained.losses.len()), (End::Finished, 6, 6));
    // Six epochs take more than three quarters of the error away.
    let (first, last) = (trained.losses[0], trained.losses[5]);
    assert!(last < first / 4.0, "{:?}", trained.losses);
    let out = folder.path().join("out");
    let (weights, metadata) =
        Weights::from_bytes(&fs::read(out.join("final.safetensors")).unwrap()).unwrap();
    let largest =
        weights.fields().iter().zip(trained.weights.fields()).fold(0f32, |most, (a, b)| {
            a.iter().zip(b).fold(most, |most, (a, b)| most.max((a - b).abs()))
        });
    assert!(largest < 1e-2, "half precision is off by {largest}");
    assert_eq!(metadata["seed"], "1");
    assert_eq!(metadata["epoch"], "6");
    assert!(metadata["data_hash"].len() == 16 && metadata.contains_key("validation_accuracy"));
    for name in ["best.safetensors", "epoch-1.safetensors", "epoch-6.safetensors", "curve.svg"] {
        assert!(out.join(name).exists(), "{name}");
    }
    assert_eq!(fs::read_to_string(out.join("curve.csv")).unwrap().lines().count(), 7);
}

/// The defaults, plain gradient descent and y − t, learn as well.
#[test]
fn the_rule_of_the_origin_learns() {
    let folder = tempfile::tempdir().unwrap();
    write_data(folder.path(), 40);
    let (_, trained) = train(&options(folder.path(), "--epochs 12 --batch 16"), false);
    assert!(trained.losses[11] < trained.losses[0] / 2.0, "{:?}", trained.losses);
}

#[test]
fn a_resumed_run_ends_like_one_that_was_not_interrupted() {
    for arguments in
        ["--batch 16 --mirror both", "--batch 16 --optimiser adam --rate 0.001 --warm-up 9"]
    {
        let whole = tempfile::tempdir().unwrap();
        write_data(whole.path(), 40);
        let all = train(&options(whole.path(), &format!("--epochs 4 {arguments}")), false).1;
        // Two epochs, and two more from the checkpoint.
        let parts = tempfile::tempdir().unwrap();
        write_data(parts.path(), 40);
        let half = train(&options(parts.path(), &format!("--epochs 2 {arguments}")), false).1;
        assert_ne!(half.weights, all.weights);
        let from = parts.path().join("out").join(CHECKPOINT);
        let more = format!("--epochs 4 {arguments} --resume-from {}", from.display());
        let (end, resumed) = train(&options(parts.path(), &more), false);
        assert_eq!(end, End::Finished);
        assert_eq!(resumed, all, "{arguments}");
    }
}

/// Ctrl-C in the middle of an epoch: the checkpoint has its place in it.
#[test]
fn an_interrupted_epoch_goes_on_where_it_stopped() {
    let whole = tempfile::tempdir().unwrap();
    // More positions than a chunk on the processor.
    write_data(whole.path(), 900);
    let arguments = "--epochs 1 --batch 512 --optimiser adam --rate 0.001";
    let all = train(&options(whole.path(), arguments), false).1;
    let (end, half) = train(&options(whole.path(), arguments), true);
    assert_eq!(end, End::Interrupted);
    assert!(half.epochs == 0 && half.positions > 0, "{} positions", half.positions);
    let from = whole.path().join("out").join(CHECKPOINT);
    let more = format!("{arguments} --resume-from {}", from.display());
    let resumed = train(&options(whole.path(), &more), false).1;
    assert_eq!(resumed.weights, all.weights);
}

#[test]
fn early_stopping_and_fine_tuning() {
    let folder = tempfile::tempdir().unwrap();
    write_data(folder.path(), 40);
    // At such a rate nothing is learned after the first epoch.
    let (end, stalled) =
        train(&options(folder.path(), "--epochs 9 --rate 1e-30 --patience 2"), false);
    assert_eq!((end, stalled.epochs), (End::Early, 3));
    let data = folder.path().join("data.kpos");
    let tuned = format!("--epochs 1 --finetune-data {} --finetune-epochs 2", data.display());
    let (end, tuned) = train(&options(folder.path(), &tuned), false);
    assert_eq!((end, tuned.epochs), (End::Finished, 3));
    // Weights alone begin a new run.
    let net = folder.path().join("out/final.safetensors");
    let again = format!("--epochs 1 --resume-from {}", net.display());
    let (_, again) = train(&options(folder.path(), &again), false);
    assert_eq!(again.epochs, 1);
    assert!(again.losses[0] < tuned.losses[0], "{:?} {:?}", again.losses, tuned.losses);
}

#[test]
fn scores_change_the_target() {
    let folder = tempfile::tempdir().unwrap();
    write_data(folder.path(), 10);
    let plain = train(&options(folder.path(), "--epochs 1"), false).1;
    let mixed = train(&options(folder.path(), "--epochs 1 --score-weight 0.5"), false).1;
    assert_ne!(plain.losses, mixed.losses);
}

#[test]
fn nonsense_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    write_data(folder.path(), 5);
    for bad in ["--batch 0", "--rate 0", "--score-weight 2", "--epochs 0", "--patience 0"] {
        assert!(options(folder.path(), bad).check().is_err(), "{bad}");
    }
    let net = folder.path().join("net.safetensors");
    for bytes in [&b""[..], b"\x10\0\0\0\0\0\0\0{\"__metadata__\":1}", &[0xff; 100]] {
        fs::write(&net, bytes).unwrap();
        assert!(checkpoint::read(&net).is_err());
    }
    assert!(checkpoint::read(&folder.path().join("nowhere")).is_err());
    let no_data = Options { data: vec![net], ..options(folder.path(), "") };
    assert!(Sets::read(&no_data).is_err());
}
