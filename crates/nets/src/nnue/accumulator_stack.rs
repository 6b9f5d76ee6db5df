//! The accumulators along a path through the tree.

use chess::{ByColor, Color, Piece, PieceChange, PieceChanges, Position, Role, Square};

use super::deep_layers::InputGroup;
use super::kernel::RowChanges;
use super::layers::Block;
use super::reference::to_centipawns;
use super::refresh_cache::RefreshCache;
use super::{KingBuckets, Network, View};

/// What one thread keeps to evaluate positions along its path. It belongs to the net
/// it was made for.
///
/// A push notes what changed. Sums are worked out when a value is asked for: from the
/// nearest position below of which they are known, move by move, or from the refresh
/// cache where the view has changed since.
#[derive(Clone)]
pub struct AccumulatorStack {
    /// Those above the top are kept for the next push.
    frames: Vec<Frame>,
    /// The frame of the position at hand.
    top: usize,
    /// Two accumulators for each frame, White's first.
    sums: Vec<Block>,
    cache: RefreshCache,
    /// Of a net with layers: what its second layer sees.
    inputs: Vec<InputGroup>,
}

#[derive(Clone)]
struct Frame {
    /// What led here from the frame below.
    changes: PieceChanges,
    views: ByColor<View>,
    /// Whose sums are worked out.
    is_known: ByColor<bool>,
}

impl Frame {
    fn new(kings: impl Fn(Color) -> Square, buckets: &KingBuckets) -> Frame {
        Frame {
            changes: PieceChanges::new(),
            views: ByColor::new_with(|color| View::new(color, kings(color), buckets)),
            is_known: ByColor([false; 2]),
        }
    }
}

impl AccumulatorStack {
    /// For a path of this net that begins at the initial position.
    pub fn new(net: &Network) -> AccumulatorStack {
        let position = Position::initial();
        let root = Frame::new(|color| position.king(color), &net.architecture().king_buckets);
        AccumulatorStack {
            frames: vec![root],
            top: 0,
            sums: net.bias().repeat(2),
            cache: RefreshCache::new(net),
            inputs: vec![[0; 4]; net.deep().map_or(0, |_| net.architecture().hidden / 4)],
        }
    }

    /// Begins anew at a position.
    pub fn reset(&mut self, net: &Network, position: &Position) {
        self.top = 0;
        self.frames[0] = Frame::new(|color| position.king(color), &net.architecture().king_buckets);
    }

    /// A move changed these pieces; for a null move there are none.
    #[inline]
    pub fn push(&mut self, net: &Network, changes: &PieceChanges) {
        let below = self.top;
        self.top += 1;
        if self.top == self.frames.len() {
            self.frames.push(self.frames[below].clone());
            self.sums.extend_from_slice(&net.bias().repeat(2));
        }
        let mut views = self.frames[below].views;
        for change in changes {
            if let PieceChange::Added(piece, square) = *change
                && piece.role() == Role::King
            {
                let (color, buckets) = (piece.color(), &net.architecture().king_buckets);
                views[color] = View::new(color, square, buckets);
            }
        }
        let frame = &mut self.frames[self.top];
        frame.changes.clone_from(changes);
        frame.views = views;
        frame.is_known = ByColor([false; 2]);
    }

    /// The last push is taken back.
    ///
    /// # Panics
    ///
    /// If there was none.
    #[inline]
    pub fn pop(&mut self) {
        self.top -= 1;
    }

    /// The value of the position to which the pushes have led, for the side to move in
    /// centipawns.
    pub fn evaluate(&mut self, net: &Network, position: &Position) -> i32 {
        let bucket = net.architecture().output_bucket(position.occupied().len());
        self.output(net, position, bucket)
    }

    /// What an output would say that need not be the one for so many men.
    ///
    /// # Panics
    ///
    /// If there is no such output.
    pub fn output(&mut self, net: &Network, position: &Position, bucket: usize) -> i32 {
        self.work_out(net, position, Color::White);
        self.work_out(net, position, Color::Black);
        self.known_output(net, position.turn(), bucket)
    }

    /// The same of sums that are worked out, whoever is to move.
    #[inline]
    pub(super) fn known_output(&mut self, net: &Network, turn: Color, bucket: usize) -> i32 {
        let blocks = net.blocks();
        let sums = |color: Color| &self.sums[(2 * self.top + color as usize) * blocks..][..blocks];
        let (us, them) = (sums(turn), sums(!turn));
        if let Some(deep) = net.deep() {
            return deep.evaluate(net.level(), us, them, bucket, &mut self.inputs);
        }
        let (weights, bias) = net.output(bucket);
        to_centipawns(net.level().output(us, them, weights), bias)
    }

    /// Makes the sums of one side known at the top.
    fn work_out(&mut self, net: &Network, position: &Position, color: Color) {
        let view = self.frames[self.top].views[color];
        debug_assert_eq!(view, View::of(position, color, &net.architecture().king_buckets));
        // All frames from the known one to the top must see the board alike.
        let usable = |frame: &Frame| frame.views[color] == view;
        let mut known = self.top;
        while !self.frames[known].is_known[color] {
            if known == 0 || !usable(&self.frames[known - 1]) {
                return self.refresh(net, position, view);
            }
            known -= 1;
        }
        for index in known + 1..=self.top {
            self.update(net, index, color, view);
        }
    }

    fn refresh(&mut self, net: &Network, position: &Position, view: View) {
        let (color, blocks) = (view.color(), net.blocks());
        let fresh = self.cache.refresh(net, position, view);
        let start = (2 * self.top + color as usize) * blocks;
        self.sums[start..start + blocks].copy_from_slice(fresh);
        self.frames[self.top].is_known[color] = true;
    }

    /// From the frame below to this one, which has the same view.
    #[inline]
    fn update(&mut self, net: &Network, index: usize, color: Color, view: View) {
        let blocks = net.blocks();
        let frame = &mut self.frames[index];
        frame.is_known[color] = true;
        let mut changes = RowChanges::default();
        let row = |piece: Piece, square: Square| net.row(view.feature(piece, square));
        for change in &frame.changes {
            match *change {
                PieceChange::Added(piece, square) => changes.added.push(row(piece, square)),
                PieceChange::Removed(piece, square) => changes.removed.push(row(piece, square)),
            }
        }
        let (below, rest) = self.sums.split_at_mut(2 * index * blocks);
        let offset = color as usize * blocks;
        let from = &below[(2 * index - 2) * blocks + offset..][..blocks];
        net.level().update(from, &mut rest[offset..offset + blocks], &changes);
    }
}

impl std::fmt::Debug for AccumulatorStack {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "AccumulatorStack({} of {})", self.top, self.frames.len())
    }
}
