//! The net that the program carries with it.

use super::Network;

crate::embedded::embed_net!(Network, "mlp-4505e569.safetensors");

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
