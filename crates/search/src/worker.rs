//! One search thread: what it owns, and how it makes and unmakes moves.

use std::sync::atomic::Ordering::Relaxed;

use chess::{Game, Move, Piece, Position};
use eval::Evaluator;
use thinking::{EVAL_BOUND, MAX_PLY, Observer};

use crate::frame::{BEFORE_ROOT, Frame};
use crate::history::{Continuation, Histories};
use crate::keys::PartKeys;
use crate::margins;
use crate::observer::{Purpose, Reason, TreeObserver};
use crate::parameter::Parameter;
use crate::params::{FIRST_ITERATION_NODES, STOP_POLL_NODES};
use crate::repetition::Path;
use crate::root_move::RootMove;
use crate::shared::{Audience, Memory, Shared};
use crate::statistics::Statistics;
use crate::table::NO_EVAL;
use crate::{Technique, Techniques};

/// A thread at work on one position.
pub(crate) struct Worker<'a, E: Evaluator, T, O> {
    pub(crate) techniques: T,
    pub(crate) observer: &'a mut O,
    pub(crate) progress: &'a mut dyn Observer,
    pub(crate) shared: &'a Shared<'a>,
    pub(crate) index: usize,
    pub(crate) evaluator: &'a E,
    state: &'a mut E::State,
    pub(crate) histories: &'a mut Histories,
    frames: &'a mut [Frame],
    pub(crate) path: Path,
    pub(crate) root: Position,
    pub(crate) root_moves: Vec<RootMove>,
    /// The first root move that this line of a MultiPV search may play.
    pub(crate) line_index: usize,
    pub(crate) root_depth: i32,
    pub(crate) seldepth: usize,
    pub(crate) statistics: Statistics,
    /// One side was far ahead in the last iteration, or looks it: what is left to find is
    /// mate.
    pub(crate) lopsided: bool,
    /// No null moves before this ply while one is being verified.
    pub(crate) null_move_floor: usize,
    pub(crate) stopped: bool,
    /// The search would have ended by now if it were not pondering: it does with the
    /// ponder-hit.
    pub(crate) enough_when_hit: bool,
    /// Why the present node is being left, for the observer.
    pub(crate) reason: Reason,
    /// Why the next node is visited, for the observer.
    pub(crate) purpose: Purpose,
}

impl<'a, E: Evaluator, T: Techniques, O: TreeObserver> Worker<'a, E, T, O> {
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn new(
        evaluator: &'a E,
        techniques: T,
        audience: Audience<'a, O>,
        shared: &'a Shared<'a>,
        index: usize,
        memory: &'a mut Memory<E>,
        game: &Game,
        root_moves: Vec<RootMove>,
    ) -> Worker<'a, E, T, O> {
        let earlier = &game.positions()[..game.positions().len() - 1];
        let root = game.position();
        let mut worker =
            Worker::at_leaf(evaluator, techniques, audience, shared, index, memory, root);
        worker.path = Path::new(earlier.iter().map(Position::key).collect());
        worker.root_moves = root_moves;
        worker.forget_frames();
        worker
    }

    /// Forgets what other searches left in the frames.
    pub(crate) fn forget_frames(&mut self) {
        for frame in self.frames.iter_mut() {
            frame.killers = [None; 2];
            frame.excluded = None;
            frame.mv = None;
            frame.continuation = Continuation::NONE;
            frame.eval = NO_EVAL;
        }
    }

    /// A worker that is good for quiescence alone: it knows no game before `root`,
    /// and frames are as the last search left them.
    pub(crate) fn at_leaf(
        evaluator: &'a E,
        techniques: T,
        audience: Audience<'a, O>,
        shared: &'a Shared<'a>,
        index: usize,
        memory: &'a mut Memory<E>,
        root: &Position,
    ) -> Worker<'a, E, T, O> {
        evaluator.reset(&mut memory.state, root);
        let mut worker = Worker {
            techniques,
            observer: audience.tree,
            progress: audience.progress,
            shared,
            index,
            evaluator,
            state: &mut memory.state,
            histories: &mut memory.histories,
            frames: &mut memory.frames,
            path: Path::new(Vec::new()),
            root: *root,
            root_moves: Vec::new(),
            line_index: 0,
            root_depth: 0,
            seldepth: 0,
            statistics: Statistics::default(),
            lopsided: false,
            null_move_floor: 0,
            stopped: false,
            enough_when_hit: false,
            reason: Reason::Stopped,
            purpose: Purpose::Main,
        };
        let frame = worker.frame_mut(0);
        frame.keys = PartKeys::of(root);
        frame.since_null = usize::from(u16::MAX);
        frame.double_extensions = 0;
        worker
    }

    #[inline]
    pub(crate) fn on(&self, technique: Technique) -> bool {
        self.techniques.on(technique)
    }

    /// What a tuned number is.
    #[inline]
    pub(crate) fn value(&self, parameter: Parameter) -> i32 {
        self.techniques.value(parameter)
    }

    #[inline]
    pub(crate) fn frame(&self, ply: usize) -> &Frame {
        &self.frames[BEFORE_ROOT + ply]
    }

    #[inline]
    pub(crate) fn frame_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[BEFORE_ROOT + ply]
    }

    /// The frame `back` plies before `ply`; before the root there are four
    /// that say nothing.
    #[inline]
    pub(crate) fn frame_before(&self, ply: usize, back: usize) -> &Frame {
        &self.frames[BEFORE_ROOT + ply - back]
    }

    /// Must the search stop and unwind? Asked at every node.
    #[inline]
    pub(crate) fn must_stop(&mut self) -> bool {
        if self.stopped {
            return true;
        }
        let nodes = self.statistics.nodes;
        // With one thread the node limit is kept to the node.
        let alone = self.shared.nodes.len() == 1;
        if alone && nodes >= self.shared.node_limit
            || nodes.is_multiple_of(STOP_POLL_NODES) && self.asks()
        {
            self.stopped = true;
        }
        self.stopped
    }

    /// The slower questions.
    #[cold]
    fn asks(&self) -> bool {
        // A move chosen by nothing at all would cost more than the moment that
        // the first iteration takes.
        if self.root_depth == 1 && self.statistics.nodes < FIRST_ITERATION_NODES {
            return false;
        }
        if self.index == 0 {
            let nodes = self.shared.total_nodes();
            let over = !self.shared.signal.is_pondering()
                && (self.enough_when_hit || self.shared.timer.is_over(nodes));
            if over || nodes >= self.shared.node_limit {
                return true;
            }
        }
        self.shared.signal.is_stopped() || self.shared.stop.load(Relaxed)
    }

    /// Plays `mv` for the ply below.
    #[inline]
    pub(crate) fn play(&mut self, position: &Position, mv: Move, ply: usize) -> Position {
        self.count_node();
        self.path.push(position.key());
        let next = position.after(mv);
        self.shared.table.prefetch(next.key());
        let changes = position.changes(mv);
        self.evaluator.push(self.state, position, &next, &changes);
        let piece = position.piece_at(mv.from()).unwrap_or(Piece::WhitePawn);
        let continuation = Continuation::of(piece, mv.to());
        let frame = self.frame_mut(ply);
        frame.mv = Some(mv);
        frame.continuation = continuation;
        let keys = frame.keys.after(&changes);
        let since_null = frame.since_null + 1;
        if self.on(Technique::Correction) {
            let before = self.frame_before(ply, 1).continuation;
            self.histories.corrections().prefetch(next.turn(), &keys, continuation, before);
        }
        let below = self.frame_mut(ply + 1);
        below.keys = keys;
        below.since_null = since_null;
        next
    }

    /// Passes the turn for the ply below.
    pub(crate) fn pass(&mut self, position: &Position, ply: usize) -> Position {
        self.count_node();
        self.path.push(position.key());
        let mut next = *position;
        next.play_null();
        self.evaluator.push_null(self.state, position, &next);
        self.shared.table.prefetch(next.key());
        let frame = self.frame_mut(ply);
        frame.mv = None;
        frame.continuation = Continuation::NONE;
        let keys = frame.keys;
        let below = self.frame_mut(ply + 1);
        below.keys = keys;
        below.since_null = 0;
        next
    }

    /// Takes back the move or pass made last.
    #[inline]
    pub(crate) fn unplay(&mut self) {
        self.path.pop();
        self.evaluator.pop(self.state);
    }

    #[inline]
    fn count_node(&mut self) {
        self.statistics.nodes += 1;
        self.shared.nodes[self.index].nodes.store(self.statistics.nodes, Relaxed);
    }

    pub(crate) fn count_tablebase_hits(&mut self, hits: u64) {
        self.statistics.tablebase_hits += hits;
        let hits = &self.shared.nodes[self.index].tablebase_hits;
        hits.store(self.statistics.tablebase_hits, Relaxed);
    }

    /// The root move at this place, if it is of the rank that is searched.
    pub(crate) fn root_move(&self, index: usize) -> Option<Move> {
        let rank = self.root_moves.get(self.line_index)?.rank;
        self.root_moves.get(index).filter(|root| root.rank == rank).map(|root| root.mv)
    }

    /// The last, the second last and the fourth last move before `ply`.
    #[inline]
    pub(crate) fn continuations(&self, ply: usize) -> [Continuation; 3] {
        [1, 2, 4].map(|back| self.frame_before(ply, back).continuation)
    }

    /// The evaluation as the evaluator gives it.
    #[inline]
    pub(crate) fn raw_eval(&mut self, position: &Position) -> i32 {
        self.evaluator.evaluate(self.state, position).clamp(-EVAL_BOUND, EVAL_BOUND)
    }

    /// The static evaluation, scaled by the men on the board, faded towards a draw as the
    /// fifty-move rule comes near, and corrected by how wrong it was in similar positions.
    #[inline]
    pub(crate) fn corrected(&self, raw: i32, position: &Position, ply: usize) -> i32 {
        let mut eval = raw;
        if self.on(Technique::MenScaling) {
            eval = margins::scaled_by_men(eval, position.occupied().len());
        }
        if self.on(Technique::FiftyFade) {
            eval = margins::fifty_fade(eval, position.halfmoves());
        }
        if self.on(Technique::Correction) {
            let [last, second, _] = self.continuations(ply);
            let corrections = self.histories.corrections();
            let sum = corrections.sum(position.turn(), &self.frame(ply).keys, last, second);
            eval += sum / self.value(Parameter::CorrectionDivisor);
        }
        eval.clamp(-EVAL_BOUND, EVAL_BOUND)
    }

    /// The line from `ply` is `mv` and then the line below.
    pub(crate) fn extend_line(&mut self, ply: usize, mv: Move) {
        let (above, below) = self.frames.split_at_mut(BEFORE_ROOT + ply + 1);
        let (line, tail) = (&mut above[BEFORE_ROOT + ply].line, &below[0].line);
        line.clear();
        line.push(mv);
        line.extend(tail.iter().take(MAX_PLY - 1).copied());
    }
}
