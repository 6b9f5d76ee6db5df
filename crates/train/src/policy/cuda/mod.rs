//! Training on an NVIDIA GPU. The net stays on the device; of a batch only features
//! and moves travel.

// Launching kernels is unsafe.
#![allow(unsafe_code)]

use anyhow::{Context, Result, ensure};
use cudarc::driver::{CudaFunction, CudaSlice, LaunchConfig, PushKernelArg};
use nets::policy::{INPUTS, OUTPUTS};

use super::backend::{Backend, Tally};
use super::move_batch::MoveBatch;
use super::move_sample::MoveSample;
use super::shape::PolicyShape;
use crate::cuda::{Clips, DeviceState, Gpu, Lane, Turns};
use crate::nnue::backend::{NetState, Update};
use crate::nnue::shape::CLIP;

/// The kernels; `cuda/shared.cu` comes before them.
pub(crate) const KERNELS: &str = include_str!("kernels.cu");

/// Words of a position for which a block has room: 32 men and 256 moves are 289. The
/// kernels have the same number.
const MAX_WORDS: usize = 320;

/// Words of a position for which there is room at first.
const USUAL_WORDS: usize = 72;

/// Positions that are judged at once.
const JUDGED_BATCH: usize = 16_384;

/// A net and its optimiser on a GPU.
pub(crate) struct Cuda {
    shape: PolicyShape,
    gpu: Gpu,
    forward: CudaFunction,
    backward: CudaFunction,
    state: DeviceState,
    turns: Turns,
    words: Lane<u16>,
    starts: Lane<u32>,
    /// By the place of the move's word.
    logits: CudaSlice<f32>,
    loss: CudaSlice<f64>,
    right: CudaSlice<u64>,
    /// Positions of steps since the tally was taken.
    positions: u64,
}

impl Cuda {
    /// A net of this shape on the first GPU, for batches of about this size.
    pub(crate) fn new(shape: PolicyShape, batch: usize) -> Result<Cuda> {
        let gpu = Gpu::new(KERNELS)?;
        let function = |name: &str| gpu.module.load_function(name).with_context(|| name.to_owned());
        Ok(Cuda {
            shape,
            forward: function("policy_forward")?,
            backward: function("policy_backward")?,
            state: DeviceState::new(&gpu, shape.len())?,
            turns: Turns::new(&gpu)?,
            words: Lane::new(&gpu, batch * USUAL_WORDS)?,
            starts: Lane::new(&gpu, batch + 1)?,
            logits: gpu.stream.alloc_zeros(1)?,
            loss: gpu.stream.alloc_zeros(1)?,
            right: gpu.stream.alloc_zeros(1)?,
            positions: 0,
            gpu,
        })
    }

    /// Sends a batch, in the order of the stream's work.
    fn send(&mut self, batch: &MoveBatch) -> Result<()> {
        let is_good = |words: &[u16]| {
            // There is a move at least, and the features end before it.
            words.len() <= MAX_WORDS
                && words.first().is_some_and(|&features| 1 + usize::from(features) < words.len())
        };
        ensure!(batch.positions().all(is_good), "a batch of no positions");
        let turn = self.turns.next()?;
        self.words.send(&batch.words, turn)?;
        self.starts.send(&batch.starts, turn)?;
        self.turns.end(&self.gpu.stream)
    }

    /// A block for each position: a thread for four hidden units, in whole warps.
    fn blocks(&self, batch: &MoveBatch) -> Result<LaunchConfig> {
        let threads = (self.shape.hidden / 4).next_multiple_of(32);
        Ok(LaunchConfig {
            grid_dim: (u32::try_from(batch.len())?, 1, 1),
            block_dim: (threads as u32, 1, 1),
            shared_mem_bytes: (self.shape.hidden * size_of::<f32>()) as u32,
        })
    }

    /// N and the numbers of inputs and outputs, as the kernels take them.
    fn numbers(&self) -> (i32, i32, i32) {
        (self.shape.hidden as i32, INPUTS as i32, OUTPUTS as i32)
    }

    /// Computes the logits of a batch, and adds to the tally.
    fn judge(&mut self, batch: &MoveBatch) -> Result<()> {
        if batch.len() == 0 {
            return Ok(());
        }
        self.send(batch)?;
        if self.logits.len() < batch.words.len() {
            self.logits = self.gpu.stream.alloc_zeros(batch.words.len())?;
        }
        let (hidden, rows, outputs) = self.numbers();
        let config = self.blocks(batch)?;
        let mut launch = self.gpu.stream.launch_builder(&self.forward);
        launch.arg(&self.state.parameters).arg(&self.words.device).arg(&self.starts.device);
        launch.arg(&mut self.logits).arg(&mut self.loss).arg(&mut self.right);
        launch.arg(&hidden).arg(&rows).arg(&outputs);
        // SAFETY: the arguments are those of the kernel; `send` has looked at the words
        // of each position, their features are below INPUTS and moves below OUTPUTS,
        // and there is room for a logit a word.
        unsafe { launch.launch(config) }.context("policy_forward")?;
        self.positions += batch.len() as u64;
        Ok(())
    }

    /// Adds to the gradient, which was zero, and to the tally.
    fn backpropagate(&mut self, batch: &MoveBatch) -> Result<()> {
        if batch.len() == 0 {
            return Ok(());
        }
        self.send(batch)?;
        let (hidden, rows, outputs) = self.numbers();
        let (config, weight) = (self.blocks(batch)?, batch.weight());
        let mut launch = self.gpu.stream.launch_builder(&self.backward);
        launch.arg(&self.state.parameters).arg(&self.words.device).arg(&self.starts.device);
        launch.arg(&mut self.state.gradient).arg(&mut self.loss).arg(&mut self.right);
        launch.arg(&weight).arg(&hidden).arg(&rows).arg(&outputs);
        // SAFETY: as above; the gradient has as many numbers as there are parameters.
        unsafe { launch.launch(config) }.context("policy_backward")?;
        self.positions += batch.len() as u64;
        Ok(())
    }
}

impl Backend for Cuda {
    fn device(&self) -> String {
        self.gpu.name.clone()
    }

    fn is_synchronous(&self) -> bool {
        false
    }

    fn set_state(&mut self, state: &NetState) -> Result<()> {
        self.state.set(state)?;
        self.take_tally().map(|_| ())
    }

    fn state(&mut self) -> Result<NetState> {
        self.state.get()
    }

    fn logits(&mut self, batch: &MoveBatch) -> Result<Vec<f32>> {
        self.judge(batch)?;
        let all = self.gpu.stream.clone_dtoh(&self.logits)?;
        self.take_tally()?;
        let mut logits = Vec::new();
        for (words, &start) in batch.positions().zip(&batch.starts) {
            let first = start as usize + 1 + usize::from(words[0]);
            logits.extend_from_slice(&all[first..start as usize + words.len()]);
        }
        Ok(logits)
    }

    fn gradient(&mut self, batch: &MoveBatch) -> Result<Vec<f32>> {
        self.backpropagate(batch)?;
        // Steps count for themselves.
        self.take_tally()?;
        self.state.take_gradient()
    }

    fn step(&mut self, batch: &MoveBatch, update: Update) -> Result<()> {
        self.backpropagate(batch)?;
        let clipped = self.shape.len();
        let clips = Clips { first_layer: 0, first: CLIP, clipped, output: CLIP, rest: CLIP };
        self.state.step(update, clips)
    }

    fn take_tally(&mut self) -> Result<Tally> {
        let stream = &self.gpu.stream;
        let (loss, right) = (stream.clone_dtoh(&self.loss)?, stream.clone_dtoh(&self.right)?);
        stream.memset_zeros(&mut self.loss)?;
        stream.memset_zeros(&mut self.right)?;
        stream.synchronize()?;
        let what = "the device gave no tally";
        Ok(Tally {
            positions: std::mem::take(&mut self.positions),
            loss: loss.first().copied().context(what)?,
            right: right.first().copied().context(what)?,
        })
    }

    fn measure(&mut self, samples: &[MoveSample]) -> Result<Tally> {
        for part in samples.chunks(JUDGED_BATCH) {
            self.judge(&MoveBatch::new(part.iter()))?;
        }
        self.take_tally()
    }
}
