//! The numbers of Tomasz Michniewski's Simplified Evaluation Function, as
//! published, in hundredths of a pawn. Tables begin with a8 and are White's.

use chess::{Role, Square};

/// What a man is worth; the kings cancel out and count nothing.
pub(crate) const MATERIAL: [i32; 6] = [100, 320, 330, 500, 900, 0];

/// What standing on `square`, seen from its own side, is worth for a man.
pub(crate) fn square_value(role: Role, square: Square, endgame: bool) -> i32 {
    let table = match (role, endgame) {
        (Role::Pawn, _) => &PAWN,
        (Role::Knight, _) => &KNIGHT,
        (Role::Bishop, _) => &BISHOP,
        (Role::Rook, _) => &ROOK,
        (Role::Queen, _) => &QUEEN,
        (Role::King, false) => &KING_MIDDLEGAME,
        (Role::King, true) => &KING_ENDGAME,
    };
    i32::from(table[square.flip_vertical() as usize])
}

#[rustfmt::skip]
const PAWN: [i8; 64] = [
      0,   0,   0,   0,   0,   0,   0,   0,
     50,  50,  50,  50,  50,  50,  50,  50,
     10,  10,  20,  30,  30,  20,  10,  10,
      5,   5,  10,  25,  25,  10,   5,   5,
      0,   0,   0,  20,  20,   0,   0,   0,
      5,  -5, -10,   0,   0, -10,  -5,   5,
      5,  10,  10, -20, -20,  10,  10,   5,
      0,   0,   0,   0,   0,   0,   0,   0,
];

#[rustfmt::skip]
const KNIGHT: [i8; 64] = [
    -50, -40, -30, -30, -30, -30, -40, -50,
    -40, -20,   0,   0,   0,   0, -20, -40,
    -30,   0,  10,  15,  15,  10,   0, -30,
    -30,   5,  15,  20,  20,  15,   5, -30,
    -30,   0,  15,  20,  20,  15,   0, -30,
    -30,   5,  10,  15,  15,  10,   5, -30,
    -40, -20,   0,   5,   5,   0, -20, -40,
    -50, -40, -30, -30, -30, -30, -40, -50,
];

#[rustfmt::skip]
const BISHOP: [i8; 64] = [
    -20, -10, -10, -10, -10, -10, -10, -20,
    -10,   0,   0,   0,   0,   0,   0, -10,
    -10,   0,   5,  10,  10,   5,   0, -10,
    -10,   5,   5,  10,  10,   5,   5, -10,
    -10,   0,  10,  10,  10,  10,   0, -10,
    -10,  10,  10,  10,  10,  10,  10, -10,
    -10,   5,   0,   0,   0,   0,   5, -10,
    -20, -10, -10, -10, -10, -10, -10, -20,
];

#[rustfmt::skip]
const ROOK: [i8; 64] = [
      0,   0,   0,   0,   0,   0,   0,   0,
      5,  10,  10,  10,  10,  10,  10,   5,
     -5,   0,   0,   0,   0,   0,   0,  -5,
     -5,   0,   0,   0,   0,   0,   0,  -5,
     -5,   0,   0,   0,   0,   0,   0,  -5,
     -5,   0,   0,   0,   0,   0,   0,  -5,
     -5,   0,   0,   0,   0,   0,   0,  -5,
      0,   0,   0,   5,   5,   0,   0,   0,
];

// The only table that is not symmetric: b3, c2 and a4 are as they were published.
#[rustfmt::skip]
const QUEEN: [i8; 64] = [
    -20, -10, -10,  -5,  -5, -10, -10, -20,
    -10,   0,   0,   0,   0,   0,   0, -10,
    -10,   0,   5,   5,   5,   5,   0, -10,
     -5,   0,   5,   5,   5,   5,   0,  -5,
      0,   0,   5,   5,   5,   5,   0,  -5,
    -10,   5,   5,   5,   5,   5,   0, -10,
    -10,   0,   5,   0,   0,   0,   0, -10,
    -20, -10, -10,  -5,  -5, -10, -10, -20,
];

#[rustfmt::skip]
const KING_MIDDLEGAME: [i8; 64] = [
    -30, -40, -40, -50, -50, -40, -40, -30,
    -30, -40, -40, -50, -50, -40, -40, -30,
    -30, -40, -40, -50, -50, -40, -40, -30,
    -30, -40, -40, -50, -50, -40, -40, -30,
    -20, -30, -30, -40, -40, -30, -30, -20,
    -10, -20, -20, -20, -20, -20, -20, -10,
     20,  20,   0,   0,   0,   0,  20,  20,
     20,  30,  10,   0,   0,  10,  30,  20,
];

#[rustfmt::skip]
const KING_ENDGAME: [i8; 64] = [
    -50, -40, -30, -20, -20, -30, -40, -50,
    -30, -20, -10,   0,   0, -10, -20, -30,
    -30, -10,  20,  30,  30,  20, -10, -30,
    -30, -10,  30,  40,  40,  30, -10, -30,
    -30, -10,  30,  40,  40,  30, -10, -30,
    -30, -10,  20,  30,  30,  20, -10, -30,
    -30, -30,   0,   0,   0,   0, -30, -30,
    -50, -30, -30, -30, -30, -30, -30, -50,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_mirrored_but_for_the_queens() {
        for square in Square::ALL {
            let other = square.flip_horizontal();
            for role in Role::ALL {
                for endgame in [false, true] {
                    let same =
                        square_value(role, square, endgame) == square_value(role, other, endgame);
                    let odd = [Square::A4, Square::B3, Square::C2];
                    let is_odd = odd.contains(&square) || odd.contains(&other);
                    assert_eq!(same, role != Role::Queen || !is_odd, "{role} {square}");
                }
            }
        }
    }

    #[test]
    fn sums_and_single_squares_as_published() {
        let sum = |role, endgame| -> i32 {
            Square::ALL.into_iter().map(|square| square_value(role, square, endgame)).sum()
        };
        let sums = Role::ALL.map(|role| sum(role, false));
        assert_eq!(sums, [660, -810, -140, 30, -185, -1460]);
        assert_eq!(sum(Role::King, true), -640);
        assert_eq!(square_value(Role::Pawn, Square::D2, false), -20);
        assert_eq!(square_value(Role::Pawn, Square::A7, false), 50);
        assert_eq!(square_value(Role::Knight, Square::B5, false), 5);
        assert_eq!(square_value(Role::King, Square::G1, false), 30);
        assert_eq!(square_value(Role::King, Square::G1, true), -30);
    }
}
