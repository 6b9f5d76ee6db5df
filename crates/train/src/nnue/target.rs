//! What the net should say of a position.

use std::str::FromStr;

use nets::nnue::SCALE;

use super::packed_sample::PackedSample;

/// The share of the result in the target, from the first step to the last; the
/// rest is the search's score.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(crate) struct ResultShare {
    pub(crate) first: f64,
    pub(crate) last: f64,
}

impl ResultShare {
    /// At this step of so many.
    pub(crate) fn at(&self, step: u64, steps: u64) -> f64 {
        let done = (step as f64 / steps.saturating_sub(1).max(1) as f64).min(1.0);
        self.first + (self.last - self.first) * done
    }
}

/// `0.3`, or `0.2..0.4` for a ramp.
impl FromStr for ResultShare {
    type Err = String;

    fn from_str(text: &str) -> Result<ResultShare, String> {
        let number = |text: &str| {
            let number: Option<f64> = text.trim().parse().ok();
            number.filter(|share| (0.0..=1.0).contains(share)).ok_or_else(|| {
                format!("'{text}' is no share between 0 and 1; write 0.3, or 0.2..0.4 for a ramp")
            })
        };
        let (first, last) = text.split_once("..").unwrap_or((text, text));
        Ok(ResultShare { first: number(first)?, last: number(last)? })
    }
}

/// The expected score of the side to move, between 0 and 1.
pub(crate) fn target(sample: &PackedSample, result_share: f64) -> f32 {
    let result = f64::from(sample.half_points) / 2.0;
    let score = sigmoid(f64::from(sample.score) / f64::from(SCALE));
    (score + result_share * (result - score)) as f32
}

/// The chance of these log odds.
pub(crate) fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests {
    use chess::Position;
    use data::{Sample, ScoredMove, WhitePoints};

    use super::*;

    #[test]
    fn shares_are_read_and_ramped() {
        let ramp: ResultShare = "0.2..0.4".parse().unwrap();
        assert_eq!((ramp.at(0, 11), ramp.at(10, 11), ramp.at(50, 11)), (0.2, 0.4, 0.4));
        assert!((ramp.at(5, 11) - 0.3).abs() < 1e-12);
        assert_eq!("0.5".parse(), Ok(ResultShare { first: 0.5, last: 0.5 }));
        assert_eq!("1..0".parse::<ResultShare>().unwrap().at(0, 1), 1.0);
        for wrong in ["", "2", "0.2..", "a..b", "-1..0", "nan"] {
            assert!(wrong.parse::<ResultShare>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn targets_mix_results_and_scores() {
        let position = Position::initial();
        let mv = position.legal_moves()[0];
        let sample = |score, result| {
            PackedSample::from(&Sample { position, best: ScoredMove { mv, score }, result })
        };
        assert_eq!(target(&sample(0, WhitePoints::One), 0.5), 0.75);
        assert_eq!(target(&sample(0, WhitePoints::Zero), 0.0), 0.5);
        assert_eq!(target(&sample(-3000, WhitePoints::One), 1.0), 1.0);
        // Odds of e to 1.
        assert!((target(&sample(SCALE as i16, WhitePoints::Half), 0.0) - 0.731_058).abs() < 1e-5);
    }
}
