//! How good a net is.

use anyhow::{Result, ensure};
use burn_tensor::backend::Backend;

use super::network::{InputDecoder, Network, numbers};
use super::options::Options;
use super::training_set::{CHUNK, Chunk, Mirrors, Sample};

/// How good a net is on some samples.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub(crate) struct Metrics {
    pub(crate) positions: usize,
    /// Mean squared error against the targets of the run, and against results.
    pub(crate) loss: f64,
    pub(crate) result_loss: f64,
    /// The share of positions of decisive games whose winner the sign names.
    pub(crate) accuracy: f64,
}

/// Measures a net on samples, with the targets of a run.
pub(crate) fn measure<B: Backend>(
    net: &Network<B>,
    decoder: &InputDecoder<B>,
    samples: &[Sample],
    options: &Options,
) -> Result<Metrics> {
    let mut sums = Metrics { positions: samples.len(), ..Metrics::default() };
    let (mut decisive, mut right) = (0u64, 0u64);
    for part in samples.chunks(CHUNK) {
        let order: Vec<u32> = (0..part.len() as u32).collect();
        let chunk = Chunk::new(part, &order, options.target(), Mirrors::default(), (0, 0));
        let outputs = numbers(net.outputs(decoder.inputs(chunk.words)));
        ensure!(outputs.len() == part.len(), "the device gave {} outputs", outputs.len());
        for ((&output, &target), sample) in outputs.iter().zip(&chunk.targets).zip(part) {
            sums.loss += f64::from(output - target).powi(2);
            sums.result_loss += f64::from(output - f32::from(sample.result)).powi(2);
            if sample.result != 0 {
                decisive += 1;
                right += u64::from((output > 0.0) == (sample.result > 0));
            }
        }
    }
    let count = samples.len().max(1) as f64;
    sums.loss /= count;
    sums.result_loss /= count;
    sums.accuracy = right as f64 / decisive.max(1) as f64;
    Ok(sums)
}
