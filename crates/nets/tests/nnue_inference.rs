//! The net computes what its formula says, whichever way it is asked.

#![allow(clippy::unwrap_used)]

use std::sync::OnceLock;

use chess::{Color, Move, MoveKind, Position};
use nets::Level;
use nets::nnue::{
    AccumulatorStack, Architecture, DeepParameters, DeepSizes, KingBuckets, Network,
    active_features,
};
use proptest::prelude::*;

/// By the square of the king: a corner each, or all squares differ.
fn buckets(table: impl Fn(u8) -> u8) -> KingBuckets {
    KingBuckets::new(std::array::from_fn(|index| table(index as u8))).unwrap()
}

/// Nets of several shapes with every set of instructions that the machine has: tiles
/// of the loops that are full, partial and both.
fn nets() -> &'static [Network] {
    static NETS: OnceLock<Vec<Network>> = OnceLock::new();
    NETS.get_or_init(|| {
        let shapes = [
            (KingBuckets::ONE, 256, 8, None),
            (buckets(|index| index / 8), 96, 1, None),
            (buckets(|index| index), 32, 32, None),
            (KingBuckets::ONE, 256, 8, Some((16, 32))),
            (buckets(|index| index / 8), 64, 1, Some((64, 16))),
            (buckets(|index| index), 192, 3, Some((48, 64))),
            (KingBuckets::ONE, 128, 32, Some((32, 48))),
        ];
        let shape = |(king_buckets, hidden, output_buckets, layers): (_, _, _, Option<_>)| {
            let layers = layers.map(|(second, third)| DeepSizes { second, third });
            Architecture { king_buckets, hidden, output_buckets, layers }
        };
        let nets = shapes.map(|parts| Network::random(shape(parts), 5).unwrap());
        let levels: Vec<Level> = Level::available().collect();
        nets.iter()
            .flat_map(|net| levels.iter().map(|&level| net.clone().with_level(level)))
            .collect()
    })
}

const POSITIONS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
    "1rkr4/8/8/8/8/8/8/1RK1R3 w EBdb - 0 1",
    "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1",
];

/// The formula in real numbers, from the arrays of the file.
fn formula(net: &Network, position: &Position) -> f64 {
    let (shape, parameters) = (net.architecture(), net.parameters());
    let n = shape.hidden;
    let men = position.board().iter().count();
    let bucket = (men - 2) * shape.output_buckets / 31;
    let views = [position.turn(), !position.turn()].map(|color| {
        let features = active_features(position, color, &shape.king_buckets);
        let sum = |unit: usize| {
            let weight = |&feature: &u16| {
                f64::from(parameters.feature_weights[usize::from(feature) * n + unit])
            };
            f64::from(parameters.feature_bias[unit]) + features.iter().map(weight).sum::<f64>()
        };
        (0..n).map(sum).map(|sum| sum.clamp(0.0, 255.0)).collect::<Vec<f64>>()
    });
    if let Some(sizes) = shape.layers {
        let deep = parameters.deep.as_ref().unwrap();
        return 160.0 * deep_formula(deep, sizes, bucket, &views);
    }
    let mut out = f64::from(parameters.output_bias[bucket]) / (255.0 * 64.0);
    for (index, clamped) in views.iter().flatten().enumerate() {
        let weight = parameters.output_weights[bucket * 2 * n + index];
        out += (clamped / 255.0).powi(2) * f64::from(weight) / 64.0;
    }
    160.0 * out
}

/// The layers behind clamped accumulators. Only the products of pairs are rounded.
fn deep_formula(
    deep: &DeepParameters,
    DeepSizes { second, third }: DeepSizes,
    bucket: usize,
    views: &[Vec<f64>; 2],
) -> f64 {
    let n = views[0].len();
    let pair = |input: usize| {
        let (view, unit) = (&views[input / (n / 2)], input % (n / 2));
        (view[unit] * view[unit + n / 2] / 512.0).floor() / (255.0 * 255.0 / 512.0)
    };
    let pairs: Vec<f64> = (0..n).map(pair).collect();
    let unit = |unit: usize| {
        let weight = |input: usize| {
            deep.second_weights[bucket * n * second + input / 4 * 4 * second + unit * 4 + input % 4]
        };
        let bias = f64::from(deep.second_bias[bucket * second + unit]);
        let products = (0..n).map(|input| pairs[input] * f64::from(weight(input)) / 64.0);
        bias / (255.0 * 255.0 * 64.0 / 512.0) + products.sum::<f64>()
    };
    let units: Vec<f64> = (0..second).map(unit).collect();
    let clamped = units.iter().map(|x| x.clamp(0.0, 1.0));
    let inputs: Vec<f64> = clamped.chain(units.iter().map(|x| (x * x).min(1.0))).collect();
    let mut out = f64::from(deep.last_bias[bucket]);
    for unit in 0..third {
        let weight = |input: usize| {
            f64::from(deep.third_weights[(bucket * 2 * second + input) * third + unit])
        };
        let sum = f64::from(deep.third_bias[bucket * third + unit])
            + (0..2 * second).map(|input| inputs[input] * weight(input)).sum::<f64>();
        let weight = f64::from(deep.last_weights[bucket * third + unit]);
        out += sum.clamp(0.0, 1.0).powi(2) * weight;
    }
    out
}

/// The largest numbers of every kind: nothing saturates on the way.
#[test]
fn extreme_layers_are_computed_alike() {
    let architecture = Architecture::plain(512).with_layers(32, 16);
    for (weight, bias) in [(i8::MIN, i32::MIN), (i8::MAX, i32::MAX), (i8::MIN, 0), (i8::MAX, 0)] {
        let mut parameters = Network::random(architecture.clone(), 1).unwrap().parameters();
        parameters.feature_bias.fill(i16::MAX);
        parameters.feature_weights.fill(0);
        let deep = parameters.deep.as_mut().unwrap();
        deep.second_weights.iter_mut().step_by(2).for_each(|place| *place = weight);
        deep.second_bias.fill(bias);
        deep.third_weights.iter_mut().step_by(3).for_each(|place| *place = -10_000.0);
        deep.last_weights.iter_mut().step_by(3).for_each(|place| *place = 10_000.0);
        let net = Network::new(architecture.clone(), &parameters, Default::default()).unwrap();
        for level in Level::available() {
            let net = net.clone().with_level(level);
            let mut stack = AccumulatorStack::new(&net);
            for bucket in 0..8 {
                let found = stack.output(&net, &Position::initial(), bucket);
                let expected = net.output_from_scratch(&Position::initial(), bucket);
                assert_eq!(found, expected, "{level:?} {weight} {bias}");
            }
        }
    }
}

#[test]
fn values_are_those_of_the_formula() {
    for net in nets() {
        for fen in POSITIONS {
            let position = Position::from_fen(fen).unwrap();
            let (exact, found) = (formula(net, &position), net.evaluate_from_scratch(&position));
            assert!((f64::from(found) - exact).abs() < 1.1, "{found} {exact} {fen}");
            assert!(exact.abs() > 1.0, "a net that says nothing tests nothing");
        }
    }
}

/// A side sees the same whatever its colour: so the value is the same.
#[test]
fn the_net_does_not_know_colours() {
    let pairs = [
        ("4k2q/8/8/2n5/8/8/P7/1K6 w - - 0 1", "1k6/p7/8/8/2N5/8/8/4K2Q b - - 0 1"),
        ("4k2q/8/8/2n5/8/8/P7/1K6 w - - 0 1", "q2k4/8/8/5n2/8/8/7P/6K1 w - - 0 1"),
    ];
    for (net, (one, other)) in nets().iter().flat_map(|net| pairs.map(|pair| (net, pair))) {
        let value = |fen: &str| net.evaluate_from_scratch(&Position::from_fen(fen).unwrap());
        assert_eq!(value(one), value(other));
    }
}

/// Which special moves a walk came by.
#[derive(Default, Debug)]
struct Seen {
    castling: bool,
    en_passant: bool,
    promotion: bool,
    mirror: bool,
}

/// Walks a game by numbers with one stack for each net. Each number chooses a move and
/// says whether to ask at once, to try another move and take it back, or to pass.
fn walk(start: Position, choices: &[u16], seen: &mut Seen) {
    let mut stacks: Vec<_> = nets().iter().map(|net| (net, AccumulatorStack::new(net))).collect();
    let compare = |stacks: &mut Vec<(&Network, AccumulatorStack)>, position: &Position| {
        for (net, stack) in stacks {
            let (kept, fresh) =
                (stack.evaluate(net, position), net.evaluate_from_scratch(position));
            assert_eq!(kept, fresh, "{net:?} {}", position.fen());
        }
    };
    stacks.iter_mut().for_each(|(net, stack)| stack.reset(net, &start));
    let mut position = start;
    for &choice in choices {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        // Special moves and kings' moves first: they are rare.
        let special = |mv: &&Move| {
            mv.kind() != MoveKind::Quiet || mv.from() == position.king(position.turn())
        };
        let specials: Vec<&Move> = moves.iter().filter(special).collect();
        let mv = match specials.get(usize::from(choice / 8) % (specials.len() + 3)) {
            Some(&&mv) => mv,
            None => moves[usize::from(choice / 8) % moves.len()],
        };
        if choice % 4 == 0 {
            let tried = moves[usize::from(choice / 16) % moves.len()];
            let after = position.after(tried);
            push(&mut stacks, &position, tried);
            if choice % 8 == 0 {
                compare(&mut stacks, &after);
            }
            stacks.iter_mut().for_each(|(_, stack)| stack.pop());
        }
        if choice % 5 == 0 && !position.is_check() {
            let mut passed = position;
            passed.play_null();
            let none = chess::PieceChanges::new();
            stacks.iter_mut().for_each(|(net, stack)| stack.push(net, &none));
            compare(&mut stacks, &passed);
            stacks.iter_mut().for_each(|(_, stack)| stack.pop());
        }
        seen.castling |= mv.is_castle();
        seen.en_passant |= mv.kind() == MoveKind::EnPassant;
        seen.promotion |= mv.promotion().is_some();
        let wing = |position: &Position| position.king(Color::White).file() as u8 / 4;
        let before = wing(&position);
        push(&mut stacks, &position, mv);
        position.play(mv);
        seen.mirror |= wing(&position) != before;
        if choice % 3 == 0 {
            compare(&mut stacks, &position);
        }
    }
    compare(&mut stacks, &position);
}

fn push(stacks: &mut [(&Network, AccumulatorStack)], position: &Position, mv: Move) {
    let changes = position.changes(mv);
    stacks.iter_mut().for_each(|(net, stack)| stack.push(net, &changes));
}

#[test]
fn special_moves_are_walked_through() {
    let mut seen = Seen::default();
    for start in POSITIONS {
        for salt in 0..12u16 {
            let choices: Vec<u16> = (0..60).map(|i: u16| i.wrapping_mul(40_503) ^ salt).collect();
            walk(Position::from_fen(start).unwrap(), &choices, &mut seen);
        }
    }
    assert!(seen.castling && seen.en_passant && seen.promotion && seen.mirror, "{seen:?}");
}

/// One stack for positions that have nothing to do with each other.
#[test]
fn positions_in_any_order_are_what_each_is_alone() {
    for net in nets() {
        let mut stack = AccumulatorStack::new(net);
        for round in 0..3 {
            for fen in POSITIONS.iter().cycle().skip(round).step_by(round + 1).take(8) {
                let position = Position::from_fen(fen).unwrap();
                stack.reset(net, &position);
                assert_eq!(
                    stack.evaluate(net, &position),
                    net.evaluate_from_scratch(&position),
                    "{fen}"
                );
                for bucket in 0..net.architecture().output_buckets {
                    let found = stack.output(net, &position, bucket);
                    assert_eq!(found, net.output_from_scratch(&position, bucket));
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// What is kept along a game is what counting from scratch gives, to the bit.
    #[test]
    fn kept_accumulators_are_those_from_scratch(
        number in 0u16..960,
        choices in proptest::collection::vec(any::<u16>(), 1..80),
    ) {
        walk(Position::initial(), &choices, &mut Seen::default());
        walk(Position::chess960(number).unwrap(), &choices, &mut Seen::default());
    }
}
