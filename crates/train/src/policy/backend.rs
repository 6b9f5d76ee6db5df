//! What trains a net of moves: the processor, which is the reference, or a GPU.

use anyhow::Result;

use super::move_batch::MoveBatch;
use super::move_sample::MoveSample;
use crate::nnue::backend::{NetState, Update};

/// What is summed up over samples.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) positions: u64,
    /// The sum of cross-entropies.
    pub(crate) loss: f64,
    /// Positions in which the move played has the highest logit of all.
    pub(crate) right: u64,
}

impl Tally {
    /// Counts a position with these logits, that of the move played first.
    pub(crate) fn add(&mut self, logits: &[f32], loss: f64) {
        let right = logits[1..].iter().all(|&other| other < logits[0]);
        self.positions += 1;
        self.loss += loss;
        self.right += u64::from(right);
    }

    pub(crate) fn merge(self, other: Tally) -> Tally {
        Tally {
            positions: self.positions + other.positions,
            loss: self.loss + other.loss,
            right: self.right + other.right,
        }
    }
}

/// A net on a device. The loss of a batch is the mean cross-entropy.
pub(crate) trait Backend {
    /// What it runs on, for people.
    fn device(&self) -> String;

    /// Is a step done when it returns? If not, asking for the tally waits.
    fn is_synchronous(&self) -> bool;

    /// Replaces the net. The tally is empty afterwards.
    fn set_state(&mut self, state: &NetState) -> Result<()>;

    /// The net as it is.
    fn state(&mut self) -> Result<NetState>;

    /// The logits of all moves of a batch, in its order.
    fn logits(&mut self, batch: &MoveBatch) -> Result<Vec<f32>>;

    /// The gradient of the loss, in the order of the parameters.
    fn gradient(&mut self, batch: &MoveBatch) -> Result<Vec<f32>>;

    /// Moves the parameters down the gradient of a batch.
    fn step(&mut self, batch: &MoveBatch, update: Update) -> Result<()>;

    /// The tally of all steps since it was asked last, each as it was before its step.
    fn take_tally(&mut self) -> Result<Tally>;

    /// How good it is on some samples. Only between a [`take_tally`] and a step.
    ///
    /// [`take_tally`]: Backend::take_tally
    fn measure(&mut self, samples: &[MoveSample]) -> Result<Tally>;
}
