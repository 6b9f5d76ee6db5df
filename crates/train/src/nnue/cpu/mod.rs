//! Training on the processor.
//!
//! The first layer is sparse: a view's sums are its bias and some 32 of 768 rows.
//! Rows are kept in blocks of [`BLOCK`] units, \[N/BLOCK\]\[R + 1\]\[BLOCK\] with
//! the bias as the last row: a block of sums stays in registers while rows are
//! added, the rows of a block stay in the cache, and threads that own blocks add
//! up gradients without meeting. Every sum is made in an order that does not
//! depend on the number of threads, so that neither does the net.

mod blocks;
mod deep_layers;
mod first_layer;
mod output_layer;
pub(crate) mod parallel;

use anyhow::Result;

use super::backend::{Backend, EPSILON, MEAN_DECAY, NetState, SQUARE_DECAY, Update};
use super::batch::Batch;
use super::shape::{CLIP, NetShape, WIDE_CLIP};
use blocks::{from_blocks, to_blocks};
use output_layer::OutputGradient;
use parallel::parallel;

/// Hidden units of a block: four registers of AVX2.
const BLOCK: usize = 32;

/// Positions that one thread takes at a time. Gradients of the output layer are
/// added up for each such part, and then part by part.
const PART: usize = 512;

/// The parameters of all layers, or as many gradients or means of them.
#[derive(Clone, Debug)]
struct Layers {
    /// In blocks, the bias included.
    first: Vec<f32>,
    /// Weights and biases of all that is behind the first layer.
    output: Vec<f32>,
}

/// A net and its optimiser on the processor.
#[derive(Debug)]
pub(crate) struct Cpu {
    shape: NetShape,
    threads: usize,
    parameters: Layers,
    mean: Layers,
    square: Layers,
    gradient: Layers,
    /// \[position\]\[view\]\[N\]: the sums of the first layer, then their gradients.
    sums: Vec<f32>,
    error: f64,
}

impl Cpu {
    /// A net of this shape; nothing is in it yet.
    pub(crate) fn new(shape: &NetShape, threads: usize) -> Cpu {
        let zeros = Layers {
            first: vec![0.0; shape.output_weights()],
            output: vec![0.0; shape.len() - shape.output_weights()],
        };
        Cpu {
            shape: shape.clone(),
            threads: threads.max(1),
            parameters: zeros.clone(),
            mean: zeros.clone(),
            square: zeros.clone(),
            gradient: zeros,
            sums: Vec::new(),
            error: 0.0,
        }
    }

    /// The numbers of one block.
    fn block_length(&self) -> usize {
        (self.shape.rows() + 1) * BLOCK
    }

    /// Forward and backward; the gradient is in `gradient` afterwards. Returns
    /// the sum of squared errors.
    fn backpropagate(&mut self, batch: &Batch) -> f64 {
        let width = 2 * self.shape.hidden();
        self.sums.resize(batch.len() * width, 0.0);
        let (shape, parameters) = (&self.shape, &self.parameters);
        let parts = self.sums.chunks_mut(PART * width).enumerate();
        let gradients: Vec<OutputGradient> = parallel(self.threads, parts, |(part, sums)| {
            let first = part * PART;
            first_layer::forward(shape, &parameters.first, batch, first, sums);
            if let Some(places) = shape.deep() {
                return deep_layers::backward(&places, &parameters.output, batch, first, sums);
            }
            output_layer::backward(shape, &parameters.output, batch, first, sums)
        });
        self.gradient.output.fill(0.0);
        let mut error = 0.0;
        for part in gradients {
            error += part.error;
            for (sum, gradient) in self.gradient.output.iter_mut().zip(part.gradient) {
                *sum += gradient;
            }
        }
        let length = self.block_length();
        let sums = &self.sums;
        let blocks = self.gradient.first.chunks_exact_mut(length).enumerate();
        parallel(self.threads, blocks, |(block, gradient)| {
            first_layer::backward(&self.shape, batch, sums, block, gradient);
        });
        error
    }
}

impl Backend for Cpu {
    fn device(&self) -> String {
        format!("the processor, {} threads", self.threads)
    }

    fn set_state(&mut self, state: &NetState) -> Result<()> {
        let split = |values: &[f32]| {
            let (first, output) = values.split_at(self.shape.output_weights());
            Layers { first: to_blocks(first, self.shape.hidden()), output: output.to_vec() }
        };
        self.parameters = split(&state.parameters);
        self.mean = split(&state.mean);
        self.square = split(&state.square);
        Ok(())
    }

    fn state(&mut self) -> Result<NetState> {
        let joined = |layers: &Layers| {
            let mut values = from_blocks(&layers.first, self.shape.hidden());
            values.extend_from_slice(&layers.output);
            values
        };
        Ok(NetState {
            parameters: joined(&self.parameters),
            mean: joined(&self.mean),
            square: joined(&self.square),
        })
    }

    fn outputs(&mut self, batch: &Batch) -> Result<Vec<f32>> {
        let width = 2 * self.shape.hidden();
        self.sums.resize(batch.len() * width, 0.0);
        let (shape, parameters) = (&self.shape, &self.parameters);
        let parts = self.sums.chunks_mut(PART * width).enumerate();
        let outputs = parallel(self.threads, parts, |(part, sums)| {
            let first = part * PART;
            first_layer::forward(shape, &parameters.first, batch, first, sums);
            if let Some(places) = shape.deep() {
                return deep_layers::forward(&places, &parameters.output, batch, first, sums);
            }
            output_layer::forward(shape, &parameters.output, batch, first, sums)
        });
        Ok(outputs.concat())
    }

    fn gradient(&mut self, batch: &Batch) -> Result<Vec<f32>> {
        self.backpropagate(batch);
        let mut values = from_blocks(&self.gradient.first, self.shape.hidden());
        values.extend_from_slice(&self.gradient.output);
        Ok(values)
    }

    fn step(&mut self, batch: &Batch, update: Update) -> Result<()> {
        self.error += self.backpropagate(batch);
        let length = self.block_length();
        let clip = self.shape.feature_clip();
        let blocks = self.parameters.first.chunks_exact_mut(length);
        let moments = self
            .mean
            .first
            .chunks_exact_mut(length)
            .zip(self.square.first.chunks_exact_mut(length));
        let blocks = blocks.zip(moments).zip(self.gradient.first.chunks_exact(length));
        parallel(self.threads, blocks, |((parameters, (mean, square)), gradient)| {
            adamw(parameters, mean, square, gradient, update, clip);
        });
        let Layers { output, .. } = &mut self.parameters;
        let (mean, square) = (&mut self.mean.output, &mut self.square.output);
        let (clipped, all) = (self.shape.clipped() - self.shape.output_weights(), output.len());
        for (range, clip) in [(0..clipped, CLIP), (clipped..all, WIDE_CLIP)] {
            let (mean, square) = (&mut mean[range.clone()], &mut square[range.clone()]);
            let gradient = &self.gradient.output[range.clone()];
            adamw(&mut output[range], mean, square, gradient, update, clip);
        }
        Ok(())
    }

    fn take_error(&mut self) -> Result<f64> {
        Ok(std::mem::take(&mut self.error))
    }
}

/// One step of AdamW, and the weights clipped.
pub(crate) fn adamw(
    parameters: &mut [f32],
    mean: &mut [f32],
    square: &mut [f32],
    gradient: &[f32],
    update: Update,
    clip: f32,
) {
    let keep = 1.0 - update.rate * update.weight_decay;
    let moments = mean.iter_mut().zip(square);
    for ((parameter, (mean, square)), &slope) in parameters.iter_mut().zip(moments).zip(gradient) {
        *mean += (1.0 - MEAN_DECAY) * (slope - *mean);
        *square += (1.0 - SQUARE_DECAY) * (slope * slope - *square);
        let size = (*square * update.square_correction).sqrt() + EPSILON;
        let moved = *parameter * keep - update.rate * *mean * update.mean_correction / size;
        *parameter = moved.clamp(-clip, clip);
    }
}

#[cfg(test)]
mod tests;
