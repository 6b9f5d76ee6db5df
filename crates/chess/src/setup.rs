//! A position as somebody may describe it, right or wrong.

use crate::{Bitboard, Board, CastlingRights, Color, Role, Square, chess960};

/// The highest move clock that a set-up may have.
pub const MAX_CLOCK: u16 = 9_999;

/// Everything a FEN says, not yet checked against the rules.
///
/// A board editor edits this; [`Position::try_from`](crate::Position) says
/// whether it can be played on.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// Pieces on squares.
    pub board: Board,
    /// Who is to move.
    pub turn: Color,
    /// The rooks that may castle.
    pub castling: CastlingRights,
    /// The square a pawn has just skipped.
    pub en_passant: Option<Square>,
    /// Half-moves since the last capture or pawn move.
    pub halfmoves: u16,
    /// The number of the move in the game, from 1.
    pub fullmoves: u16,
}

impl Setup {
    /// No pieces, White to move.
    pub fn empty() -> Setup {
        Setup {
            board: Board::empty(),
            turn: Color::White,
            castling: CastlingRights::NONE,
            en_passant: None,
            halfmoves: 0,
            fullmoves: 1,
        }
    }

    /// The start of a game of chess.
    pub fn initial() -> Setup {
        Setup::chess960(chess960::STANDARD).expect("518 is below 960")
    }

    /// Start position `number` of Chess960, 0 to 959 in Scharnagl's
    /// numbering; 518 is the start of ordinary chess.
    pub fn chess960(number: u16) -> Option<Setup> {
        let back_rank = chess960::back_rank(number)?;
        let mut setup = Setup::empty();
        let mut rooks = Bitboard::EMPTY;
        for color in Color::ALL {
            for (file, role) in back_rank.into_iter().enumerate() {
                let home = Square::masked(file as u8).relative_to(color);
                setup.board.put(home, role.of(color));
                if role == Role::Rook {
                    rooks.insert(home);
                }
                let ahead = Square::masked(file as u8 + 8).relative_to(color);
                setup.board.put(ahead, Role::Pawn.of(color));
            }
        }
        setup.castling = CastlingRights::of_rooks(rooks);
        Some(setup)
    }
}
