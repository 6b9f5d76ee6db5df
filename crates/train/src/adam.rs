//! The Adam optimiser (Kingma and Ba, 2014).

use serde::{Deserialize, Serialize};

use crate::model::Weights;

const MEAN_DECAY: f64 = 0.9;
const SQUARE_DECAY: f64 = 0.999;
/// Against division by zero, far below any real gradient.
const EPSILON: f64 = 1e-12;

/// Running means of the gradient and of its square.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Adam {
    steps: i32,
    mean: Weights,
    square: Weights,
}

impl Adam {
    pub(crate) fn new(weights: usize) -> Adam {
        Adam { steps: 0, mean: vec![[0.0; 2]; weights], square: vec![[0.0; 2]; weights] }
    }

    /// Moves the weights down the gradient.
    pub(crate) fn step(&mut self, weights: &mut Weights, gradient: &Weights, rate: f64) {
        self.steps += 1;
        // The means begin at zero, which this makes good.
        let mean_bias = 1.0 - MEAN_DECAY.powi(self.steps);
        let square_bias = 1.0 - SQUARE_DECAY.powi(self.steps);
        let moments = self.mean.iter_mut().zip(&mut self.square);
        for ((weight, gradient), (mean, square)) in weights.iter_mut().zip(gradient).zip(moments) {
            for phase in 0..2 {
                let slope = gradient[phase];
                mean[phase] += (1.0 - MEAN_DECAY) * (slope - mean[phase]);
                square[phase] += (1.0 - SQUARE_DECAY) * (slope * slope - square[phase]);
                let size = (square[phase] / square_bias).sqrt() + EPSILON;
                weight[phase] -= rate * mean[phase] / mean_bias / size;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_bottom() {
        let mut weights = vec![[40.0, -7.0]];
        let mut adam = Adam::new(1);
        for step in 0..2000 {
            let gradient = vec![[2.0 * (weights[0][0] - 3.0), 1e-6 * (weights[0][1] - 5.0)]];
            adam.step(&mut weights, &gradient, if step < 1000 { 0.5 } else { 0.01 });
        }
        assert!((weights[0][0] - 3.0).abs() < 0.1 && (weights[0][1] - 5.0).abs() < 0.1);
    }
}
