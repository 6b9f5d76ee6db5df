//! A tree to look at.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use chess::Move;
use serde::Serialize;

/// The most visited part of a search tree.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct MctsTree {
    /// Its nodes, most visited first, each after its parent; the root is the
    /// first.
    pub nodes: Vec<TreeViewNode>,
    /// Visited nodes that there was no room for.
    pub omitted: u64,
}

/// One node of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TreeViewNode {
    /// The move that leads to it; none at the root.
    pub mv: Option<Move>,
    /// The index of its parent.
    pub parent: Option<usize>,
    /// Half-moves from the root.
    pub ply: usize,
    /// How often it was tried.
    pub visits: u64,
    /// The mean result for whoever moved to it.
    pub value: f64,
    /// How likely the move looked before it was tried.
    pub prior: Option<f64>,
    /// What alpha-beta says of it, for whoever moved to it, where it was asked.
    pub opinion: Option<f64>,
}

/// A tree that can be looked at: `Id` names its nodes.
pub(crate) trait Viewable {
    type Id: Copy;

    /// The node without its parent and ply.
    fn view(&self, id: Self::Id) -> TreeViewNode;

    /// Its visited children.
    fn visited_children(&self, id: Self::Id) -> Vec<Self::Id>;

    /// The most visited `limit` nodes below `root`, and itself.
    fn most_visited(&self, root: Self::Id, limit: usize) -> MctsTree {
        let mut tree = MctsTree::default();
        let mut open = BinaryHeap::new();
        let mut number = 0;
        let mut entry = |visits, id, parent, ply| {
            number += 1;
            Open { visits, number, id, parent, ply }
        };
        open.push(entry(self.view(root).visits, root, None, 0));
        while let Some(Open { id, parent, ply, .. }) = open.pop() {
            if tree.nodes.len() == limit {
                open.push(entry(0, id, parent, ply));
                break;
            }
            let index = tree.nodes.len();
            tree.nodes.push(TreeViewNode { parent, ply, ..self.view(id) });
            for child in self.visited_children(id) {
                open.push(entry(self.view(child).visits, child, Some(index), ply + 1));
            }
        }
        let mut rest: Vec<_> = open.into_iter().map(|open| open.id).collect();
        while let Some(id) = rest.pop() {
            tree.omitted += 1;
            rest.extend(self.visited_children(id));
        }
        tree
    }
}

/// A node that waits to be shown: most visits first, then first come.
struct Open<Id> {
    visits: u64,
    number: u64,
    id: Id,
    parent: Option<usize>,
    ply: usize,
}

impl<Id> Ord for Open<Id> {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.visits, other.number).cmp(&(other.visits, self.number))
    }
}

impl<Id> PartialOrd for Open<Id> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<Id> PartialEq for Open<Id> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<Id> Eq for Open<Id> {}
