//! Training on an NVIDIA GPU: kernels of our own, compiled at run time by NVRTC.
//!
//! As a dense product the first layer would cost twenty times as much. The net stays
//! on the device; of a batch only feature indices and targets travel.

// Launching kernels is unsafe.
#![allow(unsafe_code)]

mod deep;
mod transfer;

use anyhow::{Context, Result};
use cudarc::driver::{CudaFunction, CudaSlice, CudaView, LaunchConfig, PushKernelArg};

use super::backend::{Backend, NetState, Update};
use super::batch::Batch;
use super::shape::{CLIP, NetShape, WIDE_CLIP};
use crate::cuda::{Clips, DeviceState, Gpu};
use deep::Deep;
use transfer::Transfer;

/// The kernels of all shapes.
const KERNELS: &str = include_str!("kernels.cu");

/// The kernels of a shape; `cuda/shared.cu` comes before them.
pub(crate) fn source(shape: &NetShape) -> String {
    format!("{KERNELS}\n{}", deep::source(shape))
}

/// Threads of a block that works on one position's output.
const OUTPUT_THREADS: u32 = 128;

/// A net and its optimiser on a GPU.
pub(crate) struct Cuda {
    shape: NetShape,
    gpu: Gpu,
    kernels: Kernels,
    transfer: Transfer,
    state: DeviceState,
    /// Of a net with more layers.
    deep: Option<Deep>,
    sums: CudaSlice<f32>,
    outputs: CudaSlice<f32>,
    error: CudaSlice<f64>,
}

/// The kernels, ready to be launched.
struct Kernels {
    first_layer_forward: CudaFunction,
    output_layer_forward: CudaFunction,
    output_layer_backward: CudaFunction,
    first_layer_backward: CudaFunction,
}

impl Kernels {
    fn new(gpu: &Gpu) -> Result<Kernels> {
        let function = |name: &str| gpu.module.load_function(name).with_context(|| name.to_owned());
        Ok(Kernels {
            first_layer_forward: function("first_layer_forward")?,
            output_layer_forward: function("output_layer_forward")?,
            output_layer_backward: function("output_layer_backward")?,
            first_layer_backward: function("first_layer_backward")?,
        })
    }
}

impl Cuda {
    /// A net of this shape on the first GPU, for batches of about this size.
    pub(crate) fn new(shape: &NetShape, batch: usize) -> Result<Cuda> {
        let gpu = Gpu::new(&source(shape))?;
        Ok(Cuda {
            shape: shape.clone(),
            kernels: Kernels::new(&gpu)?,
            transfer: Transfer::new(&gpu, shape.slots(), batch)?,
            state: DeviceState::new(&gpu, shape.len())?,
            deep: Deep::new(&gpu, shape, batch)?,
            sums: gpu.stream.alloc_zeros(batch * 2 * shape.hidden())?,
            outputs: gpu.stream.alloc_zeros(batch)?,
            error: gpu.stream.alloc_zeros(1)?,
            gpu,
        })
    }

    /// Sends a batch and computes its sums and outputs. Returns its size.
    fn forward(&mut self, batch: &Batch) -> Result<u32> {
        let count = batch.len();
        let hidden = self.shape.hidden();
        if self.outputs.len() < count {
            self.sums = self.gpu.stream.alloc_zeros(count * 2 * hidden)?;
            self.outputs = self.gpu.stream.alloc_zeros(count)?;
        }
        self.transfer.send(batch)?;
        let (hidden, slots, rows) = self.numbers();
        let count = u32::try_from(count)?;
        let config = self.views(count);
        let mut launch = self.gpu.stream.launch_builder(&self.kernels.first_layer_forward);
        launch
            .arg(&self.state.parameters)
            .arg(&self.transfer.features.device)
            .arg(&self.transfer.counts.device);
        launch.arg(&mut self.sums).arg(&hidden).arg(&slots).arg(&rows);
        // SAFETY: the arguments are those of the kernel; a view has `slots` features,
        // of which `counts` are below `rows`, and `sums` has room for 2·count·hidden.
        unsafe { launch.launch(config) }.context("first_layer_forward")?;
        if let Some(deep) = &mut self.deep {
            let parameters = &self.state.parameters;
            deep.forward(parameters, &self.transfer, &self.sums, &mut self.outputs)?;
            return Ok(count);
        }
        let (weights, bias) = output_layer(&self.shape, &self.state.parameters);
        let mut launch = self.gpu.stream.launch_builder(&self.kernels.output_layer_forward);
        launch.arg(&weights).arg(&bias).arg(&self.sums).arg(&self.transfer.buckets.device);
        launch.arg(&mut self.outputs).arg(&hidden);
        // SAFETY: the arguments are those of the kernel; buckets are below B, and
        // `outputs` has room for `count`.
        unsafe { launch.launch(positions(count)) }.context("output_layer_forward")?;
        Ok(count)
    }

    /// Forward and backward: adds to the gradient, which was zero, and to the
    /// error.
    fn backpropagate(&mut self, batch: &Batch) -> Result<()> {
        let count = self.forward(batch)?;
        if let Some(deep) = &mut self.deep {
            deep.backward(
                &self.state.parameters,
                &self.transfer,
                &self.outputs,
                &mut self.sums,
                &mut self.state.gradient,
                &mut self.error,
                batch.weight,
            )?;
        } else {
            self.output_layer_backward(batch, count)?;
        }
        self.first_layer_backward(count)
    }

    /// From the outputs to the gradients of the output layer and of the sums.
    fn output_layer_backward(&mut self, batch: &Batch, count: u32) -> Result<()> {
        let (hidden, ..) = self.numbers();
        let (weights, _) = output_layer(&self.shape, &self.state.parameters);
        let (_, mut output_gradient) =
            self.state.gradient.split_at_mut(self.shape.output_weights());
        let weight_count = self.shape.output_bias() - self.shape.output_weights();
        let (mut weight_gradient, mut bias_gradient) = output_gradient.split_at_mut(weight_count);
        let mut launch = self.gpu.stream.launch_builder(&self.kernels.output_layer_backward);
        launch.arg(&weights).arg(&self.outputs).arg(&self.transfer.targets.device);
        launch.arg(&self.transfer.buckets.device).arg(&mut self.sums);
        launch.arg(&mut weight_gradient).arg(&mut bias_gradient).arg(&mut self.error);
        launch.arg(&batch.weight).arg(&hidden);
        // SAFETY: the arguments are those of the kernel; every array has `count`
        // entries, or B·2N and B for the gradients.
        unsafe { launch.launch(positions(count)) }.context("output_layer_backward")?;
        Ok(())
    }

    /// From the gradients of the sums to those of the rows.
    fn first_layer_backward(&mut self, count: u32) -> Result<()> {
        let (hidden, slots, rows) = self.numbers();
        let config = self.views(count);
        let mut launch = self.gpu.stream.launch_builder(&self.kernels.first_layer_backward);
        launch
            .arg(&self.sums)
            .arg(&self.transfer.features.device)
            .arg(&self.transfer.counts.device);
        launch.arg(&mut self.state.gradient).arg(&hidden).arg(&slots).arg(&rows);
        // SAFETY: as for the forward kernel; the gradient begins with (rows + 1)·hidden
        // numbers of the first layer.
        unsafe { launch.launch(config) }.context("first_layer_backward")?;
        Ok(())
    }

    /// N, slots and R as the kernels take them. [`Architecture::check`] and u16
    /// features bound them.
    ///
    /// [`Architecture::check`]: nets::nnue::Architecture::check
    fn numbers(&self) -> (i32, i32, i32) {
        (self.shape.hidden() as i32, self.shape.slots() as i32, self.shape.rows() as i32)
    }

    /// A block for each view, a thread for four hidden units.
    fn views(&self, count: u32) -> LaunchConfig {
        LaunchConfig {
            grid_dim: (2 * count, 1, 1),
            block_dim: (self.shape.hidden() as u32 / 4, 1, 1),
            shared_mem_bytes: 0,
        }
    }
}

/// A block for each position.
fn positions(count: u32) -> LaunchConfig {
    LaunchConfig { grid_dim: (count, 1, 1), block_dim: (OUTPUT_THREADS, 1, 1), shared_mem_bytes: 0 }
}

/// The weights and the biases of the outputs.
fn output_layer<'a>(
    shape: &NetShape,
    parameters: &'a CudaSlice<f32>,
) -> (CudaView<'a, f32>, CudaView<'a, f32>) {
    (
        parameters.slice(shape.output_weights()..shape.output_bias()),
        parameters.slice(shape.output_bias()..shape.len()),
    )
}

impl Backend for Cuda {
    fn device(&self) -> String {
        self.gpu.name.clone()
    }

    fn set_state(&mut self, state: &NetState) -> Result<()> {
        self.state.set(state)?;
        Ok(self.gpu.stream.memset_zeros(&mut self.error)?)
    }

    fn state(&mut self) -> Result<NetState> {
        self.state.get()
    }

    fn outputs(&mut self, batch: &Batch) -> Result<Vec<f32>> {
        let count = self.forward(batch)?;
        let outputs = self.gpu.stream.clone_dtoh(&self.outputs.slice(..count as usize))?;
        self.gpu.stream.synchronize()?;
        Ok(outputs)
    }

    fn gradient(&mut self, batch: &Batch) -> Result<Vec<f32>> {
        self.backpropagate(batch)?;
        // Steps count errors of their own.
        self.gpu.stream.memset_zeros(&mut self.error)?;
        self.state.take_gradient()
    }

    fn step(&mut self, batch: &Batch, update: Update) -> Result<()> {
        self.backpropagate(batch)?;
        let (first_layer, clipped) = (self.shape.output_weights(), self.shape.clipped());
        let first = self.shape.feature_clip();
        let clips = Clips { first_layer, first, clipped, output: CLIP, rest: WIDE_CLIP };
        self.state.step(update, clips)
    }

    fn take_error(&mut self) -> Result<f64> {
        let error = self.gpu.stream.clone_dtoh(&self.error)?;
        self.gpu.stream.memset_zeros(&mut self.error)?;
        self.gpu.stream.synchronize()?;
        error.first().copied().context("the device gave no error sum")
    }
}
