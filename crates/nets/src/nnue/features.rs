//! What the net sees of a position.

use arrayvec::ArrayVec;
use chess::{Color, Piece, Position, Square};

use super::{FEATURES, KingBuckets};

/// The features of a view: one for each man of a lawful position.
pub type ActiveFeatures = ArrayVec<u16, 32>;

/// How one side sees the board: turned so that its own pieces stand below, mirrored
/// if its king stands on the files e to h, with the weights of its king's square.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct View {
    color: Color,
    /// What the numbers of squares are changed by: 56 turns, 7 mirrors.
    squares: u8,
    bucket: u8,
}

impl View {
    /// That of this side, whose king stands there.
    #[inline]
    pub fn new(color: Color, king: Square, buckets: &KingBuckets) -> View {
        let turned = king.relative_to(color);
        let is_mirrored = turned.file() as u8 >= 4;
        let king = if is_mirrored { turned.flip_horizontal() } else { turned };
        let turn = if color.is_white() { 0 } else { 56 };
        let mirror = if is_mirrored { 7 } else { 0 };
        View { color, squares: turn | mirror, bucket: buckets.of(king) }
    }

    /// That of a side in a position.
    pub fn of(position: &Position, color: Color, buckets: &KingBuckets) -> View {
        View::new(color, position.king(color), buckets)
    }

    /// Whose view it is.
    pub fn color(self) -> Color {
        self.color
    }

    /// Is left right?
    pub fn is_mirrored(self) -> bool {
        self.squares & 7 != 0
    }

    /// Which set of weights it uses.
    pub fn bucket(self) -> usize {
        usize::from(self.bucket)
    }

    /// The feature of a piece: bucket · 768 + (0 for one's own, 384 for the other's)
    /// + role · 64 + square, with pawns 0 to king 5 and a1 = 0.
    #[inline]
    pub fn feature(self, piece: Piece, square: Square) -> usize {
        let side = if piece.color() == self.color { 0 } else { FEATURES / 2 };
        let square = usize::from(square as u8 ^ self.squares);
        self.bucket() * FEATURES + side + piece.role() as usize * 64 + square
    }
}

/// The features that are on in one side's view, in ascending order of the squares on
/// the board.
pub fn active_features(position: &Position, color: Color, buckets: &KingBuckets) -> ActiveFeatures {
    let view = View::of(position, color, buckets);
    position.board().iter().map(|(square, piece)| view.feature(piece, square) as u16).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn features(fen: &str, color: Color, buckets: &KingBuckets) -> Vec<u16> {
        let position = Position::from_fen(fen).unwrap();
        let mut features = active_features(&position, color, buckets).to_vec();
        features.sort_unstable();
        features
    }

    #[test]
    fn features_are_numbered_as_the_file_has_them() {
        let one = KingBuckets::ONE;
        // King on b1: not mirrored. Own pawn a2, king b1; the other's queen h8, king e8.
        let fen = "4k2q/8/8/8/8/8/P7/1K6 w - - 0 1";
        let white = [8, 5 * 64 + 1, 384 + 4 * 64 + 63, 384 + 5 * 64 + 60];
        assert_eq!(features(fen, Color::White, &one), white);
        // Black's king stands on e8: e1 when turned, d1 when mirrored; h8 becomes a1,
        // and the pawn of a2 stands on h7.
        let black = [4 * 64, 5 * 64 + 3, 384 + 55, 384 + 5 * 64 + 62];
        assert_eq!(features(fen, Color::Black, &one), black);
    }

    /// Colours exchanged or the board mirrored, a side sees the same.
    #[test]
    fn views_know_neither_colour_nor_wing() {
        let table = std::array::from_fn(|square| (square % 7) as u8);
        for buckets in [KingBuckets::ONE, KingBuckets::new(table).unwrap()] {
            for (one, other) in [
                ("4k2q/8/8/2n5/8/8/P7/1K6 w - - 0 1", "1k6/p7/8/8/2N5/8/8/4K2Q b - - 0 1"),
                ("4k2q/8/8/2n5/8/8/P7/1K6 w - - 0 1", "q2k4/8/8/5n2/8/8/7P/6K1 w - - 0 1"),
            ] {
                let turn = |fen: &str| Position::from_fen(fen).unwrap().turn();
                let (us, them) = (turn(one), turn(other));
                assert_eq!(features(one, us, &buckets), features(other, them, &buckets));
                assert_eq!(features(one, !us, &buckets), features(other, !them, &buckets));
            }
        }
    }

    #[test]
    fn kings_choose_buckets() {
        let table: [u8; 32] = std::array::from_fn(|index| index as u8);
        let buckets = KingBuckets::new(table).unwrap();
        for (square, bucket) in
            [(Square::A1, 0), (Square::H1, 0), (Square::D2, 7), (Square::E2, 7), (Square::E8, 31)]
        {
            let view = View::new(Color::White, square, &buckets);
            assert_eq!(view.bucket(), bucket, "{square}");
            assert_eq!(view.is_mirrored(), square.file() as u8 >= 4);
            let other = View::new(Color::Black, square.flip_vertical(), &buckets);
            assert_eq!((other.bucket(), other.is_mirrored()), (bucket, view.is_mirrored()));
            let king = Piece::new(Color::White, chess::Role::King);
            let feature = view.feature(king, square);
            assert_eq!(feature / FEATURES, bucket);
            assert!(feature % 8 < 4, "own kings stand on the files a to d");
        }
    }
}
