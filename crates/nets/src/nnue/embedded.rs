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
const FILE: Option<(&str, &[u8])> = Some(net_file!("nnue-43f17a80.knn"));

impl Network {
    /// The net that the program carries with it, read once and shared. In a program
    /// that carries none it is [`Network::of_material`].
    pub fn embedded() -> Arc<Network> {
        static NET: OnceLock<Arc<Network>> = OnceLock::new();
        let read = || match FILE {
            Some((_, bytes)) => {
                Network::from_bytes(bytes).expect("a test has read the embedded net")
            }
            None => Network::of_material(),
        };
        NET.get_or_init(|| Arc::new(read())).clone()
    }

    /// The name of its file, if the program carries one.
    pub const fn embedded_name() -> Option<&'static str> {
        match FILE {
            Some((name, _)) => Some(name),
            None => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nnue::file_name;

    #[test]
    fn the_embedded_net_says_where_it_comes_from_and_has_its_name() {
        let net = Network::embedded();
        assert!(net.provenance().contains_key("data"));
        assert_eq!(Network::embedded_name(), FILE.map(|(name, _)| name));
        if let Some((name, bytes)) = FILE {
            assert_eq!(name, file_name(bytes));
            for key in ["command", "seed", "positions"] {
                assert!(net.provenance().contains_key(key), "{key}");
            }
        }
    }
}
