//! The loops of the net, with the instructions that the machine has: rows of
//! weights added to and taken from an accumulator in one pass, the sum of an output,
//! and those of the layers that there may be before it ([`deep`]). They count in whole numbers that wrap around, so that all levels give the
//! same bits.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod deep;
#[cfg(target_arch = "x86_64")]
mod deep_avx2;
#[cfg(target_arch = "x86_64")]
mod deep_avx512;
mod scalar;

use arrayvec::ArrayVec;

use super::layers::Block;
use crate::Level;

/// Rows of weights, at most one for each man.
pub(crate) type Rows<'a> = ArrayVec<&'a [Block], 32>;

/// What changes in an accumulator.
#[derive(Debug, Default)]
pub(crate) struct RowChanges<'a> {
    pub(crate) added: Rows<'a>,
    pub(crate) removed: Rows<'a>,
}

impl RowChanges<'_> {
    /// Has every row so many blocks?
    fn fit(&self, blocks: usize) -> bool {
        self.added.iter().chain(&self.removed).all(|row| row.len() == blocks)
    }
}

impl Level {
    /// Makes `into` from another accumulator and what changed since.
    #[inline]
    pub(crate) fn update(self, from: &[Block], into: &mut [Block], changes: &RowChanges<'_>) {
        assert!(from.len() == into.len() && changes.fit(into.len()));
        match self {
            Level::Scalar => {
                into.copy_from_slice(from);
                scalar::change(into, changes);
            }
            // SAFETY: a `Detected` exists, so the machine has AVX2. All rows have as
            // many blocks as `from` and `into`.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2(_) => unsafe {
                avx2::update(from.as_ptr(), into.as_mut_ptr(), into.len(), changes);
            },
            // SAFETY: as above, with AVX-512F and BW.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512(_) => unsafe {
                avx512::update(from.as_ptr(), into.as_mut_ptr(), into.len(), changes);
            },
        }
    }

    /// Changes an accumulator in its place.
    #[inline]
    pub(crate) fn change(self, sums: &mut [Block], changes: &RowChanges<'_>) {
        assert!(changes.fit(sums.len()));
        let (pointer, blocks) = (sums.as_mut_ptr(), sums.len());
        match self {
            Level::Scalar => scalar::change(sums, changes),
            // SAFETY: a `Detected` exists, so the machine has AVX2. All rows have as
            // many blocks as `sums`, each of which is read before it is written.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2(_) => unsafe {
                avx2::update(pointer.cast_const(), pointer, blocks, changes);
            },
            // SAFETY: as above, with AVX-512F and BW.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512(_) => unsafe {
                avx512::update(pointer.cast_const(), pointer, blocks, changes);
            },
        }
    }

    /// The sum of squared activations times weights, those of `us` first.
    #[inline]
    pub(crate) fn output(self, us: &[Block], them: &[Block], weights: &[Block]) -> i32 {
        assert!(us.len() == them.len() && weights.len() == us.len() + them.len());
        let (our_weights, their_weights) = weights.split_at(us.len());
        match self {
            Level::Scalar => {
                let ours = scalar::output(us, our_weights);
                ours.wrapping_add(scalar::output(them, their_weights))
            }
            // SAFETY: a `Detected` exists, so the machine has AVX2; there are as many
            // weights as sums.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2(_) => unsafe {
                avx2::output(us, our_weights).wrapping_add(avx2::output(them, their_weights))
            },
            // SAFETY: as above, with AVX-512F and BW.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512(_) => unsafe {
                avx512::output(us, our_weights).wrapping_add(avx512::output(them, their_weights))
            },
        }
    }

    /// The sum of squared activations times weights of one accumulator.
    #[inline]
    pub(crate) fn dot(self, sums: &[Block], weights: &[Block]) -> i32 {
        assert!(sums.len() == weights.len());
        match self {
            Level::Scalar => scalar::output(sums, weights),
            // SAFETY: a `Detected` exists, so the machine has AVX2; there are as many
            // weights as sums.
            #[cfg(target_arch = "x86_64")]
            Level::Avx2(_) => unsafe { avx2::output(sums, weights) },
            // SAFETY: as above, with AVX-512F and BW.
            #[cfg(target_arch = "x86_64")]
            Level::Avx512(_) => unsafe { avx512::output(sums, weights) },
        }
    }
}
