//! Watching the search at work.

use chess::Move;

/// Where the search is when it enters a node.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Visit {
    /// Half-moves below the root.
    pub ply: usize,
    /// The move that led here; none at the root and after a null move.
    pub mv: Option<Move>,
    /// Depth still to search; 0 and less is quiescence.
    pub depth: i32,
    /// The window.
    pub alpha: i32,
    /// The window's other end.
    pub beta: i32,
}

/// Why a node was left with the value it has.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// All moves that were looked at failed to raise alpha, or the best did.
    Searched,
    /// A move was too good for the opponent to allow.
    BetaCut,
    /// The evaluation itself.
    Evaluated,
    /// Drawn by rule, or mated or stalemated.
    GameOver,
    /// The transposition table knew.
    Table,
    /// The endgame tables knew.
    Tablebase,
    /// A technique gave the node up before its moves were looked at.
    Pruned(crate::Technique),
    /// Told to stop; the value means nothing.
    Stopped,
}

/// Is told of every node. Entering and leaving nest like brackets.
pub trait TreeObserver: Send {
    /// Is anybody listening? If not, the search does not even prepare what it
    /// would say.
    const LISTENS: bool;

    /// A node is entered.
    fn enter(&mut self, visit: &Visit);

    /// The node entered last is left.
    fn leave(&mut self, value: i32, reason: Reason);
}

/// Nobody watches.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Unobserved;

impl TreeObserver for Unobserved {
    const LISTENS: bool = false;

    #[inline(always)]
    fn enter(&mut self, _visit: &Visit) {}

    #[inline(always)]
    fn leave(&mut self, _value: i32, _reason: Reason) {}
}

/// One visit of a recorded tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeNode {
    /// How it was entered.
    pub visit: Visit,
    /// The value it was left with, for the side to move there.
    pub value: i32,
    /// Why.
    pub reason: Reason,
    /// The index of the node above; none for the root of an iteration.
    pub parent: Option<usize>,
}

/// Keeps the first so many nodes of the tree, and counts the rest.
#[derive(Clone, Debug)]
pub struct TreeRecorder {
    nodes: Vec<TreeNode>,
    /// The path to the present node; none for nodes beyond the limit.
    open: Vec<Option<usize>>,
    limit: usize,
    missed: u64,
}

impl TreeRecorder {
    /// Records up to `limit` nodes.
    pub fn new(limit: usize) -> TreeRecorder {
        TreeRecorder { nodes: Vec::new(), open: Vec::new(), limit, missed: 0 }
    }

    /// The nodes in the order they were entered.
    pub fn nodes(&self) -> &[TreeNode] {
        &self.nodes
    }

    /// How many nodes there was no room for.
    pub fn missed(&self) -> u64 {
        self.missed
    }
}

impl TreeObserver for TreeRecorder {
    const LISTENS: bool = true;

    fn enter(&mut self, visit: &Visit) {
        if self.nodes.len() >= self.limit {
            self.missed += 1;
            self.open.push(None);
            return;
        }
        let parent = self.open.last().copied().flatten();
        self.open.push(Some(self.nodes.len()));
        self.nodes.push(TreeNode { visit: *visit, value: 0, reason: Reason::Stopped, parent });
    }

    fn leave(&mut self, value: i32, reason: Reason) {
        if let Some(index) = self.open.pop().flatten() {
            self.nodes[index].value = value;
            self.nodes[index].reason = reason;
        }
    }
}
