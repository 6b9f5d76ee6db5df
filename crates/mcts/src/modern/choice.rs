//! Which move is best after all iterations.

use chess::Move;

use super::arena::NodeId;
use super::tree::{Tree, Weighing};
use crate::Proof;
use crate::params::LEAST_DEVIATION;

/// What decides between two moves: greater is better.
#[derive(Copy, Clone, PartialEq, PartialOrd, Debug)]
struct Rank {
    /// Won, open or lost; the nearest win, the farthest loss.
    certain: i32,
    /// The lower bound of its worth, if that shall decide.
    bound: f32,
    visits: u32,
    worth: f32,
    prior: f32,
}

impl Tree {
    fn rank(&self, id: NodeId) -> Rank {
        let node = self.arena.node(id);
        let certain = match node.proof() {
            Some(Proof::Win(plies)) => i32::from(u16::MAX) - i32::from(plies),
            Some(Proof::Draw) | None => 0,
            Some(Proof::Loss(plies)) => i32::from(plies) - i32::from(u16::MAX),
        };
        let Weighing { opinion, lower_bound } = self.weighing;
        let worth = node.worth(opinion).unwrap_or(0.0);
        let visits = node.visits();
        let bound = if lower_bound > 0.0 && visits > 0 {
            // Few visits scatter less than they should.
            let deviation = node.variance().sqrt().max(LEAST_DEVIATION);
            worth - lower_bound * deviation / (visits as f32).sqrt()
        } else {
            f32::from(u8::from(visits > 0))
        };
        Rank { certain, bound, visits, worth, prior: node.prior() }
    }

    /// Sorts moves, best first.
    pub(crate) fn order(&self, moves: &mut [NodeId]) {
        let rank = |id| self.rank(id);
        moves.sort_by(|&a, &b| rank(b).partial_cmp(&rank(a)).unwrap_or(std::cmp::Ordering::Equal));
    }

    /// The best of some moves; of equal ones the first.
    pub(crate) fn best(&self, moves: impl Iterator<Item = NodeId>) -> Option<NodeId> {
        moves.fold(None, |best: Option<NodeId>, id| {
            best.filter(|&best| self.rank(best) >= self.rank(id)).or(Some(id))
        })
    }

    /// The moves expected from a move on, itself first.
    pub(crate) fn line(&self, first: NodeId) -> Vec<Move> {
        let is_known = |&id: &NodeId| {
            let node = self.arena.node(id);
            node.visits() > 0 || node.proof().is_some()
        };
        let next = |&id: &NodeId| self.best(self.arena.children(id)).filter(is_known);
        let nodes = std::iter::successors(Some(first), next);
        nodes.map_while(|id| self.arena.node(id).mv()).take(thinking::MAX_PLY).collect()
    }
}
