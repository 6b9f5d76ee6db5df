//! The net that the program carries with it.

use std::sync::{Arc, OnceLock};

use super::Network;

/// A net of the folder `nets`: its name and its bytes.
macro_rules! net_file {
    ($name:literal) => {
        ($name, include_bytes!(concat!("../../../../nets/", $name)))
    };
}

/// The default net. It is called after its own hash, so that a name is one net for
/// ever; `nets/README.md` says where it comes from.
const FILE: (&str, &[u8]) = net_file!("mlp-4505e569.safetensors");

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
    use sha2::{Digest, Sha256};

    use super::*;

    #[test]
    fn the_embedded_net_is_small_says_where_it_comes_from_and_has_its_name() {
        let (name, bytes) = FILE;
        assert!(bytes.len() <= 3_000_000, "{} bytes", bytes.len());
        let net = Network::embedded();
        for key in ["data_hash", "seed", "command", "validation_loss"] {
            assert!(net.metadata().contains_key(key), "{key}");
        }
        let hash: String = Sha256::digest(bytes)[..4].iter().map(|b| format!("{b:02x}")).collect();
        assert_eq!(name, format!("mlp-{hash}.safetensors"));
    }
}
