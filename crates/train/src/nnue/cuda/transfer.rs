//! Batches on their way to the device.

use std::sync::Arc;

use anyhow::{Result, ensure};
use cudarc::driver::{
    CudaContext, CudaEvent, CudaSlice, CudaStream, DeviceRepr, PinnedHostSlice, ValidAsZeroBits,
};

use super::Batch;

/// A batch on the device, and the page-locked memory from which it is copied
/// while the processor does other things. There are two of those, so that the
/// next batch can be laid ready before this one has travelled.
pub(super) struct Transfer {
    context: Arc<CudaContext>,
    slots: usize,
    pub(super) features: CudaSlice<u16>,
    pub(super) counts: CudaSlice<u8>,
    pub(super) buckets: CudaSlice<u8>,
    pub(super) targets: CudaSlice<f32>,
    staging: [Staging; 2],
    turn: usize,
}

struct Staging {
    features: PinnedHostSlice<u16>,
    counts: PinnedHostSlice<u8>,
    buckets: PinnedHostSlice<u8>,
    targets: PinnedHostSlice<f32>,
    /// When what was here last has travelled.
    sent: CudaEvent,
}

impl Staging {
    fn new(context: &Arc<CudaContext>, slots: usize, batch: usize) -> Result<Staging> {
        Ok(Staging {
            features: pinned(context, batch * 2 * slots)?,
            counts: pinned(context, batch)?,
            buckets: pinned(context, batch)?,
            targets: pinned(context, batch)?,
            sent: context.new_event(None)?,
        })
    }
}

/// Page-locked memory.
fn pinned<T: DeviceRepr + ValidAsZeroBits + Default>(
    context: &Arc<CudaContext>,
    count: usize,
) -> Result<PinnedHostSlice<T>> {
    // SAFETY: it is written before anybody reads it, here.
    let mut slice = unsafe { context.alloc_pinned::<T>(count) }?;
    slice.as_mut_slice()?.fill_with(T::default);
    Ok(slice)
}

impl Transfer {
    /// Room for batches of this size.
    pub(super) fn new(
        context: &Arc<CudaContext>,
        stream: &Arc<CudaStream>,
        slots: usize,
        batch: usize,
    ) -> Result<Transfer> {
        Ok(Transfer {
            context: context.clone(),
            slots,
            features: stream.alloc_zeros(batch * 2 * slots)?,
            counts: stream.alloc_zeros(batch)?,
            buckets: stream.alloc_zeros(batch)?,
            targets: stream.alloc_zeros(batch)?,
            staging: [Staging::new(context, slots, batch)?, Staging::new(context, slots, batch)?],
            turn: 0,
        })
    }

    /// Sends a batch, in the order of the stream's work.
    pub(super) fn send(&mut self, stream: &Arc<CudaStream>, batch: &Batch) -> Result<()> {
        let count = batch.len();
        ensure!(
            batch.features.len() == count * 2 * self.slots
                && batch.counts.len() == count
                && batch.outputs.len() == count,
            "a batch of another shape"
        );
        if count > self.targets.len() {
            *self = Transfer::new(&self.context, stream, self.slots, count)?;
        }
        self.turn = 1 - self.turn;
        let staging = &mut self.staging[self.turn];
        // The binding watches over this memory only where there are several streams.
        staging.sent.synchronize()?;
        copy(stream, &batch.features, &mut staging.features, &mut self.features)?;
        copy(stream, &batch.counts, &mut staging.counts, &mut self.counts)?;
        copy(stream, &batch.outputs, &mut staging.buckets, &mut self.buckets)?;
        copy(stream, &batch.targets, &mut staging.targets, &mut self.targets)?;
        Ok(staging.sent.record(stream)?)
    }
}

/// Copies by way of page-locked memory, which must be free again. All of it travels,
/// since the binding knows no part of page-locked memory: what is behind a short
/// batch is never looked at.
fn copy<T: DeviceRepr + ValidAsZeroBits + Copy>(
    stream: &Arc<CudaStream>,
    values: &[T],
    staging: &mut PinnedHostSlice<T>,
    device: &mut CudaSlice<T>,
) -> Result<()> {
    let place = staging.as_mut_slice()?;
    place[..values.len()].copy_from_slice(values);
    Ok(stream.memcpy_htod(staging, device)?)
}
