//! Where pieces can go on an otherwise given board.
//!
//! Leapers come from small tables; sliders from one table of precomputed
//! attack sets, indexed by PEXT where the build has BMI2 and by magic
//! multiplication where not. All tables are computed at compile time.

mod leapers;
#[cfg(not(target_feature = "bmi2"))]
mod magics;
mod rays;
mod sliders;

pub use leapers::{king, knight, knights, pawn, pawns};
pub use rays::{between, line};
pub use sliders::{bishop, bishop_rays, queen, rook, rook_rays};

use crate::{Bitboard, Color, Role, Square};

/// The squares a piece attacks from `from`, the board being occupied by
/// `occupied`. The colour matters for pawns only.
///
/// ```
/// use chess::{Bitboard, Color, Role, Square, attacks};
///
/// let rook = attacks::of(Color::White, Role::Rook, Square::A1, Square::A3.into());
/// assert_eq!(rook.len(), 2 + 7);
/// ```
#[inline]
pub fn of(color: Color, role: Role, from: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Pawn => pawn(color, from),
        Role::Knight => knight(from),
        Role::Bishop => bishop(from, occupied),
        Role::Rook => rook(from, occupied),
        Role::Queen => queen(from, occupied),
        Role::King => king(from),
    }
}
