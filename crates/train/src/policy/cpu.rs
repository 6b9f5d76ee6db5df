//! Training on the processor.
//!
//! Both layers are sparse: of 3072 feature rows some 20 are on, of 11748 outputs only
//! those of legal moves, some 30, are computed. A batch is cut into [`PARTS`] with a
//! gradient each, which are then added up in their order: the net does not depend on
//! the number of threads.

use anyhow::{Result, ensure};

use crate::nnue::backend::{NetState, Update};
use crate::nnue::cpu::adamw;
use crate::nnue::cpu::parallel::parallel;
use crate::nnue::shape::CLIP;

use super::backend::{Backend, Tally};
use super::move_batch::MoveBatch;
use super::move_sample::{MoveSample, parts};
use super::shape::PolicyShape;

/// Parts of a batch, and so the most threads that are of use.
const PARTS: usize = 16;

/// Parameters that one thread updates at a time.
const SLICE: usize = 1 << 16;

/// Numbers that are added up side by side in a product: four registers.
const LANES: usize = 32;

/// A net and its optimiser.
#[derive(Debug)]
pub(crate) struct Cpu {
    shape: PolicyShape,
    threads: usize,
    pub(crate) state: NetState,
    gradients: Vec<Vec<f32>>,
    /// Of the steps since it was taken.
    tally: Tally,
}

/// What one position needs while it is worked on.
#[derive(Debug, Default)]
struct Scratch {
    sums: Vec<f32>,
    activations: Vec<f32>,
    slopes: Vec<f32>,
    logits: Vec<f32>,
}

impl Cpu {
    pub(crate) fn new(shape: PolicyShape, threads: usize, state: NetState) -> Cpu {
        let threads = threads.clamp(1, PARTS);
        Cpu { shape, threads, state, gradients: Vec::new(), tally: Tally::default() }
    }

    /// Adds the gradient of a batch, in [`PARTS`], to what is zero.
    fn backpropagate(&mut self, batch: &MoveBatch) -> Tally {
        self.gradients.resize_with(PARTS, || vec![0.0; self.shape.len()]);
        let (shape, parameters, weight) = (self.shape, &self.state.parameters, batch.weight());
        let positions: Vec<&[u16]> = batch.positions().collect();
        let parts = positions.chunks(batch.len().div_ceil(PARTS).max(1));
        let parts = parts.zip(&mut self.gradients);
        let tallies = parallel(self.threads, parts, |(positions, gradient)| {
            let mut scratch = Scratch::default();
            let mut tally = Tally::default();
            for words in positions {
                let loss = shape.forward(parameters, words, &mut scratch);
                tally.add(&scratch.logits, loss);
                shape.backward(parameters, words, weight, &mut scratch, gradient);
            }
            tally
        });
        tallies.into_iter().fold(Tally::default(), Tally::merge)
    }

    /// Adds up the gradients, which are zero afterwards, and follows their sum.
    fn update(&mut self, update: Update) {
        let NetState { parameters, mean, square } = &mut self.state;
        let (first, others) = match self.gradients.split_first_mut() {
            Some(split) => split,
            None => return,
        };
        let mut others: Vec<_> = others.iter_mut().map(|part| part.chunks_mut(SLICE)).collect();
        let slices = first.chunks_mut(SLICE).map(|first| {
            let others: Vec<&mut [f32]> = others.iter_mut().filter_map(Iterator::next).collect();
            (first, others)
        });
        let moments = mean.chunks_mut(SLICE).zip(square.chunks_mut(SLICE));
        let work = parameters.chunks_mut(SLICE).zip(moments).zip(slices);
        parallel(self.threads, work, |((parameters, (mean, square)), (sum, others))| {
            for part in others {
                for (sum, gradient) in sum.iter_mut().zip(part) {
                    *sum += std::mem::take(gradient);
                }
            }
            adamw(parameters, mean, square, sum, update, CLIP);
            sum.fill(0.0);
        });
    }

    /// The logits of the moves of a sample, in its order.
    pub(crate) fn logits_of(&self, sample: &MoveSample) -> Vec<f32> {
        let mut scratch = Scratch::default();
        self.shape.forward(&self.state.parameters, sample.words(), &mut scratch);
        scratch.logits
    }
}

impl Backend for Cpu {
    fn device(&self) -> String {
        format!("the processor, {} threads", self.threads)
    }

    fn is_synchronous(&self) -> bool {
        true
    }

    fn set_state(&mut self, state: &NetState) -> Result<()> {
        ensure!(state.parameters.len() == self.shape.len(), "a net of another shape");
        self.state = state.clone();
        self.tally = Tally::default();
        Ok(())
    }

    fn state(&mut self) -> Result<NetState> {
        Ok(self.state.clone())
    }

    fn logits(&mut self, batch: &MoveBatch) -> Result<Vec<f32>> {
        let mut scratch = Scratch::default();
        let mut logits = Vec::new();
        for words in batch.positions() {
            self.shape.forward(&self.state.parameters, words, &mut scratch);
            logits.extend_from_slice(&scratch.logits);
        }
        Ok(logits)
    }

    fn gradient(&mut self, batch: &MoveBatch) -> Result<Vec<f32>> {
        self.backpropagate(batch);
        let mut sum = vec![0.0; self.shape.len()];
        for part in &mut self.gradients {
            for (sum, gradient) in sum.iter_mut().zip(part) {
                *sum += std::mem::take(gradient);
            }
        }
        Ok(sum)
    }

    fn step(&mut self, batch: &MoveBatch, update: Update) -> Result<()> {
        let tally = self.backpropagate(batch);
        self.tally = self.tally.merge(tally);
        self.update(update);
        Ok(())
    }

    fn take_tally(&mut self) -> Result<Tally> {
        Ok(std::mem::take(&mut self.tally))
    }

    fn measure(&mut self, samples: &[MoveSample]) -> Result<Tally> {
        let parts = samples.chunks(4096);
        let tallies = parallel(self.threads, parts, |samples| {
            let mut scratch = Scratch::default();
            let mut tally = Tally::default();
            for sample in samples {
                let words = sample.words();
                let loss = self.shape.forward(&self.state.parameters, words, &mut scratch);
                tally.add(&scratch.logits, loss);
            }
            tally
        });
        Ok(tallies.into_iter().fold(Tally::default(), Tally::merge))
    }
}

impl PolicyShape {
    fn row<'a>(&self, values: &'a [f32], start: usize, index: u16) -> &'a [f32] {
        let start = start + usize::from(index) * self.hidden;
        &values[start..start + self.hidden]
    }

    /// Fills the scratch; returns the cross-entropy.
    fn forward(&self, parameters: &[f32], words: &[u16], scratch: &mut Scratch) -> f64 {
        let (features, outputs) = parts(words);
        let Scratch { sums, activations, logits, .. } = scratch;
        sums.clear();
        sums.extend_from_slice(&parameters[self.bias()..self.output_weights()]);
        for &feature in features {
            for (sum, weight) in sums.iter_mut().zip(self.row(parameters, 0, feature)) {
                *sum += weight;
            }
        }
        activations.clear();
        activations.extend(sums.iter().map(|sum| {
            let clamped = sum.clamp(0.0, 1.0);
            clamped * clamped
        }));
        logits.clear();
        logits.extend(outputs.iter().map(|&output| {
            let weights = self.row(parameters, self.output_weights(), output);
            product(activations, weights) + parameters[self.output_bias() + usize::from(output)]
        }));
        let highest = logits.iter().copied().fold(f32::MIN, f32::max);
        let sum: f32 = logits.iter().map(|logit| (logit - highest).exp()).sum();
        f64::from(sum.ln() + highest - logits[0])
    }

    /// After [`forward`](PolicyShape::forward) of the same sample: adds `weight` times
    /// its gradient.
    fn backward(
        &self,
        parameters: &[f32],
        words: &[u16],
        weight: f32,
        scratch: &mut Scratch,
        gradient: &mut [f32],
    ) {
        let (features, outputs) = parts(words);
        let Scratch { sums, activations, slopes, logits } = scratch;
        let highest = logits.iter().copied().fold(f32::MIN, f32::max);
        logits.iter_mut().for_each(|logit| *logit = (*logit - highest).exp());
        let sum: f32 = logits.iter().sum();
        slopes.clear();
        slopes.resize(self.hidden, 0.0);
        for (index, (&output, &power)) in outputs.iter().zip(logits.iter()).enumerate() {
            let slope = weight * (power / sum - if index == 0 { 1.0 } else { 0.0 });
            gradient[self.output_bias() + usize::from(output)] += slope;
            let start = self.output_weights() + usize::from(output) * self.hidden;
            let weights = &parameters[start..start + self.hidden];
            let row = &mut gradient[start..start + self.hidden];
            let units = slopes.iter_mut().zip(activations.iter());
            for ((gradient, weight), (back, activation)) in row.iter_mut().zip(weights).zip(units) {
                *gradient += slope * activation;
                *back += slope * weight;
            }
        }
        for (slope, &sum) in slopes.iter_mut().zip(sums.iter()) {
            *slope *= if sum > 0.0 && sum < 1.0 { 2.0 * sum } else { 0.0 };
        }
        let starts = features.iter().map(|&feature| usize::from(feature) * self.hidden);
        for start in starts.chain([self.bias()]) {
            for (gradient, slope) in gradient[start..start + self.hidden].iter_mut().zip(&*slopes) {
                *gradient += slope;
            }
        }
    }
}

/// The sum of products, in as many sums as registers take.
fn product(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0.0; LANES];
    let (a, b) = (a.as_chunks::<LANES>().0, b.as_chunks::<LANES>().0);
    for (a, b) in a.iter().zip(b) {
        for lane in 0..LANES {
            sums[lane] += a[lane] * b[lane];
        }
    }
    sums.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nnue::random_games::random_samples_of;

    fn cpu(threads: usize) -> Cpu {
        let shape = PolicyShape { hidden: 32 };
        Cpu::new(shape, threads, NetState::new(shape.first_parameters(3)))
    }

    #[test]
    fn gradients_are_the_slopes_of_the_loss() {
        let samples: Vec<MoveSample> = random_samples_of(5, 40);
        let mut net = cpu(1);
        let gradient = net.gradient(&MoveBatch::new(samples.iter())).unwrap();
        let mut compared = 0;
        for index in (0..gradient.len()).filter(|&index| gradient[index].abs() > 3e-3).step_by(97) {
            let mut at = |step: f32| {
                let before = net.state.parameters[index];
                net.state.parameters[index] = before + step;
                let loss = net.measure(&samples).unwrap().loss / samples.len() as f64;
                net.state.parameters[index] = before;
                loss
            };
            // A short way: activations have a kink at one.
            let slope = (at(0.000_5) - at(-0.000_5)) / 0.001;
            let expected = f64::from(gradient[index]);
            assert!((slope - expected).abs() < 0.1 * expected.abs() + 1e-4, "{slope} {expected}");
            compared += 1;
        }
        assert!(compared > 10, "{compared}");
    }

    #[test]
    fn threads_change_nothing_and_steps_help() {
        let samples: Vec<MoveSample> = random_samples_of(5, 500);
        let batch = MoveBatch::new(samples.iter());
        let (mut one, mut three) = (cpu(1), cpu(3));
        let before = one.measure(&samples).unwrap();
        for number in 1..=20 {
            let update = Update::new(number, 0.003, 0.0);
            for net in [&mut one, &mut three] {
                net.step(&batch, update).unwrap();
            }
            assert_eq!(one.take_tally().unwrap(), three.take_tally().unwrap());
        }
        assert_eq!(one.state, three.state);
        let after = three.measure(&samples).unwrap();
        assert_eq!(after.positions, 500);
        assert!(after.loss < 0.8 * before.loss, "{after:?} {before:?}");
        assert!(after.right > before.right);
    }
}
