//! Moves of pgn-reader as moves of ours.

use chess::{Move, Position, Role, SanError, Square, Wing};
use shakmaty::CastlingSide;
use shakmaty::san::San;

/// The legal move that a SAN means.
pub(crate) fn resolve(san: &San, position: &Position) -> Result<Move, SanError> {
    match fast(san, position).or_else(|| by_coordinates(san, position)) {
        Some(mv) => Ok(mv),
        // Slower, but it knows what is wrong.
        None => position.parse_san(&san.to_string()),
    }
}

/// `g1f3` looks like a move of a pawn, but no pawn is there: some programs
/// write all moves so.
fn by_coordinates(san: &San, position: &Position) -> Option<Move> {
    match *san {
        San::Normal {
            role: shakmaty::Role::Pawn,
            file: Some(file),
            rank: Some(rank),
            to,
            promotion,
            ..
        } => {
            let promotion = promotion.map_or(String::new(), |role| role.char().to_string());
            position.parse_uci(&format!("{}{}{to}{promotion}", file.char(), rank.char())).ok()
        }
        _ => None,
    }
}

/// The move, if it is legal and the only one. That is nearly always so.
fn fast(san: &San, position: &Position) -> Option<Move> {
    match *san {
        San::Castle(CastlingSide::KingSide) => position.castling_move(Wing::KingSide),
        San::Castle(CastlingSide::QueenSide) => position.castling_move(Wing::QueenSide),
        San::Normal { role, file, rank, to, promotion, .. } => {
            let to = Square::from_index(u32::from(to) as u8)?;
            let file = file.map(u32::from);
            let rank = rank.map(u32::from);
            let mut moves =
                position.moves_to(role_of(role), to, promotion.map(role_of)).filter(|mv| {
                    file.is_none_or(|file| mv.from().file() as u32 == file)
                        && rank.is_none_or(|rank| mv.from().rank() as u32 == rank)
                });
            let only = moves.next()?;
            moves.next().is_none().then_some(only)
        }
        San::Put { .. } | San::Null => None,
    }
}

fn role_of(role: shakmaty::Role) -> Role {
    match role {
        shakmaty::Role::Pawn => Role::Pawn,
        shakmaty::Role::Knight => Role::Knight,
        shakmaty::Role::Bishop => Role::Bishop,
        shakmaty::Role::Rook => Role::Rook,
        shakmaty::Role::Queen => Role::Queen,
        shakmaty::Role::King => Role::King,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every legal move is found by its name, and without the slow way.
    #[test]
    fn every_legal_move() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
            "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 99 70",
            "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
            "rqkrbnnb/p1p1pp1p/1p4p1/3p4/3P1P2/2N3P1/PPP1P2P/RQKRB1NB w DAda - 0 6",
        ] {
            let start = Position::from_fen(fen).unwrap();
            let replies = start.legal_moves().into_iter().map(|mv| start.after(mv));
            for position in std::iter::once(start).chain(replies) {
                for mv in position.legal_moves() {
                    let text = position.to_san(mv);
                    let san = San::from_ascii(text.as_bytes()).unwrap();
                    assert_eq!(fast(&san, &position), Some(mv), "{position}: {text}");
                }
            }
        }
    }

    #[test]
    fn coordinates() {
        let position = Position::from_fen("r3k2r/8/8/8/8/8/6P1/R3K1NR w KQkq - 0 1").unwrap();
        for (text, san) in [("g1f3", "Nf3"), ("e1c1", "O-O-O"), ("a1a8", "Rxa8+"), ("g2g4", "g4")] {
            let mv = resolve(&San::from_ascii(text.as_bytes()).unwrap(), &position);
            assert_eq!(mv.map(|mv| position.to_san(mv)).as_deref(), Ok(san));
        }
    }

    #[test]
    fn refusals_have_reasons() {
        let position = Position::from_fen("4k3/8/8/8/8/8/4K3/R6R w - - 0 1").unwrap();
        let error = |text: &str| {
            resolve(&San::from_ascii(text.as_bytes()).unwrap(), &position).unwrap_err().to_string()
        };
        assert_eq!(error("Rd1"), "'Rd1' may be any of Rad1, Rhd1");
        assert_eq!(error("O-O"), "no legal move is 'O-O' in this position");
        assert!(error("N@f3").contains("is not a move"));
    }
}
