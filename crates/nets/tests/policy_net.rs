//! The net of moves: every level of instructions says the same, what is written is read
//! back, and nothing that a file can hold does harm.

#![allow(clippy::unwrap_used)]

use chess::Position;
use nets::Level;
use nets::nnue::{INPUT_UNIT, NnueError, OUTPUT_UNIT, Parameters};
use nets::policy::{INPUTS, OUTPUTS, PolicyNetwork, Sight, file_name};
use proptest::prelude::*;
use sha2::{Digest, Sha256};

const FENS: [&str; 5] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bqk2r/pp1nbppp/2p1pn2/8/2pP4/2N1PN2/PP2BPPP/R1BQ1RK1 b kq - 1 9",
    "3q2k1/2P5/8/8/8/8/8/K7 w - - 0 1",
    "8/2k5/8/8/4P3/8/6K1/8 b - - 0 60",
];

/// Weights out of a hat, of a size that training gives them.
fn parameters(hidden: usize, seed: u64) -> Parameters {
    let mut state = seed;
    let mut below = move |bound: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % bound
    };
    let mut many = |count: usize, most: i16| -> Vec<i16> {
        (0..count).map(|_| below(2 * most as u64 + 1) as i16 - most).collect()
    };
    Parameters {
        feature_weights: many(INPUTS * hidden, 90),
        feature_bias: many(hidden, 200),
        output_weights: many(OUTPUTS * hidden, 128),
        output_bias: many(OUTPUTS, 3_000).into_iter().map(i32::from).collect(),
        deep: None,
    }
}

fn net(hidden: usize) -> PolicyNetwork {
    let provenance = [("data".to_owned(), "none".to_owned())].into();
    PolicyNetwork::new(&parameters(hidden, 7), provenance).unwrap()
}

fn logits(net: &PolicyNetwork, position: &Position) -> Vec<f32> {
    let mut logits = Vec::new();
    net.logits(position, &position.legal_moves(), |logit| logits.push(logit));
    logits
}

/// Step by step as the definition has it.
fn expected(parameters: &Parameters, position: &Position) -> Vec<f32> {
    let hidden = parameters.feature_bias.len();
    let mut sums: Vec<i32> = parameters.feature_bias.iter().map(|&bias| bias.into()).collect();
    for feature in Sight::new(position).features() {
        let start = usize::from(feature) * hidden;
        for (sum, &weight) in sums.iter_mut().zip(&parameters.feature_weights[start..]) {
            *sum += i32::from(weight);
        }
    }
    let logit = |&mv: &chess::Move| {
        let output = Sight::new(position).index(mv);
        let weights = &parameters.output_weights[output * hidden..];
        let sum: i64 = sums
            .iter()
            .zip(weights)
            .map(|(&sum, &weight)| i64::from(sum.clamp(0, 255)).pow(2) * i64::from(weight))
            .sum();
        let sum = sum + i64::from(parameters.output_bias[output]) * 255;
        sum as f32 / (INPUT_UNIT * INPUT_UNIT * OUTPUT_UNIT) as f32
    };
    position.legal_moves().iter().map(logit).collect()
}

#[test]
fn all_instructions_say_what_the_definition_says() {
    for hidden in [32, 96, 256, 1024] {
        let net = net(hidden);
        for fen in FENS {
            let position = Position::from_fen(fen).unwrap();
            let expected = expected(&net.parameters(), &position);
            for level in Level::available() {
                let found = logits(&net.clone().with_level(level), &position);
                assert_eq!(found, expected, "{hidden} {level:?} {fen}");
            }
        }
    }
}

#[test]
fn what_is_written_is_read_back() {
    let net = net(32);
    let bytes = net.to_bytes().unwrap();
    let read = PolicyNetwork::from_bytes(&bytes).unwrap();
    assert_eq!((read.parameters(), read.hidden()), (net.parameters(), 32));
    assert_eq!((read.provenance(), read.hash()), (net.provenance(), net.hash()));
    assert_eq!(read.to_bytes().unwrap(), bytes);
    assert!(file_name(&bytes).starts_with("policy-") && file_name(&bytes).ends_with(".knn"));
}

#[test]
fn weights_of_wrong_sizes_are_refused() {
    let refused = |change: &dyn Fn(&mut Parameters), words: &str| {
        let mut parameters = parameters(32, 1);
        change(&mut parameters);
        let error = PolicyNetwork::new(&parameters, Default::default()).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    };
    refused(&|p| p.feature_bias.truncate(31), "hidden is 31");
    refused(&|p| p.feature_bias.clear(), "hidden is 0");
    refused(&|p| p.feature_weights.truncate(9), "feature_weights has 9 values");
    refused(&|p| p.output_weights.truncate(9), "output_weights has 9 values");
    refused(&|p| p.output_bias.push(0), "output_bias has 11749 values, not 11748");
    refused(&|p| p.feature_weights[37] = i16::MAX, "hidden unit 5");
    refused(&|p| p.output_weights[2] = -129, "output weight 2 is -129");
    let long = [("data".to_owned(), "x".repeat(70_000))].into();
    let net = PolicyNetwork::new(&parameters(32, 1), long).unwrap();
    assert!(matches!(net.to_bytes(), Err(NnueError::HeaderLength { .. })));
}

/// Where the header ends and where the weights begin.
fn places(file: &[u8]) -> (usize, usize) {
    let end = 12 + u32::from_le_bytes(file[8..12].try_into().unwrap()) as usize;
    (end, end.next_multiple_of(64))
}

/// The file with something in its header replaced.
fn with_header(file: &[u8], old: &str, new: &str) -> Vec<u8> {
    let (end, start) = places(file);
    let header = String::from_utf8(file[12..end].to_vec()).unwrap();
    assert!(header.contains(old), "{header}");
    let header = header.replacen(old, new, 1);
    let mut changed = file[..8].to_vec();
    changed.extend_from_slice(&(header.len() as u32).to_le_bytes());
    changed.extend_from_slice(header.as_bytes());
    changed.resize(changed.len().next_multiple_of(64), 0);
    changed.extend_from_slice(&file[start..]);
    changed
}

#[test]
fn files_of_other_nets_are_refused() {
    let file = net(32).to_bytes().unwrap();
    let refused = |file: &[u8], words: &str| {
        let error = PolicyNetwork::from_bytes(file).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    };
    let nnue = nets::nnue::Network::of_material().to_bytes().unwrap();
    refused(&nnue, "this is no policy net file: it does not begin with KYTHUPN1");
    let other = nets::nnue::Network::from_bytes(&file).unwrap_err().to_string();
    assert!(other.contains("this is no NNUE file"), "{other}");
    for (old, new, words) in [
        ("\"inputs\":3072", "\"inputs\":768", "inputs is '768', not '3072'"),
        ("\"outputs\":11748", "\"outputs\":1", "outputs is '1'"),
        ("\"screlu\"", "\"relu\"", "activation is 'relu'"),
        ("\"mirrored\":true", "\"mirrored\":false", "mirrored"),
        ("\"hidden\":32", "\"hidden\":33", "hidden is 33, not a multiple of 32"),
        ("\"hidden\":32", "\"hidden\":18446744073709551615", "hidden is"),
        ("\"hidden\":32", "\"hidden\":64", "bytes, but"),
        ("\"output\":64", "\"output\":32", "quantisation.output is '32'"),
        ("{", "[", "the header cannot be read"),
    ] {
        refused(&with_header(&file, old, new), words);
    }
    refused(&file[..file.len() - 1], "bytes, but");
    refused(&[&file[..], &[0]].concat(), "bytes, but");
    refused(&file[..10], "bytes, but");
    let mut damaged = file.clone();
    *damaged.last_mut().unwrap() ^= 1;
    refused(&damaged, "the weights have the SHA-256");
    let mut long = file.clone();
    long[8..12].copy_from_slice(&u32::MAX.to_le_bytes());
    refused(&long, "a header of");
    let too_long = vec![0; (32 << 20) + 1];
    refused(&too_long, "more than 33554432 bytes");
    // The hash is that of the weights: a file can be checked with any tool.
    let (_, start) = places(&file);
    let hash: String =
        Sha256::digest(&file[start..]).iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(net(32).hash(), hash);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Any bytes, behind the magic or not.
    #[test]
    fn no_bytes_do_harm(bytes in proptest::collection::vec(any::<u8>(), 0..300), magic: bool) {
        let start: &[u8] = if magic { b"KYTHUPN1" } else { b"" };
        prop_assert!(PolicyNetwork::from_bytes(&[start, &bytes].concat()).is_err());
    }
}
