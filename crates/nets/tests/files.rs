//! Net files: what is written is read back, other tools can read it, and nothing
//! that a file can hold does harm.

#![allow(clippy::unwrap_used)]

mod he_net;

use std::collections::BTreeMap;

use he_net::he_net;
use nets::mlp::{ARCHITECTURE, Weights};
use nets::{NetFileError, Precision};
use proptest::prelude::*;
use safetensors::{Dtype, SafeTensors};

fn provenance() -> BTreeMap<String, String> {
    [("seed", "7"), ("data_hash", "c0ffee")].map(|(k, v)| (k.to_owned(), v.to_owned())).into()
}

/// A file with this header and so many bytes of values.
fn file(header: &str, values: usize) -> Vec<u8> {
    let mut file = (header.len() as u64).to_le_bytes().to_vec();
    file.extend_from_slice(header.as_bytes());
    file.resize(file.len() + values, 0);
    file
}

#[test]
fn what_is_written_is_read_back() {
    let weights = he_net(1);
    let bytes = weights.to_bytes(Precision::Single, &provenance()).unwrap();
    let (read, metadata) = Weights::from_bytes(&bytes).unwrap();
    assert_eq!(read, weights);
    assert_eq!((&*metadata["seed"], &*metadata["architecture"]), ("7", ARCHITECTURE));
    assert_eq!(bytes, weights.to_bytes(Precision::Single, &provenance()).unwrap());

    let bytes = weights.to_bytes(Precision::Half, &provenance()).unwrap();
    assert!(bytes.len() < 3_000_000, "{} bytes", bytes.len());
    let (rounded, _) = Weights::from_bytes(&bytes).unwrap();
    for (read, written) in rounded.fields().iter().zip(weights.fields()) {
        for (read, written) in read.iter().zip(written) {
            let bound = written.abs() / 2048.0 + 1.0 / (1 << 25) as f32;
            assert!((read - written).abs() <= bound, "{read} {written}");
        }
    }
    // Half precision loses nothing twice.
    assert_eq!(rounded.to_bytes(Precision::Half, &provenance()).unwrap(), bytes);
}

#[test]
fn other_tools_can_read_it() {
    let weights = he_net(2);
    for (precision, dtype) in [(Precision::Single, Dtype::F32), (Precision::Half, Dtype::F16)] {
        let bytes = weights.to_bytes(precision, &provenance()).unwrap();
        let file = SafeTensors::deserialize(&bytes).unwrap();
        assert_eq!(file.len(), 6);
        for (name, shape) in Weights::TENSORS {
            let tensor = file.tensor(name).unwrap();
            assert_eq!((tensor.dtype(), tensor.shape()), (dtype, shape));
        }
        let (_, header) = SafeTensors::read_metadata(&bytes).unwrap();
        assert_eq!(header.metadata().as_ref().unwrap()["data_hash"], "c0ffee");
    }
}

#[test]
fn files_of_other_tools_are_read() {
    let weights = he_net(3);
    let cut = |values: &[f32]| -> Vec<u8> {
        values.iter().flat_map(|value| value.to_bits().to_le_bytes()[2..].to_vec()).collect()
    };
    let tensors: Vec<(&str, Vec<usize>, Vec<u8>)> = Weights::TENSORS
        .iter()
        .zip(weights.fields())
        .map(|((name, shape), values)| (*name, shape.to_vec(), cut(values)))
        .collect();
    let views = tensors.iter().map(|(name, shape, bytes)| {
        let view = safetensors::tensor::TensorView::new(Dtype::BF16, shape.clone(), bytes);
        (*name, view.unwrap())
    });
    let bytes = safetensors::serialize(views, None).unwrap();
    let (read, metadata) = Weights::from_bytes(&bytes).unwrap();
    assert!(metadata.is_empty());
    for (read, written) in read.layer2_weight.iter().zip(&weights.layer2_weight) {
        assert_eq!(read.to_bits(), written.to_bits() & 0xffff_0000);
    }
}

#[test]
fn what_is_not_this_net_is_named() {
    let message = |bytes: &[u8]| Weights::from_bytes(bytes).unwrap_err().to_string();
    let info = |offsets: &str| {
        format!(
            r#"{{"layer1.weight":{{"dtype":"F32","shape":[1024,832],"data_offsets":{offsets}}}}}"#
        )
    };
    let other = r#"{"__metadata__":{"architecture":"kythu-nnue"}}"#;
    assert_eq!(message(&file(other, 0)), format!("the net is 'kythu-nnue', not '{ARCHITECTURE}'"));
    assert_eq!(message(&file("{}", 0)), "tensor 'layer1.weight' is missing");
    assert!(
        message(&file(r#"{"x":{"dtype":"F32","shape":[],"data_offsets":[0,4]}}"#, 4))
            .contains("'x' does not belong")
    );
    for (bytes, part) in [
        (vec![], "0 bytes are too few"),
        (b"PK\x03\x04 whatever".to_vec(), "no safetensors file"),
        (file("[]", 0), "header cannot be read"),
        (file("{\"layer1.weight\":7}", 0), "header cannot be read"),
        (file(&"[".repeat(100_000), 0), "header cannot be read"),
        (file(&info("[0,18446744073709551615]"), 0), "too few"),
        (file(&info("[8,4]"), 8), "place"),
        (file(&info("[0,4]"), 4), "place"),
        (file(&info("[-1,4]"), 4), "header cannot be read"),
        (file(&info("[0,4]").replace("832", "831"), 4), "shape [1024, 831], not [1024, 832]"),
        (file(&info("[0,1703936]").replace("F32", "I16"), 1_703_936), "'I16', not F32"),
    ] {
        assert!(message(&bytes).contains(part), "{}", message(&bytes));
    }
    let mut huge = u64::MAX.to_le_bytes().to_vec();
    huge.extend([0; 64]);
    assert_eq!(Weights::from_bytes(&huge), Err(NetFileError::HeaderLength { found: u64::MAX }));
}

#[test]
fn weights_are_finite_in_both_directions() {
    let mut weights = he_net(4);
    let whole = weights.to_bytes(Precision::Single, &provenance()).unwrap();
    let mut bytes = whole.clone();
    let end = bytes.len();
    bytes[end - 8..end - 4].copy_from_slice(&f32::NAN.to_le_bytes());
    let expected = NetFileError::NotFinite { name: "layer3.weight".to_owned(), index: 511 };
    assert_eq!(Weights::from_bytes(&bytes), Err(expected));

    weights.layer2_bias[3] = 70_000.0;
    let expected = NetFileError::NotFinite { name: "layer2.bias".to_owned(), index: 3 };
    assert_eq!(weights.to_bytes(Precision::Half, &provenance()), Err(expected));
    assert!(weights.to_bytes(Precision::Single, &provenance()).is_ok());
    weights.layer2_bias.pop();
    assert!(weights.to_bytes(Precision::Single, &provenance()).is_err());
}

proptest! {
    /// A file that is cut off, or damaged in its header, is an error or a net.
    #[test]
    fn damage_is_an_error(cut in 0usize..3_000_000, place in 0usize..700, byte: u8) {
        let whole = he_net_file();
        if cut < whole.len() {
            prop_assert!(Weights::from_bytes(&whole[..cut]).is_err());
        }
        let mut damaged = whole.to_vec();
        damaged[place] = byte;
        if let Ok((weights, _)) = Weights::from_bytes(&damaged) {
            prop_assert!(weights.fields().iter().all(|f| f.iter().all(|v| v.is_finite())));
        }
    }

    #[test]
    fn any_bytes_do_no_harm(bytes in proptest::collection::vec(any::<u8>(), 0..600)) {
        prop_assert!(Weights::from_bytes(&bytes).is_err());
        let header = String::from_utf8_lossy(&bytes);
        prop_assert!(Weights::from_bytes(&file(&header, 64)).is_err());
    }
}

fn he_net_file() -> &'static [u8] {
    static FILE: std::sync::OnceLock<Vec<u8>> = std::sync::OnceLock::new();
    FILE.get_or_init(|| he_net(5).to_bytes(Precision::Half, &provenance()).unwrap())
}
