//! The net that the program carries with it.

use std::sync::{Arc, OnceLock};

use super::Network;

/// Its file, from the folder `nets` of the repository.
const FILE: Option<&[u8]> = None;

impl Network {
    /// The net that the program carries with it, read once and shared. A build may
    /// carry none.
    pub fn embedded() -> Option<Arc<Network>> {
        static NET: OnceLock<Option<Arc<Network>>> = OnceLock::new();
        let read = |bytes| Network::from_bytes(bytes).expect("a test has read the embedded net");
        NET.get_or_init(|| FILE.map(|bytes| Arc::new(read(bytes)))).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_net_can_be_read_and_says_where_it_comes_from() {
        let Some(bytes) = FILE else { return };
        assert!(bytes.len() <= 3_000_000, "{} bytes", bytes.len());
        let net = Network::from_bytes(bytes).unwrap();
        for key in ["architecture", "data_hash", "seed"] {
            assert!(net.metadata().contains_key(key), "{key}");
        }
    }
}
