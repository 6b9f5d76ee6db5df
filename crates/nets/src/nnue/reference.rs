//! What a net says, step by step as its definition has it: no instructions to
//! choose, nothing kept. All else is compared with this.

use chess::{Color, Position};

use super::layers::Block;
use super::{INPUT_UNIT, Network, OUTPUT_UNIT, SCALE, active_features};

impl Network {
    /// The value for the side to move in centipawns, counted from scratch.
    pub fn evaluate_from_scratch(&self, position: &Position) -> i32 {
        let men = position.occupied().len();
        self.output_from_scratch(position, self.architecture().output_bucket(men))
    }

    /// What an output would say that need not be the one for so many men.
    ///
    /// # Panics
    ///
    /// If there is no such output.
    pub fn output_from_scratch(&self, position: &Position, bucket: usize) -> i32 {
        let (weights, bias) = self.output(bucket);
        let sums = [position.turn(), !position.turn()].map(|color| self.sums(position, color));
        let sums = sums.iter().flatten();
        let weights = weights.iter().flat_map(|block| block.0);
        let sum = sums.zip(weights).fold(0i32, |total, (&sum, weight)| {
            let activation = i32::from(sum).clamp(0, INPUT_UNIT);
            total.wrapping_add(activation * activation * i32::from(weight))
        });
        to_centipawns(sum, bias)
    }

    /// The accumulator of one side's view.
    fn sums(&self, position: &Position, color: Color) -> Vec<i16> {
        let values = |blocks: &[Block]| -> Vec<i16> { blocks.iter().flat_map(|b| b.0).collect() };
        let mut sums = values(self.bias());
        for feature in active_features(position, color, &self.architecture().king_buckets) {
            for (sum, weight) in sums.iter_mut().zip(values(self.row(usize::from(feature)))) {
                *sum = sum.wrapping_add(weight);
            }
        }
        sums
    }
}

/// The value of a sum of squares times weights. It is counted in 32 bits and may wrap
/// around on the way; in the end it could only in a net that finds a position worth
/// more than 200,000 centipawns.
#[inline]
pub(super) fn to_centipawns(sum: i32, bias: i32) -> i32 {
    let output = i64::from(sum / INPUT_UNIT) + i64::from(bias);
    (output * i64::from(SCALE) / i64::from(INPUT_UNIT * OUTPUT_UNIT)) as i32
}
