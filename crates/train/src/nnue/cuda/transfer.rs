//! Batches on their way to the device.

use std::sync::Arc;

use anyhow::{Result, ensure};
use cudarc::driver::CudaStream;

use super::Batch;
use crate::cuda::{Gpu, Lane, Turns};

/// A batch on the device, and on its way there.
pub(super) struct Transfer {
    stream: Arc<CudaStream>,
    slots: usize,
    turns: Turns,
    pub(super) features: Lane<u16>,
    pub(super) counts: Lane<u8>,
    pub(super) buckets: Lane<u8>,
    pub(super) targets: Lane<f32>,
    pub(super) order: Lane<u32>,
    /// How many there are in `order` of the last batch.
    pub(super) places: usize,
}

impl Transfer {
    /// Room for batches of this size.
    pub(super) fn new(gpu: &Gpu, slots: usize, batch: usize) -> Result<Transfer> {
        Ok(Transfer {
            stream: gpu.stream.clone(),
            slots,
            turns: Turns::new(gpu)?,
            features: Lane::new(gpu, batch * 2 * slots)?,
            counts: Lane::new(gpu, batch)?,
            buckets: Lane::new(gpu, batch)?,
            targets: Lane::new(gpu, batch)?,
            order: Lane::new(gpu, 1)?,
            places: 0,
        })
    }

    /// Sends a batch, in the order of the stream's work.
    pub(super) fn send(&mut self, batch: &Batch) -> Result<()> {
        let count = batch.len();
        ensure!(
            batch.features.len() == count * 2 * self.slots
                && batch.counts.len() == count
                && batch.outputs.len() == count,
            "a batch of another shape"
        );
        let turn = self.turns.next()?;
        self.features.send(&batch.features, turn)?;
        self.counts.send(&batch.counts, turn)?;
        self.buckets.send(&batch.outputs, turn)?;
        self.targets.send(&batch.targets, turn)?;
        self.places = batch.order.len();
        if self.places > 0 {
            self.order.send(&batch.order, turn)?;
        }
        self.turns.end(&self.stream)
    }
}
