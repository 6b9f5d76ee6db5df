//! What the men are worth, and where they stand.

use chess::{Color, Piece, Role, Square};

use crate::tally::Tally;
use crate::view::View;
use crate::weights::{WEIGHTS as W, Weight};
use crate::{PackedScore, Recorder, Term, Terms};

/// How much each role weighs in the phase of the game.
const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];

/// What beginners learn that the men are worth.
const POINTS: [i32; 6] = [100, 300, 300, 500, 900, 0];

/// What `role` adds to the phase of the game.
#[inline(always)]
pub(crate) fn phase(role: Role) -> i32 {
    PHASE[role as usize]
}

/// The weight of `role` on `square`, as its side sees it.
#[inline(always)]
fn square_weight(role: Role, square: Square) -> Weight {
    // The tables begin with a8.
    let place = square.flip_vertical() as usize;
    match role {
        Role::Pawn => W.pawn_squares.at(place),
        Role::Knight => W.knight_squares.at(place),
        Role::Bishop => W.bishop_squares.at(place),
        Role::Rook => W.rook_squares.at(place),
        Role::Queen => W.queen_squares.at(place),
        Role::King => W.king_squares.at(place),
    }
}

/// Adds every man of one side.
pub(crate) fn add<T: Terms, R: Recorder>(view: &View, terms: &T, tally: &mut Tally<'_, R>) {
    for role in Role::ALL {
        for square in view.ours(role) {
            add_man(role, square, terms, tally);
        }
    }
}

fn add_man<T: Terms, R: Recorder>(role: Role, square: Square, terms: &T, tally: &mut Tally<'_, R>) {
    if terms.has(Term::Points) {
        let points = POINTS[role as usize];
        tally.add_score(Term::Points, PackedScore::new(points, points));
    }
    if terms.has(Term::Material) && role != Role::King {
        tally.add(Term::Material, W.material.at(role as usize));
    }
    if terms.has(Term::Squares) {
        tally.add(Term::Squares, square_weight(role, square));
    }
}

/// The sum of all that one man on one square adds, positive for White.
#[derive(Clone, Debug)]
pub(crate) struct PlacementTable([[PackedScore; 64]; 12]);

impl PlacementTable {
    pub(crate) fn new<T: Terms>(terms: &T) -> Box<PlacementTable> {
        PlacementTable::from_fn(|role, square| {
            let mut silence = crate::Silence;
            let mut tally = Tally::new(Color::White, &mut silence);
            add_man(role, square, terms, &mut tally);
            tally.score
        })
    }

    /// The table of `score`, which is asked what a man on a square, as its side
    /// sees it, is worth to that side.
    pub(crate) fn from_fn(score: impl Fn(Role, Square) -> PackedScore) -> Box<PlacementTable> {
        let mut table = Box::new(PlacementTable([[PackedScore::ZERO; 64]; 12]));
        for piece in Piece::ALL {
            for square in Square::ALL {
                let score = score(piece.role(), square.relative_to(piece.color()));
                table.0[piece as usize][square as usize] = match piece.color() {
                    Color::White => score,
                    Color::Black => -score,
                };
            }
        }
        table
    }

    #[inline(always)]
    pub(crate) fn score(&self, piece: Piece, square: Square) -> PackedScore {
        self.0[piece as usize][square as usize]
    }
}
