//! The two players.

use std::fmt;
use std::ops::{Index, IndexMut, Not};

/// White or Black.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Color {
    /// Moves first, upwards.
    White,
    /// Moves second, downwards.
    Black,
}

impl Color {
    /// Both colours, White first.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// White when `white` is true.
    pub const fn from_white(white: bool) -> Color {
        if white { Color::White } else { Color::Black }
    }

    /// Is this White?
    pub const fn is_white(self) -> bool {
        matches!(self, Color::White)
    }

    /// The letter FEN uses: `w` or `b`.
    pub const fn letter(self) -> char {
        match self {
            Color::White => 'w',
            Color::Black => 'b',
        }
    }
}

impl Not for Color {
    type Output = Color;

    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Color::White => "White",
            Color::Black => "Black",
        })
    }
}

/// One value for each colour.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct ByColor<T>(pub [T; 2]);

impl<T> ByColor<T> {
    /// Makes the value of each colour with `make`.
    pub fn new_with(mut make: impl FnMut(Color) -> T) -> ByColor<T> {
        ByColor([make(Color::White), make(Color::Black)])
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    #[inline]
    fn index(&self, color: Color) -> &T {
        &self.0[color as usize]
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    #[inline]
    fn index_mut(&mut self, color: Color) -> &mut T {
        &mut self.0[color as usize]
    }
}

/// The player to move, known at compile time.
///
/// Move generation is compiled once for each colour, so that pawn directions
/// and back ranks are constants in the inner loops.
pub(crate) trait Player {
    const COLOR: Color;
    type Opponent: Player<Opponent = Self>;
}

pub(crate) enum White {}
pub(crate) enum Black {}

impl Player for White {
    const COLOR: Color = Color::White;
    type Opponent = Black;
}

impl Player for Black {
    const COLOR: Color = Color::Black;
    type Opponent = White;
}
