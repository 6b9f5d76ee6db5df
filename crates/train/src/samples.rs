//! Positions as the tuner sees them: coefficients and a target.

use std::thread;

use anyhow::{Context, Result};
use chess::Position;
use eval::{Blend, Coefficient, Coefficients};

use crate::labels::Label;

/// Many positions, their coefficients in one long row.
#[derive(Debug, Default)]
pub(crate) struct Samples {
    coefficients: Vec<Coefficient>,
    samples: Vec<Sample>,
}

#[derive(Copy, Clone, Debug)]
struct Sample {
    start: usize,
    linear: u16,
    danger: [u16; 2],
    phase: u8,
    scale: [u8; 2],
    target: f32,
}

/// One position.
#[derive(Copy, Clone, Debug)]
pub(crate) struct SampleRef<'a> {
    pub(crate) linear: &'a [Coefficient],
    pub(crate) danger: [&'a [Coefficient]; 2],
    pub(crate) blend: Blend,
    /// The expected score of White.
    pub(crate) target: f64,
}

impl Samples {
    /// The samples of `labels`, made by `threads` threads. Positions whose
    /// value does not depend on the weights are left out.
    pub(crate) fn new(
        labels: &[Label],
        threads: usize,
        target: impl Fn(&Label) -> f64 + Sync,
    ) -> Result<Samples> {
        let chunk = labels.len().div_ceil(threads).max(1);
        let parts: Vec<Result<Samples>> = thread::scope(|scope| {
            let workers: Vec<_> = labels
                .chunks(chunk)
                .map(|labels| {
                    let target = &target;
                    scope.spawn(move || {
                        let mut samples = Samples::default();
                        for label in labels {
                            samples.add(label, target(label))?;
                        }
                        Ok(samples)
                    })
                })
                .collect();
            workers
                .into_iter()
                .map(|worker| {
                    worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                })
                .collect()
        });
        let mut all = Samples::default();
        for part in parts {
            all.append(part?);
        }
        Ok(all)
    }

    fn add(&mut self, label: &Label, target: f64) -> Result<()> {
        let position = Position::from_fen_tolerant(&label.fen)
            .with_context(|| format!("position '{}'", label.fen))?;
        let Coefficients { linear, danger, blend } = Coefficients::new(&position);
        if blend.drawn || blend.mop_up != 0 {
            return Ok(());
        }
        self.samples.push(Sample {
            start: self.coefficients.len(),
            linear: linear.len() as u16,
            danger: [danger[0].len() as u16, danger[1].len() as u16],
            phase: blend.phase as u8,
            scale: blend.scale.map(|scale| scale as u8),
            target: target as f32,
        });
        self.coefficients.extend(linear.into_iter().chain(danger.into_iter().flatten()));
        Ok(())
    }

    fn append(&mut self, mut other: Samples) {
        for sample in &mut other.samples {
            sample.start += self.coefficients.len();
        }
        self.coefficients.append(&mut other.coefficients);
        self.samples.append(&mut other.samples);
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.samples.len()
    }

    /// How many coefficients a position has on average.
    pub(crate) fn coefficients_each(&self) -> f64 {
        self.coefficients.len() as f64 / self.samples.len().max(1) as f64
    }

    /// One of them.
    pub(crate) fn get(&self, index: usize) -> SampleRef<'_> {
        let sample = self.samples[index];
        let rest = &self.coefficients[sample.start..];
        let (linear, rest) = rest.split_at(sample.linear.into());
        let (white, rest) = rest.split_at(sample.danger[0].into());
        let (black, _) = rest.split_at(sample.danger[1].into());
        SampleRef {
            linear,
            danger: [white, black],
            blend: Blend {
                phase: sample.phase.into(),
                scale: sample.scale.map(i32::from),
                ..Blend::default()
            },
            target: sample.target.into(),
        }
    }
}
