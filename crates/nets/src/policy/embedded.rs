//! The net of moves that the program carries with it.

use super::PolicyNetwork;

crate::embedded::embed_net!(PolicyNetwork, "policy-7d3009b5.knn");

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::policy::file_name;

    #[test]
    fn the_embedded_net_says_where_it_comes_from_and_has_its_name() {
        let net = PolicyNetwork::embedded();
        assert_eq!(PolicyNetwork::embedded_name(), file_name(FILE.1));
        // `kythu net info` without a file writes it anew.
        assert!(net.to_bytes().unwrap() == FILE.1);
        for key in ["data", "command", "task", "validation_accuracy"] {
            assert!(net.provenance().contains_key(key), "{key}");
        }
    }
}
