//! The product of the second layer, with the instructions that the machine has.
//!
//! All kernels add up in the same order, unit by unit with one rounding each, so
//! that they agree to the last bit wherever [`fused`] is one instruction.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod scalar;

use super::HIDDEN1;
use super::second_layer::{Group, Row, Sums};
use crate::Level;

impl Level {
    /// No level takes more panels at a time.
    pub(super) const MAX_PANELS: usize = 8;

    /// No level has more sums at a time, of members and panels.
    pub(super) const MAX_SUMS: usize = 24;

    /// How many positions make a group: as many as registers can hold the sums of.
    pub fn group(self) -> usize {
        match self {
            Level::Scalar => 6,
            #[cfg(target_arch = "x86_64")]
            Level::Avx2(_) => avx2::GROUP,
            #[cfg(target_arch = "x86_64")]
            Level::Avx512(_) => avx512::GROUP,
        }
    }

    /// How many panels are taken at a time for a group of so many positions: small
    /// groups need more, or they wait for one sum at a time.
    pub(super) fn panels(self, members: usize) -> usize {
        match self {
            Level::Scalar => 1,
            #[cfg(target_arch = "x86_64")]
            Level::Avx2(_) => avx2::panels(members),
            #[cfg(target_arch = "x86_64")]
            Level::Avx512(_) => avx512::panels(members),
        }
    }

    /// Multiplies the activations of a group with the rows of some panels. `sums` has
    /// the panels of the first member first.
    pub(super) fn product(self, rows: &[Row], group: &Group, sums: &mut Sums) {
        let panels = sums.len() / group.members();
        assert_eq!(rows.len(), panels * HIDDEN1);
        assert_eq!(sums.len(), panels * group.members());
        match self {
            Level::Scalar => scalar::product(rows, group, sums),
            // SAFETY: a `Detected` exists, so the machine has AVX2 and FMA; the rows
            // are those of all units in each panel.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2(_) => unsafe { avx2::product(rows, group, sums) },
            // SAFETY: as above, and AVX-512F.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512(_) => unsafe { avx512::product(rows, group, sums) },
        }
    }
}

/// a · b + c with one rounding where the build has an instruction for that, and with
/// two where it has not: asking a library would be a hundred times slower.
#[inline]
pub(super) fn fused(a: f32, b: f32, c: f32) -> f32 {
    if cfg!(any(target_feature = "fma", target_arch = "aarch64")) {
        a.mul_add(b, c)
    } else {
        a * b + c
    }
}
