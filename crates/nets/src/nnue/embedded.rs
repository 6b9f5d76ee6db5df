//! The net that the program carries with it.

use super::Network;

crate::embedded::embed_net!(Network, "nnue-27348d6a.knn");

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::nnue::file_name;

    #[test]
    fn the_embedded_net_says_where_it_comes_from_and_has_its_name() {
        let net = Network::embedded();
        assert_eq!(Network::embedded_name(), file_name(FILE.1));
        // `kythu net info` without a file writes it anew.
        assert!(net.to_bytes().unwrap() == FILE.1);
        for key in ["data", "command", "seed", "positions"] {
            assert!(net.provenance().contains_key(key), "{key}");
        }
    }
}
