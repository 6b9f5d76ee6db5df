//! The evaluation as a smooth function of its weights, with its gradient.

use std::thread;

use eval::Coefficient;
use eval::params::{DANGER_ENDGAME_DIVISOR, DANGER_MIDDLEGAME_DIVISOR};

use crate::samples::{SampleRef, Samples};

/// All weights, each for middlegame and endgame.
pub(crate) type Weights = Vec<[f64; 2]>;

const SQUARE: f64 = 1.0 / DANGER_MIDDLEGAME_DIVISOR as f64;
const LINEAR: f64 = 1.0 / DANGER_ENDGAME_DIVISOR as f64;

fn dot(coefficients: &[Coefficient], weights: &[[f64; 2]]) -> [f64; 2] {
    coefficients.iter().fold([0.0; 2], |[mg, eg], c| {
        let (weight, count) = (weights[usize::from(c.number)], f64::from(c.count));
        [mg + weight[0] * count, eg + weight[1] * count]
    })
}

/// The logistic function.
pub(crate) fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// A position's value, and how it changes with the sums it is made of.
struct Forward {
    value: f64,
    /// By the linear sums.
    slope: [f64; 2],
    /// By the danger of each king.
    danger_slope: [[f64; 2]; 2],
}

fn forward(sample: &SampleRef<'_>, weights: &[[f64; 2]]) -> Forward {
    let [mut mg, mut eg] = dot(sample.linear, weights);
    let mut danger_slope = [[0.0; 2]; 2];
    for ((danger, sign), slope) in sample.danger.iter().zip([-1.0, 1.0]).zip(&mut danger_slope) {
        let [danger_mg, danger_eg] = dot(danger, weights).map(|sum| sum.max(0.0));
        mg += sign * danger_mg * danger_mg * SQUARE;
        eg += sign * danger_eg * LINEAR;
        let alive = if danger_eg > 0.0 { LINEAR } else { 0.0 };
        *slope = [sign * 2.0 * danger_mg * SQUARE, sign * alive];
    }
    let share = f64::from(sample.blend.phase) / 24.0;
    let scale = f64::from(sample.blend.scale[(eg < 0.0) as usize]) / 64.0;
    let slope = [share, (1.0 - share) * scale];
    for danger in &mut danger_slope {
        *danger = [danger[0] * slope[0], danger[1] * slope[1]];
    }
    Forward { value: mg * slope[0] + eg * slope[1], slope, danger_slope }
}

/// The value of a position for White.
pub(crate) fn value(sample: &SampleRef<'_>, weights: &[[f64; 2]]) -> f64 {
    forward(sample, weights).value
}

/// The squared error of some samples, and its gradient.
#[derive(Clone, Debug)]
pub(crate) struct Gradient {
    pub(crate) error: f64,
    pub(crate) by_weight: Weights,
}

impl Gradient {
    fn new(weights: usize) -> Gradient {
        Gradient { error: 0.0, by_weight: vec![[0.0; 2]; weights] }
    }

    /// Adds one sample, `steepness` being how fast the expected score rises.
    fn add(&mut self, sample: &SampleRef<'_>, weights: &[[f64; 2]], steepness: f64) {
        let forward = forward(sample, weights);
        let expected = sigmoid(steepness * forward.value);
        let miss = expected - sample.target;
        self.error += miss * miss;
        let slope = 2.0 * miss * expected * (1.0 - expected) * steepness;
        self.spread(sample.linear, forward.slope.map(|s| s * slope));
        for (danger, by) in sample.danger.iter().zip(forward.danger_slope) {
            if by != [0.0; 2] {
                self.spread(danger, by.map(|s| s * slope));
            }
        }
    }

    fn spread(&mut self, coefficients: &[Coefficient], slope: [f64; 2]) {
        for c in coefficients {
            let (sum, count) = (&mut self.by_weight[usize::from(c.number)], f64::from(c.count));
            sum[0] += slope[0] * count;
            sum[1] += slope[1] * count;
        }
    }

    fn merge(&mut self, other: &Gradient) {
        self.error += other.error;
        for (sum, more) in self.by_weight.iter_mut().zip(&other.by_weight) {
            sum[0] += more[0];
            sum[1] += more[1];
        }
    }
}

/// Splits `indices` among threads and collects what each makes of its part.
fn in_parallel<R: Send>(
    indices: &[u32],
    threads: usize,
    work: impl Fn(&[u32]) -> R + Sync,
) -> Vec<R> {
    let chunk = indices.len().div_ceil(threads).max(1);
    thread::scope(|scope| {
        let work = &work;
        let workers: Vec<_> =
            indices.chunks(chunk).map(|part| scope.spawn(move || work(part))).collect();
        workers
            .into_iter()
            .map(|worker| worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    })
}

/// The summed gradient over some samples.
pub(crate) fn gradient(
    samples: &Samples,
    indices: &[u32],
    weights: &[[f64; 2]],
    steepness: f64,
    threads: usize,
) -> Gradient {
    let parts = in_parallel(indices, threads, |part| {
        let mut gradient = Gradient::new(weights.len());
        for &index in part {
            gradient.add(&samples.get(index as usize), weights, steepness);
        }
        gradient
    });
    let mut sum = Gradient::new(weights.len());
    parts.iter().for_each(|part| sum.merge(part));
    sum
}

/// The mean squared error over some samples.
pub(crate) fn loss(
    samples: &Samples,
    indices: &[u32],
    weights: &[[f64; 2]],
    steepness: f64,
    threads: usize,
) -> f64 {
    let errors = in_parallel(indices, threads, |part| {
        part.iter()
            .map(|&index| {
                let sample = samples.get(index as usize);
                (sigmoid(steepness * value(&sample, weights)) - sample.target).powi(2)
            })
            .sum::<f64>()
    });
    errors.iter().sum::<f64>() / indices.len().max(1) as f64
}

/// The place of the minimum of a function with one valley, between `low` and
/// `high`, to about a thousandth of the interval.
pub(crate) fn minimum(mut low: f64, mut high: f64, mut f: impl FnMut(f64) -> f64) -> f64 {
    // Golden-section search: each step keeps one of two inner points.
    let ratio = (5f64.sqrt() - 1.0) / 2.0;
    let inner = |low: f64, high: f64| (high - ratio * (high - low), low + ratio * (high - low));
    let (mut a, mut b) = inner(low, high);
    let (mut fa, mut fb) = (f(a), f(b));
    for _ in 0..15 {
        if fa < fb {
            high = b;
            (b, fb) = (a, fa);
            a = inner(low, high).0;
            fa = f(a);
        } else {
            low = a;
            (a, fa) = (b, fb);
            b = inner(low, high).1;
            fb = f(b);
        }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::labels::Label;

    fn samples() -> Samples {
        let labels: Vec<Label> = [
            "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQK2R w KQkq - 1 5",
            "6k1/5ppp/4p3/8/1r1P2Q1/5N2/5PPP/2q3K1 w - - 0 1",
            "2kr3r/ppp2ppp/2n5/4qb2/1b1Q4/2N2N2/PPP1BPPP/R1B1K2R b KQ - 0 1",
            "5k2/5p2/4b1p1/1P5p/3B3P/6P1/5PK1/8 w - - 0 1",
            "r4rk1/1bq2ppQ/p3pn2/1p6/3n4/1BNB4/PPP2PPP/3RR1K1 b - - 0 1",
        ]
        .iter()
        .map(|&fen| Label { fen: fen.to_owned(), centipawns: 50, result: 1.0, game: 1 })
        .collect();
        Samples::new(&labels, 2, |label| label.expectation(200.0)).unwrap()
    }

    fn weights() -> Weights {
        let values = eval::weights::values();
        values.iter().map(|w| [f64::from(w.middlegame()), f64::from(w.endgame())]).collect()
    }

    /// The model is the evaluation, but for rounding.
    #[test]
    fn values_are_those_of_the_evaluation() {
        for fen in [
            "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQK2R w KQkq - 1 5",
            "2kr3r/ppp2ppp/2n5/4qb2/1b1Q4/2N2N2/PPP1BPPP/R1B1K2R b KQ - 0 1",
            "5k2/5p2/4b1p1/1P5p/3B3P/6P1/5PK1/8 w - - 0 1",
        ] {
            let label = Label { fen: fen.to_owned(), centipawns: 0, result: 0.5, game: 1 };
            let samples = Samples::new(&[label], 1, |_| 0.5).unwrap();
            let position = chess::Position::from_fen(fen).unwrap();
            let white = f64::from(eval::Evaluator::trace(&eval::Classic::new(), &position).white);
            let value = value(&samples.get(0), &weights());
            assert!((value - white).abs() < 4.0, "{fen}: {value} {white}");
        }
    }

    #[test]
    fn gradient_is_the_slope_of_the_error() {
        let (samples, steepness) = (samples(), 0.004);
        let indices: Vec<u32> = (0..samples.len() as u32).collect();
        let mut weights = weights();
        let gradient = gradient(&samples, &indices, &weights, steepness, 2).by_weight;
        let mut checked = 0;
        for number in 0..weights.len() {
            for phase in 0..2 {
                let mut error_at = |change: f64| {
                    let before = weights[number][phase];
                    weights[number][phase] += change;
                    let loss = loss(&samples, &indices, &weights, steepness, 2);
                    weights[number][phase] = before;
                    loss * indices.len() as f64
                };
                let slope = (error_at(0.01) - error_at(-0.01)) / 0.02;
                let expected = gradient[number][phase];
                assert!((slope - expected).abs() < 1e-6, "{number}: {slope} {expected}");
                checked += (expected != 0.0) as u32;
            }
        }
        assert!(checked > 100, "{checked}");
        // The quadratic part is in it.
        let groups = eval::weights::groups();
        let checks = groups.iter().find(|g| g.name == "danger_attackers").unwrap();
        let danger = &gradient[checks.first..checks.first + checks.len];
        assert!(danger.iter().any(|slope| slope[0] != 0.0), "{danger:?}");
    }

    #[test]
    fn minimum_of_a_valley() {
        let found = minimum(0.0, 10.0, |x| (x - 3.2).powi(2));
        assert!((found - 3.2).abs() < 0.02, "{found}");
    }
}
