//! A net and its optimiser on the device.

use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use cudarc::driver::{CudaFunction, CudaSlice, CudaStream, LaunchConfig, PushKernelArg};

use super::Gpu;
use crate::nnue::backend::{EPSILON, MEAN_DECAY, NetState, SQUARE_DECAY, Update};

/// Threads of a block that works on parameters.
const THREADS: u32 = 256;

/// The bounds of parameters after a step: of those before number `first_layer`, of those
/// before number `clipped`, and of the rest.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(crate) struct Clips {
    pub(crate) first_layer: usize,
    pub(crate) first: f32,
    pub(crate) clipped: usize,
    pub(crate) output: f32,
    pub(crate) rest: f32,
}

/// Parameters, the means of AdamW and the gradient.
pub(crate) struct DeviceState {
    stream: Arc<CudaStream>,
    adamw: CudaFunction,
    pub(crate) parameters: CudaSlice<f32>,
    mean: CudaSlice<f32>,
    square: CudaSlice<f32>,
    /// Zero but between a backward pass and the step that uses it.
    pub(crate) gradient: CudaSlice<f32>,
}

impl DeviceState {
    /// Zeros.
    pub(crate) fn new(gpu: &Gpu, length: usize) -> Result<DeviceState> {
        ensure!(i32::try_from(length).is_ok(), "{length} parameters are too many for the kernels");
        let zeros = || gpu.stream.alloc_zeros::<f32>(length);
        Ok(DeviceState {
            stream: gpu.stream.clone(),
            adamw: gpu.module.load_function("adamw").context("adamw")?,
            parameters: zeros()?,
            mean: zeros()?,
            square: zeros()?,
            gradient: zeros()?,
        })
    }

    /// Replaces the net.
    pub(crate) fn set(&mut self, state: &NetState) -> Result<()> {
        for (values, place) in [
            (&state.parameters, &mut self.parameters),
            (&state.mean, &mut self.mean),
            (&state.square, &mut self.square),
        ] {
            ensure!(values.len() == place.len(), "a net of another shape");
            self.stream.memcpy_htod(values, place)?;
        }
        self.stream.memset_zeros(&mut self.gradient)?;
        Ok(self.stream.synchronize()?)
    }

    /// The net as it is.
    pub(crate) fn get(&self) -> Result<NetState> {
        let state = NetState {
            parameters: self.stream.clone_dtoh(&self.parameters)?,
            mean: self.stream.clone_dtoh(&self.mean)?,
            square: self.stream.clone_dtoh(&self.square)?,
        };
        self.stream.synchronize()?;
        Ok(state)
    }

    /// The gradient, which is zero afterwards, as steps expect it.
    pub(crate) fn take_gradient(&mut self) -> Result<Vec<f32>> {
        let gradient = self.stream.clone_dtoh(&self.gradient)?;
        self.stream.memset_zeros(&mut self.gradient)?;
        self.stream.synchronize()?;
        Ok(gradient)
    }

    /// One step of AdamW down the gradient, which is zero afterwards.
    pub(crate) fn step(&mut self, update: Update, clips: Clips) -> Result<()> {
        let length = self.parameters.len() as i32;
        let (first_layer, clipped) = (clips.first_layer as i32, clips.clipped as i32);
        let config = LaunchConfig {
            grid_dim: ((length as u32).div_ceil(THREADS), 1, 1),
            block_dim: (THREADS, 1, 1),
            shared_mem_bytes: 0,
        };
        let Update { rate, weight_decay, mean_correction, square_correction } = update;
        let mut launch = self.stream.launch_builder(&self.adamw);
        launch.arg(&mut self.parameters).arg(&mut self.mean).arg(&mut self.square);
        launch.arg(&mut self.gradient).arg(&length).arg(&first_layer).arg(&clipped);
        launch.arg(&clips.first).arg(&clips.output).arg(&clips.rest).arg(&rate).arg(&weight_decay);
        launch.arg(&mean_correction).arg(&square_correction);
        launch.arg(&MEAN_DECAY).arg(&SQUARE_DECAY).arg(&EPSILON);
        // SAFETY: the arguments are those of the kernel; all four arrays have
        // `length` numbers.
        unsafe { launch.launch(config) }.context("adamw")?;
        Ok(())
    }
}
