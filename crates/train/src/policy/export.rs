//! From floats to the net that plays, and how much that changes.

use anyhow::Result;
use nets::nnue::{INPUT_UNIT, Parameters, Provenance};
use nets::policy::{OUTPUTS, PolicyNetwork};

use super::cpu::Cpu;
use super::move_sample::MoveSample;
use super::shape::PolicyShape;
use crate::nnue::export::{quantise_behind, shorts};

/// Logits may differ by so much on average: a prior changes by a few hundredths of
/// itself.
const MEAN_BOUND: f64 = 0.05;

/// The favourite may be another in so many positions.
const SHARE_BOUND: f64 = 0.05;

/// The weights in whole numbers.
pub(crate) fn quantise(shape: PolicyShape, parameters: &[f32]) -> Parameters {
    let (features, rest) = parameters.split_at(shape.bias());
    quantise_behind(shorts(features, INPUT_UNIT), rest, shape.hidden, OUTPUTS)
}

/// How far the quantised net is from the floats.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub(crate) struct Agreement {
    pub(crate) positions: usize,
    /// The mean difference of logits, each less the mean of its position.
    pub(crate) mean: f64,
    pub(crate) largest: f64,
    /// Positions with another favourite.
    pub(crate) other_favourites: usize,
}

impl Agreement {
    /// Compares a net with the floats on some samples.
    pub(crate) fn new(network: &PolicyNetwork, cpu: &Cpu, samples: &[MoveSample]) -> Agreement {
        let mut agreement = Agreement { positions: samples.len(), ..Agreement::default() };
        let mut moves = 0;
        for sample in samples {
            let (features, outputs) = sample.parts();
            let floats = cpu.logits_of(sample);
            let mut whole = Vec::with_capacity(floats.len());
            let numbers = outputs.iter().map(|&output| usize::from(output));
            network.outputs(features, numbers, |logit| whole.push(logit));
            let centre = |logits: &[f32]| logits.iter().sum::<f32>() / logits.len() as f32;
            let shift = centre(&whole) - centre(&floats);
            for (float, whole) in floats.iter().zip(&whole) {
                let difference = f64::from((whole - shift - float).abs());
                agreement.mean += difference;
                agreement.largest = agreement.largest.max(difference);
            }
            moves += floats.len();
            let favourite =
                |logits: &[f32]| (0..logits.len()).max_by(|&a, &b| logits[a].total_cmp(&logits[b]));
            agreement.other_favourites += usize::from(favourite(&floats) != favourite(&whole));
        }
        agreement.mean /= f64::from(u32::try_from(moves.max(1)).unwrap_or(u32::MAX));
        agreement
    }

    /// Is it good enough?
    pub(crate) fn holds(&self) -> bool {
        let most = SHARE_BOUND * self.positions as f64;
        self.mean <= MEAN_BOUND && self.other_favourites as f64 <= most
    }
}

impl std::fmt::Display for Agreement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Agreement { positions, mean, largest, other_favourites } = self;
        write!(
            f,
            "logits differ by {mean:.4} on average and {largest:.3} at most, \
             {other_favourites} of {positions} favourites are others: {}",
            if self.holds() { "kept" } else { "BROKEN" }
        )
    }
}

/// The net of these weights.
pub(crate) fn network(
    shape: PolicyShape,
    parameters: &[f32],
    provenance: Provenance,
) -> Result<PolicyNetwork> {
    Ok(PolicyNetwork::new(&quantise(shape, parameters), provenance)?)
}
