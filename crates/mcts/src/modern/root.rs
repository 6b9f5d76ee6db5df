//! What happens at the root only.

use fastrand::Rng;

use super::arena::NodeId;
use super::expand::Growth;
use super::mate::MateSearch;
use super::settings::ModernSettings;
use super::tree::{Tree, Weighing};
use super::worker::Task;
use crate::params::MATE_SEARCH_NODES;
use crate::{MctsVerdict, Proof};

/// Finds or plants the root, with a node for each of its moves.
pub(crate) fn prepare(tree: &mut Tree, task: &Task<'_>, rng: &mut Rng) {
    let ModernSettings { opinion, lower_bound, reuse, .. } = *task.settings;
    tree.weighing = Weighing { opinion, lower_bound };
    tree.plant(task.game, reuse);
    if let Some(table) = &mut tree.table {
        table.age();
    }
    let growth = Growth {
        policy: task.policy,
        settings: task.settings,
        position: task.game.position(),
        previous: task.game.moves().last().copied(),
        is_root: true,
    };
    let ready = |tree: &Tree| tree.root().is_some_and(|root| growth.prepare_root(tree, root));
    if !ready(tree) {
        tree.prune(task.game);
        // The moves of any root fit in what pruning leaves free.
        ready(tree);
    }
    let Some(root) = tree.root() else { return };
    forget_unfounded_proof(tree, root);
    if task.settings.noise > 0.0 {
        add_noise(tree, root, task.settings.noise, rng);
    }
}

/// A proof whose grounds were pruned away says nothing about which move to play.
fn forget_unfounded_proof(tree: &Tree, root: NodeId) {
    tree.arena.node(root).set_proof(tree.proof_from_children(root));
}

/// Mixes the priors with random numbers that sum to one, evenly distributed.
fn add_noise(tree: &Tree, root: NodeId, share: f32, rng: &mut Rng) {
    let children: Vec<_> = tree.arena.children(root).collect();
    let noise: Vec<f32> = children.iter().map(|_| -(1.0 - rng.f32()).ln()).collect();
    let sum: f32 = noise.iter().sum();
    for (&child, noise) in children.iter().zip(&noise) {
        let node = tree.arena.node(child);
        node.set_prior((1.0 - share) * node.prior() + share * noise / sum.max(f32::MIN_POSITIVE));
    }
}

/// The tree proves a mate, not the shortest one: looks for one that takes fewer
/// moves.
pub(crate) fn shorten_mate(tree: &Tree, task: &Task<'_>) {
    let Some(root) = tree.root() else { return };
    let proofs = tree.arena.children(root).filter_map(|id| match tree.arena.node(id).proof() {
        Some(Proof::Win(plies)) if is_wanted(tree, task, id) => Some(u32::from(plies) / 2 + 1),
        _ => None,
    });
    let Some(known) = proofs.min() else { return };
    let mut search = MateSearch { nodes_left: MATE_SEARCH_NODES };
    for moves in 1..known {
        let mv = search.find(task.game.position(), moves);
        if let Some(child) = mv.and_then(|mv| tree.child(root, mv)) {
            if is_wanted(tree, task, child) {
                tree.arena.node(child).set_proof(Some(Proof::Win(2 * (moves - 1) as u16)));
            }
            return;
        }
        if search.nodes_left == 0 {
            return;
        }
    }
}

fn is_wanted(tree: &Tree, task: &Task<'_>, id: NodeId) -> bool {
    tree.arena.node(id).mv().is_some_and(|mv| task.wanted.contains(&mv))
}

/// Chooses at random by visits, if it shall.
pub(crate) fn choose(verdict: &mut MctsVerdict, temperature: f32, rng: &mut Rng) {
    let certain = verdict.root.first().is_some_and(|child| child.proven.is_some());
    if temperature <= 0.0 || certain {
        return;
    }
    let is_lost = |child: &crate::RootChild| matches!(child.proven, Some(Proof::Loss(_)));
    let weight = |child: &crate::RootChild| {
        if is_lost(child) { 0.0 } else { (child.visits as f64).powf(1.0 / f64::from(temperature)) }
    };
    let sum: f64 = verdict.root.iter().map(weight).sum();
    let mut left = rng.f64() * sum;
    for child in &verdict.root {
        left -= weight(child);
        if left < 0.0 {
            verdict.best = Some(child.mv);
            verdict.line.clone_from(&child.line);
            return;
        }
    }
}
