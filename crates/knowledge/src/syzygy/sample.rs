//! Random positions of a given material, to check endgame tables with.

use chess::{Bitboard, Color, Position, Rank, Role, Setup, Square};

use super::material::Material;

impl Material {
    /// A lawful position with these pieces on random squares, either side
    /// being White and to move. Now and then a pawn can be taken en passant.
    pub fn random_position(self, dice: &mut fastrand::Rng) -> Position {
        // Every material has positions, so there is an end.
        loop {
            if let Some(position) = self.place(dice) {
                return position;
            }
        }
    }

    fn place(self, dice: &mut fastrand::Rng) -> Option<Position> {
        let mut setup = Setup::empty();
        let first_is = Color::from_white(dice.bool());
        for (first, role) in self.pieces() {
            let square = Square::from_index(dice.u8(..64))?;
            if setup.board.piece_at(square).is_some() {
                return None;
            }
            setup.board.put(square, role.of(if first { first_is } else { !first_is }));
        }
        setup.turn = Color::from_white(dice.bool());
        if dice.bool() {
            let them = !setup.turn;
            let arrived = Bitboard::from(Rank::Fourth.relative_to(them));
            let pawn = (setup.board.pieces(them, Role::Pawn) & arrived).first();
            setup.en_passant =
                pawn.and_then(|pawn| pawn.offset(0, if them.is_white() { -1 } else { 1 }));
        }
        Position::try_from(setup).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_have_their_material() {
        let mut dice = fastrand::Rng::with_seed(1);
        for name in ["KQvK", "KPvKP", "KQRBNvKP"] {
            let material: Material = name.parse().unwrap();
            let positions: Vec<Position> =
                (0..3_000).map(|_| material.random_position(&mut dice)).collect();
            assert!(positions.iter().all(|position| Material::of(position) == material));
            for white in [true, false] {
                let is_turn = |position: &Position| position.turn().is_white() == white;
                assert!(positions.iter().any(is_turn), "{name}");
            }
            let en_passant = positions.iter().any(|position| position.en_passant().is_some());
            assert_eq!(en_passant, name == "KPvKP", "{name}");
        }
    }
}
