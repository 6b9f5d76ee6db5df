//! The learning rate over time.

use clap::ValueEnum;

/// How the learning rate changes.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Shape {
    /// It does not.
    Constant,
    /// It falls by a factor every few epochs.
    Step,
    /// It falls along half a cosine.
    Cosine,
    /// It falls along a straight line.
    Linear,
}

/// A learning rate for every step.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(crate) struct Schedule {
    pub(crate) shape: Shape,
    /// The rate at the beginning, after the warm-up.
    pub(crate) rate: f64,
    /// `Cosine` and `Linear`: the rate at the end.
    pub(crate) final_rate: f64,
    /// Steps over which the rate rises from nothing.
    pub(crate) warm_up: u64,
    /// `Step`: epochs between falls, and what is left of the rate after each.
    pub(crate) fall_every: usize,
    pub(crate) fall_factor: f64,
}

impl Schedule {
    /// The rate of step `step` out of `steps` (from 0), which is in this epoch.
    pub(crate) fn rate(&self, step: u64, steps: u64, epoch: usize) -> f64 {
        let done = (step as f64 / steps.max(1) as f64).min(1.0);
        let between = |left: f64| self.final_rate + (self.rate - self.final_rate) * left;
        let rate = match self.shape {
            Shape::Constant => self.rate,
            Shape::Step => {
                let falls = epoch.checked_div(self.fall_every).unwrap_or(0);
                self.rate * self.fall_factor.powi(i32::try_from(falls).unwrap_or(i32::MAX))
            }
            Shape::Cosine => between((1.0 + (done * std::f64::consts::PI).cos()) / 2.0),
            Shape::Linear => between(1.0 - done),
        };
        let warmth =
            if step < self.warm_up { (step + 1) as f64 / self.warm_up as f64 } else { 1.0 };
        rate * warmth
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schedule(shape: Shape) -> Schedule {
        Schedule {
            shape,
            rate: 0.5,
            final_rate: 0.005,
            warm_up: 0,
            fall_every: 10,
            fall_factor: 0.1,
        }
    }

    #[test]
    fn rates() {
        let constant = schedule(Shape::Constant);
        assert_eq!((constant.rate(0, 100, 0), constant.rate(99, 100, 29)), (0.5, 0.5));
        let step = schedule(Shape::Step);
        assert_eq!(step.rate(0, 100, 9), 0.5);
        assert!((step.rate(0, 100, 10) - 0.05).abs() < 1e-12);
        assert!((step.rate(0, 100, 20) - 0.005).abs() < 1e-12);
        let cosine = schedule(Shape::Cosine);
        assert_eq!(cosine.rate(0, 100, 0), 0.5);
        assert!((cosine.rate(50, 100, 0) - 0.2525).abs() < 1e-12);
        assert!((cosine.rate(100, 100, 0) - 0.005).abs() < 1e-12);
        let linear = schedule(Shape::Linear);
        assert_eq!(linear.rate(0, 100, 0), 0.5);
        assert!((linear.rate(50, 100, 0) - 0.2525).abs() < 1e-12);
        assert!((linear.rate(200, 100, 0) - 0.005).abs() < 1e-12);
        let rates: Vec<f64> = (0..=100).map(|step| cosine.rate(step, 100, 0)).collect();
        assert!(rates.windows(2).all(|pair| pair[0] > pair[1]));
    }

    #[test]
    fn the_warm_up_rises_to_the_rate() {
        let schedule = Schedule { warm_up: 4, ..schedule(Shape::Constant) };
        let rates = [0, 1, 3, 4].map(|step| schedule.rate(step, 100, 0));
        assert_eq!(rates, [0.125, 0.25, 0.5, 0.5]);
    }
}
