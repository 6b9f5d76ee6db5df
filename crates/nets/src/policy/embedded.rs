//! The net of moves that the program carries with it.

use std::sync::{Arc, OnceLock};

use super::PolicyNetwork;

/// A net of the folder `nets`: its name and its bytes.
macro_rules! net_file {
    ($name:literal) => {
        ($name, include_bytes!(concat!("../../../../nets/", $name)))
    };
}

/// The default net, `policy-` and the first eight digits of its file's SHA-256: a name
/// is one net for ever. `nets/README.md` says where it comes from.
const FILE: (&str, &[u8]) = net_file!("policy-1bf67e00.knn");

impl PolicyNetwork {
    /// The net that the program carries with it, read once and shared.
    pub fn embedded() -> Arc<PolicyNetwork> {
        static NET: OnceLock<Arc<PolicyNetwork>> = OnceLock::new();
        let read = || PolicyNetwork::from_bytes(FILE.1).expect("a test has read the embedded net");
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
    use crate::policy::file_name;

    #[test]
    fn the_embedded_net_says_where_it_comes_from_and_has_its_name() {
        let net = PolicyNetwork::embedded();
        assert_eq!(PolicyNetwork::embedded_name(), file_name(FILE.1));
        for key in ["data", "command", "task", "validation_accuracy"] {
            assert!(net.provenance().contains_key(key), "{key}");
        }
    }
}
