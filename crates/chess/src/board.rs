//! Which piece stands where, as sets.

use std::fmt;

use crate::{Bitboard, ByColor, ByRole, Color, File, Piece, Rank, Role, Square, attacks};

/// Pieces on squares: a set for each role and one for each colour, 64 bytes.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default)]
pub struct Board {
    pub(crate) roles: ByRole<Bitboard>,
    pub(crate) colors: ByColor<Bitboard>,
}

impl Board {
    /// A board with nothing on it.
    pub fn empty() -> Board {
        Board::default()
    }

    /// All pieces.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.colors[Color::White] | self.colors[Color::Black]
    }

    /// The pieces of one colour.
    #[inline]
    pub fn by_color(&self, color: Color) -> Bitboard {
        self.colors[color]
    }

    /// The pieces of one role, of both colours.
    #[inline]
    pub fn by_role(&self, role: Role) -> Bitboard {
        self.roles[role]
    }

    /// The pieces of one colour and role.
    #[inline]
    pub fn pieces(&self, color: Color, role: Role) -> Bitboard {
        self.colors[color] & self.roles[role]
    }

    /// Rooks and queens of one colour.
    #[inline]
    pub fn orthogonal_sliders(&self, color: Color) -> Bitboard {
        (self.roles[Role::Rook] | self.roles[Role::Queen]) & self.colors[color]
    }

    /// Bishops and queens of one colour.
    #[inline]
    pub fn diagonal_sliders(&self, color: Color) -> Bitboard {
        (self.roles[Role::Bishop] | self.roles[Role::Queen]) & self.colors[color]
    }

    /// What stands on `square`, by asking the sets.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let color = Color::ALL.into_iter().find(|&c| self.colors[c].contains(square))?;
        let role = Role::ALL.into_iter().find(|&r| self.roles[r].contains(square))?;
        Some(Piece::new(color, role))
    }

    /// Puts `piece` on `square`, in the place of what stood there.
    pub fn put(&mut self, square: Square, piece: Piece) {
        self.remove(square);
        self.roles[piece.role()].insert(square);
        self.colors[piece.color()].insert(square);
    }

    /// Empties `square`.
    pub fn remove(&mut self, square: Square) {
        let rest = !Bitboard::of(square);
        self.roles.0.iter_mut().for_each(|set| *set &= rest);
        self.colors.0.iter_mut().for_each(|set| *set &= rest);
    }

    /// Every piece with its square, from `A1` to `H8`.
    pub fn iter(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.occupied().into_iter().filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// The first king of `color`; of a checked position, the king.
    #[inline]
    pub(crate) fn king(&self, color: Color) -> Square {
        self.pieces(color, Role::King).lowest()
    }

    /// The pieces of both colours that attack `square` when the squares
    /// `occupied` are. (They may be fewer or more than there are pieces: so one
    /// asks what a move would uncover.)
    #[inline]
    pub fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let queens = self.roles[Role::Queen];
        attacks::pawn(Color::White, square) & self.pieces(Color::Black, Role::Pawn)
            | attacks::pawn(Color::Black, square) & self.pieces(Color::White, Role::Pawn)
            | attacks::knight(square) & self.roles[Role::Knight]
            | attacks::king(square) & self.roles[Role::King]
            | attacks::rook(square, occupied) & (self.roles[Role::Rook] | queens)
            | attacks::bishop(square, occupied) & (self.roles[Role::Bishop] | queens)
    }

    /// The pieces of `color` that attack `square`.
    #[inline]
    pub fn attackers_of(&self, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
        (attacks::pawn(!color, square) & self.roles[Role::Pawn]
            | attacks::knight(square) & self.roles[Role::Knight]
            | attacks::king(square) & self.roles[Role::King])
            & self.colors[color]
            | attacks::rook(square, occupied) & self.orthogonal_sliders(color)
            | attacks::bishop(square, occupied) & self.diagonal_sliders(color)
    }

    /// Every square that a piece of this colour and role attacks, its own men's
    /// included.
    pub fn attacked_by(&self, color: Color, role: Role) -> Bitboard {
        let pieces = self.pieces(color, role);
        match role {
            Role::Pawn => attacks::pawns(color, pieces),
            Role::Knight => attacks::knights(pieces),
            _ => {
                let occupied = self.occupied();
                let attacks = |square| attacks::of(color, role, square, occupied);
                pieces.into_iter().map(attacks).fold(Bitboard::EMPTY, |all, some| all | some)
            }
        }
    }
}

/// Eight lines of letters, rank 8 first, `.` for an empty square.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                let mark = self.piece_at(Square::new(file, rank)).map_or('.', Piece::letter);
                let gap = if file == File::H { "\n" } else { " " };
                write!(f, "{mark}{gap}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;

    #[test]
    fn a_square_is_attacked_if_somebody_attacks_it() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            let board = position.board();
            for color in Color::ALL {
                for (role, square) in
                    Role::ALL.iter().flat_map(|&role| Square::ALL.map(|square| (role, square)))
                {
                    let attacked = board.attacked_by(color, role);
                    let attackers = board.attackers_of(color, square, board.occupied());
                    let attackers = attackers & board.pieces(color, role);
                    assert_eq!(
                        attacked.contains(square),
                        attackers.any(),
                        "{fen} {role:?} {square}"
                    );
                }
            }
        }
    }
}
