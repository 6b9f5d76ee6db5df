//! The layers behind the accumulators on the device.

use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use cudarc::driver::{CudaFunction, CudaSlice, CudaStream, LaunchConfig, PushKernelArg};
use nets::nnue::DeepSizes;

use super::transfer::Transfer;
use crate::cuda::Gpu;
use crate::nnue::batch::TILE;
use crate::nnue::deep_places::DeepPlaces;
use crate::nnue::shape::NetShape;

const KERNELS: &str = include_str!("deep.cu");

/// Warps of a block, each with a position, and positions of a block on the way back. The
/// kernels have the same numbers.
const WARPS: usize = 8;
const PART: usize = 32;

/// Inputs of a block on the way back through the second layer; they divide the hidden
/// units.
const INPUTS: usize = 64;

const _: () = assert!(TILE.is_multiple_of(PART) && TILE.is_multiple_of(WARPS));

/// The kernels for more layers of a shape, with its sizes before them; nothing for a
/// shape without.
pub(super) fn source(shape: &NetShape) -> String {
    let Some((places, DeepSizes { second, third })) = shape.deep().zip(shape.layers()) else {
        return String::new();
    };
    let numbers = [
        ("HIDDEN", shape.hidden()),
        ("SECOND", second),
        ("THIRD", third),
        ("TILE", TILE),
        ("SECOND_BIAS", places.second_bias.start),
        ("THIRD_WEIGHTS", places.third_weights.start),
        ("THIRD_BIAS", places.third_bias.start),
        ("LAST_WEIGHTS", places.last_weights.start),
        ("LAST_BIAS", places.last_bias.start),
    ];
    let define = |(name, number): (&str, usize)| format!("#define {name} {number}\n");
    numbers.map(define).concat() + KERNELS
}

/// The kernels and what they leave for each other.
pub(super) struct Deep {
    stream: Arc<CudaStream>,
    forward: CudaFunction,
    backward: CudaFunction,
    second_backward: CudaFunction,
    sizes: DeepSizes,
    hidden: usize,
    /// Where the parameters begin among those of the net.
    start: usize,
    places: DeepPlaces,
    /// \[position\]\[L\] and \[position\]\[M\].
    second: CudaSlice<f32>,
    third: CudaSlice<f32>,
}

impl Deep {
    /// Ready for batches of about this size, if the shape has more layers.
    pub(super) fn new(gpu: &Gpu, shape: &NetShape, batch: usize) -> Result<Option<Deep>> {
        let Some((places, sizes)) = shape.deep().zip(shape.layers()) else { return Ok(None) };
        let function = |name: &str| gpu.module.load_function(name).with_context(|| name.to_owned());
        Ok(Some(Deep {
            stream: gpu.stream.clone(),
            forward: function("deep_forward")?,
            backward: function("deep_backward")?,
            second_backward: function("second_layer_backward")?,
            sizes,
            hidden: shape.hidden(),
            start: shape.output_weights(),
            places,
            second: gpu.stream.alloc_zeros(batch * sizes.second)?,
            third: gpu.stream.alloc_zeros(batch * sizes.third)?,
        }))
    }

    /// From the sums of the first layer to the outputs of the batch that was sent.
    pub(super) fn forward(
        &mut self,
        parameters: &CudaSlice<f32>,
        transfer: &Transfer,
        sums: &CudaSlice<f32>,
        outputs: &mut CudaSlice<f32>,
    ) -> Result<()> {
        let DeepSizes { second, third } = self.sizes;
        let count = outputs.len();
        if self.second.len() < count * second {
            self.second = self.stream.alloc_zeros(count * second)?;
            self.third = self.stream.alloc_zeros(count * third)?;
        }
        ensure!(
            transfer.places > 0 && transfer.places.is_multiple_of(TILE),
            "a batch without tiles"
        );
        let parameters = parameters.slice(self.start..self.start + self.places.len());
        let mut launch = self.stream.launch_builder(&self.forward);
        launch.arg(&parameters).arg(sums);
        launch.arg(&transfer.order.device).arg(&transfer.buckets.device);
        launch.arg(&mut self.second).arg(&mut self.third).arg(outputs);
        let config = blocks(transfer.places / WARPS, 1, 32 * WARPS);
        // SAFETY: the arguments are those of the kernel, which was compiled for this
        // shape. The blocks have as many warps as there are places in `order`, whose
        // positions are below `count`, as are the buckets below B.
        unsafe { launch.launch(config) }.context("deep_forward")?;
        Ok(())
    }

    /// From the outputs to the gradients: adds to those of these layers, replaces the
    /// sums of the first layer by their gradients, and adds to the error.
    #[expect(clippy::too_many_arguments, reason = "they are those of the kernels")]
    pub(super) fn backward(
        &mut self,
        parameters: &CudaSlice<f32>,
        transfer: &Transfer,
        outputs: &CudaSlice<f32>,
        sums: &mut CudaSlice<f32>,
        gradient: &mut CudaSlice<f32>,
        error: &mut CudaSlice<f64>,
        weight: f32,
    ) -> Result<()> {
        let range = self.start..self.start + self.places.len();
        let parameters = parameters.slice(range.clone());
        let mut gradient = gradient.slice_mut(range);
        let mut launch = self.stream.launch_builder(&self.backward);
        launch.arg(&parameters).arg(outputs).arg(&transfer.targets.device);
        launch.arg(&transfer.order.device).arg(&transfer.buckets.device);
        launch.arg(&self.third).arg(&mut self.second).arg(&mut gradient);
        launch.arg(&mut *error).arg(&weight);
        let config = blocks(transfer.places / PART, 1, 32 * WARPS);
        // SAFETY: the arguments are those of the kernel; blocks take all of `order`, of
        // which the way forward has left sums in `second` and `third`. The gradient has
        // a place for each parameter.
        unsafe { launch.launch(config) }.context("deep_backward")?;

        let mut launch = self.stream.launch_builder(&self.second_backward);
        launch.arg(&parameters).arg(&self.second);
        launch.arg(&transfer.order.device).arg(&transfer.buckets.device);
        launch.arg(sums).arg(&mut gradient);
        let config = blocks(transfer.places / TILE, self.hidden / INPUTS, INPUTS);
        // SAFETY: as above; a tile never begins with nobody, and every input of the
        // second layer has a thread.
        unsafe { launch.launch(config) }.context("second_layer_backward")?;
        Ok(())
    }
}

/// So many blocks of so many threads. Batches and shapes are bounded far below what u32
/// holds.
fn blocks(count: usize, rows: usize, threads: usize) -> LaunchConfig {
    LaunchConfig {
        grid_dim: (count as u32, rows as u32, 1),
        block_dim: (threads as u32, 1, 1),
        shared_mem_bytes: 0,
    }
}
