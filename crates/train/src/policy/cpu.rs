//! Training on the processor.
//!
//! Both layers are sparse: of 3072 feature rows some 20 are on, of 11748 outputs only
//! those of legal moves, some 30, are computed. A batch is cut into [`PARTS`] with a
//! gradient each, which are then added up in their order: the net does not depend on
//! the number of threads.

use crate::nnue::backend::{NetState, Update};
use crate::nnue::cpu::adamw;
use crate::nnue::cpu::parallel::parallel;
use crate::nnue::shape::CLIP;

use super::move_sample::MoveSample;
use super::shape::PolicyShape;

/// Parts of a batch, and so the most threads that are of use.
const PARTS: usize = 16;

/// Parameters that one thread updates at a time.
const SLICE: usize = 1 << 16;

/// Numbers that are added up side by side in a product: four registers.
const LANES: usize = 32;

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
    fn add(&mut self, logits: &[f32], loss: f64) {
        let right = logits[1..].iter().all(|&other| other < logits[0]);
        self.positions += 1;
        self.loss += loss;
        self.right += u64::from(right);
    }

    fn merge(self, other: Tally) -> Tally {
        Tally {
            positions: self.positions + other.positions,
            loss: self.loss + other.loss,
            right: self.right + other.right,
        }
    }
}

/// A net and its optimiser.
#[derive(Debug)]
pub(crate) struct Cpu {
    shape: PolicyShape,
    threads: usize,
    pub(crate) state: NetState,
    gradients: Vec<Vec<f32>>,
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
        Cpu { shape, threads: threads.clamp(1, PARTS), state, gradients: Vec::new() }
    }

    /// What it runs on, for people.
    pub(crate) fn device(&self) -> String {
        format!("the processor, {} threads", self.threads)
    }

    /// Moves the parameters down the gradient of a batch.
    pub(crate) fn step(&mut self, batch: &[&MoveSample], update: Update) -> Tally {
        self.gradients.resize_with(PARTS, || vec![0.0; self.shape.len()]);
        let (shape, parameters) = (self.shape, &self.state.parameters);
        let weight = 1.0 / batch.len().max(1) as f32;
        let parts = batch.chunks(batch.len().div_ceil(PARTS).max(1));
        let parts = parts.zip(&mut self.gradients);
        let tallies = parallel(self.threads, parts, |(samples, gradient)| {
            let mut scratch = Scratch::default();
            let mut tally = Tally::default();
            for sample in samples {
                let loss = shape.forward(parameters, sample, &mut scratch);
                tally.add(&scratch.logits, loss);
                shape.backward(parameters, sample, weight, &mut scratch, gradient);
            }
            tally
        });
        self.update(update);
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

    /// How good it is on some samples.
    pub(crate) fn measure(&self, samples: &[MoveSample]) -> Tally {
        let parts = samples.chunks(4096);
        let tallies = parallel(self.threads, parts, |samples| {
            let mut scratch = Scratch::default();
            let mut tally = Tally::default();
            for sample in samples {
                let loss = self.shape.forward(&self.state.parameters, sample, &mut scratch);
                tally.add(&scratch.logits, loss);
            }
            tally
        });
        tallies.into_iter().fold(Tally::default(), Tally::merge)
    }

    /// The logits of the moves of a sample, in its order.
    pub(crate) fn logits(&self, sample: &MoveSample) -> Vec<f32> {
        let mut scratch = Scratch::default();
        self.shape.forward(&self.state.parameters, sample, &mut scratch);
        scratch.logits
    }

    /// The gradient of the mean loss of a batch.
    #[cfg(test)]
    fn gradient(&self, batch: &[&MoveSample]) -> Vec<f32> {
        let mut gradient = vec![0.0; self.shape.len()];
        let mut scratch = Scratch::default();
        let parameters = &self.state.parameters;
        for sample in batch {
            self.shape.forward(parameters, sample, &mut scratch);
            let weight = 1.0 / batch.len() as f32;
            self.shape.backward(parameters, sample, weight, &mut scratch, &mut gradient);
        }
        gradient
    }
}

impl PolicyShape {
    fn row<'a>(&self, values: &'a [f32], start: usize, index: u16) -> &'a [f32] {
        let start = start + usize::from(index) * self.hidden;
        &values[start..start + self.hidden]
    }

    /// Fills the scratch; returns the cross-entropy.
    fn forward(&self, parameters: &[f32], sample: &MoveSample, scratch: &mut Scratch) -> f64 {
        let (features, outputs) = sample.parts();
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
        sample: &MoveSample,
        weight: f32,
        scratch: &mut Scratch,
        gradient: &mut [f32],
    ) {
        let (features, outputs) = sample.parts();
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
    use data::{Filter, Sample};

    use super::*;
    use crate::nnue::random_games::random_game;
    use crate::nnue::samples::FromSample;

    fn samples(count: usize) -> Vec<MoveSample> {
        let filter =
            Filter { first_ply: 4, no_checks: false, quiet_moves: false, ..Filter::default() };
        let games = (0..).map(|number| random_game(5, number));
        games
            .flat_map(|game| game.samples(filter).collect::<Vec<Sample>>())
            .filter_map(|sample| MoveSample::from_sample(&sample))
            .take(count)
            .collect()
    }

    fn cpu(threads: usize) -> Cpu {
        let shape = PolicyShape { hidden: 32 };
        Cpu::new(shape, threads, NetState::new(shape.first_parameters(3)))
    }

    #[test]
    fn gradients_are_the_slopes_of_the_loss() {
        let samples = samples(40);
        let batch: Vec<&MoveSample> = samples.iter().collect();
        let mut net = cpu(1);
        let gradient = net.gradient(&batch);
        let mut compared = 0;
        for index in (0..gradient.len()).filter(|&index| gradient[index].abs() > 3e-3).step_by(97) {
            let mut at = |step: f32| {
                let before = net.state.parameters[index];
                net.state.parameters[index] = before + step;
                let loss = net.measure(&samples).loss / samples.len() as f64;
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
        let samples = samples(500);
        let batch: Vec<&MoveSample> = samples.iter().collect();
        let (mut one, mut three) = (cpu(1), cpu(3));
        let before = one.measure(&samples);
        for number in 1..=20 {
            let update = Update::new(number, 0.003, 0.0);
            let tallies = [one.step(&batch, update), three.step(&batch, update)];
            assert_eq!(tallies[0], tallies[1]);
        }
        assert_eq!(one.state, three.state);
        let after = three.measure(&samples);
        assert_eq!(after.positions, 500);
        assert!(after.loss < 0.8 * before.loss, "{after:?} {before:?}");
        assert!(after.right > before.right);
    }
}
