//! A search tree to look at afterwards.

use serde::Serialize;

use crate::observer::{Reason, TreeEvent, TreeObserver, Visit};

/// Events kept of one node.
const EVENTS_MOST: usize = 64;

/// One visit of a recorded tree.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TreeNode {
    /// How it was entered.
    pub visit: Visit,
    /// The index of the node above; none for a visit of the root.
    pub parent: Option<usize>,
    /// The static evaluation for the side to move, where there was one.
    pub eval: Option<i32>,
    /// The value it was left with, for the side to move there.
    pub value: i32,
    /// Why.
    pub reason: Reason,
    /// What happened there, the first so many.
    pub events: Vec<TreeEvent>,
    /// Events beyond those.
    pub omitted_events: u64,
    /// Visits below it that were omitted, and had no nearer ancestor in the tree.
    pub omitted: u64,
}

/// The visits of one iteration, in the order in which they were entered: parents come
/// before their children.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct SearchTree {
    /// The visits kept.
    pub nodes: Vec<TreeNode>,
    /// How many others there were.
    pub omitted: u64,
    /// The iteration's depth; 0 if there was none.
    pub depth: i32,
    /// Did the iteration come to its end?
    pub finished: bool,
}

/// A visit that has not been left yet.
#[derive(Copy, Clone, Debug)]
struct Open {
    /// Its node, or that of the nearest ancestor kept.
    nearest: Option<usize>,
    /// Is that its own?
    kept: bool,
}

/// Keeps the tree of the last finished iteration, or of the unfinished one if none was
/// finished.
///
/// When there are more visits than it may keep, it drops the deepest plies: what is
/// near the root is complete.
#[derive(Clone, Debug)]
pub struct TreeRecorder {
    limit: usize,
    recording: SearchTree,
    /// The iteration that runs.
    scratch: SearchTree,
    open: Vec<Open>,
    /// Visits of more plies are omitted.
    last_ply: usize,
}

impl TreeRecorder {
    /// Records up to `limit` nodes.
    pub fn new(limit: usize) -> TreeRecorder {
        TreeRecorder {
            limit,
            recording: SearchTree::default(),
            scratch: SearchTree::default(),
            open: Vec::new(),
            last_ply: usize::MAX,
        }
    }

    /// What is recorded so far.
    pub fn tree(&self) -> &SearchTree {
        if self.recording.finished { &self.recording } else { &self.scratch }
    }

    /// What was recorded.
    pub fn into_tree(self) -> SearchTree {
        if self.recording.finished { self.recording } else { self.scratch }
    }

    /// Makes room for a visit at `ply`. Is there any?
    fn make_room(&mut self, ply: usize) -> bool {
        while ply <= self.last_ply && self.scratch.nodes.len() >= self.limit {
            let deepest = self.scratch.nodes.iter().map(|node| node.visit.ply).max();
            match deepest.unwrap_or(0).max(ply).checked_sub(1) {
                Some(last) => self.drop_below(last),
                None => return false,
            }
        }
        ply <= self.last_ply
    }

    /// Drops all nodes below `last_ply`, and counts them in those that stay.
    fn drop_below(&mut self, last_ply: usize) {
        self.last_ply = last_ply;
        let before = std::mem::take(&mut self.scratch.nodes);
        // For each node, its own new place or that of its nearest ancestor kept. A
        // parent is never of a deeper ply than its children, and comes before them.
        let mut places: Vec<Option<usize>> = Vec::with_capacity(before.len());
        for mut node in before {
            let parent = node.parent.and_then(|parent| places[parent]);
            if node.visit.ply <= last_ply {
                node.parent = parent;
                places.push(Some(self.scratch.nodes.len()));
                self.scratch.nodes.push(node);
            } else {
                places.push(parent);
                self.scratch.omitted += 1;
                if let Some(parent) = parent {
                    self.scratch.nodes[parent].omitted += 1 + node.omitted;
                }
            }
        }
        let mut above = None;
        for open in &mut self.open {
            let place = open.nearest.and_then(|node| places[node]);
            open.kept = open.kept && place.is_some() && place != above;
            open.nearest = place;
            above = place;
        }
    }
}

impl TreeObserver for TreeRecorder {
    const LISTENS: bool = true;

    fn begin_search(&mut self) {
        self.recording = SearchTree::default();
        self.scratch = SearchTree::default();
    }

    fn begin_iteration(&mut self, depth: i32) {
        self.scratch.nodes.clear();
        self.scratch.omitted = 0;
        self.scratch.depth = depth;
        self.open.clear();
        self.last_ply = usize::MAX;
    }

    fn end_iteration(&mut self, _depth: i32, finished: bool) {
        if finished {
            std::mem::swap(&mut self.recording, &mut self.scratch);
            self.recording.finished = true;
            self.scratch = SearchTree::default();
        }
    }

    fn enter(&mut self, visit: &Visit) {
        if !self.make_room(visit.ply) {
            let nearest = self.open.last().and_then(|open| open.nearest);
            self.open.push(Open { nearest, kept: false });
            self.scratch.omitted += 1;
            if let Some(nearest) = nearest {
                self.scratch.nodes[nearest].omitted += 1;
            }
            return;
        }
        let parent = self.open.last().and_then(|open| open.nearest);
        self.open.push(Open { nearest: Some(self.scratch.nodes.len()), kept: true });
        self.scratch.nodes.push(TreeNode {
            visit: *visit,
            parent,
            eval: None,
            value: 0,
            reason: Reason::Stopped,
            events: Vec::new(),
            omitted_events: 0,
            omitted: 0,
        });
    }

    fn event(&mut self, event: &TreeEvent) {
        let Some(&Open { nearest: Some(index), kept: true }) = self.open.last() else { return };
        let node = &mut self.scratch.nodes[index];
        if let TreeEvent::StaticEval { value } = *event {
            node.eval = Some(value);
        } else if node.events.len() < EVENTS_MOST {
            node.events.push(*event);
        } else {
            node.omitted_events += 1;
        }
    }

    fn leave(&mut self, value: i32, reason: Reason) {
        if let Some(Open { nearest: Some(index), kept: true }) = self.open.pop() {
            self.scratch.nodes[index].value = value;
            self.scratch.nodes[index].reason = reason;
        }
    }
}
