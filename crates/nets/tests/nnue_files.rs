//! NNUE files: what is written is read back, and nothing that a file can hold does
//! harm.

#![allow(clippy::unwrap_used)]

use chess::Position;
use nets::NetOpenError;
use nets::nnue::{Architecture, KingBuckets, Network, NnueError};
use proptest::prelude::*;
use sha2::{Digest, Sha256};

fn shape() -> Architecture {
    let table = std::array::from_fn(|square| (square / 16) as u8);
    let king_buckets = KingBuckets::new(table).unwrap();
    Architecture { king_buckets, hidden: 32, output_buckets: 4, layers: None }
}

fn net() -> Network {
    Network::random(shape(), 7).unwrap()
}

/// A net with layers behind its accumulators.
fn deep_net() -> Network {
    let shape = Architecture { hidden: 64, ..shape() }.with_layers(16, 32);
    Network::random(shape, 7).unwrap()
}

/// Where the header ends and where the weights begin.
fn places(file: &[u8]) -> (usize, usize) {
    let end = 12 + u32::from_le_bytes(file[8..12].try_into().unwrap()) as usize;
    (end, end.next_multiple_of(64))
}

/// The file with another header. If the text keeps `HASH`, the right hash is put there.
fn with_header(file: &[u8], change: impl Fn(String) -> String) -> Vec<u8> {
    let (end, start) = places(file);
    let header = change(String::from_utf8(file[12..end].to_vec()).unwrap());
    let mut changed = b"KYTHUNN1".to_vec();
    changed.extend_from_slice(&(header.len() as u32).to_le_bytes());
    changed.extend_from_slice(header.as_bytes());
    changed.resize(changed.len().next_multiple_of(64), 0);
    changed.extend_from_slice(&file[start..]);
    changed
}

/// The file with other weights and their hash.
fn with_weights(file: &[u8], change: impl Fn(&mut [u8])) -> Vec<u8> {
    let hash = |bytes: &[u8]| -> String {
        Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
    };
    let (_, start) = places(file);
    let mut changed = file.to_vec();
    change(&mut changed[start..]);
    let (old, new) = (hash(&file[start..]), hash(&changed[start..]));
    with_header(&changed, |header| header.replace(&old, &new))
}

#[track_caller]
fn refused(file: &[u8], words: &str) {
    let error = Network::from_bytes(file).unwrap_err().to_string();
    assert!(error.contains(words), "{error}");
}

#[test]
fn what_is_written_is_read_back() {
    for net in [net(), Network::of_material(), deep_net()] {
        let bytes = net.to_bytes().unwrap();
        assert_eq!(places(&bytes).1 % 64, 0);
        let read = Network::from_bytes(&bytes).unwrap();
        assert_eq!(read.architecture(), net.architecture());
        assert_eq!(read.parameters(), net.parameters());
        assert_eq!((read.provenance(), read.hash()), (net.provenance(), net.hash()));
        assert_eq!(read.to_bytes().unwrap(), bytes);
        let start = Position::initial();
        assert_eq!(read.evaluate_from_scratch(&start), net.evaluate_from_scratch(&start));
    }
}

/// The layout that other programs are told of.
#[test]
fn arrays_lie_where_the_format_says() {
    let net = net();
    let bytes = net.to_bytes().unwrap();
    let weights = &bytes[places(&bytes).1..];
    let parameters = net.parameters();
    let short = |index: usize| i16::from_le_bytes([weights[2 * index], weights[2 * index + 1]]);
    let features = 2 * 768 * 32;
    assert_eq!(short(features - 1), *parameters.feature_weights.last().unwrap());
    assert_eq!(short(features), parameters.feature_bias[0]);
    assert_eq!(short(features + 32), parameters.output_weights[0]);
    let outputs = features + 32 + 4 * 64;
    let first = i32::from_le_bytes(weights[2 * outputs..2 * outputs + 4].try_into().unwrap());
    assert_eq!(first, parameters.output_bias[0]);
    assert_eq!(weights.len(), 2 * outputs + 16);
}

#[test]
fn arrays_of_layers_lie_where_the_format_says() {
    let net = deep_net();
    let bytes = net.to_bytes().unwrap();
    let weights = &bytes[places(&bytes).1..];
    let deep = net.parameters().deep.unwrap();
    let second = 2 * (2 * 768 * 64 + 64);
    assert_eq!(weights[second] as i8, deep.second_weights[0]);
    let bias = second + 4 * 64 * 16;
    let four = |place: usize| <[u8; 4]>::try_from(&weights[place..place + 4]).unwrap();
    assert_eq!(i32::from_le_bytes(four(bias)), deep.second_bias[0]);
    let third = bias + 4 * 4 * 16;
    assert_eq!(f32::from_le_bytes(four(third)), deep.third_weights[0]);
    let bias = third + 4 * 4 * 32 * 32;
    assert_eq!(f32::from_le_bytes(four(bias)), deep.third_bias[0]);
    let last = bias + 4 * 4 * 32;
    assert_eq!(f32::from_le_bytes(four(last)), deep.last_weights[0]);
    let bias = last + 4 * 4 * 32;
    assert_eq!(f32::from_le_bytes(four(bias)), deep.last_bias[0]);
    assert_eq!(weights.len(), bias + 4 * 4);
}

#[test]
fn damaged_files_are_refused() {
    for file in [net(), deep_net()].map(|net| net.to_bytes().unwrap()) {
        let (end, start) = places(&file);
        for length in [0, 7, 8, 11, 12, end - 1, end, start, start + 1, file.len() - 1] {
            assert!(Network::from_bytes(&file[..length]).is_err(), "{length}");
        }
    }
    let file = net().to_bytes().unwrap();
    let start = places(&file).1;
    refused(&[&file[..], &[0]].concat(), "bytes, but");
    refused(b"KYTHUNN2 and so on", "does not begin with KYTHUNN1");
    let mut long = file.clone();
    long[8..12].copy_from_slice(&u32::MAX.to_le_bytes());
    refused(&long, "a header of 4294967295 bytes");
    let mut flipped = file.clone();
    flipped[start + 1000] ^= 1;
    refused(&flipped, "SHA-256");
    // One more blank in the header, and the padding has room for a byte that is not 0.
    let mut padded = with_header(&file, |header| header + " ");
    let (end, start) = places(&padded);
    assert!(end < start, "this header needs another blank");
    padded[end] = 1;
    refused(&padded, "padding");
}

#[test]
fn headers_that_lie_are_refused() {
    let file = net().to_bytes().unwrap();
    assert!(Network::from_bytes(&with_header(&file, |header| header)).is_ok());
    for (from, to, words) in [
        (r#""inputs":768"#, r#""inputs":769"#, "inputs is '769', not '768'"),
        ("screlu", "crelu", "activation is 'crelu'"),
        (r#""mirrored":true"#, r#""mirrored":false"#, "mirrored is 'false'"),
        (r#""input":255"#, r#""input":127"#, "quantisation.input"),
        (r#""scale":160"#, r#""scale":-1"#, "quantisation.scale"),
        (r#""hidden":32"#, r#""hidden":64"#, "bytes, but"),
        (r#""hidden":32"#, r#""hidden":33"#, "multiple of 32"),
        (r#""hidden":32"#, r#""hidden":18446744073709551615"#, "multiple of 32"),
        (r#""hidden":32"#, r#""hidden":1e300"#, "cannot be read"),
        (r#""output_buckets":4"#, r#""output_buckets":0"#, "output_buckets is 0"),
        (r#""king_buckets":[0,"#, r#""king_buckets":[32,"#, "king_buckets"),
        (r#""king_buckets":[0,"#, r#""king_buckets":[31,"#, "bytes, but"),
        (r#""king_buckets":[0,"#, r#""king_buckets":[0,0,"#, "cannot be read"),
        (r#""sha256""#, r#""sha255""#, "cannot be read"),
        (r#"{"architecture""#, r#"{"more":1,"architecture""#, "cannot be read"),
        ("{", "", "cannot be read"),
        (r#""mirrored":true"#, r#""mirrored":true,"layers":[16,32]"#, "activation is 'screlu'"),
        ("screlu", "pairwise", "activation is 'pairwise'"),
    ] {
        refused(&with_header(&file, |header| header.replacen(from, to, 1)), words);
    }
    let file = deep_net().to_bytes().unwrap();
    assert!(Network::from_bytes(&with_header(&file, |header| header)).is_ok());
    for (from, to, words) in [
        ("pairwise", "screlu", "activation is 'screlu', not 'pairwise'"),
        ("[16,32]", "[32,32]", "bytes, but"),
        ("[16,32]", "[0,32]", "layers is 0, not a multiple of 16"),
        ("[16,32]", "[16,33]", "layers is 33, not a multiple of 16"),
        ("[16,32]", "[16,80]", "layers is 80"),
        ("[16,32]", "[18446744073709551615,32]", "multiple of 16"),
        ("[16,32]", "[16]", "cannot be read"),
        ("[16,32]", "[16,32,1]", "cannot be read"),
        ("[16,32]", "[-16,32]", "cannot be read"),
        (r#","layers":[16,32]"#, "", "activation is 'pairwise', not 'screlu'"),
        (r#""hidden":64"#, r#""hidden":96"#, "multiple of 64"),
    ] {
        refused(&with_header(&file, |header| header.replacen(from, to, 1)), words);
    }
}

#[test]
fn floats_that_are_no_numbers_are_refused() {
    let file = deep_net().to_bytes().unwrap();
    let third = 2 * (2 * 768 * 64 + 64) + 4 * 64 * 16 + 4 * 4 * 16;
    let put = |index: usize, value: f32| {
        with_weights(&file, move |weights| {
            let place = third + 4 * index;
            weights[place..place + 4].copy_from_slice(&value.to_le_bytes());
        })
    };
    let arrays = [("third_weights", 4 * 32 * 32), ("third_bias", 4 * 32), ("last_weights", 4 * 32)];
    let mut start = 0;
    for (array, length) in arrays.into_iter().chain([("last_bias", 4)]) {
        assert!(Network::from_bytes(&put(start, -10_000.0)).is_ok());
        for value in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 10_001.0, -f32::MAX] {
            refused(&put(start + 2, value), &format!("{array} 2 is {value}, not a number"));
        }
        start += length;
    }
}

#[test]
fn weights_that_could_overflow_are_refused() {
    let file = net().to_bytes().unwrap();
    let put = |index: usize, value: i16| {
        with_weights(&file, move |weights| {
            weights[2 * index..2 * index + 2].copy_from_slice(&value.to_le_bytes());
        })
    };
    assert!(Network::from_bytes(&put(3, 505)).is_ok());
    refused(&put(3, i16::MIN), "hidden unit 3");
    refused(&put(2 * 768 * 32 + 5, i16::MIN), "hidden unit 5");
    let outputs = 2 * 768 * 32 + 32;
    assert!(Network::from_bytes(&put(outputs + 2, -128)).is_ok());
    refused(&put(outputs + 2, 129), "output weight 2 is 129");
}

#[test]
fn provenance_has_its_bound() {
    let long = [("data".to_owned(), "x".repeat(70_000))].into();
    let net = Network::new(shape(), &net().parameters(), long).unwrap();
    assert!(matches!(net.to_bytes(), Err(NnueError::HeaderLength { found: 70_000.. })));
    let mut parameters = net.parameters();
    parameters.feature_bias.pop();
    let error = Network::new(shape(), &parameters, Default::default()).unwrap_err().to_string();
    assert_eq!(error, "feature_bias has 31 values, not 32");
    // Layers that are missing, too many, or of another size.
    let (plain, deep) = (shape(), deep_net());
    let error = |shape: &Architecture, parameters| {
        Network::new(shape.clone(), &parameters, Default::default()).unwrap_err().to_string()
    };
    let mut none = deep.parameters();
    none.deep = None;
    assert_eq!(error(deep.architecture(), none), "second_weights has 0 values, not 4096");
    let mut both = self::net().parameters();
    both.deep = deep.parameters().deep;
    assert_eq!(error(&plain, both), "second_weights has 4096 values, not 0");
    let mut short = deep.parameters();
    short.deep.as_mut().unwrap().third_bias.pop();
    assert_eq!(error(deep.architecture(), short), "third_bias has 127 values, not 128");
}

#[test]
fn files_that_cannot_be_opened_are_named() {
    let open = |path: &str| Network::open(path.as_ref()).unwrap_err();
    assert!(matches!(open("/nowhere/x.knn"), NetOpenError::Io { .. }));
    let error = open(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")).to_string();
    assert!(error.contains("Cargo.toml: this is no NNUE file"), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// Any bytes, behind the magic or not.
    #[test]
    fn no_bytes_do_harm(bytes in proptest::collection::vec(any::<u8>(), 0..300), magic: bool) {
        let start: &[u8] = if magic { b"KYTHUNN1" } else { b"" };
        prop_assert!(Network::from_bytes(&[start, &bytes].concat()).is_err());
    }

    /// A file with bytes changed anywhere: refused, or (in the provenance) read.
    #[test]
    fn no_change_does_harm(
        changes in proptest::collection::vec((any::<u16>(), any::<u8>()), 1..4),
        keep in 0usize..240_000,
        has_layers: bool,
    ) {
        let net = if has_layers { deep_net() } else { net() };
        let mut file = net.to_bytes().unwrap();
        let (_, start) = places(&file);
        for (place, byte) in changes {
            let place = usize::from(place) % start;
            file[place] = byte;
        }
        file.truncate(keep);
        let _ = Network::from_bytes(&file);
    }
}
