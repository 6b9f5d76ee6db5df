//! A move in the tree, and what is known of it.

use std::sync::atomic::{
    AtomicI16, AtomicU16, AtomicU32, AtomicU64,
    Ordering::{AcqRel, Acquire, Relaxed, Release},
};

use chess::Move;

use super::arena::BlockId;
use crate::Proof;

/// A move of its parent, with the position after it. All results are for whoever
/// made the move.
///
/// Every field is an atomic of its own: threads may see a visit before its
/// result, which shifts a mean by less than the noise it has anyway.
#[derive(Debug, Default)]
pub(crate) struct Node {
    /// The sum of all results in units of 2⁻³⁰ points.
    sum: AtomicU64,
    /// The mean of their squares, as the bits of an `f32`.
    mean_square: AtomicU32,
    /// What alpha-beta says of it, as the bits of an `f32`; 0 before it was asked.
    opinion: AtomicU32,
    visits: AtomicU32,
    /// The first block of its children, see [`Children`].
    children: AtomicU32,
    mv: AtomicU16,
    /// In units of 2⁻¹⁶.
    prior: AtomicU16,
    proof: AtomicI16,
    /// Threads below it now: the virtual loss.
    in_flight: AtomicU16,
}

const _: () = assert!(size_of::<Node>() == 32);

const UNIT: f64 = (1_u64 << 30) as f64;
const NO_CHILDREN: u32 = u32::MAX;
const LOCKED: u32 = u32::MAX - 1;

/// The state of a node's expansion.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Children {
    /// Not expanded.
    None,
    /// Another thread expands it now.
    Locked,
    /// Expanded.
    At(BlockId),
}

impl Node {
    /// Makes it a new move.
    pub(crate) fn reset(&self, mv: Option<Move>, prior: f32) {
        self.sum.store(0, Relaxed);
        self.mean_square.store(0, Relaxed);
        self.opinion.store(0, Relaxed);
        self.visits.store(0, Relaxed);
        self.children.store(NO_CHILDREN, Relaxed);
        self.mv.store(mv.map_or(0, Move::to_bits), Relaxed);
        self.set_prior(prior);
        self.proof.store(0, Relaxed);
        self.in_flight.store(0, Relaxed);
    }

    /// Takes over all that `other` knows.
    pub(crate) fn copy_from(&self, other: &Node) {
        self.sum.store(other.sum.load(Relaxed), Relaxed);
        self.mean_square.store(other.mean_square.load(Relaxed), Relaxed);
        self.opinion.store(other.opinion.load(Relaxed), Relaxed);
        self.visits.store(other.visits.load(Relaxed), Relaxed);
        self.children.store(other.children.load(Relaxed), Relaxed);
        self.mv.store(other.mv.load(Relaxed), Relaxed);
        self.prior.store(other.prior.load(Relaxed), Relaxed);
        self.proof.store(other.proof.load(Relaxed), Relaxed);
        self.in_flight.store(0, Relaxed);
    }

    /// The move; none at the root of a tree.
    pub(crate) fn mv(&self) -> Option<Move> {
        Move::from_bits(self.mv.load(Relaxed))
    }

    #[inline]
    pub(crate) fn prior(&self) -> f32 {
        f32::from(self.prior.load(Relaxed)) / 65_536.0
    }

    pub(crate) fn set_prior(&self, prior: f32) {
        self.prior.store((prior * 65_536.0).clamp(0.0, 65_535.0) as u16, Relaxed);
    }

    #[inline]
    pub(crate) fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    #[inline]
    pub(crate) fn in_flight(&self) -> u32 {
        u32::from(self.in_flight.load(Relaxed))
    }

    /// A thread goes below it. One that is `alone` in the tree counts without the locks
    /// that several need.
    pub(crate) fn enter(&self, alone: bool) {
        if alone {
            self.in_flight.store(self.in_flight.load(Relaxed) + 1, Relaxed);
        } else {
            self.in_flight.fetch_add(1, Relaxed);
        }
    }

    /// A thread comes back with a result, 0 to 1. How many visits that makes.
    pub(crate) fn leave(&self, result: f32, alone: bool) -> u32 {
        let result = result.clamp(0.0, 1.0);
        let points = (f64::from(result) * UNIT) as u64;
        let visits = if alone {
            self.sum.store(self.sum.load(Relaxed) + points, Relaxed);
            self.visits.store(self.visits.load(Relaxed) + 1, Relaxed);
            self.in_flight.store(self.in_flight.load(Relaxed) - 1, Relaxed);
            self.visits()
        } else {
            self.sum.fetch_add(points, Relaxed);
            self.in_flight.fetch_sub(1, Relaxed);
            self.visits.fetch_add(1, Relaxed) + 1
        };
        // Two threads at once may lose one of their squares.
        let before = f32::from_bits(self.mean_square.load(Relaxed));
        let mean_square = before + (result * result - before) / visits as f32;
        self.mean_square.store(mean_square.to_bits(), Relaxed);
        visits
    }

    /// The mean of all results; none before the first.
    pub(crate) fn mean(&self) -> Option<f32> {
        let visits = self.visits();
        (visits > 0).then(|| (self.sum.load(Relaxed) as f64 / UNIT / f64::from(visits)) as f32)
    }

    /// How far the results scatter.
    pub(crate) fn variance(&self) -> f32 {
        let Some(mean) = self.mean() else { return 0.0 };
        (f32::from_bits(self.mean_square.load(Relaxed)) - mean * mean).max(0.0)
    }

    /// What alpha-beta says of it, if it was asked.
    #[inline]
    pub(crate) fn opinion(&self) -> Option<f32> {
        let bits = self.opinion.load(Relaxed);
        (bits != 0).then_some(f32::from_bits(bits))
    }

    /// Alpha-beta says so many points, 0 to 1.
    pub(crate) fn set_opinion(&self, points: f32) {
        self.opinion.store(points.max(f32::MIN_POSITIVE).to_bits(), Relaxed);
    }

    /// What it is worth: the mean of all results, mixed with the opinion of alpha-beta
    /// where there is one, of which `share` is the share. None before the first result.
    pub(crate) fn worth(&self, share: f32) -> Option<f32> {
        let mean = self.mean()?;
        Some(self.opinion().map_or(mean, |opinion| mean + share * (opinion - mean)))
    }

    /// The same with `more` losses on top: how threads keep out of each other's way.
    #[inline]
    pub(crate) fn worth_with_losses(&self, share: f32, more: u32) -> f32 {
        let visits = self.visits() as f32;
        let sum = self.sum.load(Relaxed) as f32 * (1.0 / UNIT as f32);
        let sum = self.opinion().map_or(sum, |opinion| sum + share * (opinion * visits - sum));
        sum / (visits + more as f32).max(1.0)
    }

    #[inline]
    pub(crate) fn proof(&self) -> Option<Proof> {
        Proof::decode(self.proof.load(Relaxed))
    }

    pub(crate) fn set_proof(&self, proof: Option<Proof>) {
        self.proof.store(Proof::encode(proof), Relaxed);
    }

    #[inline]
    pub(crate) fn children(&self) -> Children {
        match self.children.load(Acquire) {
            NO_CHILDREN => Children::None,
            LOCKED => Children::Locked,
            block => Children::At(BlockId(block)),
        }
    }

    /// Says what its children are.
    pub(crate) fn set_children(&self, children: Children) {
        let code = match children {
            Children::None => NO_CHILDREN,
            Children::Locked => LOCKED,
            Children::At(BlockId(block)) => block,
        };
        self.children.store(code, Release);
    }

    /// Only one thread may expand a node: true for the first to ask.
    pub(crate) fn lock_children(&self) -> bool {
        self.children.compare_exchange(NO_CHILDREN, LOCKED, AcqRel, Relaxed).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_variance_and_virtual_losses() {
        let node = Node::default();
        node.reset(None, 0.25);
        assert_eq!((node.mean(), node.prior()), (None, 0.25));
        for (result, alone) in [(1.0, true), (0.0, false), (0.5, true), (0.5, false)] {
            node.enter(alone);
            assert_eq!(node.in_flight(), 1);
            node.leave(result, alone);
        }
        assert_eq!((node.visits(), node.in_flight()), (4, 0));
        assert_eq!(node.mean(), Some(0.5));
        assert!((node.variance() - 0.125).abs() < 1e-6);
        assert_eq!(node.worth_with_losses(0.0, 4), 0.25);
        assert_eq!((node.opinion(), node.worth(0.5)), (None, Some(0.5)));
        node.set_opinion(0.9);
        assert!((node.worth(0.5).unwrap() - 0.7).abs() < 1e-6);
        assert!((node.worth_with_losses(0.5, 4) - 0.35).abs() < 1e-6);
    }

    #[test]
    fn one_thread_expands() {
        let node = Node::default();
        node.reset(None, 1.0);
        assert!(node.lock_children() && !node.lock_children());
        assert_eq!(node.children(), Children::Locked);
        node.set_children(Children::At(BlockId(7)));
        assert_eq!(node.children(), Children::At(BlockId(7)));
    }
}
