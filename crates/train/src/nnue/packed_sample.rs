//! A position with its labels in 32 bytes, as the side to move sees it.

use anyhow::{Result, ensure};
use chess::{Bitboard, Color, Piece, Position, Role, Setup, Square};
use data::Sample;
use nets::nnue::{FEATURES, View};

use super::samples::FromSample;
use super::shape::NetShape;

/// A position turned so that White is to move, with the score and the result of
/// the game for that side.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct PackedSample {
    occupied: u64,
    /// Four bits for each man from a1 to h8: the role, and 8 for the other side.
    men: [u8; 16],
    /// Centipawns for the side to move.
    pub(crate) score: i16,
    /// Half points of the side to move.
    pub(crate) half_points: u8,
    own_king: u8,
    other_king: u8,
}

const OTHER: u8 = 8;

impl From<&Sample> for PackedSample {
    fn from(sample: &Sample) -> PackedSample {
        let position = &sample.position;
        let turn = position.turn();
        let mut occupied = position.occupied();
        if !turn.is_white() {
            occupied = occupied.flip_vertical();
        }
        let mut men = [0; 16];
        for (index, square) in occupied.into_iter().enumerate() {
            let piece = position.piece_at(square.relative_to(turn));
            let code = piece.map_or(0, |piece| {
                piece.role() as u8 | if piece.color() == turn { 0 } else { OTHER }
            });
            men[index / 2] |= code << (index % 2 * 4);
        }
        let white_points = sample.result as u8;
        let is_white = turn.is_white();
        let score = sample.best.score;
        PackedSample {
            occupied: occupied.bits(),
            men,
            score: if is_white { score } else { score.saturating_neg() },
            half_points: if is_white { white_points } else { 2 - white_points },
            own_king: position.king(turn).relative_to(turn) as u8,
            other_king: position.king(!turn).relative_to(turn) as u8,
        }
    }
}

impl FromSample for PackedSample {
    fn from_sample(sample: &Sample) -> Option<PackedSample> {
        Some(PackedSample::from(sample))
    }
}

impl PackedSample {
    /// How many men there are, kings included.
    pub(crate) fn count(&self) -> u32 {
        self.occupied.count_ones()
    }

    /// The men and their squares.
    fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        Bitboard::from_bits(self.occupied).into_iter().enumerate().map(|(index, square)| {
            let code = self.men[index / 2] >> (index % 2 * 4) & 15;
            let role = Role::ALL[usize::from(code & 7)];
            (square, Piece::new(Color::from_white(code & OTHER == 0), role))
        })
    }

    /// Writes the features of the side to move and those of the other side;
    /// returns how many there are of each.
    pub(crate) fn write_features(
        &self,
        shape: &NetShape,
        own: &mut [u16],
        other: &mut [u16],
    ) -> usize {
        let buckets = &shape.architecture.king_buckets;
        let king = |index: u8| Square::from_index(index).unwrap_or(Square::A1);
        let view = View::new(Color::White, king(self.own_king), buckets);
        let other_view = View::new(Color::Black, king(self.other_king), buckets);
        let mut count = 0;
        let slots = own.iter_mut().zip(other.iter_mut());
        for ((square, piece), (own, other)) in self.pieces().zip(slots) {
            *own = view.feature(piece, square) as u16;
            *other = other_view.feature(piece, square) as u16;
            count += 1;
        }
        if !shape.has_factoriser {
            return count;
        }
        let shared = shape.architecture.features();
        for features in [own, other] {
            for index in 0..count {
                let feature = usize::from(features[index]) % FEATURES;
                features[count + index] = (shared + feature) as u16;
            }
        }
        2 * count
    }

    /// The position, as far as a net sees it: nobody may castle or take en
    /// passant.
    pub(crate) fn position(&self) -> Result<Position> {
        let mut setup = Setup::empty();
        for (square, piece) in self.pieces() {
            setup.board.put(square, piece);
        }
        let position = Position::try_from(setup)?;
        ensure!(position.turn().is_white(), "a packed position has White to move");
        Ok(position)
    }
}

#[cfg(test)]
mod tests {
    use data::{ScoredMove, WhitePoints};
    use nets::nnue::{Architecture, KingBuckets, active_features};

    use super::*;
    use crate::nnue::shape::king_buckets;

    fn sample(fen: &str) -> Sample {
        let position = Position::from_fen(fen).unwrap();
        let mv = position.legal_moves()[0];
        Sample { position, best: ScoredMove { mv, score: 120 }, result: WhitePoints::One }
    }

    const FENS: [&str; 4] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r1bqk2r/pp1nbppp/2p1pn2/8/2pP4/2N1PN2/PP2BPPP/R1BQ1RK1 b kq - 1 9",
        "8/2k5/8/8/4P3/8/6K1/8 b - - 0 60",
        "2kr4/8/8/8/8/8/8/1K5Q w - - 0 60",
    ];

    #[test]
    fn features_are_those_of_the_nets_crate() {
        for buckets in [KingBuckets::ONE, king_buckets("8").unwrap()] {
            let architecture =
                Architecture { king_buckets: buckets.clone(), ..Architecture::plain(32) };
            let shape = NetShape { architecture, has_factoriser: false };
            for fen in FENS {
                let sample = sample(fen);
                let (mut own, mut other) = ([0; 32], [0; 32]);
                let count =
                    PackedSample::from(&sample).write_features(&shape, &mut own, &mut other);
                let position = &sample.position;
                for (features, color) in [(own, position.turn()), (other, !position.turn())] {
                    let mut expected = active_features(position, color, &buckets).to_vec();
                    let mut found = features[..count].to_vec();
                    expected.sort_unstable();
                    found.sort_unstable();
                    assert_eq!(found, expected, "{fen}");
                }
            }
        }
    }

    #[test]
    fn a_factoriser_has_every_feature_twice() {
        let architecture =
            Architecture { king_buckets: king_buckets("4").unwrap(), ..Architecture::plain(32) };
        let shape = NetShape { architecture, has_factoriser: true };
        let (mut own, mut other) = ([0; 64], [0; 64]);
        let packed = PackedSample::from(&sample(FENS[1]));
        let count = packed.write_features(&shape, &mut own, &mut other);
        assert_eq!(count as u32, 2 * packed.count());
        for features in [own, other] {
            let (buckets, shared) = features[..count].split_at(count / 2);
            for (bucket, shared) in buckets.iter().zip(shared) {
                assert!(*bucket < 4 * 768);
                assert_eq!(bucket % 768 + 4 * 768, *shared);
            }
        }
    }

    #[test]
    fn labels_and_boards_are_those_of_the_side_to_move() {
        assert_eq!(size_of::<PackedSample>(), 32);
        let packed = FENS.map(|fen| PackedSample::from(&sample(fen)));
        assert_eq!(packed.map(|packed| packed.score), [120, -120, -120, 120]);
        assert_eq!(packed.map(|packed| packed.half_points), [2, 0, 0, 2]);
        let board = |index: usize| {
            let fen = packed[index].position().unwrap().fen();
            fen.split(' ').next().unwrap().to_owned()
        };
        assert_eq!(board(3), "2kr4/8/8/8/8/8/8/1K5Q");
        assert_eq!(board(2), "8/6k1/8/4p3/8/8/2K5/8");
    }
}
