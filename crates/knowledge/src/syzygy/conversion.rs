//! Positions as shakmaty, whose library decodes the endgame tables, has them.

use std::num::NonZeroU32;

use chess::{Color, Position, Role, Square};
use shakmaty::{ByColor, ByRole, CastlingMode, Chess, FromSetup, Setup};

/// The same position without rights to castle, with the clock at 0: tables know
/// of neither. `None` where the library finds the position impossible.
#[inline]
pub(super) fn convert(position: &Position) -> Option<Chess> {
    let role = |role| shakmaty::Bitboard(position.by_role(role).bits());
    let color = |color| shakmaty::Bitboard(position.by_color(color).bits());
    let by_role = ByRole {
        pawn: role(Role::Pawn),
        knight: role(Role::Knight),
        bishop: role(Role::Bishop),
        rook: role(Role::Rook),
        queen: role(Role::Queen),
        king: role(Role::King),
    };
    let by_color = ByColor { black: color(Color::Black), white: color(Color::White) };
    let setup = Setup {
        board: shakmaty::Board::try_from_bitboards(by_role, by_color).ok()?,
        promoted: shakmaty::Bitboard::EMPTY,
        pockets: None,
        turn: shakmaty::Color::from_white(position.turn().is_white()),
        castling_rights: shakmaty::Bitboard::EMPTY,
        ep_square: position.en_passant().map(square),
        remaining_checks: None,
        halfmoves: 0,
        fullmoves: NonZeroU32::MIN,
    };
    match Chess::from_setup(setup, CastlingMode::Chess960) {
        Ok(position) => Some(position),
        // Nobody can have got there, but one can play on.
        Err(error) => error.ignore_impossible_check().ok(),
    }
}

fn square(square: Square) -> shakmaty::Square {
    shakmaty::Square::new(square as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::fen::Fen;
    use shakmaty::{EnPassantMode, Position as _};

    #[test]
    fn positions_come_out_the_same() {
        for fen in [
            "8/8/8/4k3/8/4r3/3PP3/3K4 w - - 0 1",
            "8/8/8/4k3/8/4r3/3PP3/3K4 b - - 0 1",
            "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
            "4k3/3r4/8/2pP4/8/8/3K4/8 w - c6 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
        ] {
            let converted = convert(&Position::from_fen(fen).unwrap()).unwrap();
            let theirs: Chess =
                fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
            assert_eq!(converted, theirs, "{fen}");
            assert_eq!(
                converted.legal_ep_square().map(|square| square.to_string()),
                theirs.to_setup(EnPassantMode::Legal).ep_square.map(|square| square.to_string())
            );
        }
    }

    #[test]
    fn impossible_checks_are_let_pass() {
        let fen = "B6b/8/8/8/2K5/5k2/8/b6B b - - 0 1";
        assert!(convert(&Position::from_fen_tolerant(fen).unwrap()).is_some());
    }
}
