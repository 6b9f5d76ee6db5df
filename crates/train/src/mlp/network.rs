//! The net on a device: its outputs, and the gradient of its error.

use burn_tensor::backend::Backend;
use burn_tensor::{ElementConversion, Int, Tensor, TensorData, activation};
use clap::ValueEnum;
use nets::mlp::{INPUTS, PIECE_INPUTS, Weights};

use super::packed_board::WORDS;

/// Weights and biases of the three layers in turn. A weight has a row for each
/// input and a column for each unit, a bias has one row.
pub(crate) type Parameters<B> = [Tensor<B, 2>; 6];

/// The net.
#[derive(Clone, Debug)]
pub(crate) struct Network<B: Backend> {
    pub(crate) parameters: Parameters<B>,
}

/// What the error pulls at the sum that the last unit gets, before tanh.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum OutputGradient {
    /// y − t, as the origin system has it: the slope of tanh is left out, so
    /// that certain mistakes are unlearned too.
    Difference,
    /// (y − t)(1 − y²): the slope of half the squared error.
    Half,
    /// 2(y − t)(1 − y²): the slope of the squared error.
    Mse,
}

/// A gradient, and the sum of squared errors where it was taken.
#[derive(Debug)]
pub(crate) struct Gradient<B: Backend> {
    pub(crate) by_parameter: Parameters<B>,
    /// One number, not yet read back from the device.
    pub(crate) error: Tensor<B, 1>,
}

/// The numbers of a tensor.
pub(crate) fn numbers<B: Backend, const D: usize>(tensor: Tensor<B, D>) -> Vec<f32> {
    tensor.into_data().convert::<f32>().into_vec().unwrap_or_default()
}

/// Rows become columns.
fn transposed(values: &[f32], rows: usize) -> Vec<f32> {
    let columns = values.len() / rows.max(1);
    let mut result = Vec::with_capacity(values.len());
    for column in 0..columns {
        result.extend((0..rows).map(|row| values[row * columns + column]));
    }
    result
}

impl<B: Backend> Network<B> {
    /// From weights and biases as files have them: a row for each unit.
    pub(crate) fn new(fields: [&[f32]; 6], device: &B::Device) -> Network<B> {
        let layer = |index: usize| {
            let (weights, biases) = (fields[2 * index], fields[2 * index + 1]);
            let units = biases.len();
            let inputs = weights.len() / units.max(1);
            let weights = TensorData::new(transposed(weights, units), [inputs, units]);
            let biases = TensorData::new(biases.to_vec(), [1, units]);
            [Tensor::from_data(weights, device), Tensor::from_data(biases, device)]
        };
        let [[a, b], [c, d], [e, f]] = [layer(0), layer(1), layer(2)];
        Network { parameters: [a, b, c, d, e, f] }
    }

    /// All parameters as files have them.
    pub(crate) fn fields(&self) -> [Vec<f32>; 6] {
        fields(&self.parameters)
    }

    /// The weights, for inference. Only for a net of the full size.
    pub(crate) fn weights(&self) -> Weights {
        let [a, b, c, d, e, f] = self.fields();
        Weights {
            layer1_weight: a,
            layer1_bias: b,
            layer2_weight: c,
            layer2_bias: d,
            layer3_weight: e,
            layer3_bias: f,
        }
    }

    /// The values of the hidden layers and the output.
    fn layers(&self, inputs: Tensor<B, 2>) -> [Tensor<B, 2>; 3] {
        let [w1, b1, w2, b2, w3, b3] = self.parameters.clone();
        let first = activation::relu(inputs.matmul(w1) + b1);
        let second = activation::relu(first.clone().matmul(w2) + b2);
        let output = activation::tanh(second.clone().matmul(w3) + b3);
        [first, second, output]
    }

    /// White's expected result for each row of inputs, between −1 and 1.
    pub(crate) fn outputs(&self, inputs: Tensor<B, 2>) -> Tensor<B, 2> {
        let [_, _, output] = self.layers(inputs);
        output
    }

    /// Backpropagation: the mean gradient over a batch.
    pub(crate) fn gradient(
        &self,
        inputs: Tensor<B, 2>,
        targets: Tensor<B, 2>,
        rule: OutputGradient,
    ) -> Gradient<B> {
        let [batch, _] = inputs.dims();
        let [first, second, output] = self.layers(inputs.clone());
        let miss = output.clone() - targets;
        let error = (miss.clone() * miss.clone()).sum();
        let slope = || output.clone().powi_scalar(2).neg().add_scalar(1.0);
        let share = 1.0 / batch.max(1) as f64;
        let at_output = match rule {
            OutputGradient::Difference => miss.mul_scalar(share),
            OutputGradient::Half => (miss * slope()).mul_scalar(share),
            OutputGradient::Mse => (miss * slope()).mul_scalar(2.0 * share),
        };
        let [_, _, w2, _, w3, _] = self.parameters.clone();
        // A unit behind ReLU passes the gradient on where its value, which is
        // never negative, is not 0.
        let at_second = at_output.clone() * w3.transpose() * second.clone().sign();
        let at_first = at_second.clone().matmul(w2.transpose()) * first.clone().sign();
        let by_parameter = [
            inputs.transpose().matmul(at_first.clone()),
            at_first.sum_dim(0),
            first.transpose().matmul(at_second.clone()),
            at_second.sum_dim(0),
            second.transpose().matmul(at_output.clone()),
            at_output.sum_dim(0),
        ];
        Gradient { by_parameter, error }
    }
}

/// Tensors in the shape of the parameters, as files have them.
pub(crate) fn fields<B: Backend>(tensors: &Parameters<B>) -> [Vec<f32>; 6] {
    tensors.clone().map(|tensor| {
        let [inputs, _] = tensor.dims();
        // A bias has one row, of which nothing changes.
        transposed(&numbers(tensor), inputs)
    })
}

/// Turns bits into inputs on the device: a thirtieth of the bytes travel.
#[derive(Debug)]
pub(crate) struct InputDecoder<B: Backend> {
    shifts: Tensor<B, 3, Int>,
    scale: Tensor<B, 2>,
    offset: Tensor<B, 2>,
    device: B::Device,
}

impl<B: Backend> InputDecoder<B> {
    pub(crate) fn new(device: &B::Device) -> InputDecoder<B> {
        let shifts: Vec<i32> = (0..32).collect();
        // Bits of pieces stay 0 and 1; those of the side to move become ±1.
        let is_turn = |input: usize| f32::from(u8::from(input >= PIECE_INPUTS));
        let scale: Vec<f32> = (0..INPUTS).map(|input| 1.0 + is_turn(input)).collect();
        let offset: Vec<f32> = (0..INPUTS).map(|input| -is_turn(input)).collect();
        InputDecoder {
            shifts: Tensor::from_data(TensorData::new(shifts, [1, 1, 32]), device),
            scale: Tensor::from_data(TensorData::new(scale, [1, INPUTS]), device),
            offset: Tensor::from_data(TensorData::new(offset, [1, INPUTS]), device),
            device: device.clone(),
        }
    }

    /// The inputs of the samples whose words these are.
    pub(crate) fn inputs(&self, words: Vec<i32>) -> Tensor<B, 2> {
        let count = words.len() / WORDS;
        let words = TensorData::new(words, [count, WORDS, 1]);
        let words = Tensor::<B, 3, Int>::from_data(words, &self.device);
        let shape = [count, WORDS, 32];
        let shifted = words.expand(shape).bitwise_right_shift(self.shifts.clone().expand(shape));
        let bits = shifted.bitwise_and_scalar(1.elem()).reshape([count, INPUTS]).float();
        bits * self.scale.clone() + self.offset.clone()
    }

    /// A column of targets.
    pub(crate) fn targets(&self, targets: Vec<f32>) -> Tensor<B, 2> {
        let count = targets.len();
        Tensor::from_data(TensorData::new(targets, [count, 1]), &self.device)
    }
}

#[cfg(test)]
mod tests {
    use burn_flex::Flex;
    use chess::Position;
    use thinking::SplitMix64;

    use super::super::packed_board::{Mirror, PackedBoard};
    use super::*;

    const FENS: [&str; 4] = [
        "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQK2R w KQkq - 1 5",
        "6k1/5ppp/4p3/8/1r1P2Q1/5N2/q4PPP/6K1 b - - 0 1",
        "2kr3r/ppp2ppp/2n5/4qb2/1b1Q4/2N2N2/PPP1BPPP/R1B1K2R b KQ - 0 1",
        "5k2/5p2/4b1p1/1P5p/3B3P/6P1/5PK1/8 w - - 0 1",
    ];
    const TARGETS: [f32; 4] = [1.0, -1.0, -1.0, 0.25];

    /// A small net: 832 inputs, 24 and 12 units.
    fn fields() -> [Vec<f32>; 6] {
        let mut random = SplitMix64::new(9, 9);
        let mut values = |count: usize, size: f32| -> Vec<f32> {
            (0..count).map(|_| (random.below(2001) as f32 / 1000.0 - 1.0) * size).collect()
        };
        [
            values(24 * INPUTS, 0.12),
            values(24, 0.3),
            values(12 * 24, 0.4),
            values(12, 0.3),
            values(12, 0.5),
            values(1, 0.3),
        ]
    }

    fn words() -> Vec<i32> {
        let mut words = vec![0; FENS.len() * WORDS];
        for (fen, words) in FENS.iter().zip(words.chunks_mut(WORDS)) {
            let position = Position::from_fen(fen).unwrap();
            PackedBoard::new(&position).write_words(Mirror::default(), words);
        }
        words
    }

    /// The same net written down plainly, in double precision.
    fn plain_output(fields: &[Vec<f64>; 6], inputs: &[f64]) -> f64 {
        let layer = |values: &[f64], index: usize| -> Vec<f64> {
            let (weights, biases) = (&fields[2 * index], &fields[2 * index + 1]);
            let rows = weights.chunks(values.len()).zip(biases);
            rows.map(|(row, bias)| bias + row.iter().zip(values).map(|(w, v)| w * v).sum::<f64>())
                .collect()
        };
        let relu = |values: Vec<f64>| values.into_iter().map(|v| v.max(0.0)).collect::<Vec<_>>();
        let hidden = relu(layer(&relu(layer(inputs, 0)), 1));
        layer(&hidden, 2)[0].tanh()
    }

    /// Inputs of a position straight from the definition.
    fn plain_inputs(fen: &str) -> Vec<f64> {
        let position = Position::from_fen(fen).unwrap();
        let mut inputs = vec![0.0; PIECE_INPUTS];
        for feature in nets::mlp::active_features(&position) {
            inputs[usize::from(feature)] = 1.0;
        }
        inputs.resize(INPUTS, nets::mlp::side_sign(position.turn()).into());
        inputs
    }

    #[test]
    fn the_device_decodes_inputs_and_computes_the_net() {
        let device = Default::default();
        let fields = fields();
        let net = Network::<Flex>::new(fields.each_ref().map(Vec::as_slice), &device);
        let inputs = InputDecoder::<Flex>::new(&device).inputs(words());
        let decoded = numbers(inputs.clone());
        let outputs = numbers(net.outputs(inputs));
        let exact = fields.clone().map(|field| field.into_iter().map(f64::from).collect());
        for (index, fen) in FENS.iter().enumerate() {
            let expected = plain_inputs(fen);
            let row = &decoded[index * INPUTS..(index + 1) * INPUTS];
            assert!(row.iter().zip(&expected).all(|(&a, &b)| f64::from(a) == b), "{fen}");
            let output = plain_output(&exact, &expected);
            assert!((f64::from(outputs[index]) - output).abs() < 1e-4, "{fen}: {output}");
        }
        // What goes in comes out.
        assert_eq!(net.fields(), fields);
    }

    /// Backpropagation against finite differences of the plain net.
    #[test]
    fn gradient_is_the_slope_of_the_error() {
        let device = Default::default();
        let fields = fields();
        let net = Network::<Flex>::new(fields.each_ref().map(Vec::as_slice), &device);
        let decoder = InputDecoder::<Flex>::new(&device);
        let mut exact: [Vec<f64>; 6] =
            fields.map(|field| field.into_iter().map(f64::from).collect());
        let inputs: Vec<Vec<f64>> = FENS.iter().map(|fen| plain_inputs(fen)).collect();
        // Of y − t it is this loss: its slope through tanh is y − t.
        let cross_entropy = |y: f64, t: f64| {
            let (p, q) = ((1.0 + y) / 2.0, (1.0 + t) / 2.0);
            -(q * p.ln() + (1.0 - q) * (1.0 - p).ln())
        };
        let squared = |y: f64, t: f64| (y - t).powi(2);
        let half = |y: f64, t: f64| (y - t).powi(2) / 2.0;
        type Loss<'a> = &'a dyn Fn(f64, f64) -> f64;
        let rules: [(OutputGradient, Loss<'_>); 3] = [
            (OutputGradient::Difference, &cross_entropy),
            (OutputGradient::Half, &half),
            (OutputGradient::Mse, &squared),
        ];
        let mut random = SplitMix64::new(2, 2);
        for (rule, loss) in rules {
            let gradient =
                net.gradient(decoder.inputs(words()), decoder.targets(TARGETS.to_vec()), rule);
            let slopes = super::fields(&gradient.by_parameter);
            let (mut checked, mut largest) = (0, 0.0f64);
            for field in 0..6 {
                let count = exact[field].len() as u64;
                for _ in 0..count.min(60) {
                    let index = random.below(count) as usize;
                    let mut loss_at = |change: f64| {
                        let before = exact[field][index];
                        exact[field][index] += change;
                        let values = inputs.iter().zip(TARGETS).map(|(inputs, target)| {
                            loss(plain_output(&exact, inputs), target.into())
                        });
                        let mean = values.sum::<f64>() / FENS.len() as f64;
                        exact[field][index] = before;
                        mean
                    };
                    let slope = (loss_at(1e-6) - loss_at(-1e-6)) / 2e-6;
                    let found = f64::from(slopes[field][index]);
                    assert!(
                        (slope - found).abs() < 1e-4 + 1e-3 * slope.abs(),
                        "{rule:?} field {field} index {index}: {found}, not {slope}"
                    );
                    checked += usize::from(slope.abs() > 1e-3);
                    largest = largest.max(slope.abs());
                }
            }
            assert!(checked > 40 && largest > 0.05, "{rule:?}: {checked} {largest}");
        }
    }
}
