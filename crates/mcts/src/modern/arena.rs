//! The memory of the tree: a fixed number of blocks of a few nodes each.
//!
//! A node's children are a chain of blocks in the order of their priors. Most
//! nodes are visited a few times only and never need more than the first block,
//! so later moves get no memory until all earlier ones were tried.

use std::sync::atomic::{
    AtomicU8, AtomicU32,
    Ordering::{Acquire, Relaxed, Release},
};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::node::{Children, Node};
use crate::MctsError;

/// Nodes of a block: two cache lines.
pub(crate) const BLOCK: usize = 4;

const NO_BLOCK: u32 = u32::MAX;

/// A block of the arena.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct BlockId(pub(crate) u32);

/// A node of the arena.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct NodeId(u32);

#[derive(Debug, Default)]
struct Header {
    next: AtomicU32,
    /// Nodes in use.
    len: AtomicU8,
    /// In the first block of a chain: legal moves, whether they have a node or
    /// not.
    moves: AtomicU8,
}

/// Bytes of a block with its header.
pub(crate) const BLOCK_BYTES: usize = BLOCK * size_of::<Node>() + size_of::<Header>();

/// All nodes of one search.
#[derive(Debug)]
pub(crate) struct Arena {
    nodes: Box<[Node]>,
    headers: Box<[Header]>,
    free: Mutex<Free>,
}

#[derive(Debug)]
struct Free {
    /// Blocks from here on were never used.
    fresh: u32,
    returned: Vec<u32>,
}

impl Arena {
    /// Room for so many blocks, 2 at least.
    pub(crate) fn new(blocks: usize) -> Result<Arena, MctsError> {
        let blocks = blocks.clamp(2, (u32::MAX as usize - 2) / BLOCK);
        let mebibytes = (blocks * BLOCK_BYTES) >> 20;
        let too_large = |_| MctsError::TreeTooLarge { mebibytes };
        let (mut nodes, mut headers) = (Vec::new(), Vec::new());
        nodes.try_reserve_exact(blocks * BLOCK).map_err(too_large)?;
        headers.try_reserve_exact(blocks).map_err(too_large)?;
        nodes.resize_with(blocks * BLOCK, Node::default);
        headers.resize_with(blocks, Header::default);
        Ok(Arena {
            nodes: nodes.into(),
            headers: headers.into(),
            free: Mutex::new(Free { fresh: 0, returned: Vec::new() }),
        })
    }

    fn lock(&self) -> MutexGuard<'_, Free> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many blocks there are.
    pub(crate) fn capacity(&self) -> usize {
        self.headers.len()
    }

    /// How many are in use.
    pub(crate) fn used(&self) -> usize {
        let free = self.lock();
        free.fresh as usize - free.returned.len()
    }

    /// Takes an empty block, if there is one left.
    pub(crate) fn allocate(&self) -> Option<BlockId> {
        let mut free = self.lock();
        let block = match free.returned.pop() {
            Some(block) => block,
            None if (free.fresh as usize) < self.headers.len() => {
                free.fresh += 1;
                free.fresh - 1
            }
            None => return None,
        };
        drop(free);
        let header = &self.headers[block as usize];
        header.next.store(NO_BLOCK, Relaxed);
        header.len.store(0, Relaxed);
        header.moves.store(0, Relaxed);
        Some(BlockId(block))
    }

    /// Gives back everything.
    pub(crate) fn clear(&mut self) {
        *self.lock() = Free { fresh: 0, returned: Vec::new() };
    }

    /// Gives back a chain of blocks and all that is below it. Nobody else may use
    /// the tree meanwhile.
    pub(crate) fn release(&mut self, first: BlockId) {
        let mut returned = std::mem::take(&mut self.lock().returned);
        let mut open = vec![first];
        while let Some(block) = open.pop() {
            for node in self.block(block) {
                if let Children::At(below) = self.node(node).children() {
                    open.push(below);
                }
            }
            open.extend(self.next(block));
            returned.push(block.0);
        }
        self.lock().returned = returned;
    }

    #[inline]
    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// The nodes in use of one block.
    #[inline]
    pub(crate) fn block(&self, block: BlockId) -> impl Iterator<Item = NodeId> + use<> {
        let len = self.headers[block.0 as usize].len.load(Acquire);
        let first = block.0 * BLOCK as u32;
        (first..first + u32::from(len)).map(NodeId)
    }

    #[inline]
    pub(crate) fn next(&self, block: BlockId) -> Option<BlockId> {
        let next = self.headers[block.0 as usize].next.load(Acquire);
        (next != NO_BLOCK).then_some(BlockId(next))
    }

    /// All nodes of a chain.
    pub(crate) fn chain(&self, first: BlockId) -> impl Iterator<Item = NodeId> + '_ {
        let blocks = std::iter::successors(Some(first), |&block| self.next(block));
        blocks.flat_map(|block| self.block(block))
    }

    /// The children of a node that have memory.
    pub(crate) fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let first = match self.node(id).children() {
            Children::At(block) => Some(block),
            Children::None | Children::Locked => None,
        };
        first.into_iter().flat_map(|block| self.chain(block))
    }

    /// Adds a node to a block; false if that is full.
    pub(crate) fn add(&self, block: BlockId, fill: impl FnOnce(&Node)) -> bool {
        let header = &self.headers[block.0 as usize];
        let len = header.len.load(Relaxed);
        if usize::from(len) >= BLOCK {
            return false;
        }
        fill(&self.nodes[block.0 as usize * BLOCK + usize::from(len)]);
        header.len.store(len + 1, Release);
        true
    }

    /// Appends `next` to `block`, which must be the last of its chain. False if
    /// another thread was first.
    pub(crate) fn link(&self, block: BlockId, next: BlockId) -> bool {
        let header = &self.headers[block.0 as usize];
        header.next.compare_exchange(NO_BLOCK, next.0, Release, Relaxed).is_ok()
    }

    /// Gives back a block that was never linked to anything.
    pub(crate) fn give_back(&self, block: BlockId) {
        self.lock().returned.push(block.0);
    }

    /// Asks the processor for the children of a node, which are wanted soon.
    #[inline]
    pub(crate) fn fetch_children(&self, id: NodeId) {
        if let Children::At(block) = self.node(id).children() {
            let first = block.0 as usize * BLOCK;
            search::prefetch(&self.headers[block.0 as usize]);
            search::prefetch(&self.nodes[first]);
            search::prefetch(&self.nodes[first + BLOCK / 2]);
        }
    }

    /// How many legal moves the position has whose children begin with `first`.
    pub(crate) fn moves(&self, first: BlockId) -> usize {
        usize::from(self.headers[first.0 as usize].moves.load(Relaxed))
    }

    pub(crate) fn set_moves(&self, first: BlockId, moves: usize) {
        self.headers[first.0 as usize].moves.store(moves as u8, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_come_and_go() {
        let mut arena = Arena::new(3).unwrap();
        let first = arena.allocate().unwrap();
        for _ in 0..BLOCK {
            assert!(arena.add(first, |node| node.reset(None, 0.1)));
        }
        assert!(!arena.add(first, |_| ()));
        let (second, third) = (arena.allocate().unwrap(), arena.allocate().unwrap());
        assert!(arena.allocate().is_none());
        assert!(arena.link(first, second) && !arena.link(first, third));
        assert!(arena.add(third, |node| node.reset(None, 0.2)));
        let child = arena.chain(first).next().unwrap();
        arena.node(child).set_children(Children::At(third));
        assert_eq!((arena.used(), arena.chain(first).count()), (3, BLOCK));
        arena.release(first);
        assert_eq!(arena.used(), 0);
        assert!(arena.allocate().is_some());
    }
}
