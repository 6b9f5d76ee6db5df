//! The net that the program carries with it.

use std::sync::{Arc, OnceLock};

use super::Network;

/// A net of the folder `nets`: its name and its bytes.
macro_rules! net_file {
    ($name:literal) => {
        ($name, include_bytes!(concat!("../../../../nets/", $name)))
    };
}

/// The default net, `nnue-` and the first eight digits of its file's SHA-256: a name
/// is one net for ever. `nets/README.md` says where it comes from.
const FILE: (&str, &[u8]) = net_file!("nnue-64cf1f62.knn");

impl Network {
    /// The net that the program carries with it, read once and shared.
    pub fn embedded() -> Arc<Network> {
        static NET: OnceLock<Arc<Network>> = OnceLock::new();
        let read = || Network::from_bytes(FILE.1).expect("a test has read the embedded net");
        NET.get_or_init(|| Arc::new(read())).clone()
    }

    /// The name of its file.
    pub const fn embedded_name() -> &'static str {
        FILE.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nnue::file_name;

    #[test]
    fn the_embedded_net_says_where_it_comes_from_and_has_its_name() {
        let net = Network::embedded();
        assert_eq!(Network::embedded_name(), file_name(FILE.1));
        for key in ["data", "command", "seed", "positions"] {
            assert!(net.provenance().contains_key(key), "{key}");
        }
    }
}
