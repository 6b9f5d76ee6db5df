//! From gradients to steps.

use burn_tensor::Tensor;
use burn_tensor::backend::Backend;
use clap::ValueEnum;

use super::network::{Gradient, Network, Parameters};

/// How a step is made of a gradient.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Rule {
    /// Plain gradient descent, as the origin system has it.
    Sgd,
    /// Adam (Kingma and Ba, 2014).
    Adam,
    /// Adam with decoupled weight decay (Loshchilov and Hutter, 2017).
    #[value(name = "adamw")]
    AdamW,
}

const MEAN_DECAY: f64 = 0.9;
const SQUARE_DECAY: f64 = 0.999;
/// Against division by zero.
const EPSILON: f64 = 1e-8;

/// Running means of the gradient and of its square.
#[derive(Clone, Debug)]
pub(crate) struct Moments<B: Backend> {
    pub(crate) mean: Parameters<B>,
    pub(crate) square: Parameters<B>,
}

/// An optimiser and what it remembers.
#[derive(Debug)]
pub(crate) struct Optimiser<B: Backend> {
    rule: Rule,
    weight_decay: f64,
    pub(crate) moments: Option<Moments<B>>,
}

impl<B: Backend> Optimiser<B> {
    /// Begins anew.
    pub(crate) fn new(rule: Rule, weight_decay: f64, net: &Network<B>) -> Optimiser<B> {
        let zeros = || net.parameters.clone().map(|tensor| tensor.zeros_like());
        let moments = (rule != Rule::Sgd).then(|| Moments { mean: zeros(), square: zeros() });
        let weight_decay = if rule == Rule::AdamW { weight_decay } else { 0.0 };
        Optimiser { rule, weight_decay, moments }
    }

    pub(crate) fn rule(&self) -> Rule {
        self.rule
    }

    /// Moves the net down the gradient. `step` counts from 1.
    pub(crate) fn step(
        &mut self,
        net: &mut Network<B>,
        gradient: Gradient<B>,
        rate: f64,
        step: u64,
    ) {
        // Biases are not decayed: they are few and have nothing to overfit.
        let decays = [true, false, true, false, true, false];
        for (index, slope) in gradient.by_parameter.into_iter().enumerate() {
            let parameter = net.parameters[index].clone();
            net.parameters[index] = match &mut self.moments {
                None => parameter - slope.mul_scalar(rate),
                Some(moments) => {
                    let kept = if decays[index] { 1.0 - rate * self.weight_decay } else { 1.0 };
                    let moved = adam_step(moments, index, slope, rate, step);
                    let parameter =
                        if kept == 1.0 { parameter } else { parameter.mul_scalar(kept) };
                    parameter - moved
                }
            };
        }
    }
}

/// What Adam takes off parameter `index`.
fn adam_step<B: Backend>(
    moments: &mut Moments<B>,
    index: usize,
    slope: Tensor<B, 2>,
    rate: f64,
    step: u64,
) -> Tensor<B, 2> {
    let steps = i32::try_from(step).unwrap_or(i32::MAX);
    // The means begin at zero, which this makes good.
    let mean_bias = 1.0 - MEAN_DECAY.powi(steps);
    let square_bias = 1.0 - SQUARE_DECAY.powi(steps);
    let blend = |old: &Tensor<B, 2>, new: Tensor<B, 2>, decay: f64| {
        old.clone().mul_scalar(decay) + new.mul_scalar(1.0 - decay)
    };
    let mean = blend(&moments.mean[index], slope.clone(), MEAN_DECAY);
    let square = blend(&moments.square[index], slope.clone() * slope, SQUARE_DECAY);
    moments.mean[index] = mean.clone();
    moments.square[index] = square.clone();
    let size = square.div_scalar(square_bias).sqrt().add_scalar(EPSILON);
    mean.mul_scalar(rate / mean_bias) / size
}
