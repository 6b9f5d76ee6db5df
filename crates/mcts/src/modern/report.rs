//! What is said of a search, meanwhile and in the end.

use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use chess::{Game, Move};
use eval::{AnyEvaluator, Evaluator};
use thinking::{Chances, Progress, Score, ScoreBound, Signal, Timer, mated_at};

use super::arena::NodeId;
use super::mate::MateSearch;
use super::select::{Selector, Terms};
use super::tree::Tree;
use super::watch::Counters;
use super::worker::Task;
use crate::line::playable;
use crate::params::MATE_SEARCH_NODES;
use crate::{MctsVerdict, Proof, RootChild};

/// Knows how to put the tree into words.
#[derive(Debug)]
pub(crate) struct Reporter<'a> {
    pub(crate) task: &'a Task<'a>,
    pub(crate) evaluator: &'a AnyEvaluator,
    pub(crate) counters: &'a Counters,
}

impl Reporter<'_> {
    /// The root moves that were looked at, best first.
    fn moves(&self, tree: &Tree) -> Vec<NodeId> {
        let Some(root) = tree.root() else { return Vec::new() };
        let is_wanted = |id: &NodeId| {
            tree.arena.node(*id).mv().is_some_and(|mv| self.task.wanted.contains(&mv))
        };
        let mut moves: Vec<_> = tree.arena.children(root).filter(is_wanted).collect();
        tree.order(&mut moves);
        moves
    }

    fn score(&self, tree: &Tree, id: NodeId) -> (Score, Chances) {
        let node = tree.arena.node(id);
        let position = self.task.game.position();
        match node.proof() {
            Some(Proof::Win(plies)) => {
                (Score::Mate(i32::from(plies) / 2 + 1), Chances { win: 1000, draw: 0, loss: 0 })
            }
            Some(Proof::Draw) => (Score::Cp(0), Chances { win: 0, draw: 1000, loss: 0 }),
            Some(Proof::Loss(plies)) => {
                let moves = i32::from(plies.div_ceil(2));
                (Score::Mate(-moves), Chances { win: 0, draw: 0, loss: 1000 })
            }
            None => {
                let points = node.worth(tree.weighing.opinion).unwrap_or(0.5);
                let value = self.task.settings.curve.value(points, position, self.evaluator);
                (Score::Cp(value), self.evaluator.chances(value, position))
            }
        }
    }

    /// The moves expected from a root move on. The tree knows of a mate on the next
    /// move without having a node for it.
    fn line(&self, tree: &Tree, id: NodeId) -> Vec<Move> {
        let mut line = playable(self.task.game, &tree.line(id));
        if matches!(tree.arena.node(id).proof(), Some(Proof::Win(_) | Proof::Loss(_))) {
            let end = line.iter().fold(*self.task.game.position(), |at, &mv| at.after(mv));
            line.extend(MateSearch { nodes_left: MATE_SEARCH_NODES }.find(&end, 1));
        }
        line
    }

    fn hashfull(&self, tree: &Tree) -> u32 {
        (tree.arena.used() * 1000 / tree.arena.capacity().max(1)) as u32
    }

    /// What came of it.
    pub(crate) fn verdict(&self, tree: &Tree, timer: &Timer, stopped: bool) -> MctsVerdict {
        let moves = self.moves(tree);
        let root: Vec<_> = moves.iter().filter_map(|&id| self.root_child(tree, id)).collect();
        let (score, chances) = match moves.first() {
            Some(&best) => self.score(tree, best),
            None => (Score::Cp(0), Chances::from_expectation(0.5)),
        };
        MctsVerdict {
            best: root.first().map(|child| child.mv),
            line: root.first().map(|child| child.line.clone()).unwrap_or_default(),
            score,
            chances,
            nodes: self.counters.iterations(),
            leaf_nodes: self.counters.leaf_nodes.load(Relaxed),
            visits: tree.root().map_or(0, |root| u64::from(tree.arena.node(root).visits())),
            depth: self.counters.depth(),
            seldepth: u32::try_from(self.counters.deepest.load(Relaxed)).unwrap_or(u32::MAX),
            time: timer.wall_time(),
            stopped,
            hashfull: self.hashfull(tree),
            root,
        }
    }

    fn root_child(&self, tree: &Tree, id: NodeId) -> Option<RootChild> {
        let node = tree.arena.node(id);
        let selector = Selector::new(tree, self.task.settings, tree.root()?);
        let Terms { exploitation, exploration } = selector.terms(id, 1.0);
        let (score, chances) = self.score(tree, id);
        Some(RootChild {
            mv: node.mv()?,
            visits: u64::from(node.visits()),
            value: f64::from(node.proof().map(Proof::points).or(node.mean()).unwrap_or(0.5)),
            prior: Some(f64::from(node.prior())),
            opinion: node.opinion().map(f64::from),
            exploitation: f64::from(exploitation),
            exploration: f64::from(exploration),
            score,
            chances,
            proven: node.proof(),
            line: self.line(tree, id),
        })
    }
}

/// The best so many lines of a verdict as progress, for whoever only listens. The
/// first is of the move to play.
pub(crate) fn told(verdict: &MctsVerdict, lines: usize) -> Vec<Progress> {
    let chosen = |child: &&RootChild| Some(child.mv) == verdict.best;
    let others = verdict.root.iter().filter(|child| !chosen(child));
    let best = verdict.root.iter().filter(chosen);
    let line = |(line_index, child): (usize, &RootChild)| Progress {
        depth: Some(verdict.depth),
        seldepth: Some(verdict.seldepth),
        line_index,
        score: Some(child.score),
        bound: Some(ScoreBound::Exact),
        chances: Some(child.chances),
        nodes: Some(verdict.nodes),
        visits: Some(child.visits),
        time: Some(verdict.time),
        hashfull: Some(verdict.hashfull),
        line: child.line.clone(),
        ..Progress::default()
    };
    best.chain(others).take(lines.max(1)).enumerate().map(line).collect()
}

/// A mated or stalemated side has a score but no move.
pub(crate) fn no_moves(
    game: &Game,
    evaluator: &AnyEvaluator,
    time: Duration,
    signal: &Signal,
) -> MctsVerdict {
    let value = if game.position().is_check() { mated_at(0) } else { 0 };
    MctsVerdict {
        best: None,
        line: Vec::new(),
        score: Score::from_value(value),
        chances: evaluator.chances(value, game.position()),
        nodes: 0,
        leaf_nodes: 0,
        visits: 0,
        depth: 0,
        seldepth: 0,
        time,
        stopped: signal.is_stopped(),
        hashfull: 0,
        root: Vec::new(),
    }
}
