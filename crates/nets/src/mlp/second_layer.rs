//! The second layer: a product in which zeros are left out.
//!
//! About half of the activations of the first layer are zero, and siblings agree
//! on most of them. So positions are multiplied in groups, and each group only with
//! the rows of the matrix that some position of it needs. Adding zero times a weight
//! changes nothing, whence a position has the same result in any group.

use super::kernel::fused;
use super::{HIDDEN1, HIDDEN2, Weights};
use crate::Level;

/// Outputs that are computed together: two registers of AVX2, one of AVX-512.
pub(super) const LANES: usize = 16;

/// Such bundles of outputs.
pub(super) const PANELS: usize = HIDDEN2 / LANES;

/// The weights from one unit to the outputs of a panel.
#[derive(Copy, Clone)]
#[repr(C, align(64))]
pub(super) struct Row(pub(super) [f32; LANES]);

/// The activations of some positions, without the units that are zero in all.
#[derive(Clone, Debug, Default)]
pub(super) struct Group {
    /// How many positions.
    members: usize,
    /// The units that are left, in ascending order. All are less than [`HIDDEN1`],
    /// on which the kernels rely.
    units: Vec<u16>,
    /// For each of them the activations of all members.
    values: Vec<f32>,
}

impl Group {
    /// Gathers the activations of at most [`Level::group`] positions.
    pub(super) fn gather(&mut self, activations: &[[f32; HIDDEN1]]) {
        let members = activations.len();
        self.members = members;
        self.units.resize(HIDDEN1, 0);
        self.values.resize(HIDDEN1 * members, 0.0);
        let mut count = 0;
        for unit in 0..HIDDEN1 {
            // Written in any case, kept only if something is not zero: no branch.
            let values = &mut self.values[count * members..(count + 1) * members];
            let mut alive = 0;
            for (value, activations) in values.iter_mut().zip(activations) {
                *value = activations[unit];
                alive |= value.to_bits();
            }
            self.units[count] = unit as u16;
            count += usize::from(alive != 0);
        }
        self.units.truncate(count);
        self.values.truncate(count * members);
    }

    pub(super) fn members(&self) -> usize {
        self.members
    }

    pub(super) fn units(&self) -> &[u16] {
        &self.units
    }

    pub(super) fn values(&self) -> &[f32] {
        &self.values
    }
}

/// What a kernel hands back: the outputs of one member in some panels.
pub(super) type Sums = [[f32; LANES]];

/// The weights of the second layer and of the output.
#[derive(Clone)]
pub(super) struct SecondLayer {
    /// Panel by panel, in each a row for each unit of the first layer.
    rows: Vec<Row>,
    bias: [[f32; LANES]; PANELS],
    output: [[f32; LANES]; PANELS],
    output_bias: f32,
}

impl SecondLayer {
    pub(super) fn new(weights: &Weights) -> SecondLayer {
        let row = |index: usize| {
            let (panel, unit) = (index / HIDDEN1, index % HIDDEN1);
            Row(std::array::from_fn(|lane| {
                weights.layer2_weight[(panel * LANES + lane) * HIDDEN1 + unit]
            }))
        };
        let panels = |values: &[f32]| {
            std::array::from_fn(|panel| std::array::from_fn(|lane| values[panel * LANES + lane]))
        };
        SecondLayer {
            rows: (0..PANELS * HIDDEN1).map(row).collect(),
            bias: panels(&weights.layer2_bias),
            output: panels(&weights.layer3_weight),
            output_bias: weights.layer3_bias[0],
        }
    }

    /// The output of each member of each group, before tanh.
    pub(super) fn outputs(&self, groups: &[Group], level: Level, into: &mut Vec<f32>) {
        let members: usize = groups.iter().map(Group::members).sum();
        let mut totals = vec![[0.0f32; LANES]; members];
        // A panel stays in the cache while all groups go by. How many are taken at a
        // time depends on the members, and the largest number there is divides all.
        for start in (0..PANELS).step_by(Level::MAX_PANELS) {
            let mut first = 0;
            for group in groups {
                let totals = &mut totals[first..first + group.members];
                first += group.members;
                let step = level.panels(group.members);
                for panel in (start..start + Level::MAX_PANELS).step_by(step) {
                    self.add_panels(group, panel, step, level, totals);
                }
            }
        }
        into.extend(totals.iter().map(|total| self.output_bias + sum(total)));
    }

    /// Takes `count` panels of the outputs of a group through to the last layer.
    fn add_panels(
        &self,
        group: &Group,
        panel: usize,
        count: usize,
        level: Level,
        totals: &mut [[f32; LANES]],
    ) {
        let mut sums = [[0.0f32; LANES]; Level::MAX_SUMS];
        let sums = &mut sums[..group.members * count];
        level.product(&self.rows[panel * HIDDEN1..(panel + count) * HIDDEN1], group, sums);
        for (total, sums) in totals.iter_mut().zip(sums.chunks_exact(count)) {
            for (offset, sums) in sums.iter().enumerate() {
                let (bias, output) = (&self.bias[panel + offset], &self.output[panel + offset]);
                for lane in 0..LANES {
                    let unit = (sums[lane] + bias[lane]).max(0.0);
                    total[lane] = fused(unit, output[lane], total[lane]);
                }
            }
        }
    }
}

/// Adds up lanes, in an order of its own that is the same everywhere.
fn sum(lanes: &[f32; LANES]) -> f32 {
    let mut lanes = *lanes;
    let mut width = LANES / 2;
    while width > 0 {
        for lane in 0..width {
            lanes[lane] += lanes[lane + width];
        }
        width /= 2;
    }
    lanes[0]
}
