//! What trains a net: the processor, which is the reference, or a GPU.

use anyhow::Result;

use super::batch::Batch;

/// The memory of AdamW (Loshchilov and Hutter 2017).
pub(crate) const MEAN_DECAY: f32 = 0.9;
pub(crate) const SQUARE_DECAY: f32 = 0.999;
/// Against division by zero; far below the gradients of features that are seen.
pub(crate) const EPSILON: f32 = 1e-8;

/// The parameters of a net in the order of [`NetShape`], and the optimiser's
/// running means of their gradients and squared gradients.
///
/// [`NetShape`]: super::shape::NetShape
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct NetState {
    pub(crate) parameters: Vec<f32>,
    pub(crate) mean: Vec<f32>,
    pub(crate) square: Vec<f32>,
}

impl NetState {
    /// These parameters and an optimiser that has seen nothing.
    pub(crate) fn new(parameters: Vec<f32>) -> NetState {
        let zeros = vec![0.0; parameters.len()];
        NetState { parameters, mean: zeros.clone(), square: zeros }
    }
}

/// One step of AdamW.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(crate) struct Update {
    pub(crate) rate: f32,
    pub(crate) weight_decay: f32,
    /// What makes good that the means began with zeros.
    pub(crate) mean_correction: f32,
    pub(crate) square_correction: f32,
}

impl Update {
    /// The step with this number, counted from 1.
    pub(crate) fn new(number: u64, rate: f64, weight_decay: f64) -> Update {
        let power = |decay: f32| f64::from(decay).powf(number as f64);
        Update {
            rate: rate as f32,
            weight_decay: weight_decay as f32,
            mean_correction: (1.0 / (1.0 - power(MEAN_DECAY))) as f32,
            square_correction: (1.0 / (1.0 - power(SQUARE_DECAY))) as f32,
        }
    }
}

/// A net on a device.
///
/// The loss of a batch is the sum of (sigmoid(output) − target)², each times the
/// weight of the batch.
pub(crate) trait Backend {
    /// What it runs on, for people.
    fn device(&self) -> String;

    /// Replaces the net.
    fn set_state(&mut self, state: &NetState) -> Result<()>;

    /// The net as it is.
    fn state(&mut self) -> Result<NetState>;

    /// The outputs of the net, before the sigmoid.
    fn outputs(&mut self, batch: &Batch) -> Result<Vec<f32>>;

    /// The gradient of the loss, in the order of the parameters.
    fn gradient(&mut self, batch: &Batch) -> Result<Vec<f32>>;

    /// Moves the parameters down the gradient of a batch. May return before the
    /// device is done.
    fn step(&mut self, batch: &Batch, update: Update) -> Result<()>;

    /// The sum of squared errors in all steps since it was asked last.
    fn take_error(&mut self) -> Result<f64>;
}
