//! The first layer: a sum of columns in fixed point.
//!
//! Integers do not care in which order they are added, so a sum that was kept along
//! a game is the one that counting from scratch gives, to the last bit. The unit is
//! 2^−22: weights in half precision lose at most what single precision would, and
//! sums have room up to 512.

use chess::{Color, PieceChange, PieceChanges, Position};

use super::{HIDDEN1, INPUTS, PIECE_INPUTS, Weights, feature_index};
use crate::NetFileError;

/// One in fixed point.
const ONE: f64 = (1u32 << 22) as f64;

/// The largest sum there is room for.
const LIMIT: f64 = 511.0;

/// One number for each unit of the first layer.
#[derive(Clone, PartialEq, Eq)]
#[repr(C, align(64))]
pub(super) struct Column(pub(super) [i32; HIDDEN1]);

/// What the men on the board add up to in the first layer, bias included, before
/// the side to move is known.
#[derive(Clone, PartialEq, Eq)]
pub struct Accumulator(Box<Column>);

impl Accumulator {
    /// Of an empty net: to be overwritten.
    pub fn zeroed() -> Accumulator {
        Accumulator(Box::new(Column([0; HIDDEN1])))
    }
}

impl std::fmt::Debug for Accumulator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Accumulator({:?}…)", &self.0.0[..4])
    }
}

/// The weights of the first layer.
#[derive(Clone)]
pub(super) struct FirstLayer {
    /// By input: the twelve planes of pieces.
    columns: Vec<Column>,
    bias: Box<Column>,
    /// The 64 inputs of the side to move are all the same, so that they are one.
    side: Box<Column>,
}

impl FirstLayer {
    pub(super) fn new(weights: &Weights) -> Result<FirstLayer, NetFileError> {
        let weight = |unit: usize, input: usize| weights.layer1_weight[unit * INPUTS + input];
        let side = |unit: usize| -> f64 {
            (PIECE_INPUTS..INPUTS).map(|input| f64::from(weight(unit, input))).sum()
        };
        // A square has one man at most.
        let largest = |unit: usize, square: usize| {
            let planes = (0..12).map(|plane| weight(unit, plane * 64 + square).abs());
            f64::from(planes.fold(0.0, f32::max))
        };
        for unit in 0..HIDDEN1 {
            let bias = f64::from(weights.layer1_bias[unit].abs());
            // At most 32 of them stand on the board of a lawful position.
            let mut men: [f64; 64] = std::array::from_fn(|square| largest(unit, square));
            men.sort_by(|one, other| other.total_cmp(one));
            let men: f64 = men[..32].iter().sum();
            let sum = bias + side(unit).abs() + men;
            if sum > LIMIT {
                return Err(NetFileError::Range { unit, sum: sum as u64 });
            }
        }
        let fixed = |value: f64| (value * ONE).round() as i32;
        let column =
            |value: &dyn Fn(usize) -> f64| Column(std::array::from_fn(|unit| fixed(value(unit))));
        Ok(FirstLayer {
            columns: (0..PIECE_INPUTS)
                .map(|input| column(&|unit| f64::from(weight(unit, input))))
                .collect(),
            bias: Box::new(column(&|unit| f64::from(weights.layer1_bias[unit]))),
            side: Box::new(column(&side)),
        })
    }

    /// Counts from scratch.
    pub(super) fn refresh(&self, into: &mut Accumulator, position: &Position) {
        into.0.0 = self.bias.0;
        for (square, piece) in position.board().iter() {
            add(&mut into.0.0, &self.columns[feature_index(piece, square)].0);
        }
    }

    /// From the position before a move to the one after it.
    pub(super) fn update(
        &self,
        from: &Accumulator,
        into: &mut Accumulator,
        changes: &PieceChanges,
    ) {
        into.0.0 = from.0.0;
        for &change in changes {
            self.change(into, change);
        }
    }

    /// One man comes or goes.
    pub(super) fn change(&self, accumulator: &mut Accumulator, change: PieceChange) {
        let sums = &mut accumulator.0.0;
        match change {
            PieceChange::Added(piece, square) => {
                add(sums, &self.columns[feature_index(piece, square)].0);
            }
            PieceChange::Removed(piece, square) => {
                subtract(sums, &self.columns[feature_index(piece, square)].0);
            }
        }
    }

    /// The activations, now that it is known who is to move.
    pub(super) fn activate(
        &self,
        accumulator: &Accumulator,
        turn: Color,
        into: &mut [f32; HIDDEN1],
    ) {
        let sign = if turn.is_white() { 1 } else { -1 };
        for ((into, sum), side) in into.iter_mut().zip(&accumulator.0.0).zip(&self.side.0) {
            let sum = sum.wrapping_add(side.wrapping_mul(sign)).max(0);
            *into = sum as f32 * (1.0 / ONE as f32);
        }
    }
}

/// Sums wrap around on the way and never in the end: see [`LIMIT`].
fn add(sums: &mut [i32; HIDDEN1], column: &[i32; HIDDEN1]) {
    for (sum, weight) in sums.iter_mut().zip(column) {
        *sum = sum.wrapping_add(*weight);
    }
}

fn subtract(sums: &mut [i32; HIDDEN1], column: &[i32; HIDDEN1]) {
    for (sum, weight) in sums.iter_mut().zip(column) {
        *sum = sum.wrapping_sub(*weight);
    }
}
