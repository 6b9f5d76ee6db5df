//! Which moves are tried first.

use chess::{Bitboard, Move, MoveList, Position, Square};

const CENTER: Bitboard = Bitboard::from_bits(
    1 << Square::D4 as u8 | 1 << Square::E4 as u8 | 1 << Square::D5 as u8 | 1 << Square::E5 as u8,
);

/// The legal moves in the origin's order: checks, captures, moves to the four
/// squares of the centre, the rest; within each as they are generated.
pub(crate) fn ordered_moves(position: &Position) -> MoveList {
    let mut moves = position.legal_moves();
    moves.sort_by_key(|&mv| group(position, mv));
    moves
}

fn group(position: &Position, mv: Move) -> u8 {
    if position.gives_check(mv) {
        0
    } else if mv.is_capture() {
        1
    } else if CENTER.contains(position.king_destination(mv)) {
        2
    } else {
        3
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checks_captures_centre() {
        let fen = "4k3/8/8/3p4/8/2N5/8/R3K3 w - - 0 1";
        let position = Position::from_fen(fen).unwrap();
        let sans: Vec<_> = ordered_moves(&position).iter().map(|&mv| position.to_san(mv)).collect();
        assert_eq!(sans[0], "Ra8+");
        assert_eq!(sans[1], "Nxd5");
        assert_eq!(sans[2], "Ne4");
        assert_eq!(sans.len(), position.legal_moves().len());
    }
}
