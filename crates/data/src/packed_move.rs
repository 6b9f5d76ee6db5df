//! A move in two bytes, as the files have it.
//!
//! Layout: bits 0–5 from, 6–11 to, 12–13 what a pawn becomes (knight, bishop,
//! rook, queen), 14–15 what kind of move it is. Castling goes to the square of
//! the rook. Captures and double pushes have no mark of their own.

use chess::{Move, MoveKind, Position, Role, Square};

const ORDINARY: u16 = 0;
const EN_PASSANT: u16 = 1;
const CASTLE: u16 = 2;
const PROMOTION: u16 = 3;

/// What the two bits of a promotion stand for.
const PROMOTIONS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// The bits of `mv`.
pub(crate) fn pack(mv: Move) -> u16 {
    let kind = match mv.kind() {
        MoveKind::Castle => CASTLE,
        MoveKind::EnPassant => EN_PASSANT,
        _ if mv.is_promotion() => PROMOTION,
        _ => ORDINARY,
    };
    let role = match mv.promotion() {
        Some(Role::Bishop) => 1,
        Some(Role::Rook) => 2,
        Some(Role::Queen) => 3,
        _ => 0,
    };
    mv.from() as u16 | (mv.to() as u16) << 6 | role << 12 | kind << 14
}

/// The legal move of `position` that has these bits, if there is one.
pub(crate) fn unpack(bits: u16, position: &Position) -> Option<Move> {
    let square = |bits: u16| Square::from_index((bits & 63) as u8);
    let (from, to) = (square(bits)?, square(bits >> 6)?);
    if from == to {
        return None;
    }
    let takes = position.piece_at(to).is_some();
    let role = bits >> 12 & 3;
    let kind = match bits >> 14 {
        PROMOTION => MoveKind::promotion(PROMOTIONS[usize::from(role)], takes),
        _ if role != 0 => return None,
        CASTLE => MoveKind::Castle,
        EN_PASSANT => MoveKind::EnPassant,
        _ if takes => MoveKind::Capture,
        _ if is_double_push(position, from, to) => MoveKind::DoublePush,
        _ => MoveKind::Quiet,
    };
    let mv = Move::new(from, to, kind);
    position.is_legal(mv).then_some(mv)
}

fn is_double_push(position: &Position, from: Square, to: Square) -> bool {
    let is_pawn = position.piece_at(from).is_some_and(|piece| piece.role() == Role::Pawn);
    is_pawn && (from as u8).abs_diff(to as u8) == 16
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of all 65,536 bit patterns, exactly those of the legal moves are read.
    #[test]
    fn reads_the_legal_moves_and_no_others() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
            "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        ] {
            let position = Position::from_fen(fen).unwrap();
            let mut read: Vec<Move> =
                (0..=u16::MAX).filter_map(|bits| unpack(bits, &position)).collect();
            let mut legal = position.legal_moves().to_vec();
            for &mv in &legal {
                assert_eq!(unpack(pack(mv), &position), Some(mv), "{fen}");
                assert_ne!(pack(mv), 0);
            }
            read.sort_unstable();
            legal.sort_unstable();
            assert_eq!(read, legal, "{fen}");
        }
    }
}
