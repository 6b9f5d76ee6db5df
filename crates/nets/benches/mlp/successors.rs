//! The two ways on the same batch.

use chess::{Move, Position};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use nets::Level;
use nets::mlp::{Accumulator, Network, Weights, Workspace};

use crate::dense::DenseNet;
use crate::he_net::he_net;

/// A middlegame position with at least as many moves.
const FEN: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const BATCH: usize = 35;

/// The net of a file when `KYTHU_MLP` names one, else one with weights out of a hat,
/// of which half of the activations are zero.
fn weights() -> Weights {
    match std::env::var_os("KYTHU_MLP") {
        Some(path) => {
            let bytes = std::fs::read(path).expect("KYTHU_MLP names a file");
            Weights::from_bytes(&bytes).expect("KYTHU_MLP names a net").0
        }
        None => he_net(1),
    }
}

fn batch() -> (Position, Vec<Move>) {
    let position = Position::from_fen(FEN).expect("a lawful position");
    let moves = position.legal_moves()[..BATCH].to_vec();
    (position, moves)
}

fn level(name: &str) -> Level {
    let named = |level: &Level| format!("{level:?}").starts_with(name);
    Level::available().find(named).unwrap_or(Level::Scalar)
}

/// Both ways agree, or the comparison is worth nothing.
pub(crate) fn check() {
    let (position, moves) = batch();
    let net = Network::new(&weights()).expect("a net");
    let mut parent = Accumulator::zeroed();
    net.refresh(&mut parent, &position);
    let sparse = net.successors(&position, &parent, &moves, &mut Workspace::default());
    let children: Vec<Position> = moves.iter().map(|&mv| position.after(mv)).collect();
    let dense = DenseNet::new(&weights(), BATCH).outputs(&children);
    for (sparse, dense) in sparse.iter().zip(&dense) {
        assert!((sparse - dense).abs() < 1e-3, "{sparse} {dense}");
    }
}

#[divan::bench]
fn dense_avx2(bencher: Bencher) {
    let (position, moves) = batch();
    let children: Vec<Position> = moves.iter().map(|&mv| position.after(mv)).collect();
    let mut net = DenseNet::new(&weights(), BATCH);
    bencher.counter(ItemsCount::new(BATCH)).bench_local(|| net.outputs(black_box(&children)));
}

/// The first layer of the parent is counted from scratch each time.
#[divan::bench(args = ["Scalar", "Avx2", "Avx512"])]
fn sparse(bencher: Bencher, name: &str) {
    let (position, moves) = batch();
    let net = Network::new(&weights()).expect("a net").with_level(level(name));
    let (mut parent, mut workspace) = (Accumulator::zeroed(), Workspace::default());
    bencher.counter(ItemsCount::new(BATCH)).bench_local(|| {
        net.refresh(&mut parent, black_box(&position));
        net.successors(&position, &parent, black_box(&moves), &mut workspace)
    });
}

/// One position after another, as alpha-beta asks.
#[divan::bench(args = ["Scalar", "Avx2", "Avx512"])]
fn one_by_one(bencher: Bencher, name: &str) {
    let (position, moves) = batch();
    let net = Network::new(&weights()).expect("a net").with_level(level(name));
    let (mut parent, mut workspace) = (Accumulator::zeroed(), Workspace::default());
    let mut child = Accumulator::zeroed();
    net.refresh(&mut parent, &position);
    bencher.counter(ItemsCount::new(BATCH)).bench_local(|| {
        let mut sum = 0.0;
        for &mv in black_box(&moves) {
            net.update(&parent, &mut child, &position.changes(mv));
            sum += net.evaluate(&child, !position.turn(), &mut workspace);
        }
        sum
    });
}
