//! What the self-checks of all nets share: a device is compared with the processor.

use std::io::{Write, stdout};

use anyhow::{Result, ensure};

use crate::nnue::backend::NetState;

/// What gradients may differ by, as a part of the largest of their layer.
pub(crate) const GRADIENT_BOUND: f64 = 1e-4;
/// What parameters may differ by after a step of 0.001.
const STEP_BOUND: f64 = 1e-5;
/// A parameter's step is compared if its gradient is this part of the largest. Adam
/// divides by the size of the gradient, so that where it is nearly zero its sign
/// decides.
const CLEAR_GRADIENT: f32 = 1e-3;

/// A line that is seen at once, whatever hangs after it.
pub(crate) fn say(line: &str) -> Result<()> {
    tell!("{line}");
    Ok(stdout().flush()?)
}

/// Says how far apart things are; counts those that are too far.
#[derive(Default)]
pub(crate) struct Judge {
    pub(crate) faults: usize,
}

impl Judge {
    pub(crate) fn judge(&mut self, what: &str, difference: f64, bound: f64) -> Result<()> {
        let is_good = difference <= bound;
        self.faults += usize::from(!is_good);
        let verdict = if is_good { "good" } else { "BAD" };
        say(&format!("  {what:<34} {difference:.2e} (bound {bound:.0e}): {verdict}"))
    }

    /// Sums, by what one of them is off as a part of the other.
    pub(crate) fn ratio(
        &mut self,
        what: &str,
        found: f64,
        expected: f64,
        bound: f64,
    ) -> Result<()> {
        self.judge(what, (found / expected - 1.0).abs(), bound)
    }

    /// Gradients, by the parts of the net: names, and where they end.
    pub(crate) fn gradient(
        &mut self,
        found: &[f32],
        expected: &[f32],
        parts: &[(&str, usize)],
    ) -> Result<()> {
        ensure!(found.len() == expected.len(), "the device gave {} slopes", found.len());
        let mut from = 0;
        for &(name, to) in parts {
            let size = largest(&expected[from..to], &[]);
            let difference = largest(&found[from..to], &expected[from..to]);
            self.judge(&format!("gradient of {name}"), difference / size, GRADIENT_BOUND)?;
            from = to;
        }
        Ok(())
    }

    /// The nets after one step along a gradient.
    pub(crate) fn step(
        &mut self,
        found: &NetState,
        expected: &NetState,
        gradient: &[f32],
    ) -> Result<()> {
        let size = largest(gradient, &[]) as f32;
        let differs =
            |index: usize| f64::from((found.parameters[index] - expected.parameters[index]).abs());
        let clear =
            (0..gradient.len()).filter(|&index| gradient[index].abs() > CLEAR_GRADIENT * size);
        let difference = clear.map(differs).fold(0.0, f64::max);
        self.judge("parameters after a step", difference, STEP_BOUND)?;
        let (size, mean) = (f64::from(size), largest(&found.mean, &expected.mean));
        self.judge("mean of the gradient", mean / size, GRADIENT_BOUND)?;
        let square = largest(&found.square, &expected.square) / size.powi(2);
        self.judge("mean of its square", square, GRADIENT_BOUND)
    }
}

/// The largest difference; with nothing to compare with, the largest number.
pub(crate) fn largest(found: &[f32], expected: &[f32]) -> f64 {
    let expected = expected.iter().copied().chain(std::iter::repeat(0.0));
    let differences = found.iter().zip(expected).map(|(a, b)| f64::from((a - b).abs()));
    // A number that is none is the largest of all.
    differences.fold(0.0, |most, difference| if difference <= most { most } else { difference })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_far_off_is_a_fault() {
        let gradient = [1.0, -2.0, 0.5];
        let parts = [("weights", 2), ("bias", 3)];
        let mut judge = Judge::default();
        judge.gradient(&gradient, &gradient, &parts).unwrap();
        assert_eq!(judge.faults, 0);
        judge.gradient(&[1.0, -2.0, 0.501], &gradient, &parts).unwrap();
        assert_eq!(judge.faults, 1);
        judge.gradient(&[1.0, f32::NAN, 0.5], &gradient, &parts).unwrap();
        assert_eq!(judge.faults, 2);
        assert!(judge.gradient(&[1.0], &gradient, &parts).is_err());
    }

    #[test]
    fn a_step_is_compared_where_the_gradient_is_clear() {
        let state = |parameters: [f32; 2]| NetState::new(parameters.to_vec());
        let gradient = [1.0, 1e-6];
        let mut judge = Judge::default();
        judge.step(&state([0.1, 0.3]), &state([0.1, 0.2]), &gradient).unwrap();
        assert_eq!(judge.faults, 0);
        judge.step(&state([0.3, 0.2]), &state([0.1, 0.2]), &gradient).unwrap();
        assert_eq!(judge.faults, 1);
    }
}
