//! A policy without a net: the sum of what is seen at a move.

use std::sync::LazyLock;

use super::features::{FEATURES, Viewer, describe};
use super::weights::{WEIGHT_UNIT, WEIGHTS};
use super::{Policy, PolicyInput};

/// One weight for each feature of a move.
#[derive(Clone, PartialEq, Debug)]
pub struct LinearPolicy {
    weights: Box<[f32]>,
}

impl Default for LinearPolicy {
    /// With the weights of this program.
    fn default() -> LinearPolicy {
        static DEFAULT: LazyLock<Box<[f32]>> = LazyLock::new(|| {
            WEIGHTS.iter().map(|&weight| f32::from(weight) / WEIGHT_UNIT).collect()
        });
        LinearPolicy { weights: DEFAULT.clone() }
    }
}

impl LinearPolicy {
    /// How many weights there are.
    pub const WEIGHTS: usize = FEATURES;

    /// With other weights.
    pub fn with_weights(weights: &[f32; FEATURES]) -> LinearPolicy {
        LinearPolicy { weights: weights.as_slice().into() }
    }

    /// What the weight of this number is for.
    pub fn describe(weight: usize) -> Option<String> {
        (weight < FEATURES).then(|| describe(weight))
    }

    /// The weights that count for each move, for whoever fits them.
    pub fn features(input: &PolicyInput<'_>, mut tell: impl FnMut(usize, &[u16])) {
        let viewer = Viewer::new(input.position, input.previous);
        for (index, &mv) in input.moves.iter().enumerate() {
            tell(index, &viewer.features(mv));
        }
    }
}

impl Policy for LinearPolicy {
    fn logits(&self, input: &PolicyInput<'_>, logits: &mut Vec<f32>) {
        let viewer = Viewer::new(input.position, input.previous);
        let turn = input.position.turn();
        logits.extend(input.moves.iter().map(|&mv| {
            let seen: f32 = viewer
                .features(mv)
                .into_iter()
                .map(|feature| self.weights[usize::from(feature)])
                .sum();
            let learned = input
                .statistics
                .map_or(0.0, |(statistics, weight)| weight * statistics.gain(turn, mv));
            seen + learned
        }));
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
        LinearPolicy::default().logits(&input, &mut logits);
        let best = (0..moves.len()).max_by(|&a, &b| logits[a].total_cmp(&logits[b])).unwrap();
        position.to_san(moves[best])
    }

    #[test]
    fn hanging_men_are_taken_and_pawns_promoted() {
        assert_eq!(favourite("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1"), "exd5");
        assert_eq!(favourite("8/P3k3/8/8/8/8/8/4K3 w - - 0 1"), "a8=Q");
    }
}
