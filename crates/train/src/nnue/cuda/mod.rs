//! Training on an NVIDIA GPU: kernels of our own, compiled at run time by NVRTC.
//!
//! burn, with which the MLP is trained, has no sparse gather and scatter-add, and
//! as a dense product the first layer would cost twenty times as much. The net
//! stays on the device; of a batch only feature indices and targets travel.

// Allocating without writing and launching kernels are unsafe.
#![allow(unsafe_code)]

mod compiler;
mod transfer;

use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use cudarc::driver::{CudaContext, CudaSlice, CudaStream, CudaView, LaunchConfig, PushKernelArg};

use super::backend::{Backend, EPSILON, MEAN_DECAY, NetState, SQUARE_DECAY, Update};
use super::batch::Batch;
use super::shape::{CLIP, NetShape};
use compiler::Kernels;
use transfer::Transfer;

/// Threads of a block that works on one position's output.
const OUTPUT_THREADS: u32 = 128;
/// Threads of a block that works on parameters.
const PARAMETER_THREADS: u32 = 256;

/// A net and its optimiser on a GPU.
pub(crate) struct Cuda {
    shape: NetShape,
    name: String,
    stream: Arc<CudaStream>,
    kernels: Kernels,
    transfer: Transfer,
    parameters: CudaSlice<f32>,
    mean: CudaSlice<f32>,
    square: CudaSlice<f32>,
    /// Zero but between a backward pass and the step that uses it.
    gradient: CudaSlice<f32>,
    sums: CudaSlice<f32>,
    outputs: CudaSlice<f32>,
    error: CudaSlice<f64>,
}

impl Cuda {
    /// A net of this shape on the first GPU, for batches of about this size.
    pub(crate) fn new(shape: &NetShape, batch: usize) -> Result<Cuda> {
        compiler::libraries_are_there()?;
        let context = CudaContext::new(0).context("the first GPU cannot be used")?;
        let (major, minor) = context.compute_capability()?;
        let memory = context.total_mem()? as f64 / (1u64 << 30) as f64;
        let name = format!("{}, sm_{major}{minor}, {memory:.0} GiB", context.name()?);
        println!("GPU: {name}; compiling kernels");
        let kernels = Kernels::compile(&context, major, minor)?;
        let stream = context.default_stream();
        let length = shape.len();
        ensure!(i32::try_from(length).is_ok(), "{length} parameters are too many for the kernels");
        let zeros = |count: usize| stream.alloc_zeros::<f32>(count);
        Ok(Cuda {
            shape: shape.clone(),
            name,
            transfer: Transfer::new(&context, &stream, shape.slots(), batch)?,
            kernels,
            parameters: zeros(length)?,
            mean: zeros(length)?,
            square: zeros(length)?,
            gradient: zeros(length)?,
            sums: zeros(batch * 2 * shape.hidden())?,
            outputs: zeros(batch)?,
            error: stream.alloc_zeros(1)?,
            stream,
        })
    }

    /// Sends a batch and computes its sums and outputs. Returns its size.
    fn forward(&mut self, batch: &Batch) -> Result<u32> {
        let count = batch.len();
        let hidden = self.shape.hidden();
        if self.outputs.len() < count {
            self.sums = self.stream.alloc_zeros(count * 2 * hidden)?;
            self.outputs = self.stream.alloc_zeros(count)?;
        }
        self.transfer.send(&self.stream, batch)?;
        let (hidden, slots, rows) = self.numbers();
        let count = u32::try_from(count)?;
        let config = self.views(count);
        let mut launch = self.stream.launch_builder(&self.kernels.first_layer_forward);
        launch.arg(&self.parameters).arg(&self.transfer.features).arg(&self.transfer.counts);
        launch.arg(&mut self.sums).arg(&hidden).arg(&slots).arg(&rows);
        // SAFETY: the arguments are those of the kernel; a view has `slots` features,
        // of which `counts` are below `rows`, and `sums` has room for 2·count·hidden.
        unsafe { launch.launch(config) }.context("first_layer_forward")?;

        let (weights, bias) = output_layer(&self.shape, &self.parameters);
        let mut launch = self.stream.launch_builder(&self.kernels.output_layer_forward);
        launch.arg(&weights).arg(&bias).arg(&self.sums).arg(&self.transfer.buckets);
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
        let (hidden, slots, rows) = self.numbers();
        let (weights, _) = output_layer(&self.shape, &self.parameters);
        let (_, mut output_gradient) = self.gradient.split_at_mut(self.shape.output_weights());
        let weight_count = self.shape.output_bias() - self.shape.output_weights();
        let (mut weight_gradient, mut bias_gradient) = output_gradient.split_at_mut(weight_count);
        let mut launch = self.stream.launch_builder(&self.kernels.output_layer_backward);
        launch.arg(&weights).arg(&self.outputs).arg(&self.transfer.targets);
        launch.arg(&self.transfer.buckets).arg(&mut self.sums);
        launch.arg(&mut weight_gradient).arg(&mut bias_gradient).arg(&mut self.error);
        launch.arg(&batch.weight).arg(&hidden);
        // SAFETY: the arguments are those of the kernel; every array has `count`
        // entries, or B·2N and B for the gradients.
        unsafe { launch.launch(positions(count)) }.context("output_layer_backward")?;

        let config = self.views(count);
        let mut launch = self.stream.launch_builder(&self.kernels.first_layer_backward);
        launch.arg(&self.sums).arg(&self.transfer.features).arg(&self.transfer.counts);
        launch.arg(&mut self.gradient).arg(&hidden).arg(&slots).arg(&rows);
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
        self.name.clone()
    }

    fn set_state(&mut self, state: &NetState) -> Result<()> {
        for (values, place) in [
            (&state.parameters, &mut self.parameters),
            (&state.mean, &mut self.mean),
            (&state.square, &mut self.square),
        ] {
            ensure!(values.len() == place.len(), "a net of another shape");
            self.stream.memcpy_htod(values, place)?;
        }
        self.stream.memset_zeros(&mut self.gradient)?;
        self.stream.memset_zeros(&mut self.error)?;
        Ok(self.stream.synchronize()?)
    }

    fn state(&mut self) -> Result<NetState> {
        let state = NetState {
            parameters: self.stream.clone_dtoh(&self.parameters)?,
            mean: self.stream.clone_dtoh(&self.mean)?,
            square: self.stream.clone_dtoh(&self.square)?,
        };
        self.stream.synchronize()?;
        Ok(state)
    }

    fn outputs(&mut self, batch: &Batch) -> Result<Vec<f32>> {
        let count = self.forward(batch)?;
        let outputs = self.stream.clone_dtoh(&self.outputs.slice(..count as usize))?;
        self.stream.synchronize()?;
        Ok(outputs)
    }

    fn gradient(&mut self, batch: &Batch) -> Result<Vec<f32>> {
        self.backpropagate(batch)?;
        let gradient = self.stream.clone_dtoh(&self.gradient)?;
        // Steps expect zeros, and count errors of their own.
        self.stream.memset_zeros(&mut self.gradient)?;
        self.stream.memset_zeros(&mut self.error)?;
        self.stream.synchronize()?;
        Ok(gradient)
    }

    fn step(&mut self, batch: &Batch, update: Update) -> Result<()> {
        self.backpropagate(batch)?;
        let length = self.shape.len() as i32;
        let first_layer = self.shape.output_weights() as i32;
        let clip = self.shape.feature_clip();
        let config = LaunchConfig {
            grid_dim: ((length as u32).div_ceil(PARAMETER_THREADS), 1, 1),
            block_dim: (PARAMETER_THREADS, 1, 1),
            shared_mem_bytes: 0,
        };
        let Update { rate, weight_decay, mean_correction, square_correction } = update;
        let mut launch = self.stream.launch_builder(&self.kernels.adamw);
        launch.arg(&mut self.parameters).arg(&mut self.mean).arg(&mut self.square);
        launch.arg(&mut self.gradient).arg(&length).arg(&first_layer);
        launch.arg(&clip).arg(&CLIP).arg(&rate).arg(&weight_decay);
        launch.arg(&mean_correction).arg(&square_correction);
        launch.arg(&MEAN_DECAY).arg(&SQUARE_DECAY).arg(&EPSILON);
        // SAFETY: the arguments are those of the kernel; all four arrays have
        // `length` numbers.
        unsafe { launch.launch(config) }.context("adamw")?;
        Ok(())
    }

    fn take_error(&mut self) -> Result<f64> {
        let error = self.stream.clone_dtoh(&self.error)?;
        self.stream.memset_zeros(&mut self.error)?;
        self.stream.synchronize()?;
        error.first().copied().context("the device gave no error sum")
    }
}
