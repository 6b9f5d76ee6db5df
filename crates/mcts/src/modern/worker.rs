//! One thread: iteration after iteration from the root to a leaf and back.

use std::sync::Arc;

use chess::{Checks, Game, Move, Position};
use eval::AnyEvaluator;
use search::{Budget, LeafSearch, Quiescence};
use thinking::{MATE, MAX_PLY, Signal, Timer, is_mate};

use super::arena::{BlockId, NodeId};
use super::expand::{Expansion, Growth};
use super::node::Children;
use super::policy::Policy;
use super::select::{Choice, Selection, Selector};
use super::settings::ModernSettings;
use super::tree::Tree;
use crate::params::{MATE_FADE, NOTED_VISITS, OPINION_NODES_MOST, OPINION_PRIOR};
use crate::past::Past;
use crate::{MctsError, Proof};

/// What one search is about, the same for all its threads.
#[derive(Debug)]
pub(crate) struct Task<'a> {
    pub(crate) game: &'a Game,
    pub(crate) settings: &'a ModernSettings,
    pub(crate) policy: &'a dyn Policy,
    /// The root moves to look at.
    pub(crate) wanted: &'a [Move],
    pub(crate) timer: &'a Timer,
    pub(crate) signal: &'a Signal,
}

impl Task<'_> {
    /// Is there one thread only?
    fn is_alone(&self) -> bool {
        self.settings.threads == 1
    }
}

/// What one thread keeps.
#[derive(Debug)]
pub(crate) struct Worker {
    quiescence: Quiescence<AnyEvaluator>,
    leaf_search: LeafSearch<AnyEvaluator>,
    past: Past,
    /// The nodes from the root to the present one.
    path: Vec<Step>,
    /// The way of the last iteration: the next one goes the same way for a while.
    trail: Vec<Stop>,
    /// The plies of that way at which it is time to ask alpha-beta.
    due: Vec<usize>,
    root_moves: Vec<NodeId>,
    /// How often the tree had been pruned when all of this was true.
    prunings: u64,
}

/// A node on the way, with the key of its position.
#[derive(Copy, Clone, Debug)]
struct Step {
    id: NodeId,
    key: u64,
}

/// A node on the way, with its position.
#[derive(Copy, Clone, Debug)]
struct Stop {
    id: NodeId,
    /// How many more iterations go on from here to the same node without comparing it to others.
    stays: u32,
    position: Position,
}

/// Where one iteration ended.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Iteration {
    /// Half-moves below the root.
    pub(crate) plies: usize,
    /// There was no memory for a new node.
    pub(crate) full: bool,
}

/// What is found where the way down ends.
#[derive(Copy, Clone, Debug)]
struct Leaf {
    /// For the side to move there.
    points: f32,
    /// By the way that led here, and not to be remembered for the position.
    by_history: bool,
    full: bool,
}

impl Leaf {
    fn known(points: f32) -> Leaf {
        Leaf { points, by_history: false, full: false }
    }
}

impl Worker {
    pub(crate) fn new(evaluator: Arc<AnyEvaluator>) -> Result<Worker, MctsError> {
        Ok(Worker {
            quiescence: Quiescence::new(evaluator.clone())?,
            leaf_search: LeafSearch::new(evaluator),
            past: Past::default(),
            path: Vec::new(),
            trail: Vec::new(),
            due: Vec::new(),
            root_moves: Vec::new(),
            prunings: 0,
        })
    }

    /// Forgets what its leaves taught it.
    pub(crate) fn forget(&mut self) {
        self.leaf_search.forget();
    }

    /// Moves played at leaves so far.
    pub(crate) fn leaf_nodes(&self) -> u64 {
        self.leaf_search.nodes() + self.quiescence.nodes()
    }

    /// Prepares for a search, or for the tree being another after pruning.
    pub(crate) fn begin(&mut self, tree: &Tree, task: &Task<'_>) {
        self.prunings = tree.prunings;
        self.past.reset(task.game);
        self.trail.clear();
        self.root_moves.clear();
        if let Some(root) = tree.root() {
            let is_wanted =
                |id: &NodeId| tree.arena.node(*id).mv().is_some_and(|mv| task.wanted.contains(&mv));
            self.root_moves.extend(tree.arena.children(root).filter(is_wanted));
        }
    }

    /// Is nothing left to find out about the moves of the root?
    pub(crate) fn is_decided(&self, tree: &Tree) -> bool {
        let mut open = false;
        for &id in &self.root_moves {
            match tree.arena.node(id).proof() {
                Some(Proof::Win(_)) => return true,
                Some(_) => {}
                None => open = true,
            }
        }
        !open
    }

    /// One iteration: select, expand, evaluate, back up.
    pub(crate) fn iterate(&mut self, tree: &Tree, task: &Task<'_>) -> Option<Iteration> {
        let root = tree.root()?;
        if self.prunings != tree.prunings {
            self.begin(tree, task);
        }
        self.past.rewind();
        self.path.clear();
        let mut trail = std::mem::take(&mut self.trail);
        let leaf = self.descend(tree, task, root, &mut trail);
        self.trail = trail;
        self.back_up(tree, task, leaf);
        self.ask_alpha_beta(tree, task);
        Some(Iteration { plies: self.path.len() - 1, full: leaf.full })
    }

    fn descend(
        &mut self,
        tree: &Tree,
        task: &Task<'_>,
        root: NodeId,
        trail: &mut Vec<Stop>,
    ) -> Leaf {
        if trail.is_empty() {
            trail.push(Stop { id: root, stays: 0, position: *task.game.position() });
        }
        let mut previous = task.game.moves().last().copied();
        let mut at = root;
        loop {
            let node = tree.arena.node(at);
            node.enter(task.is_alone());
            let is_root = self.path.is_empty();
            let ply = self.path.len();
            let Stop { ref position, stays, .. } = trail[ply];
            self.path.push(Step { id: at, key: position.key() });
            if is_noted(node.visits() + 1) {
                tree.values.fetch(position.key());
            }
            // Step 1. What is certain, of the position or by the way to it.
            if !is_root {
                if let Some(proof) = node.proof() {
                    return Leaf::known(1.0 - proof.points());
                }
                if self.past.is_draw(position) && !position.is_checkmate() {
                    return Leaf { by_history: true, ..Leaf::known(0.5) };
                }
            }
            // Step 2. A first visit looks at the position, a second at its moves.
            let growth = Growth {
                policy: task.policy,
                settings: task.settings,
                position,
                previous,
                is_root,
            };
            let first = match node.children() {
                Children::At(block) => block,
                Children::Locked => return self.evaluate(tree, task, position),
                Children::None if node.visits() == 0 && !is_root => {
                    let end = board_result(position);
                    node.set_proof(end);
                    if let Some(proof) = end {
                        return Leaf::known(1.0 - proof.points());
                    }
                    // A forced reply is no choice: look at what comes of it.
                    let forced = position.is_check() && position.count_legal_moves() == 1;
                    match forced.then(|| growth.expand(tree, at)) {
                        Some(Expansion::Done(block)) if self.path.len() <= MAX_PLY => block,
                        _ => return self.evaluate(tree, task, position),
                    }
                }
                Children::None if self.path.len() > MAX_PLY => {
                    return self.evaluate(tree, task, position);
                }
                Children::None => match growth.expand(tree, at) {
                    Expansion::Done(block) => block,
                    Expansion::Busy => return self.evaluate(tree, task, position),
                    Expansion::Full => {
                        return Leaf { full: true, ..self.evaluate(tree, task, position) };
                    }
                },
            };
            // Step 3. Select.
            let again = trail.get(ply + 1).map(|next| next.id);
            let again = again.filter(|&id| stays > 0 && tree.arena.node(id).proof().is_none());
            let (choice, full) = match again {
                Some(id) => (Some(Choice { id, stays: stays - 1 }), false),
                None => self.select(tree, &growth, at, first),
            };
            let Some((Choice { id: child, stays }, mv)) =
                choice.and_then(|choice| Some((choice, tree.arena.node(choice.id).mv()?)))
            else {
                return Leaf { full, ..self.evaluate(tree, task, position) };
            };
            tree.arena.fetch_children(child);
            if trail.get(ply + 1).is_none_or(|next| next.id != child) {
                let position = position.after(mv);
                trail.truncate(ply + 1);
                trail.push(Stop { id: child, stays: 0, position });
            }
            // A node of the trail is still the move that it was.
            debug_assert_eq!(trail[ply + 1].position.key(), trail[ply].position.after(mv).key());
            trail[ply].stays = stays;
            self.past.push(&trail[ply + 1].position);
            previous = Some(mv);
            at = child;
        }
    }

    /// The child to try, and whether memory is lacking.
    fn select(
        &self,
        tree: &Tree,
        growth: &Growth<'_>,
        at: NodeId,
        first: BlockId,
    ) -> (Option<Choice>, bool) {
        let selector = Selector::new(tree, growth.settings, at);
        let selection = if growth.is_root {
            selector.choose_among(&self.root_moves)
        } else {
            selector.choose(first)
        };
        match selection {
            Selection::Child(choice) => (Some(choice), false),
            Selection::Nothing => (None, false),
            Selection::Exhausted(best) => match growth.extend(tree, first) {
                Expansion::Full => (best, true),
                Expansion::Busy => (best, false),
                Expansion::Done(_) => match selector.choose(first) {
                    Selection::Child(choice) => (Some(choice), false),
                    Selection::Exhausted(_) | Selection::Nothing => (best, false),
                },
            },
        }
    }

    /// What the position is worth: as it turned out elsewhere in the tree, or
    /// after a shallow search, or after captures are played out.
    fn evaluate(&mut self, tree: &Tree, task: &Task<'_>, position: &Position) -> Leaf {
        if task.settings.transpositions
            && let Some((points, _)) = tree.values.probe(position.key())
        {
            return Leaf::known(points);
        }
        let value = match (task.settings.leaf_depth, &tree.table) {
            (0, _) | (_, None) => self.quiescence.value(position),
            (depth, Some(table)) => self.leaf_search.value(position, depth, table),
        };
        Leaf::known(self.points(task, value, position))
    }

    /// What a value of alpha-beta is in points of the side to move.
    fn points(&self, task: &Task<'_>, value: i32, position: &Position) -> f32 {
        if is_mate(value) {
            let distance = MATE_FADE * (MATE - value.abs()) as f32;
            return if value > 0 { 1.0 - distance } else { distance };
        }
        task.settings.curve.points(value, position, self.quiescence.evaluator())
    }

    /// Takes the result of a leaf back to the root.
    fn back_up(&mut self, tree: &Tree, task: &Task<'_>, leaf: Leaf) {
        self.back_up_proofs(tree);
        let root_turn = task.game.turn();
        let arena = &tree.arena;
        self.due.clear();
        // For whoever moved to the node at hand.
        let mut points = 1.0 - leaf.points;
        for (ply, &Step { id, key }) in self.path.iter().enumerate().rev() {
            let node = arena.node(id);
            if let Some(proof) = node.proof() {
                points = proof.points();
            }
            if is_time_to_ask(node.leave(points, task.is_alone()), task.settings) {
                self.due.push(ply);
            }
            let is_leaf = ply + 1 == self.path.len();
            if is_noted(node.visits())
                && let Some(mean) = node.mean()
                && !(is_leaf && leaf.by_history)
            {
                tree.values.store(key, 1.0 - mean, node.visits());
            }
            if ply > 0
                && let (Some(mv), Some(before)) =
                    (node.mv(), arena.node(self.path[ply - 1].id).mean())
            {
                let mover = if ply % 2 == 1 { root_turn } else { !root_turn };
                tree.statistics.add(mover, mv, points - (1.0 - before));
            }
            points = 1.0 - points;
        }
    }

    /// Asks alpha-beta about the nodes of the last way whose turn has come. What it says
    /// counts in what they are worth; the move it would play, too, and that one is tried
    /// whatever its prior was.
    fn ask_alpha_beta(&mut self, tree: &Tree, task: &Task<'_>) {
        let Some(table) = &tree.table else { return };
        for ply in std::mem::take(&mut self.due) {
            let Stop { id, position, .. } = self.trail[ply];
            let node = tree.arena.node(id);
            if node.proof().is_some() {
                continue;
            }
            let nodes = f64::from(node.visits()) * f64::from(task.settings.opinion_nodes);
            let nodes = (nodes as u64).min(OPINION_NODES_MOST);
            let budget = Budget { nodes, timer: task.timer, signal: task.signal };
            let earlier = self.past.before(ply);
            let Some(opinion) = self.leaf_search.opinion(&position, earlier, &budget, table) else {
                continue;
            };
            let points = self.points(task, opinion.value, &position);
            node.set_opinion(1.0 - points);
            let growth = Growth {
                policy: task.policy,
                settings: task.settings,
                position: &position,
                previous: if ply > 0 { node.mv() } else { task.game.moves().last().copied() },
                is_root: ply == 0,
            };
            if let Some(child) = opinion.best.and_then(|best| growth.reach(tree, id, best)) {
                let child = tree.arena.node(child);
                child.set_opinion(points);
                child.set_prior(child.prior().max(OPINION_PRIOR));
            }
            // Whatever was to be chosen again without a comparison is compared now.
            self.trail.iter_mut().for_each(|stop| stop.stays = 0);
        }
    }

    /// MCTS-Solver: certain results go up as far as they decide something.
    fn back_up_proofs(&self, tree: &Tree) {
        for pair in self.path.windows(2).rev() {
            let (parent, child) = (tree.arena.node(pair[0].id), tree.arena.node(pair[1].id));
            if child.proof().is_none() || parent.proof().is_some() {
                return;
            }
            let proof = tree.proof_from_children(pair[0].id);
            if proof.is_none() {
                return;
            }
            parent.set_proof(proof);
        }
    }
}

/// Alpha-beta is asked again whenever the visits have doubled.
fn is_time_to_ask(visits: u32, settings: &ModernSettings) -> bool {
    settings.opinion > 0.0 && visits >= settings.opinion_visits && visits.is_power_of_two()
}

/// Is the mean after so many visits one to be remembered for the position? Of many visits
/// not every one says something new.
fn is_noted(visits: u32) -> bool {
    visits < NOTED_VISITS || visits.is_multiple_of(NOTED_VISITS)
}

/// What a look at the board proves, for whoever moved to it: mate, stalemate, dead
/// material, or a mate on the next move. What depends on the history is not among
/// them.
fn board_result(position: &Position) -> Option<Proof> {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return Some(if position.is_check() { Proof::Win(0) } else { Proof::Draw });
    }
    if position.is_insufficient_material() {
        return Some(Proof::Draw);
    }
    let checks = Checks::new(position);
    let mates =
        |mv: &Move| checks.contains(position, *mv) && !position.after(*mv).has_legal_moves();
    moves.iter().any(mates).then_some(Proof::Loss(1))
}
