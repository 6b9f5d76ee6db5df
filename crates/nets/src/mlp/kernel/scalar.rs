//! The kernel in plain Rust: the twin of the others.

use super::fused;
use crate::mlp::HIDDEN1;
use crate::mlp::second_layer::{Group, LANES, Row, Sums};

pub(super) fn product(rows: &[Row], group: &Group, sums: &mut Sums) {
    let members = group.members();
    let panels = sums.len() / members;
    for (index, sums) in sums.iter_mut().enumerate() {
        let (member, panel) = (index / panels, index % panels);
        let rows = &rows[panel * HIDDEN1..(panel + 1) * HIDDEN1];
        let mut total = [0.0f32; LANES];
        for (&unit, values) in group.units().iter().zip(group.values().chunks_exact(members)) {
            let (Row(row), value) = (&rows[usize::from(unit)], values[member]);
            for lane in 0..LANES {
                total[lane] = fused(value, row[lane], total[lane]);
            }
        }
        *sums = total;
    }
}
