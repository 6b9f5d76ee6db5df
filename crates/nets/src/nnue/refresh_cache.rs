//! Accumulators of past positions for every way a side can see the board (a Finny
//! table). When a king's move changes the view, the sums are not counted from
//! scratch but from those that were last needed in that view: only the men that
//! stand elsewhere since are added and taken away.

use chess::{Bitboard, Piece, Position};

use super::kernel::RowChanges;
use super::layers::Block;
use super::{Network, View};

#[derive(Clone)]
pub(super) struct RefreshCache {
    /// King buckets of the net.
    buckets: usize,
    /// By colour, mirrored or not, and king bucket.
    entries: Vec<Entry>,
    /// As many for each entry as an accumulator has.
    sums: Vec<Block>,
}

/// The men that the sums of an entry count.
#[derive(Copy, Clone)]
struct Entry {
    /// By piece.
    men: [Bitboard; 12],
}

impl RefreshCache {
    /// Of empty boards.
    pub(super) fn new(net: &Network) -> RefreshCache {
        let buckets = net.architecture().king_buckets.count();
        let nobody = Entry { men: [Bitboard::EMPTY; 12] };
        let (entries, sums) = (vec![nobody; 4 * buckets], net.bias().repeat(4 * buckets));
        RefreshCache { buckets, entries, sums }
    }

    /// The accumulator of a position in this view.
    pub(super) fn refresh(&mut self, net: &Network, position: &Position, view: View) -> &[Block] {
        let side = view.color() as usize * 2 + usize::from(view.is_mirrored());
        let index = side * self.buckets + view.bucket();
        let entry = &mut self.entries[index];
        let mut changes = RowChanges::default();
        for (piece, known) in Piece::ALL.into_iter().zip(&mut entry.men) {
            let now = position.pieces(piece.color(), piece.role());
            if now == *known {
                continue;
            }
            let row = |square| net.row(view.feature(piece, square));
            now.without(*known).into_iter().for_each(|square| changes.added.push(row(square)));
            known.without(now).into_iter().for_each(|square| changes.removed.push(row(square)));
            *known = now;
        }
        let blocks = net.blocks();
        let sums = &mut self.sums[index * blocks..(index + 1) * blocks];
        net.level().change(sums, &changes);
        sums
    }
}
