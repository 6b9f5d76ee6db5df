//! When the memory is full: the least visited branches go, the search goes on.

use chess::Game;

use super::arena::NodeId;
use super::node::Children;
use super::tree::Tree;
use crate::params::PRUNED_SHARE;

impl Tree {
    /// Makes room: first what the game has left behind, then the children of the
    /// least visited nodes. Those keep their own results and can be expanded
    /// again. Nobody else may use the tree meanwhile.
    pub(crate) fn prune(&mut self, game: &Game) {
        self.prunings += 1;
        let wanted = ((self.arena.capacity() as f64 * PRUNED_SHARE) as usize).max(1);
        self.cut_loose(game);
        let free = self.arena.capacity() - self.arena.used();
        let Some(root) = self.root() else { return };
        if free >= wanted {
            return;
        }
        let threshold = self.threshold(root, wanted - free);
        let mut open = vec![root];
        while let Some(id) = open.pop() {
            let children: Vec<_> = self.arena.children(id).collect();
            for child in children {
                let node = self.arena.node(child);
                let Children::At(block) = node.children() else { continue };
                if node.visits() <= threshold {
                    node.set_children(Children::None);
                    self.arena.release(block);
                } else {
                    open.push(child);
                }
            }
        }
    }

    /// The fewest visits such that the blocks directly below nodes with no more
    /// than these are `wanted` at least. Nodes below those have fewer visits, so
    /// none is counted twice.
    fn threshold(&self, root: NodeId, wanted: usize) -> u32 {
        let mut blocks_by_visits: Vec<(u32, usize)> = Vec::new();
        let mut open: Vec<_> = self.arena.children(root).collect();
        while let Some(id) = open.pop() {
            let node = self.arena.node(id);
            if let Children::At(first) = node.children() {
                let blocks = std::iter::successors(Some(first), |&block| self.arena.next(block));
                blocks_by_visits.push((node.visits(), blocks.count()));
                open.extend(self.arena.chain(first));
            }
        }
        blocks_by_visits.sort_unstable();
        let mut sum = 0;
        let enough = blocks_by_visits.iter().find(|(_, blocks)| {
            sum += blocks;
            sum >= wanted
        });
        enough.map_or(u32::MAX, |&(visits, _)| visits)
    }
}
