//! How good a net is.

use std::ops::ControlFlow;

use anyhow::{Result, ensure};

use super::backend::Backend;
use super::batch::BatchPlan;
use super::packed_sample::PackedSample;
use super::permutation::Permutation;
use super::shape::NetShape;

/// Positions that are judged at once.
const BATCH: usize = 16_384;

/// How good a net is on some samples.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub(crate) struct Metrics {
    /// Mean squared error against the targets.
    pub(crate) loss: f64,
    /// The share of positions of decisive games whose winner the sign names.
    pub(crate) accuracy: f64,
}

impl Metrics {
    /// Measures the net of a backend.
    pub(crate) fn new(
        backend: &mut dyn Backend,
        shape: &NetShape,
        samples: &[PackedSample],
        result_share: f64,
        threads: usize,
    ) -> Result<Metrics> {
        let plan = BatchPlan {
            samples,
            order: Permutation::identity(u32::try_from(samples.len())?),
            size: BATCH,
            shape,
            result_share: &|_| result_share,
        };
        let mut results = samples.iter().map(|sample| sample.half_points);
        let (mut error, mut decisive, mut right) = (0.0, 0u64, 0u64);
        plan.each(0..plan.len(), threads, |batch| {
            let outputs = backend.outputs(&batch)?;
            ensure!(outputs.len() == batch.len(), "the device gave {} outputs", outputs.len());
            for ((output, target), result) in outputs.iter().zip(&batch.targets).zip(&mut results) {
                let expected = 1.0 / (1.0 + f64::from(-output).exp());
                error += (expected - f64::from(*target)).powi(2);
                if result != 1 {
                    decisive += 1;
                    right += u64::from((*output > 0.0) == (result == 2));
                }
            }
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(Metrics {
            loss: error / samples.len().max(1) as f64,
            accuracy: right as f64 / decisive.max(1) as f64,
        })
    }
}
