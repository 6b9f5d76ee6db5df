//! PUCT: which move to try next.

use super::arena::{BlockId, NodeId};
use super::settings::ModernSettings;
use super::tree::Tree;
use crate::Proof;

/// How much exploration counts after so many visits: it grows with their
/// logarithm, slowly below `base`.
pub fn cpuct(factor: f32, base: f32, visits: u32) -> f32 {
    factor * (1.0 + ((visits as f32 + base) / base).ln())
}

/// The second term of PUCT: how much it is worth to find out more about a move of
/// so many visits. `exploration` is [`cpuct`] times the root of the position's
/// visits; the first term is the worth of the move, the mean of its results mixed with
/// their minimax.
#[inline]
pub fn puct(exploration: f32, prior: f32, visits: u32) -> f32 {
    exploration * prior / (1.0 + visits as f32)
}

/// What selection comes to.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(crate) enum Selection {
    /// Try this move.
    Child(NodeId),
    /// All moves with memory were tried; there are more. The best of those that
    /// were, in case there is no room.
    Exhausted(Option<NodeId>),
    /// There is nothing to try.
    Nothing,
}

/// The choice at one node.
#[derive(Debug)]
pub(crate) struct Selector<'a> {
    tree: &'a Tree,
    /// [`cpuct`] times the root of the visits.
    exploration: f32,
    /// What the side to move expects here.
    expected: f32,
    fpu_reduction: f32,
    /// The share of minimax in what moves are worth.
    minimax: f32,
}

impl<'a> Selector<'a> {
    pub(crate) fn new(tree: &'a Tree, settings: &ModernSettings, id: NodeId) -> Selector<'a> {
        let node = tree.arena.node(id);
        let visits = node.visits() + node.in_flight();
        let mut exploration = cpuct(settings.cpuct, settings.cpuct_base, visits);
        if settings.variance > 0.0 && node.visits() > 1 {
            // Twice the deviation is about one where anything may happen.
            let scatter = 2.0 * node.variance().sqrt();
            exploration *= 1.0 + settings.variance * (scatter - 0.5);
        }
        exploration *= (visits.max(1) as f32).sqrt();
        let ModernSettings { fpu_reduction, minimax, .. } = *settings;
        let expected = 1.0 - node.worth(minimax).unwrap_or(0.5);
        Selector { tree, exploration, expected, fpu_reduction, minimax }
    }

    /// The two terms for one move, after moves of so much prior were tried.
    #[inline]
    pub(crate) fn terms(&self, id: NodeId, tried: f32) -> (f32, f32) {
        let node = self.tree.arena.node(id);
        let in_flight = node.in_flight();
        let visits = node.visits() + in_flight;
        let worth = match node.proof() {
            Some(proof) => proof.points(),
            // First-play urgency.
            None if visits == 0 => self.expected - self.fpu_reduction * tried.sqrt(),
            None => node.worth_with_losses(self.minimax, in_flight),
        };
        (worth, puct(self.exploration, node.prior(), visits))
    }

    /// Chooses below the root. Children are in the order of their priors, so the
    /// first one that was not tried is the best of those.
    pub(crate) fn choose(&self, first: BlockId) -> Selection {
        let arena = &self.tree.arena;
        let (mut best, mut hopeless) = (None, None);
        let mut highest = f32::MIN;
        let (mut tried, mut seen) = (0.0, 0);
        for id in arena.chain(first) {
            let node = arena.node(id);
            seen += 1;
            match node.proof() {
                Some(Proof::Win(_)) => return Selection::Child(id),
                Some(Proof::Loss(_)) => {
                    hopeless = Some(id);
                    tried += node.prior();
                    continue;
                }
                Some(Proof::Draw) | None => {}
            }
            let (exploitation, exploration) = self.terms(id, tried);
            if exploitation + exploration > highest {
                highest = exploitation + exploration;
                best = Some(id);
            }
            if node.visits() + node.in_flight() == 0 {
                return best.map_or(Selection::Nothing, Selection::Child);
            }
            tried += node.prior();
        }
        let best = best.or(hopeless);
        if seen < arena.moves(first) {
            return Selection::Exhausted(best);
        }
        best.map_or(Selection::Nothing, Selection::Child)
    }

    /// Chooses at the root among some moves, in whatever order.
    pub(crate) fn choose_among(&self, moves: &[NodeId]) -> Selection {
        let arena = &self.tree.arena;
        let open = |&id: &NodeId| !matches!(arena.node(id).proof(), Some(Proof::Loss(_)));
        let is_tried = |&&id: &&NodeId| arena.node(id).visits() + arena.node(id).in_flight() > 0;
        let tried: f32 = moves.iter().filter(is_tried).map(|&id| arena.node(id).prior()).sum();
        let score = |id: NodeId| {
            let (exploitation, exploration) = self.terms(id, tried);
            exploitation + exploration
        };
        let candidates = moves.iter().copied().filter(open);
        // Of equal ones the first, which max_by would not give.
        let best = candidates.fold(None, |best: Option<(NodeId, f32)>, id| {
            let score = score(id);
            best.filter(|&(_, highest)| highest >= score).or(Some((id, score)))
        });
        match best.map(|(id, _)| id).or_else(|| moves.first().copied()) {
            Some(id) => Selection::Child(id),
            None => Selection::Nothing,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_formula() {
        let c = cpuct(0.5, 1_000.0, 0);
        assert_eq!(c, 0.5);
        assert!((cpuct(0.5, 1_000.0, 1_000) - 0.5 * (1.0 + 2.0_f32.ln())).abs() < 1e-6);
        // √100 visits of the position, 4 of the move.
        assert!((puct(0.5 * 10.0, 0.2, 4) - 0.5 * 0.2 * 10.0 / 5.0).abs() < 1e-6);
        // Untried moves are told apart by their priors.
        assert!(puct(0.5, 0.3, 0) > puct(0.5, 0.2, 0));
    }
}
