//! A position that the rules allow, ready to be played on.

use std::fmt;
use std::sync::LazyLock;

use crate::validity::{self, PositionError};
use crate::{
    Bitboard, Board, CastlingRights, Color, File, Move, Piece, Rank, Role, Setup, Square, Wing,
    attacks, zobrist,
};

/// A checked position: pieces, whose turn it is, rights, clocks and key.
///
/// It is small enough to copy: search keeps a position for each ply instead
/// of taking moves back.
///
/// ```
/// use chess::Position;
///
/// let position = Position::initial();
/// assert_eq!(position.legal_moves().len(), 20);
/// let mv = position.parse_san("e4")?;
/// assert_eq!(
///     position.after(mv).fen(),
///     "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
/// );
/// # Ok::<(), chess::SanError>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Position {
    pub(crate) board: Board,
    /// The same pieces by square, for "what stands here".
    pub(crate) mailbox: [Option<Piece>; 64],
    pub(crate) key: u64,
    /// Pieces that give check to the side to move.
    pub(crate) checkers: Bitboard,
    pub(crate) castling: CastlingRights,
    pub(crate) halfmoves: u16,
    pub(crate) fullmoves: u16,
    pub(crate) turn: Color,
    /// Set only while an en-passant capture is legal.
    pub(crate) en_passant: Option<Square>,
    /// The square that the FEN gave, legal capture or not: kept for writing
    /// the same FEN back, gone with the next move.
    pub(crate) fen_en_passant: Option<Square>,
}

const _: () = assert!(size_of::<Position>() == 160);

impl Position {
    /// The start of a game of chess.
    pub fn initial() -> Position {
        static INITIAL: LazyLock<Position> = LazyLock::new(|| {
            Position::try_from(Setup::initial()).expect("the start position is lawful")
        });
        *INITIAL
    }

    /// Start position `number` of Chess960, 0 to 959; 518 is ordinary chess.
    pub fn chess960(number: u16) -> Option<Position> {
        Position::try_from(Setup::chess960(number)?).ok()
    }

    /// Pieces as sets.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// What stands on `square`.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.mailbox[square as usize]
    }

    /// All pieces.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.board.occupied()
    }

    /// The pieces of one colour.
    #[inline]
    pub fn by_color(&self, color: Color) -> Bitboard {
        self.board.by_color(color)
    }

    /// The pieces of one role, of both colours.
    #[inline]
    pub fn by_role(&self, role: Role) -> Bitboard {
        self.board.by_role(role)
    }

    /// The pieces of one colour and role.
    #[inline]
    pub fn pieces(&self, color: Color, role: Role) -> Bitboard {
        self.board.pieces(color, role)
    }

    /// Where the king of `color` stands.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.board.king(color)
    }

    /// Who is to move.
    #[inline]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Who may still castle with which rooks.
    #[inline]
    pub fn castling(&self) -> CastlingRights {
        self.castling
    }

    /// Does castling here differ from that of ordinary chess? Then programs
    /// have to be told that it is Chess960.
    pub fn is_chess960(&self) -> bool {
        Color::ALL.into_iter().any(|color| {
            let rooks = self.castling.rooks_of(color);
            let home = Square::new(File::E, Rank::First.relative_to(color));
            let in_corner = |rook: Square| matches!(rook.file(), File::A | File::H);
            rooks.any() && (self.king(color) != home || !rooks.into_iter().all(in_corner))
        })
    }

    /// The square behind a pawn that can be taken en passant, legally.
    #[inline]
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Half-moves since the last capture or pawn move.
    #[inline]
    pub fn halfmoves(&self) -> u16 {
        self.halfmoves
    }

    /// The number of the move in the game.
    #[inline]
    pub fn fullmoves(&self) -> u16 {
        self.fullmoves
    }

    /// The pieces that give check.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Is the side to move in check?
    #[inline]
    pub fn is_check(&self) -> bool {
        self.checkers.any()
    }

    /// The Zobrist key. Equal for positions that are the same by the rules on
    /// repetition: pieces, turn, castling rights and legal en-passant
    /// captures, but not the clocks.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The key under which Polyglot opening books file this position.
    pub fn polyglot_key(&self) -> u64 {
        // Where the capture is legal the file is in the key already. A pawn
        // that could take but for a pin counts for Polyglot too.
        let pinned_only = self.fen_en_passant.filter(|&square| {
            let takers = attacks::pawn(!self.turn, square) & self.pieces(self.turn, Role::Pawn);
            self.en_passant.is_none() && takers.any()
        });
        self.key ^ pinned_only.map_or(0, |square| zobrist::en_passant(square.file()))
    }

    /// Is this the same position by the rules on repetition?
    pub fn is_repetition_of(&self, other: &Position) -> bool {
        self.key == other.key
            && self.board == other.board
            && self.turn == other.turn
            && self.castling == other.castling
            && self.en_passant == other.en_passant
    }

    /// The square on which the moving king of a castling move ends up; for
    /// any other move, its own.
    pub fn king_destination(&self, mv: Move) -> Square {
        if mv.is_castle() { Wing::of(mv.from(), mv.to()).king_to(self.turn) } else { mv.to() }
    }

    /// The piece that `mv` takes.
    #[inline]
    pub fn captured(&self, mv: Move) -> Option<Piece> {
        match mv.kind() {
            crate::MoveKind::EnPassant => Some(Role::Pawn.of(!self.turn)),
            _ if mv.is_capture() => self.piece_at(mv.to()),
            _ => None,
        }
    }

    /// This position as an unchecked set-up, for editing.
    pub fn to_setup(&self) -> Setup {
        Setup {
            board: self.board,
            turn: self.turn,
            castling: self.castling,
            en_passant: self.fen_en_passant,
            halfmoves: self.halfmoves,
            fullmoves: self.fullmoves,
        }
    }

    /// The key computed anew, to check the one that is kept.
    pub fn key_from_scratch(&self) -> u64 {
        zobrist::key(&self.board, self.turn, self.castling, self.en_passant)
    }

    /// Can the side to move take en passant on `square` without leaving its
    /// king in check?
    pub(crate) fn is_en_passant_legal(board: &Board, turn: Color, square: Square) -> bool {
        let takers = attacks::pawn(!turn, square) & board.pieces(turn, Role::Pawn);
        takers.into_iter().any(|from| en_passant_leaves_no_check(board, turn, from, square))
    }
}

/// Is the king of `turn` safe after its pawn on `from` takes en passant on
/// `to`? Two men leave their rank at once, so a pin of neither alone tells.
pub(crate) fn en_passant_leaves_no_check(
    board: &Board,
    turn: Color,
    from: Square,
    to: Square,
) -> bool {
    let taken = Bitboard::of(to).forward(!turn);
    let occupied = (board.occupied() ^ from.into() ^ taken) | to.into();
    board.attackers_of(!turn, board.king(turn), occupied).without(taken).is_empty()
}

impl TryFrom<Setup> for Position {
    type Error = PositionError;

    fn try_from(setup: Setup) -> Result<Position, PositionError> {
        validity::check(&setup)?;
        Ok(Position::from_playable(setup))
    }
}

impl Position {
    /// The position of a set-up to which the rules can be applied.
    pub(crate) fn from_playable(setup: Setup) -> Position {
        let Setup { board, turn, castling, halfmoves, fullmoves, .. } = setup;
        let en_passant =
            setup.en_passant.filter(|&square| Position::is_en_passant_legal(&board, turn, square));
        let mut mailbox = [None; 64];
        for (square, piece) in board.iter() {
            mailbox[square as usize] = Some(piece);
        }
        Position {
            board,
            mailbox,
            key: zobrist::key(&board, turn, castling, en_passant),
            checkers: board.attackers_of(!turn, board.king(turn), board.occupied()),
            castling,
            halfmoves,
            fullmoves,
            turn,
            en_passant,
            fen_en_passant: setup.en_passant,
        }
    }
}

/// The FEN.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen())
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({})", self.fen())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_castling_is_that_of_chess960() {
        let is = |fen: &str| Position::from_fen_tolerant(fen).unwrap().is_chess960();
        assert!(!is("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
        assert!(is("bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w KQkq - 0 1"));
        assert!(!is("bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w - - 0 1"));
        assert!(is("4k3/8/8/8/8/8/8/R2K3R w KQ - 0 1"));
        assert!(is("1r2k3/8/8/8/8/8/8/R3K2R b KQb - 0 1"));
    }
}
