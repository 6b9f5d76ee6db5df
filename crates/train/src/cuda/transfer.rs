//! Batches on their way to the device.

use std::sync::Arc;

use anyhow::Result;
use cudarc::driver::{
    CudaContext, CudaEvent, CudaSlice, CudaStream, DeviceRepr, PinnedHostSlice, ValidAsZeroBits,
};

use super::Gpu;

/// Whose turn it is: every [`Lane`] has two places in page-locked memory, so that the
/// next batch can be laid ready before this one has travelled.
pub(crate) struct Turns {
    /// When what was laid into each place last has travelled.
    sent: [CudaEvent; 2],
    turn: usize,
}

impl Turns {
    pub(crate) fn new(gpu: &Gpu) -> Result<Turns> {
        let event = || gpu.context.new_event(None);
        Ok(Turns { sent: [event()?, event()?], turn: 0 })
    }

    /// The next turn, whose places are free when this returns.
    pub(crate) fn next(&mut self) -> Result<usize> {
        self.turn = 1 - self.turn;
        // The binding watches over page-locked memory only where there are several
        // streams.
        self.sent[self.turn].synchronize()?;
        Ok(self.turn)
    }

    /// All of this turn is given to the stream.
    pub(crate) fn end(&self, stream: &Arc<CudaStream>) -> Result<()> {
        Ok(self.sent[self.turn].record(stream)?)
    }
}

/// An array on the device, and the page-locked memory from which it is copied while
/// the processor does other things.
pub(crate) struct Lane<T> {
    context: Arc<CudaContext>,
    stream: Arc<CudaStream>,
    pub(crate) device: CudaSlice<T>,
    staging: [PinnedHostSlice<T>; 2],
}

impl<T: DeviceRepr + ValidAsZeroBits + Default + Copy> Lane<T> {
    /// Room for so many at first.
    pub(crate) fn new(gpu: &Gpu, room: usize) -> Result<Lane<T>> {
        Lane::with_room(gpu.context.clone(), gpu.stream.clone(), room)
    }

    fn with_room(context: Arc<CudaContext>, stream: Arc<CudaStream>, room: usize) -> Result<Self> {
        let room = room.max(1);
        Ok(Lane {
            device: stream.alloc_zeros(room)?,
            staging: [pinned(&context, room)?, pinned(&context, room)?],
            context,
            stream,
        })
    }

    /// Sends values in the order of the stream's work, by way of the place whose
    /// [turn](Turns::next) it is. What the device has behind them is older.
    pub(crate) fn send(&mut self, values: &[T], turn: usize) -> Result<()> {
        if values.len() > self.device.len() {
            let room = values.len() + values.len() / 8;
            *self = Lane::with_room(self.context.clone(), self.stream.clone(), room)?;
        }
        let place = &mut self.staging[turn].as_mut_slice()?[..values.len()];
        place.copy_from_slice(values);
        // Only the part that is used: as a slice, of which the binding does not know
        // that it is page-locked, but the driver does.
        Ok(self.stream.memcpy_htod(&*place, &mut self.device)?)
    }
}

impl<T> Drop for Lane<T> {
    fn drop(&mut self) {
        // What is on its way has to arrive before its memory is given back. An error
        // here is one of the device, which the next call tells.
        self.stream.synchronize().ok();
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
