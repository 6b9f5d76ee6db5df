//! A policy that was learned from games.

use std::sync::Arc;

use nets::policy::PolicyNetwork;

use super::{Policy, PolicyInput};

/// The logits of a net, and what was learned of moves in the tree.
#[derive(Clone, Debug)]
pub struct NetPolicy {
    network: Arc<PolicyNetwork>,
}

impl Default for NetPolicy {
    /// With the net that the program carries.
    fn default() -> NetPolicy {
        NetPolicy::new(PolicyNetwork::embedded())
    }
}

impl NetPolicy {
    /// With this net.
    pub fn new(network: Arc<PolicyNetwork>) -> NetPolicy {
        NetPolicy { network }
    }
}

impl Policy for NetPolicy {
    fn logits(&self, input: &PolicyInput<'_>, logits: &mut Vec<f32>) {
        self.network.logits(input.position, input.moves, |logit| logits.push(logit));
        let Some((statistics, weight)) = input.statistics else { return };
        let turn = input.position.turn();
        for (logit, &mv) in logits.iter_mut().zip(input.moves) {
            *logit += weight * statistics.gain(turn, mv);
        }
    }
}

#[cfg(test)]
mod tests {
    use chess::Position;

    use super::*;

    fn favourite(fen: &str) -> String {
        let position = Position::from_fen(fen).unwrap();
        let moves = position.legal_moves();
        let input =
            PolicyInput { position: &position, moves: &moves, previous: None, statistics: None };
        let mut logits = Vec::new();
        NetPolicy::default().logits(&input, &mut logits);
        assert_eq!(logits.len(), moves.len());
        let best = (0..moves.len()).max_by(|&a, &b| logits[a].total_cmp(&logits[b])).unwrap();
        position.to_san(moves[best])
    }

    #[test]
    fn the_embedded_net_takes_what_hangs() {
        assert_eq!(favourite("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1"), "exd5");
        let fen = "r1bqkbnr/pppp1ppp/2n5/8/3pP3/5N2/PPP2PPP/RNBQKB1R w KQkq - 0 4";
        assert_eq!(favourite(fen), "Nxd4");
    }
}
