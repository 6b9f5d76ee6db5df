//! The tree of the classic search, in an arena.

use chess::{Move, Position};

use super::ordering::ordered_moves;
use crate::params::CLASSIC_NODES;
use crate::tree_view::{TreeViewNode, Viewable};

/// UCT, the two terms that are added: the mean reward w/n, and c·√(ln N/n) for
/// `parent` visits N of the position and `visits` n of the move.
pub fn uct(rewards: f64, visits: u64, parent: u64, c: f64) -> (f64, f64) {
    let n = visits.max(1) as f64;
    (rewards / n, c * ((parent.max(1) as f64).ln() / n).sqrt())
}

/// The index of a node.
pub(crate) type NodeIndex = u32;

/// A position of the tree. Rewards are for whoever moved to it.
#[derive(Clone, Debug)]
pub(crate) struct ClassicNode {
    pub(crate) mv: Option<Move>,
    pub(crate) visits: u64,
    pub(crate) rewards: f64,
    pub(crate) children: Vec<NodeIndex>,
    /// Moves without a child yet, the next one last; none until it is visited
    /// again.
    untried: Option<Box<[Move]>>,
    untried_left: u8,
}

impl ClassicNode {
    fn new(mv: Option<Move>) -> ClassicNode {
        ClassicNode {
            mv,
            visits: 0,
            rewards: 0.0,
            children: Vec::new(),
            untried: None,
            untried_left: 0,
        }
    }
}

/// All positions tried so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct ClassicTree {
    nodes: Vec<ClassicNode>,
}

pub(crate) const ROOT: NodeIndex = 0;

impl ClassicTree {
    /// A tree whose root tries only these moves, in the usual order.
    pub(crate) fn new(position: &Position, wanted: &[Move]) -> ClassicTree {
        let mut root = ClassicNode::new(None);
        let moves: Vec<_> =
            ordered_moves(position).into_iter().filter(|mv| wanted.contains(mv)).collect();
        root.set_untried(moves.into_iter());
        ClassicTree { nodes: vec![root] }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    pub(crate) fn node(&self, index: NodeIndex) -> &ClassicNode {
        &self.nodes[index as usize]
    }

    /// How full it is, in thousandths.
    pub(crate) fn hashfull(&self) -> u32 {
        (self.nodes.len() * 1000 / CLASSIC_NODES) as u32
    }

    /// The next untried move of a node, with its new node; none if there is no
    /// such move, or no room.
    pub(crate) fn expand(&mut self, index: NodeIndex, position: &Position) -> Option<NodeIndex> {
        let new = self.nodes.len() as NodeIndex;
        let is_full = self.nodes.len() >= CLASSIC_NODES;
        let node = &mut self.nodes[index as usize];
        if node.untried.is_none() {
            node.set_untried(ordered_moves(position).into_iter());
        }
        if is_full {
            return None;
        }
        let mv = node.next_untried()?;
        node.children.push(new);
        self.nodes.push(ClassicNode::new(Some(mv)));
        Some(new)
    }

    /// The child with the highest UCT; the first of equal ones.
    pub(crate) fn select(&self, index: NodeIndex, c: f64) -> Option<NodeIndex> {
        let parent = self.node(index).visits;
        let score = |child: NodeIndex| {
            let child = self.node(child);
            let (exploitation, exploration) = uct(child.rewards, child.visits, parent, c);
            exploitation + exploration
        };
        let children = self.node(index).children.iter().copied();
        children.fold(None, |best: Option<NodeIndex>, child| {
            best.filter(|&best| score(best) >= score(child)).or(Some(child))
        })
    }

    /// The most visited child; of equal ones the better, then the first.
    pub(crate) fn most_visited_child(&self, index: NodeIndex) -> Option<NodeIndex> {
        let rank = |child: NodeIndex| {
            let child = self.node(child);
            (child.visits, child.rewards)
        };
        let children = self.node(index).children.iter().copied();
        children.fold(None, |best: Option<NodeIndex>, child| {
            best.filter(|&best| rank(best) >= rank(child)).or(Some(child))
        })
    }

    pub(crate) fn add(&mut self, index: NodeIndex, reward: f64) {
        let node = &mut self.nodes[index as usize];
        node.visits += 1;
        node.rewards += reward;
    }

    /// The most visited moves from a node on, its own first.
    pub(crate) fn line(&self, first: NodeIndex) -> Vec<Move> {
        let nodes = std::iter::successors(Some(first), |&index| self.most_visited_child(index));
        nodes.map_while(|index| self.node(index).mv).collect()
    }
}

impl ClassicNode {
    fn set_untried(&mut self, moves: impl DoubleEndedIterator<Item = Move>) {
        let moves: Box<[Move]> = moves.rev().collect();
        self.untried_left = moves.len() as u8;
        self.untried = Some(moves);
    }

    fn next_untried(&mut self) -> Option<Move> {
        let left = self.untried_left.checked_sub(1)?;
        let mv = self.untried.as_ref()?[usize::from(left)];
        self.untried_left = left;
        if left == 0 {
            // Known to be empty, and no longer worth its memory.
            self.untried = Some(Box::default());
        }
        Some(mv)
    }
}

impl Viewable for ClassicTree {
    type Id = NodeIndex;

    fn view(&self, index: NodeIndex) -> TreeViewNode {
        let node = self.node(index);
        TreeViewNode {
            mv: node.mv,
            parent: None,
            ply: 0,
            visits: node.visits,
            value: node.rewards / node.visits.max(1) as f64,
            prior: None,
            opinion: None,
        }
    }

    fn visited_children(&self, index: NodeIndex) -> Vec<NodeIndex> {
        self.node(index).children.clone()
    }
}
