//! A move as Polyglot writes it, in two bytes.

use chess::{Move, Position, Role, Square, UciMove};

/// A move without a position: only a position can tell what it means.
///
/// Layout: bits 0–5 to, 6–11 from, 12–14 what a pawn becomes (0 nothing, 1
/// knight to 4 queen). Castling goes from the king's square to the rook's.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MoveCode(pub u16);

/// What a pawn becomes by codes 1 to 4.
const PROMOTIONS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

impl MoveCode {
    /// The code of a move.
    pub fn of(mv: Move) -> MoveCode {
        let promotion = PROMOTIONS.iter().position(|&role| mv.promotion() == Some(role));
        let promotion = promotion.map_or(0, |index| index as u16 + 1);
        MoveCode(mv.to() as u16 | (mv.from() as u16) << 6 | promotion << 12)
    }

    /// The legal move that this means in `position`, if there is one.
    ///
    /// Castling may also go to the square where the king ends up, as some
    /// programs write it, where no step of the king can be meant.
    pub fn find(self, position: &Position) -> Option<Move> {
        let square = |bits: u16| Square::ALL[usize::from(bits & 63)];
        let promotion = match (self.0 >> 12) & 7 {
            0 => None,
            code => Some(*PROMOTIONS.get(usize::from(code) - 1)?),
        };
        let wanted = UciMove { from: square(self.0 >> 6), to: square(self.0), promotion };
        position.find_uci(wanted).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_codes() {
        // From the description of the format: e2e4 is 0x031C, and castling is
        // written e1h1, 0x0107.
        let start = Position::initial();
        assert_eq!(MoveCode::of(start.parse_san("e4").unwrap()), MoveCode(0x031C));
        let castle = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
        let short = castle.parse_san("O-O").unwrap();
        assert_eq!(MoveCode::of(short), MoveCode(0x0107));
        assert_eq!(MoveCode(0x0107).find(&castle), Some(short));
        assert_eq!(MoveCode(0x0106).find(&castle), Some(short), "e1g1");
    }

    #[test]
    fn king_takes_rook_means_castling_for_a_king_only() {
        // A rook on e1 goes to h1 and nothing more; one that stands there is
        // no capture.
        let rook = Position::from_fen("3k4/8/8/8/8/8/K7/4R3 w - - 0 1").unwrap();
        let mv = MoveCode(0x0107).find(&rook).unwrap();
        assert!(!mv.is_castle());
        // King and rook at home, but the right is gone.
        let late = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w - - 0 1").unwrap();
        assert_eq!(MoveCode(0x0107).find(&late), None);
        assert_eq!(MoveCode(0x0106).find(&late), None);
        // From f1, g1 is a step and h1 castling.
        let chess960 = Position::from_fen("4k3/8/8/8/8/8/8/5K1R w K - 0 1").unwrap();
        let find = |to: u16| MoveCode(5 << 6 | to).find(&chess960).unwrap();
        assert!(!find(6).is_castle() && find(7).is_castle());
    }

    #[test]
    fn every_move_comes_back() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
            "1r3kr1/8/8/8/8/8/8/RK2R3 w EAgb - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            for &mv in position.legal_moves().iter() {
                assert_eq!(MoveCode::of(mv).find(&position), Some(mv), "{mv:?} in {fen}");
            }
        }
    }

    #[test]
    fn nonsense_is_no_move() {
        let start = Position::initial();
        let legal = (0..=u16::MAX).filter_map(|code| MoveCode(code).find(&start));
        // Bit 15 says nothing.
        assert_eq!(legal.count(), 2 * 20);
        let promoting = Position::from_fen("8/P6k/8/8/8/8/8/K7 w - - 0 1").unwrap();
        let codes = (0..8).map(|promotion| MoveCode(promotion << 12 | 48 << 6 | 56));
        let found: Vec<bool> = codes.map(|code| code.find(&promoting).is_some()).collect();
        assert_eq!(found, [false, true, true, true, true, false, false, false]);
    }
}
