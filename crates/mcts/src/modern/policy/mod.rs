//! Which moves look likely before anything is tried.

mod features;
mod linear;
mod net;
mod threats;
pub(crate) mod weights;

use std::fmt;

use chess::{Move, MoveList, Position};

use super::statistics::MoveStatistics;

pub use linear::LinearPolicy;
pub use net::NetPolicy;

/// What a policy may look at.
#[derive(Copy, Clone, Debug)]
pub struct PolicyInput<'a> {
    /// Where the moves are played.
    pub position: &'a Position,
    /// All legal moves.
    pub moves: &'a MoveList,
    /// The move that led here.
    pub previous: Option<Move>,
    /// How moves fared elsewhere in the tree, and how much that shall count.
    pub statistics: Option<(&'a MoveStatistics, f32)>,
}

/// Says how likely each move is to be the best.
pub trait Policy: Send + Sync + fmt::Debug {
    /// Writes the logit of every move, in their order, to `logits`, which is
    /// empty.
    fn logits(&self, input: &PolicyInput<'_>, logits: &mut Vec<f32>);
}

/// Logits become probabilities; `temperature` above 1 makes them more even.
pub(crate) fn softmax(logits: &mut [f32], temperature: f32) {
    let highest = logits.iter().copied().fold(f32::MIN, f32::max);
    let mut sum = 0.0;
    for logit in logits.iter_mut() {
        *logit = ((*logit - highest) / temperature).exp();
        sum += *logit;
    }
    logits.iter_mut().for_each(|logit| *logit /= sum);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_sum_to_one() {
        let mut logits = [1.0, 3.0, -2.0];
        softmax(&mut logits, 1.0);
        assert!((logits.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        assert!(logits[1] > logits[0] && logits[0] > logits[2]);
        let mut even = [1.0, 3.0, -2.0];
        softmax(&mut even, 100.0);
        assert!(even[1] - even[2] < 0.05);
    }
}
