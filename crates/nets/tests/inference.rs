//! The net computes what its formula says, whichever way it is asked.

#![allow(clippy::unwrap_used)]

mod he_net;

use std::sync::OnceLock;

use chess::{Move, MoveKind, Position};
use he_net::he_net;
use nets::mlp::{
    Accumulator, HIDDEN1, HIDDEN2, INPUTS, Network, PIECE_INPUTS, Weights, Workspace,
    active_features, side_sign,
};
use nets::{Level, NetFileError, Precision};
use proptest::prelude::*;

fn weights() -> &'static Weights {
    static WEIGHTS: OnceLock<Weights> = OnceLock::new();
    WEIGHTS.get_or_init(|| he_net(11))
}

fn net() -> &'static Network {
    static NET: OnceLock<Network> = OnceLock::new();
    NET.get_or_init(|| Network::new(weights()).unwrap())
}

/// The formula, all of it, in double precision.
fn dense(weights: &Weights, position: &Position) -> f64 {
    let mut input = [0.0; INPUTS];
    active_features(position).iter().for_each(|&index| input[usize::from(index)] = 1.0);
    input[PIECE_INPUTS..].fill(f64::from(side_sign(position.turn())));
    let layer = |input: &[f64], weight: &[f32], bias: &[f32]| -> Vec<f64> {
        let rows = weight.chunks_exact(input.len()).zip(bias);
        rows.map(|(row, &bias)| {
            let products = row.iter().zip(input).map(|(&w, x)| f64::from(w) * x);
            f64::from(bias) + products.sum::<f64>()
        })
        .collect()
    };
    let relu = |values: Vec<f64>| -> Vec<f64> { values.iter().map(|v| v.max(0.0)).collect() };
    let hidden = relu(layer(&input, &weights.layer1_weight, &weights.layer1_bias));
    assert_eq!(hidden.len(), HIDDEN1);
    let hidden = relu(layer(&hidden, &weights.layer2_weight, &weights.layer2_bias));
    assert_eq!(hidden.len(), HIDDEN2);
    layer(&hidden, &weights.layer3_weight, &weights.layer3_bias)[0]
}

/// The first layer is exact to 2^−23 for each of 34 addends, the sums of the second
/// to 2^−24 of each of 1024, those of the output likewise: far less than this.
const BOUND: f64 = 2e-5;

const POSITIONS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
    "1rkr4/8/8/8/8/8/8/1RK1R3 w EBdb - 0 1",
    "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1",
];

fn positions() -> Vec<Position> {
    POSITIONS.map(|fen| Position::from_fen(fen).unwrap()).to_vec()
}

/// The output for one position, from scratch.
fn scratch(net: &Network, position: &Position) -> f32 {
    let mut accumulator = Accumulator::zeroed();
    net.refresh(&mut accumulator, position);
    net.evaluate(&accumulator, position.turn(), &mut Workspace::default())
}

#[test]
fn outputs_are_those_of_the_formula() {
    for position in positions() {
        let expected = dense(weights(), &position);
        let found = f64::from(scratch(net(), &position));
        assert!((found - expected).abs() < BOUND, "{found} {expected} {}", position.fen());
        assert!(expected.abs() > 0.001, "a net that says nothing tests nothing");
    }
}

#[test]
fn half_precision_moves_outputs_little() {
    let bytes = weights().to_bytes(Precision::Half, &Default::default()).unwrap();
    let (rounded, _) = Weights::from_bytes(&bytes).unwrap();
    let half = Network::from_bytes(&bytes).unwrap();
    for position in positions() {
        let (exact, found) = (dense(weights(), &position), scratch(&half, &position));
        assert!((f64::from(found) - exact).abs() < 2e-3, "{found} {exact}");
        let exact = dense(&rounded, &position);
        assert!((f64::from(found) - exact).abs() < BOUND, "{found} {exact}");
    }
}

/// All successors at once, by every set of instructions that the machine has and in
/// batches of every size, are what each is alone.
#[test]
fn batches_and_levels_agree() {
    // One rounding instead of two is what a build without FMA lacks.
    let bound = if cfg!(any(target_feature = "fma", target_arch = "aarch64")) { 0.0 } else { 1e-4 };
    let scalar = net().clone().with_level(Level::Scalar);
    for position in positions() {
        let moves = position.legal_moves();
        let alone: Vec<f32> =
            moves.iter().map(|&mv| scratch(&scalar, &position.after(mv))).collect();
        let mut parent = Accumulator::zeroed();
        net().refresh(&mut parent, &position);
        let mut workspace = Workspace::default();
        for level in Level::available() {
            let net = net().clone().with_level(level);
            for size in 1..=moves.len() {
                let found = net.successors(&position, &parent, &moves[..size], &mut workspace);
                assert_eq!(found.len(), size);
                for (found, alone) in found.iter().zip(&alone) {
                    assert!((found - alone).abs() <= bound, "{level:?} {size}: {found} {alone}");
                }
            }
        }
    }
}

#[test]
fn many_positions_at_once_are_what_each_is_alone() {
    let mut all = positions();
    for position in positions() {
        all.extend(position.legal_moves().iter().map(|&mv| position.after(mv)));
    }
    assert!(all.len() > 100);
    let outputs = net().positions(&all, &mut Workspace::default());
    for (position, output) in all.iter().zip(&outputs) {
        assert_eq!(scratch(net(), position), *output, "{}", position.fen());
    }
    assert!(net().positions(&[], &mut Workspace::default()).is_empty());
}

#[test]
fn weights_beyond_the_range_are_refused() {
    let mut large = weights().clone();
    large.layer1_weight[3 * INPUTS + 5] = 600.0;
    assert!(matches!(Network::new(&large), Err(NetFileError::Range { unit: 3, sum: 600.. })));
    large.layer1_weight[3 * INPUTS + 5] = 400.0;
    let net = Network::new(&large).unwrap();
    for position in positions() {
        let expected = dense(&large, &position);
        assert!((f64::from(scratch(&net, &position)) - expected).abs() < 1e-3);
    }
    large.layer2_weight[7] = -2e6;
    let error = Network::new(&large).unwrap_err().to_string();
    assert_eq!(error, "tensor 'layer2.weight': value 7 is too large: at most 1000000 is taken");
    large.layer2_weight[7] = 0.0;
    large.layer2_bias.pop();
    assert!(matches!(Network::new(&large), Err(NetFileError::Shape { .. })));
}

/// Walks a game by numbers; tells which special moves were on the way.
fn walk(start: Position, choices: &[u16]) -> [bool; 3] {
    let mut seen = [false; 3];
    let (mut position, mut before) = (start, Accumulator::zeroed());
    net().refresh(&mut before, &position);
    for &choice in choices {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        // Special moves first: they are rare.
        let special = |mv: &&Move| mv.kind() != MoveKind::Quiet;
        let specials: Vec<&Move> = moves.iter().filter(special).collect();
        let mv = match specials.get(usize::from(choice) % (specials.len() + 2)) {
            Some(&&mv) => mv,
            None => moves[usize::from(choice) % moves.len()],
        };
        seen[0] |= mv.is_castle();
        seen[1] |= mv.kind() == MoveKind::EnPassant;
        seen[2] |= mv.promotion().is_some();
        let mut after = Accumulator::zeroed();
        net().update(&before, &mut after, &position.changes(mv));
        position.play(mv);
        net().refresh(&mut before, &position);
        assert_eq!(after, before, "{}", position.fen());
        before = after;
    }
    seen
}

#[test]
fn special_moves_are_walked_through() {
    let mut seen = [false; 3];
    for start in positions() {
        for salt in 0..20u16 {
            let choices: Vec<u16> = (0..60).map(|i: u16| i.wrapping_mul(40_503) ^ salt).collect();
            let walked = walk(start, &choices);
            seen.iter_mut().zip(walked).for_each(|(seen, walked)| *seen |= walked);
        }
    }
    assert_eq!(seen, [true; 3], "castling, en passant, promotion");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// The first layer kept along a game is the one counted from scratch, to the bit.
    #[test]
    fn a_kept_first_layer_is_the_one_from_scratch(
        number in 0u16..960,
        choices in proptest::collection::vec(any::<u16>(), 1..80),
    ) {
        walk(Position::initial(), &choices);
        walk(Position::chess960(number).unwrap(), &choices);
    }
}
