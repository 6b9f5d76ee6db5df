//! A position as it waits in memory for training.

use chess::{Position, Square};
use nets::mlp::{INPUTS, feature_index};

/// Words of 32 inputs, one bit each.
pub(crate) const WORDS: usize = INPUTS / 32;
/// The first of the two words that say whose turn it is.
const TURN_WORD: usize = WORDS - 2;

/// Piece placement, side to move, and whether somebody may still castle: all
/// that the net or a mirror asks for, in 25 bytes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct PackedBoard {
    occupied: u64,
    /// The pieces from a1 to h8, 4 bits each, the lower half of a byte first.
    men: [u8; 16],
    is_white_to_move: bool,
    may_castle: bool,
}

/// Another way to look at a position, in which it is worth the same.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Mirror {
    /// Left and right change places; only where nobody may castle.
    pub(crate) files: bool,
    /// White and Black change places; the value changes its sign.
    pub(crate) colors: bool,
}

impl PackedBoard {
    pub(crate) fn new(position: &Position) -> PackedBoard {
        let mut men = [0; 16];
        for (index, (_, piece)) in position.board().iter().enumerate() {
            men[index / 2] |= (piece as u8) << (index % 2 * 4);
        }
        PackedBoard {
            occupied: position.occupied().bits(),
            men,
            is_white_to_move: position.turn().is_white(),
            may_castle: position.castling().rooks().any(),
        }
    }

    /// May left and right change places without the position being another?
    pub(crate) fn may_swap_files(&self) -> bool {
        !self.may_castle
    }

    /// Sets the inputs of the net, one bit each: input `i` is bit `i % 32` of
    /// word `i / 32`. All bits of the last plane are set when White is to move.
    pub(crate) fn write_words(&self, mirror: Mirror, words: &mut [i32]) {
        words.fill(0);
        let files = if mirror.files && self.may_swap_files() { 7 } else { 0 };
        let ranks = if mirror.colors { 56 } else { 0 };
        let mut left = self.occupied;
        let mut index = 0;
        while left != 0 {
            let square = left.trailing_zeros() as usize ^ (files | ranks);
            left &= left - 1;
            let piece = usize::from(self.men[index / 2] >> (index % 2 * 4) & 15);
            index += 1;
            let piece = if mirror.colors { (piece + 6) % 12 } else { piece };
            let input = piece * 64 + square;
            words[input / 32] |= 1 << (input % 32);
        }
        if self.is_white_to_move != mirror.colors {
            words[TURN_WORD..].fill(-1);
        }
    }
}

// What `write_words` counts on, as `nets` has it.
const _: () = {
    assert!(feature_index(chess::Piece::WhitePawn, Square::H8) == 63);
    assert!(feature_index(chess::Piece::BlackPawn, Square::A1) == 6 * 64);
    assert!(feature_index(chess::Piece::BlackKing, Square::A1) == 11 * 64);
};

#[cfg(test)]
mod tests {
    use chess::Color;
    use nets::mlp::{PIECE_INPUTS, active_features};

    use super::*;

    const FENS: [&str; 4] = [
        "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQK2R w KQkq - 1 5",
        "6k1/5ppp/4p3/8/1r1P2Q1/5N2/q4PPP/6K1 b - - 0 1",
        "2kr3r/ppp2ppp/2n5/4qb2/1b1Q4/2N2N2/PPP1BPPP/R1B1K2R b KQ - 0 1",
        "5k2/5p2/4b1p1/1P5p/3B3P/6P1/5PK1/8 w - - 0 1",
    ];

    fn words(fen: &str, mirror: Mirror) -> [i32; WORDS] {
        let mut words = [0; WORDS];
        PackedBoard::new(&Position::from_fen(fen).unwrap()).write_words(mirror, &mut words);
        words
    }

    #[test]
    fn inputs_are_those_of_inference() {
        for fen in FENS {
            let position = Position::from_fen(fen).unwrap();
            let words = words(fen, Mirror::default());
            let is_set = |input: usize| words[input / 32] >> (input % 32) & 1 == 1;
            let mut active: Vec<u16> = active_features(&position).to_vec();
            active.sort_unstable();
            let found: Vec<u16> = (0..PIECE_INPUTS)
                .filter(|&input| is_set(input))
                .map(|input| input as u16)
                .collect();
            assert_eq!(found, active, "{fen}");
            let white = position.turn() == Color::White;
            assert!((PIECE_INPUTS..INPUTS).all(|input| is_set(input) == white), "{fen}");
        }
    }

    #[test]
    fn mirrors_are_the_positions_of_the_other_side() {
        let colors = Mirror { colors: true, files: false };
        let files = Mirror { colors: false, files: true };
        let plain = Mirror::default();
        assert_eq!(
            words("6k1/5ppp/4p3/8/1r1P2Q1/5N2/q4PPP/6K1 b - - 0 1", colors),
            words("6k1/Q4ppp/5n2/1R1p2q1/8/4P3/5PPP/6K1 w - - 0 1", plain)
        );
        assert_eq!(
            words("6k1/5ppp/4p3/8/1r1P2Q1/5N2/q4PPP/6K1 b - - 0 1", files),
            words("1k6/ppp5/3p4/8/1Q2P1r1/2N5/PPP4q/1K6 b - - 0 1", plain)
        );
        // Castling has a side.
        assert_eq!(words(FENS[0], files), words(FENS[0], plain));
        assert_ne!(words(FENS[0], colors), words(FENS[0], plain));
    }
}
