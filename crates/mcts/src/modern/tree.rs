//! The tree that all threads share.

use chess::{Game, Move, Position};

use search::TranspositionTable;

use super::arena::{Arena, BLOCK, BLOCK_BYTES, NodeId};
use super::node::Children;
use super::statistics::MoveStatistics;
use super::values::{ENTRY_BYTES, ValueTable};
use crate::params::{FREE_AT_START, LEAF_TABLE_SHARE, VALUE_TABLE_SHARE};
use crate::tree_view::{TreeViewNode, Viewable};
use crate::{MctsError, Proof};

/// The moves of any root fit in half of these.
const LEAST_BLOCKS: usize = 2 * chess::MAX_MOVES / BLOCK;

/// Nodes, what is known of positions and of moves, and where the game is.
#[derive(Debug)]
pub(crate) struct Tree {
    pub(crate) arena: Arena,
    pub(crate) values: ValueTable,
    pub(crate) statistics: MoveStatistics,
    /// For the searches by alpha-beta, if there are any and there is room.
    pub(crate) table: Option<TranspositionTable>,
    /// How moves are compared in the end.
    pub(crate) weighing: Weighing,
    /// How often it was pruned: nodes may be others since.
    pub(crate) prunings: u64,
    trunk: Option<Trunk>,
}

/// How moves are compared in the end.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub(crate) struct Weighing {
    /// The share of alpha-beta in what a move is worth.
    pub(crate) opinion: f32,
    /// Standard errors to take off it; 0 compares visits instead.
    pub(crate) lower_bound: f32,
}

/// The way from the oldest node that is kept to the root of the search. What lies
/// beside it stays, as long as there is room: moves are taken back.
#[derive(Debug)]
struct Trunk {
    origin: NodeId,
    /// The keys of the game up to the origin.
    keys: Vec<u64>,
    root: NodeId,
}

impl Tree {
    /// A tree within so many MiB, with a table for alpha-beta or without.
    /// A single MiB leaves no room for one.
    pub(crate) fn new(mebibytes: usize, with_table: bool) -> Result<Tree, MctsError> {
        let too_large = MctsError::TreeTooLarge { mebibytes };
        let table = match with_table && mebibytes > 1 {
            true => ((mebibytes as f64 * LEAF_TABLE_SHARE) as usize).max(1),
            false => 0,
        };
        let rest = mebibytes - table;
        let bytes = rest.checked_mul(1 << 20).ok_or(too_large)? as f64;
        let entries = (bytes * VALUE_TABLE_SHARE) as usize / ENTRY_BYTES;
        let blocks = (bytes * (1.0 - VALUE_TABLE_SHARE)) as usize / BLOCK_BYTES;
        Tree::with_blocks(blocks, entries, table)
    }

    /// A table of no MiB is none.
    pub(crate) fn with_blocks(
        blocks: usize,
        entries: usize,
        table_mebibytes: usize,
    ) -> Result<Tree, MctsError> {
        Ok(Tree {
            arena: Arena::new(blocks.max(LEAST_BLOCKS))?,
            values: ValueTable::new(entries)?,
            statistics: MoveStatistics::default(),
            table: match table_mebibytes {
                0 => None,
                mebibytes => Some(TranspositionTable::new(mebibytes, 1)?),
            },
            weighing: Weighing::default(),
            prunings: 0,
            trunk: None,
        })
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.forget_nodes();
        self.values.clear();
        self.statistics.clear();
        if let Some(table) = &mut self.table {
            table.clear(1);
        }
    }

    fn forget_nodes(&mut self) {
        self.trunk = None;
        self.arena.clear();
    }

    /// The node of the game's present position, since [`plant`](Tree::plant).
    pub(crate) fn root(&self) -> Option<NodeId> {
        self.trunk.as_ref().map(|trunk| trunk.root)
    }

    /// Finds the node of the game's present position, if it is in the tree and
    /// shall be `reuse`d, or begins a new tree with it.
    pub(crate) fn plant(&mut self, game: &Game, reuse: bool) {
        let found = if reuse { self.find(game) } else { None };
        match (found, &mut self.trunk) {
            (Some(root), Some(trunk)) => trunk.root = root,
            _ => {
                self.forget_nodes();
                self.grow(game);
            }
        }
        let capacity = self.arena.capacity() as f64;
        if self.arena.used() as f64 > capacity * FREE_AT_START {
            self.cut_loose(game);
        }
    }

    fn grow(&mut self, game: &Game) {
        let Some(block) = self.arena.allocate() else { return };
        self.arena.add(block, |node| node.reset(None, 1.0));
        let keys = game.positions().iter().map(Position::key).collect();
        self.trunk =
            self.arena.block(block).next().map(|origin| Trunk { origin, keys, root: origin });
    }

    /// Follows the moves of the game down from the origin.
    fn find(&self, game: &Game) -> Option<NodeId> {
        let trunk = self.trunk.as_ref()?;
        let positions = game.positions();
        let same = positions.len() >= trunk.keys.len()
            && positions.iter().zip(&trunk.keys).all(|(position, &key)| position.key() == key);
        let later = same.then(|| &game.moves()[trunk.keys.len() - 1..])?;
        later.iter().try_fold(trunk.origin, |node, &mv| self.child(node, mv))
    }

    /// The child that a move leads to, if it has a node.
    pub(crate) fn child(&self, node: NodeId, mv: Move) -> Option<NodeId> {
        self.arena.children(node).find(|&child| self.arena.node(child).mv() == Some(mv))
    }

    /// Forgets all that cannot be reached from the root any more.
    pub(crate) fn cut_loose(&mut self, game: &Game) {
        let Some(trunk) = self.trunk.take() else { return };
        let Trunk { origin, root, .. } = trunk;
        if origin == root {
            self.trunk = Some(trunk);
            return;
        }
        // The root moves to a block of its own, what is left of the old tree goes.
        let kept = self.arena.node(root).children();
        self.arena.node(root).set_children(Children::None);
        if let Children::At(block) = self.arena.node(origin).children() {
            self.arena.release(block);
        }
        self.arena.node(origin).copy_from(self.arena.node(root));
        self.arena.node(origin).set_children(kept);
        let keys = game.positions().iter().map(Position::key).collect();
        self.trunk = Some(Trunk { origin, keys, root: origin });
    }

    /// Is every legal move of an expanded node in memory?
    pub(crate) fn is_complete(&self, id: NodeId) -> bool {
        match self.arena.node(id).children() {
            Children::At(block) => self.arena.chain(block).count() == self.arena.moves(block),
            Children::None | Children::Locked => false,
        }
    }

    /// What follows for a node from the proofs of its children.
    pub(crate) fn proof_from_children(&self, id: NodeId) -> Option<Proof> {
        let proofs = self.arena.children(id).map(|child| self.arena.node(child).proof());
        Proof::from_moves(proofs, self.is_complete(id))
    }
}

impl Viewable for Tree {
    type Id = NodeId;

    fn view(&self, id: NodeId) -> TreeViewNode {
        let node = self.arena.node(id);
        TreeViewNode {
            mv: if Some(id) == self.root() { None } else { node.mv() },
            parent: None,
            ply: 0,
            visits: u64::from(node.visits()),
            value: f64::from(node.mean().unwrap_or(0.5)),
            prior: Some(f64::from(node.prior())),
            opinion: node.opinion().map(f64::from),
        }
    }

    fn visited_children(&self, id: NodeId) -> Vec<NodeId> {
        self.arena.children(id).filter(|&child| self.arena.node(child).visits() > 0).collect()
    }
}
