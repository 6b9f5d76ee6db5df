//! The reference: three dense layers with AVX2 and FMA as a careful programmer writes
//! them. Weights are packed in panels of sixteen outputs, inputs in blocks of six
//! positions, and twelve sums stay in registers while a panel stays in the cache.

use std::arch::x86_64::{
    _mm256_broadcast_ss, _mm256_fmadd_ps, _mm256_load_ps, _mm256_setzero_ps, _mm256_storeu_ps,
};

use nets::mlp::{HIDDEN1, HIDDEN2, INPUTS, PIECE_INPUTS, Weights, active_features, side_sign};

const LANES: usize = 16;
const BLOCK: usize = 6;

#[derive(Copy, Clone)]
#[repr(C, align(64))]
struct Row([f32; LANES]);

struct Layer {
    inputs: usize,
    rows: Vec<Row>,
    bias: Vec<f32>,
}

impl Layer {
    fn new(inputs: usize, weight: &[f32], bias: &[f32]) -> Layer {
        let row = |index: usize| {
            let (panel, input) = (index / inputs, index % inputs);
            Row(std::array::from_fn(|lane| weight[(panel * LANES + lane) * inputs + input]))
        };
        let rows = (0..bias.len() / LANES * inputs).map(row).collect();
        Layer { inputs, rows, bias: bias.to_vec() }
    }

    /// `packed` has, for each block of six positions, six numbers for each input.
    /// Writes the activations in the same order.
    fn forward(&self, packed: &[f32], blocks: usize, into: &mut [f32]) {
        assert!(is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma"));
        let outputs = self.bias.len();
        for (panel, rows) in self.rows.chunks_exact(self.inputs).enumerate() {
            for block in 0..blocks {
                let values = &packed[block * BLOCK * self.inputs..][..BLOCK * self.inputs];
                let mut sums = [[0.0; LANES]; BLOCK];
                // SAFETY: the machine has AVX2 and FMA.
                unsafe { multiply(rows, values, &mut sums) };
                let start = block * BLOCK * outputs + panel * LANES * BLOCK;
                for (lane, into) in into[start..][..LANES * BLOCK].chunks_mut(BLOCK).enumerate() {
                    let bias = self.bias[panel * LANES + lane];
                    for (into, sums) in into.iter_mut().zip(&sums) {
                        *into = (sums[lane] + bias).max(0.0);
                    }
                }
            }
        }
    }
}

/// # Safety
///
/// The machine has AVX2 and FMA.
#[target_feature(enable = "avx2,fma")]
unsafe fn multiply(rows: &[Row], values: &[f32], sums: &mut [[f32; LANES]; BLOCK]) {
    let mut totals = [[_mm256_setzero_ps(); 2]; BLOCK];
    for (Row(row), values) in rows.iter().zip(values.as_chunks::<BLOCK>().0) {
        // SAFETY: a row is sixteen numbers at an address that 64 divides.
        let (low, high) =
            unsafe { (_mm256_load_ps(row.as_ptr()), _mm256_load_ps(row.as_ptr().add(8))) };
        for member in 0..BLOCK {
            let value = _mm256_broadcast_ss(&values[member]);
            totals[member][0] = _mm256_fmadd_ps(value, low, totals[member][0]);
            totals[member][1] = _mm256_fmadd_ps(value, high, totals[member][1]);
        }
    }
    for (sums, total) in sums.iter_mut().zip(totals) {
        // SAFETY: sixteen numbers have room for eight and eight more.
        unsafe {
            _mm256_storeu_ps(sums.as_mut_ptr(), total[0]);
            _mm256_storeu_ps(sums.as_mut_ptr().add(8), total[1]);
        }
    }
}

/// The net, dense.
pub(crate) struct DenseNet {
    layers: [Layer; 2],
    output: Vec<f32>,
    output_bias: f32,
    packed: [Vec<f32>; 3],
}

impl DenseNet {
    pub(crate) fn new(weights: &Weights, batch: usize) -> DenseNet {
        let blocks = batch.div_ceil(BLOCK);
        DenseNet {
            layers: [
                Layer::new(INPUTS, &weights.layer1_weight, &weights.layer1_bias),
                Layer::new(HIDDEN1, &weights.layer2_weight, &weights.layer2_bias),
            ],
            output: weights.layer3_weight.clone(),
            output_bias: weights.layer3_bias[0],
            packed: [INPUTS, HIDDEN1, HIDDEN2].map(|width| vec![0.0; blocks * BLOCK * width]),
        }
    }

    /// The outputs for positions, packing included.
    pub(crate) fn outputs(&mut self, positions: &[chess::Position]) -> Vec<f32> {
        let blocks = positions.len().div_ceil(BLOCK);
        let [input, first, second] = &mut self.packed;
        input.fill(0.0);
        for (index, position) in positions.iter().enumerate() {
            let block = &mut input[index / BLOCK * BLOCK * INPUTS..][..BLOCK * INPUTS];
            let member = index % BLOCK;
            for feature in active_features(position) {
                block[usize::from(feature) * BLOCK + member] = 1.0;
            }
            let side = side_sign(position.turn());
            (PIECE_INPUTS..INPUTS).for_each(|plane| block[plane * BLOCK + member] = side);
        }
        self.layers[0].forward(input, blocks, first);
        self.layers[1].forward(first, blocks, second);
        let output = |index: usize| {
            let block = &second[index / BLOCK * BLOCK * HIDDEN2..][..BLOCK * HIDDEN2];
            let member = index % BLOCK;
            let products = self.output.iter().zip(block.as_chunks::<BLOCK>().0);
            self.output_bias + products.map(|(weight, values)| weight * values[member]).sum::<f32>()
        };
        (0..positions.len()).map(output).collect()
    }
}
