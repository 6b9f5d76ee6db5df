//! New nodes: the moves of a position in the order of their priors.

use chess::{Checks, Move, MoveList, Position};

use super::arena::{BLOCK, BlockId, NodeId};
use super::node::Children;
use super::policy::{Policy, PolicyInput, softmax};
use super::settings::ModernSettings;
use super::tree::Tree;
use crate::Proof;
use crate::params::FORCING_PRIOR;

/// What came of an expansion.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Expansion {
    /// The first block of the children.
    Done(BlockId),
    /// Another thread is at it.
    Busy,
    /// There is no memory left.
    Full,
}

/// What an expansion has to know.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Growth<'a> {
    pub(crate) policy: &'a dyn Policy,
    pub(crate) settings: &'a ModernSettings,
    pub(crate) position: &'a Position,
    pub(crate) previous: Option<Move>,
    pub(crate) is_root: bool,
}

/// A move with its prior, and whether it mates.
#[derive(Copy, Clone, Debug)]
struct Candidate {
    mv: Move,
    prior: f32,
    mates: bool,
}

impl Candidate {
    /// Is it to be tried before `other`?
    fn precedes(&self, other: &Candidate) -> bool {
        (self.mates, self.prior) > (other.mates, other.prior)
    }
}

impl Growth<'_> {
    /// All legal moves.
    fn candidates(&self, tree: &Tree) -> Vec<Candidate> {
        let Growth { position, settings, .. } = *self;
        let moves = position.legal_moves();
        let mut priors = self.priors(tree, &moves);
        let temperature =
            if self.is_root { settings.root_temperature } else { settings.policy_temperature };
        softmax(&mut priors, temperature.max(0.01));
        let table = tree.table.as_ref();
        let searched =
            table.and_then(|table| table.probe(position.key(), 0)).and_then(|entry| entry.mv);
        if let Some(best) = searched.and_then(|mv| moves.iter().position(|&other| other == mv)) {
            let share = settings.table_prior;
            priors.iter_mut().for_each(|prior| *prior *= 1.0 - share);
            priors[best] += share;
        }
        let checks = Checks::new(position);
        let candidate = |(&mv, prior): (&Move, f32)| {
            // Replies are worth counting where there are few.
            let replies =
                checks.contains(position, mv).then(|| position.after(mv).count_legal_moves());
            let prior = if replies == Some(1) { prior.max(FORCING_PRIOR) } else { prior };
            Candidate { mv, prior, mates: replies == Some(0) }
        };
        moves.iter().zip(priors).map(candidate).collect()
    }

    fn priors(&self, tree: &Tree, moves: &MoveList) -> Vec<f32> {
        let weight = self.settings.statistics_weight;
        let input = PolicyInput {
            position: self.position,
            moves,
            previous: self.previous,
            statistics: (weight != 0.0).then_some((&tree.statistics, weight)),
        };
        let mut logits = Vec::with_capacity(moves.len());
        self.policy.logits(&input, &mut logits);
        logits
    }

    /// Gives a node its first children.
    pub(crate) fn expand(&self, tree: &Tree, id: NodeId) -> Expansion {
        let node = tree.arena.node(id);
        if !node.lock_children() {
            return Expansion::Busy;
        }
        let Some(block) = tree.arena.allocate() else {
            node.set_children(Children::None);
            return Expansion::Full;
        };
        let candidates = self.candidates(tree);
        tree.arena.set_moves(block, candidates.len());
        fill(tree, block, candidates, 1.0);
        node.set_children(Children::At(block));
        Expansion::Done(block)
    }

    /// Gives a node the next few of its children.
    pub(crate) fn extend(&self, tree: &Tree, first: BlockId) -> Expansion {
        let Some(block) = tree.arena.allocate() else { return Expansion::Full };
        let known: Vec<_> =
            tree.arena.chain(first).filter_map(|id| tree.arena.node(id).mv()).collect();
        let lowest = tree.arena.chain(first).last().map_or(1.0, |id| tree.arena.node(id).prior());
        // What was learned of moves meanwhile may have changed their order.
        let mut rest = self.candidates(tree);
        rest.retain(|candidate| !known.contains(&candidate.mv));
        fill(tree, block, rest, lowest);
        let chain = std::iter::successors(Some(first), |&block| tree.arena.next(block));
        let linked = chain.last().is_some_and(|last| {
            // A full block that another thread has not extended meanwhile.
            tree.arena.block(last).count() == BLOCK
                && tree.arena.chain(first).count() == known.len()
                && tree.arena.link(last, block)
        });
        if linked {
            Expansion::Done(block)
        } else {
            tree.arena.give_back(block);
            Expansion::Busy
        }
    }

    /// The child of a node that a move leads to. Where it has no memory yet, it gets some,
    /// and those that come before it, too.
    pub(crate) fn reach(&self, tree: &Tree, id: NodeId, mv: Move) -> Option<NodeId> {
        loop {
            if let Some(child) = tree.child(id, mv) {
                return Some(child);
            }
            let Children::At(first) = tree.arena.node(id).children() else { return None };
            if !matches!(self.extend(tree, first), Expansion::Done(_)) {
                return None;
            }
        }
    }

    /// Sees to it that every move of the root has a node, and its prior that of a
    /// root. False if there is no memory for it.
    pub(crate) fn prepare_root(&self, tree: &Tree, root: NodeId) -> bool {
        let first = match tree.arena.node(root).children() {
            Children::At(block) => block,
            Children::None | Children::Locked => match self.expand(tree, root) {
                Expansion::Done(block) => block,
                Expansion::Busy | Expansion::Full => return false,
            },
        };
        while !tree.is_complete(root) {
            if !matches!(self.extend(tree, first), Expansion::Done(_)) {
                return false;
            }
        }
        for candidate in self.candidates(tree) {
            if let Some(child) = tree.child(root, candidate.mv) {
                tree.arena.node(child).set_prior(candidate.prior);
            }
        }
        true
    }
}

/// Fills a block with the best of `candidates`, mates first, then by their priors, of
/// which none is above `highest`.
fn fill(tree: &Tree, block: BlockId, mut candidates: Vec<Candidate>, highest: f32) {
    // A few are wanted of many: it does not take a sorted list.
    for first in 0..candidates.len().min(BLOCK) {
        let better = |&best: &usize, &other: &usize| candidates[other].precedes(&candidates[best]);
        let best = (first..candidates.len())
            .reduce(|best, other| if better(&best, &other) { other } else { best });
        candidates.swap(first, best.unwrap_or(first));
        let Candidate { mv, prior, mates } = candidates[first];
        tree.arena.add(block, |node| {
            node.reset(Some(mv), prior.min(highest));
            if mates {
                node.set_proof(Some(Proof::Win(0)));
            }
        });
    }
}
