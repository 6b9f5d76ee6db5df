//! The moves of a game with variations, comments and marks.

use chess::{Move, Position};

use crate::comment::Comment;

/// A place in a [`Tree`]: after a move, or at the start.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

/// Moves from a position, with variations.
///
/// The nodes lie in one list and name each other by number, so a tree of any
/// depth is copied and dropped without climbing it.
#[derive(Clone, Debug)]
pub struct Tree {
    start: Position,
    nodes: Vec<Node>,
}

#[derive(Clone, Debug)]
struct Node {
    /// None at the root, and where a variation passes.
    mv: Option<Move>,
    parent: NodeId,
    /// The first and the last of those that follow; the root if none does,
    /// as it follows nobody.
    first: NodeId,
    last: NodeId,
    /// The next alternative to this move; the root if there is none.
    sibling: NodeId,
    introduction: Option<Box<Comment>>,
    comment: Option<Box<Comment>>,
    nags: Vec<u8>,
}

const ROOT: NodeId = NodeId(0);

impl NodeId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }

    pub(crate) fn from_index(index: usize) -> NodeId {
        NodeId(u32::try_from(index).expect("fewer than four thousand million moves"))
    }
}

/// What stands next in the text of a game.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Event {
    Move(NodeId),
    BeginVariation,
    EndVariation,
}

impl Tree {
    /// No moves yet.
    pub fn new(start: Position) -> Tree {
        Tree { start, nodes: vec![Node::new(None, ROOT)] }
    }

    /// Where it begins.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The place before the first move.
    pub fn root(&self) -> NodeId {
        ROOT
    }

    /// How many moves there are, variations included.
    pub fn len(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Are there no moves?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds a move after `parent`: the main line if it is the first there,
    /// else a variation. None if the move is not legal there.
    ///
    /// # Panics
    /// This and the others, if the node is of another tree.
    pub fn add(&mut self, parent: NodeId, mv: Move) -> Option<NodeId> {
        self.position(parent).is_legal(mv).then(|| self.add_legal(parent, mv))
    }

    /// Adds a pass after `parent` (`--`), by which annotators show a threat.
    /// It is no move of chess: None in the main line, and in check.
    pub fn add_pass(&mut self, parent: NodeId) -> Option<NodeId> {
        let is_main = self.next(parent).is_none() && self.is_main(parent);
        (!is_main && !self.position(parent).is_check()).then(|| self.add_node(parent, None))
    }

    fn is_main(&self, id: NodeId) -> bool {
        let way = std::iter::successors(Some(id), |&id| self.parent(id));
        way.take_while(|&id| id != ROOT).all(|id| self.node(self.node(id).parent).first == id)
    }

    /// Adds a move that is known to be legal.
    pub(crate) fn add_legal(&mut self, parent: NodeId, mv: Move) -> NodeId {
        self.add_node(parent, Some(mv))
    }

    /// Adds a move, or a pass, that is known to be right there.
    pub(crate) fn add_node(&mut self, parent: NodeId, mv: Option<Move>) -> NodeId {
        let id = NodeId::from_index(self.nodes.len());
        self.nodes.push(Node::new(mv, parent));
        let elder = self.node(parent).last;
        if elder == ROOT {
            self.node_mut(parent).first = id;
        } else {
            self.node_mut(elder).sibling = id;
        }
        self.node_mut(parent).last = id;
        id
    }

    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }

    /// The move that leads to a node; None at the root, and where a variation
    /// passes.
    pub fn mv(&self, id: NodeId) -> Option<Move> {
        self.node(id).mv
    }

    /// The node before; None at the root.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        (id != ROOT).then(|| self.node(id).parent)
    }

    /// What follows a node: the main continuation first, then variations.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let existing = |id: NodeId| (id != ROOT).then_some(id);
        let first = existing(self.node(id).first);
        std::iter::successors(first, move |&child| existing(self.node(child).sibling))
    }

    /// The main continuation.
    pub fn next(&self, id: NodeId) -> Option<NodeId> {
        self.children(id).next()
    }

    /// The nodes of the main line, the root left out.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.next(ROOT), |&id| self.next(id))
    }

    /// The position at a node.
    pub fn position(&self, id: NodeId) -> Position {
        let way = std::iter::successors(Some(id), |&id| self.parent(id));
        let way: Vec<NodeId> = way.take_while(|&id| id != ROOT).collect();
        way.into_iter().rev().fold(self.start, |position, id| after(&position, self.mv(id)))
    }

    /// What is said after a move; at the root, before the first one.
    pub fn comment(&self, id: NodeId) -> Option<&Comment> {
        self.node(id).comment.as_deref()
    }

    /// Says something after a move.
    pub fn set_comment(&mut self, id: NodeId, comment: Comment) {
        self.node_mut(id).comment = (!comment.is_empty()).then(|| Box::new(comment));
    }

    /// What is said before the first move of a variation.
    pub fn introduction(&self, id: NodeId) -> Option<&Comment> {
        self.node(id).introduction.as_deref()
    }

    /// Says something before the first move of a variation. Before other
    /// moves stands what is said after the one before: false for those.
    pub fn set_introduction(&mut self, id: NodeId, comment: Comment) -> bool {
        let begins_variation = id != ROOT && self.node(self.node(id).parent).first != id;
        if begins_variation {
            self.node_mut(id).introduction = (!comment.is_empty()).then(|| Box::new(comment));
        }
        begins_variation
    }

    /// The marks of a move, as numbers of PGN: 1 is `!`, 2 `?`, 3 `!!`, 4
    /// `??`, 5 `!?`, 6 `?!`.
    pub fn nags(&self, id: NodeId) -> &[u8] {
        &self.node(id).nags
    }

    /// Marks a move.
    pub fn add_nag(&mut self, id: NodeId, nag: u8) {
        self.node_mut(id).nags.push(nag);
    }

    /// Everything in the order in which it is written.
    pub(crate) fn events(&self) -> Events<'_> {
        Events { tree: self, todo: vec![Todo::Children(ROOT)] }
    }
}

/// The position after a move, or after nobody's.
pub(crate) fn after(position: &Position, mv: Option<Move>) -> Position {
    let mut next = *position;
    match mv {
        Some(mv) => next.play(mv),
        None => next.play_null(),
    }
    next
}

impl Node {
    fn new(mv: Option<Move>, parent: NodeId) -> Node {
        Node {
            mv,
            parent,
            first: ROOT,
            last: ROOT,
            sibling: ROOT,
            introduction: None,
            comment: None,
            nags: Vec::new(),
        }
    }
}

/// The same moves, comments and marks, in whichever order they were added.
impl PartialEq for Tree {
    fn eq(&self, other: &Tree) -> bool {
        let same = |(a, b): (Event, Event)| match (a, b) {
            (Event::Move(a), Event::Move(b)) => self.node(a).says_the_same(other.node(b)),
            (a, b) => a == b,
        };
        self.start == other.start
            && self.len() == other.len()
            && self.node(ROOT).says_the_same(other.node(ROOT))
            && self.events().zip(other.events()).all(same)
    }
}

impl Eq for Tree {}

impl Node {
    fn says_the_same(&self, other: &Node) -> bool {
        self.mv == other.mv
            && self.introduction == other.introduction
            && self.comment == other.comment
            && self.nags == other.nags
    }
}

/// See [`Tree::events`]. What is to come lies on a heap of its own: variations
/// may be as deep as they like.
pub(crate) struct Events<'t> {
    tree: &'t Tree,
    todo: Vec<Todo>,
}

enum Todo {
    /// What follows a node.
    Children(NodeId),
    Event(Event),
}

impl Iterator for Events<'_> {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        loop {
            let parent = match self.todo.pop()? {
                Todo::Event(event) => return Some(event),
                Todo::Children(parent) => parent,
            };
            let mut children = self.tree.children(parent);
            let Some(main) = children.next() else { continue };
            let begin = self.todo.len();
            self.todo.push(Todo::Event(Event::Move(main)));
            for variation in children {
                self.todo.push(Todo::Event(Event::BeginVariation));
                self.todo.push(Todo::Event(Event::Move(variation)));
                self.todo.push(Todo::Children(variation));
                self.todo.push(Todo::Event(Event::EndVariation));
            }
            self.todo.push(Todo::Children(main));
            self.todo[begin..].reverse();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn add(tree: &mut Tree, parent: NodeId, san: &str) -> NodeId {
        let mv = tree.position(parent).parse_san(san).unwrap();
        tree.add(parent, mv).unwrap()
    }

    #[test]
    fn order_of_writing() {
        let mut tree = Tree::new(Position::initial());
        let root = tree.root();
        let e4 = add(&mut tree, root, "e4");
        let e5 = add(&mut tree, e4, "e5");
        let d4 = add(&mut tree, root, "d4");
        let d5 = add(&mut tree, d4, "d5");
        let f5 = add(&mut tree, d4, "f5");
        use Event::*;
        let events: Vec<Event> = tree.events().collect();
        let expected = [
            Move(e4),
            BeginVariation,
            Move(d4),
            Move(d5),
            BeginVariation,
            Move(f5),
            EndVariation,
            EndVariation,
            Move(e5),
        ];
        assert_eq!(events, expected);
        assert_eq!(tree.main_line().collect::<Vec<_>>(), [e4, e5]);
        assert_eq!(tree.parent(f5), Some(d4));

        // Added in another order, it is the same tree.
        let mut other = Tree::new(Position::initial());
        let e4 = add(&mut other, root, "e4");
        let d4 = add(&mut other, root, "d4");
        add(&mut other, d4, "d5");
        add(&mut other, d4, "f5");
        assert_ne!(tree, other);
        let e5 = add(&mut other, e4, "e5");
        assert_eq!(tree, other);
        other.add_nag(e5, 1);
        assert_ne!(tree, other);
    }

    #[test]
    fn passing() {
        let mut tree = Tree::new(Position::initial());
        let root = tree.root();
        assert_eq!(tree.add_pass(root), None, "in the main line");
        let e4 = add(&mut tree, root, "e4");
        assert_eq!(tree.add_pass(e4), None, "in the main line");
        let pass = tree.add_pass(root).unwrap();
        let e5 = add(&mut tree, pass, "e5");
        assert_eq!((tree.mv(pass), tree.parent(e5)), (None, Some(pass)));
        assert!(tree.position(e5).turn().is_white());
        let second = tree.add_pass(e5).unwrap();
        let d5 = add(&mut tree, second, "Qg5");
        let d4 = add(&mut tree, d5, "d4");
        let check = add(&mut tree, d4, "Qxd2");
        assert_eq!(tree.add_pass(check), None, "in check");
    }

    #[test]
    fn only_legal_moves_and_introductions_where_they_belong() {
        let mut tree = Tree::new(Position::initial());
        let root = tree.root();
        let e4 = add(&mut tree, root, "e4");
        assert_eq!(tree.add(e4, tree.mv(e4).unwrap()), None);
        let d4 = add(&mut tree, root, "d4");
        assert!(tree.set_introduction(d4, Comment::parse("or")));
        assert!(!tree.set_introduction(e4, Comment::parse("no")));
        assert!(!tree.set_introduction(root, Comment::parse("no")));
        tree.set_comment(d4, Comment::parse(" "));
        assert_eq!(tree.comment(d4), None);
    }
}
