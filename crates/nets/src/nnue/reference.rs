//! What a net says, step by step as its definition has it: no instructions to
//! choose, nothing kept. All else is compared with this.

use chess::{Color, Position};

use super::deep_layers::{self, DeepLayers};
use super::layers::Block;
use super::{
    DeepSizes, INPUT_UNIT, Network, OUTPUT_UNIT, PAIR_SHIFT, SCALE, SECOND_UNIT, active_features,
};

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
        let sums = [position.turn(), !position.turn()].map(|color| self.sums(position, color));
        if let Some(deep) = self.deep() {
            return deep_layers::to_centipawns(deep_output(deep, bucket, &sums));
        }
        let (weights, bias) = self.output(bucket);
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

/// The output of a net with more layers, of the accumulators of both sides.
fn deep_output(deep: &DeepLayers, bucket: usize, sums: &[Vec<i16>; 2]) -> f32 {
    let (layers, DeepSizes { second, third }) = (deep.output(bucket), deep.sizes());
    let clamped = |sum: i16| i32::from(sum).clamp(0, INPUT_UNIT);
    let inputs: Vec<i32> = sums
        .iter()
        .flat_map(|sums| {
            let (firsts, seconds) = sums.split_at(sums.len() / 2);
            firsts.iter().zip(seconds).map(|(&a, &b)| (clamped(a) * clamped(b)) >> PAIR_SHIFT)
        })
        .collect();
    let weights: Vec<i8> = layers.second_weights.iter().flat_map(|block| block.0).collect();
    let bias: Vec<i32> = layers.second_bias.iter().flat_map(|block| block.0).collect();
    let units: Vec<f32> = (0..second)
        .map(|unit| {
            let weight = |input: usize| weights[(input / 4 * second + unit) * 4 + input % 4];
            let products =
                inputs.iter().enumerate().map(|(i, &input)| input * i32::from(weight(i)));
            products.fold(bias[unit], i32::wrapping_add) as f32 * (1.0 / SECOND_UNIT)
        })
        .collect();
    let squares = units.iter().map(|unit| (unit * unit).min(1.0));
    let inputs: Vec<f32> = units.iter().map(|unit| unit.clamp(0.0, 1.0)).chain(squares).collect();
    let weights: Vec<f32> = layers.third_weights.iter().flat_map(|block| block.0).collect();
    let bias: Vec<f32> = layers.third_bias.iter().flat_map(|block| block.0).collect();
    let last: Vec<f32> = layers.last_weights.iter().flat_map(|block| block.0).collect();
    let mut lanes = [0.0f32; DeepSizes::STEP];
    for unit in 0..third {
        let products =
            inputs.iter().enumerate().map(|(i, input)| input * weights[i * third + unit]);
        let sum = products.fold(bias[unit], |sum, product| sum + product).clamp(0.0, 1.0);
        lanes[unit % DeepSizes::STEP] += sum * sum * last[unit];
    }
    for half in [8, 4, 2, 1] {
        (0..half).for_each(|lane| lanes[lane] += lanes[lane + half]);
    }
    lanes[0] + layers.last_bias
}

/// The value of a sum of squares times weights. It is counted in 32 bits and may wrap
/// around on the way; in the end it could only in a net that finds a position worth
/// more than 200,000 centipawns.
#[inline]
pub(super) fn to_centipawns(sum: i32, bias: i32) -> i32 {
    let output = i64::from(sum / INPUT_UNIT) + i64::from(bias);
    (output * i64::from(SCALE) / i64::from(INPUT_UNIT * OUTPUT_UNIT)) as i32
}
