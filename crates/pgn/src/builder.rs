//! Games in full, as pgn-reader comes along them.

use std::fmt;
use std::io::Read;
use std::ops::ControlFlow;

use chess::Position;
use pgn_reader::{Nag, Outcome, RawComment, SanPlus, Skip, Visitor};
use shakmaty::san::San;

use crate::comment::Comment;
use crate::error::{Fault, ReadError};
use crate::game_result::GameResult;
use crate::params::MAX_DEPTH;
use crate::reader::Reader;
use crate::record::Record;
use crate::text::decode;
use crate::tree::{NodeId, Tree, after};
use crate::walker::{Walker, known_result, played, result_of};

/// The games of a [`Reader`] in full.
pub struct Records<'a, R: Read> {
    reader: &'a mut Reader<R>,
}

impl<R: Read> fmt::Debug for Records<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Records").field("reader", self.reader).finish()
    }
}

impl<'a, R: Read> Records<'a, R> {
    pub(crate) fn new(reader: &'a mut Reader<R>) -> Records<'a, R> {
        Records { reader }
    }

    /// The reader, for its counts.
    pub fn reader(&self) -> &Reader<R> {
        self.reader
    }
}

impl<R: Read> Iterator for Records<'_, R> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut builder = Builder::new();
        let game = self.reader.read(None, usize::MAX, &mut builder)?;
        Some(game.map(|game| {
            let result = known_result(builder.result, game.tags.result());
            let mut record = Record { tags: game.tags, tree: builder.finish() };
            record.tags.set_result(result);
            record
        }))
    }
}

/// Builds a tree.
struct Builder {
    tree: Tree,
    /// What was said after each node and before it, by its number: taken
    /// apart only at the end, as there may be many pieces.
    comments: Vec<Said>,
    /// Where the variations left the line that they vary.
    branches: Vec<Place>,
    here: Place,
    /// What stands in a variation before its first move.
    waiting: Option<Waiting>,
    /// A long comment comes in pieces.
    partial: Vec<u8>,
    result: Option<GameResult>,
    moves_seen: usize,
    fault: Option<Fault>,
}

#[derive(Default)]
struct Said {
    before: String,
    after: String,
}

#[derive(Default)]
struct Waiting {
    comment: String,
    nags: Vec<u8>,
}

#[derive(Clone)]
struct Place {
    id: NodeId,
    position: Position,
    /// The position before the last move: where a variation begins.
    before: Option<Position>,
}

impl Builder {
    fn new() -> Builder {
        let tree = Tree::new(Position::initial());
        let here = Place { id: tree.root(), position: Position::initial(), before: None };
        Builder {
            tree,
            comments: Vec::new(),
            branches: Vec::new(),
            here,
            waiting: None,
            partial: Vec::new(),
            result: None,
            moves_seen: 0,
            fault: None,
        }
    }

    fn stop<C>(&mut self, fault: Fault) -> ControlFlow<(), C> {
        self.fault = Some(fault);
        ControlFlow::Break(())
    }

    fn say(&mut self, text: &str) {
        let place = match &mut self.waiting {
            Some(waiting) => &mut waiting.comment,
            None => &mut self.comments[self.here.id.index()].after,
        };
        if !place.is_empty() {
            place.push(' ');
        }
        place.push_str(text);
    }

    fn finish(mut self) -> Tree {
        for (index, said) in self.comments.iter().enumerate() {
            let id = NodeId::from_index(index);
            self.tree.set_comment(id, Comment::parse(&said.after));
            if !said.before.is_empty() {
                self.tree.set_introduction(id, Comment::parse(&said.before));
            }
        }
        self.tree
    }
}

impl Walker for Builder {
    const SKIPS_VARIATIONS: bool = false;

    fn begin(&mut self, start: &Position) {
        self.tree = Tree::new(*start);
        self.here = Place { id: self.tree.root(), position: *start, before: None };
        self.comments.push(Said::default());
    }

    fn take_fault(&mut self) -> Option<Fault> {
        self.fault.take()
    }

    fn found_something(&self) -> bool {
        !self.tree.is_empty() || self.result.is_some()
    }

    fn moves_seen(&self) -> usize {
        self.moves_seen.max(1)
    }
}

impl Visitor for Builder {
    type Tags = ();
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn san(&mut self, _: &mut (), san_plus: SanPlus) -> ControlFlow<()> {
        self.moves_seen += 1;
        if self.result.is_some() && self.branches.is_empty() {
            return self.stop(Fault::AfterResult);
        }
        let position = self.here.position;
        let passes = san_plus.san == San::Null && !self.branches.is_empty() && !position.is_check();
        let mv = match played(&san_plus.san, &position) {
            Ok(mv) => Some(mv),
            Err(_) if passes => None,
            Err(fault) => return self.stop(fault),
        };
        let id = self.tree.add_node(self.here.id, mv);
        let mut said = Said::default();
        if let Some(waiting) = self.waiting.take() {
            said.before = waiting.comment;
            waiting.nags.into_iter().for_each(|nag| self.tree.add_nag(id, nag));
        }
        self.comments.push(said);
        self.here = Place { id, position: after(&position, mv), before: Some(position) };
        ControlFlow::Continue(())
    }

    fn nag(&mut self, _: &mut (), nag: Nag) -> ControlFlow<()> {
        match &mut self.waiting {
            Some(waiting) => waiting.nags.push(nag.0),
            None => self.tree.add_nag(self.here.id, nag.0),
        }
        ControlFlow::Continue(())
    }

    fn partial_comment(&mut self, _: &mut (), comment: RawComment<'_>) -> ControlFlow<()> {
        self.partial.extend_from_slice(comment.as_bytes());
        ControlFlow::Continue(())
    }

    fn comment(&mut self, _: &mut (), comment: RawComment<'_>) -> ControlFlow<()> {
        let mut bytes = std::mem::take(&mut self.partial);
        bytes.extend_from_slice(comment.as_bytes());
        self.say(&decode(&bytes));
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &mut ()) -> ControlFlow<(), Skip> {
        if self.branches.len() == MAX_DEPTH {
            return self.stop(Fault::TooDeep);
        }
        let (Some(position), Some(id), None) =
            (self.here.before, self.tree.parent(self.here.id), &self.waiting)
        else {
            return self.stop(Fault::NothingToVary);
        };
        self.branches.push(self.here.clone());
        self.here = Place { id, position, before: None };
        self.waiting = Some(Waiting::default());
        ControlFlow::Continue(Skip(false))
    }

    fn end_variation(&mut self, _: &mut ()) -> ControlFlow<()> {
        let Some(branch) = self.branches.pop() else {
            return self.stop(Fault::StrayParenthesis);
        };
        self.here = branch;
        // A variation without moves leaves what was said in it behind.
        if let Some(waiting) = self.waiting.take()
            && !waiting.comment.is_empty()
        {
            self.say(&waiting.comment);
        }
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, _: &mut (), outcome: Outcome) -> ControlFlow<()> {
        if self.branches.is_empty() {
            self.result = Some(result_of(outcome));
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, (): ()) {
        if !self.branches.is_empty() {
            self.fault = Some(Fault::OpenVariation);
        }
    }
}
