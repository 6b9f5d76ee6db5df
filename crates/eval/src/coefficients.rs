//! How often each weight counts in a position: what the tuner needs.

use chess::{Color, Position};

use crate::trace::evaluate_aloud;
use crate::weights::{COUNT, Weight};
use crate::{AllTerms, Blend, PackedScore, Recorder, Term};

/// A weight's number, and how often it counts.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Coefficient {
    /// Its place in [`weights::values`](crate::weights::values).
    pub number: u16,
    /// How often.
    pub count: i16,
}

/// The evaluation of a position as a function of the weights.
///
/// Sum over `linear`, take from it the danger of both kings (each the square
/// of a sum in the middlegame, if that sum is positive), and put the phases
/// together as `blend` says.
#[derive(Clone, Debug, Default)]
pub struct Coefficients {
    /// White's less Black's.
    pub linear: Vec<Coefficient>,
    /// The danger to the white and to the black king.
    pub danger: [Vec<Coefficient>; 2],
    /// How the phases are put together.
    pub blend: Blend,
}

impl Coefficients {
    /// Those of `position`.
    pub fn new(position: &Position) -> Coefficients {
        let mut counter = Counter::default();
        evaluate_aloud(position, &AllTerms, &mut counter);
        Coefficients {
            linear: counter.linear.sparse(),
            danger: counter.danger.map(|counts| counts.sparse()),
            blend: counter.blend,
        }
    }
}

/// A count for every weight.
struct Counts(Vec<i16>);

impl Default for Counts {
    fn default() -> Counts {
        Counts(vec![0; COUNT])
    }
}

impl Counts {
    fn sparse(&self) -> Vec<Coefficient> {
        let all = self.0.iter().enumerate();
        all.filter(|&(_, &count)| count != 0)
            .map(|(number, &count)| Coefficient { number: number as u16, count })
            .collect()
    }
}

#[derive(Default)]
struct Counter {
    linear: Counts,
    danger: [Counts; 2],
    blend: Blend,
}

impl Recorder for Counter {
    fn weight(&mut self, _: Term, color: Color, weight: Weight, count: i32) {
        let count = count as i16;
        let signed = if color.is_white() { count } else { -count };
        self.linear.0[usize::from(weight.number)] += signed;
    }

    fn danger(&mut self, color: Color, weight: Weight, count: i32) {
        self.danger[color as usize].0[usize::from(weight.number)] += count as i16;
    }

    fn score(&mut self, _: Term, _: Color, _: PackedScore) {}

    fn blend(&mut self, blend: &Blend) {
        self.blend = *blend;
    }
}
