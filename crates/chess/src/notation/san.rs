//! Standard Algebraic Notation: `Nbd7`, `exd6`, `e8=Q+`, `O-O#`.

use thiserror::Error;

use crate::{Bitboard, File, Move, MoveKind, Position, Rank, Role, Square, Wing};

/// Why a text is not a legal move in SAN.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SanError {
    /// It does not look like a move.
    #[error("'{0}' is not a move in algebraic notation (like e4, Nf3, exd5, O-O, e8=Q)")]
    Syntax(String),
    /// It looks like a move, but no piece can make it.
    #[error("no legal move is '{0}' in this position")]
    Illegal(String),
    /// More than one piece can make it.
    #[error("'{text}' may be any of {}", .candidates.join(", "))]
    Ambiguous {
        /// What was read.
        text: String,
        /// The moves it may mean, spelled out.
        candidates: Vec<String>,
    },
}

/// What a SAN text asks for.
enum Wanted {
    Castle(Wing),
    Ordinary {
        role: Role,
        file: Option<File>,
        rank: Option<Rank>,
        to: Square,
        promotion: Option<Role>,
    },
}

impl Wanted {
    /// Reads more than the strict notation: castling with zeros, promotion
    /// without `=`, missing or wrong check marks, `x` or not, `e.p.`, long
    /// algebraic with its hyphens.
    fn parse(text: &str) -> Option<Wanted> {
        // `exd6+ e.p.` and `exd6 e.p.+` are both seen.
        const MARKS: [char; 4] = ['+', '#', '!', '?'];
        let text = text.trim_end_matches(MARKS).trim_end_matches("e.p.").trim_end();
        let text = text.trim_end_matches(MARKS);
        match text {
            "O-O" | "0-0" | "o-o" | "OO" | "00" => return Some(Wanted::Castle(Wing::KingSide)),
            "O-O-O" | "0-0-0" | "o-o-o" | "OOO" | "000" => {
                return Some(Wanted::Castle(Wing::QueenSide));
            }
            _ => {}
        }
        let mut chars: Vec<char> =
            text.chars().filter(|c| !matches!(c, 'x' | ':' | '-' | '=' | '(' | ')')).collect();
        // Long algebraic with promotion and two squares is the longest.
        if chars.len() > 7 {
            return None;
        }
        let role = match chars.first()? {
            'P' | 'N' | 'B' | 'R' | 'Q' | 'K' => Role::from_letter(chars.remove(0))?,
            _ => Role::Pawn,
        };
        let promotion = match chars.last()? {
            c if c.is_ascii_digit() => None,
            _ => {
                let promoted = Role::from_letter(chars.pop()?)?;
                Some(promoted)
                    .filter(|r| Role::PROMOTIONS.contains(r) && role == Role::Pawn)?
                    .into()
            }
        };
        let rank = Rank::from_char(chars.pop()?)?;
        let to = Square::new(File::from_char(chars.pop()?)?, rank);
        let (file, rank) = match chars[..] {
            [] => (None, None),
            [c] => match (File::from_char(c), Rank::from_char(c)) {
                (None, None) => return None,
                either => either,
            },
            [file, rank] => (Some(File::from_char(file)?), Some(Rank::from_char(rank)?)),
            _ => return None,
        };
        Some(Wanted::Ordinary { role, file, rank, to, promotion })
    }

    /// The legal moves that it may mean.
    fn find(&self, position: &Position) -> Vec<Move> {
        match *self {
            Wanted::Castle(wing) => position.castling_move(wing).into_iter().collect(),
            Wanted::Ordinary { role, file, rank, to, promotion } => position
                .moves_to(role, to, promotion)
                .filter(|mv| file.is_none_or(|file| mv.from().file() == file))
                .filter(|mv| rank.is_none_or(|rank| mv.from().rank() == rank))
                .collect(),
        }
    }
}

impl Position {
    /// A legal move in SAN, exactly as PGN wants it.
    pub fn to_san(&self, mv: Move) -> String {
        let mut text = self.san_without_check(mv);
        let after = self.after(mv);
        if after.is_check() {
            text.push(if after.has_legal_moves() { '+' } else { '#' });
        }
        text
    }

    fn san_without_check(&self, mv: Move) -> String {
        if mv.is_castle() {
            return match Wing::of(mv.from(), mv.to()) {
                Wing::KingSide => "O-O".to_owned(),
                Wing::QueenSide => "O-O-O".to_owned(),
            };
        }
        let role = self.piece_at(mv.from()).map_or(Role::Pawn, |piece| piece.role());
        let mut text = String::with_capacity(8);
        if role == Role::Pawn {
            if mv.is_capture() {
                text.push(mv.from().file().to_char());
            }
        } else {
            text.push(role.letter());
            self.push_disambiguation(mv, role, &mut text);
        }
        if mv.is_capture() {
            text.push('x');
        }
        text.push_str(&mv.to().to_string());
        if let Some(role) = mv.promotion() {
            text.push('=');
            text.push(role.letter());
        }
        text
    }

    /// The file if it tells the piece apart, else the rank, else both.
    fn push_disambiguation(&self, mv: Move, role: Role, text: &mut String) {
        let others = self.moves_to(role, mv.to(), None).map(Move::from);
        let rivals: Bitboard = others.filter(|&from| from != mv.from()).collect();
        if rivals.is_empty() {
            return;
        }
        let (file, rank) = (mv.from().file(), mv.from().rank());
        let same_file = rivals.intersects(file.into());
        let same_rank = rivals.intersects(rank.into());
        if !same_file || same_rank {
            text.push(file.to_char());
        }
        if same_file {
            text.push(rank.to_char());
        }
    }

    /// The legal move that a SAN text means, read tolerantly: `0-0`, `e8Q`,
    /// missing `+`, `Ng1f3` and `Ng1-f3` are understood.
    pub fn parse_san(&self, text: &str) -> Result<Move, SanError> {
        let excerpt = || text.chars().take(16).collect::<String>();
        let wanted = Wanted::parse(text).ok_or_else(|| SanError::Syntax(excerpt()))?;
        match wanted.find(self)[..] {
            [] => Err(SanError::Illegal(excerpt())),
            [only] => Ok(only),
            ref several => {
                let candidates = several.iter().map(|&mv| self.to_san(mv)).collect();
                Err(SanError::Ambiguous { text: excerpt(), candidates })
            }
        }
    }

    /// Castling on this side, if it is legal.
    pub fn castling_move(&self, wing: Wing) -> Option<Move> {
        let king = self.king(self.turn);
        let rook = self.castling.rook(self.turn, king, wing)?;
        Some(Move::new(king, rook, MoveKind::Castle)).filter(|&mv| self.is_legal(mv))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn san(fen: &str, uci: &str) -> String {
        let position = Position::from_fen(fen).unwrap();
        position.to_san(position.parse_uci(uci).unwrap())
    }

    #[test]
    fn disambiguation_is_as_short_as_can_be() {
        let queens = "6k1/8/8/8/Q6Q/8/8/K6Q w - - 0 1";
        assert_eq!(san(queens, "h4e4"), "Qh4e4");
        assert_eq!(san(queens, "a4e4"), "Qae4");
        assert_eq!(san(queens, "h1e4"), "Q1e4");
        // A pinned rival does not count.
        let pinned = "4k3/8/8/8/4r3/8/4N3/2N1K3 w - - 0 1";
        assert_eq!(san(pinned, "c1d3"), "Nd3");
    }

    #[test]
    fn marks_and_promotions() {
        assert_eq!(san("7k/5P2/6K1/8/8/8/8/8 w - - 0 1", "f7f8q"), "f8=Q#");
        assert_eq!(san("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1"), "O-O");
        assert_eq!(san("3k4/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1a1"), "O-O-O+");
        let passant = "rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3";
        assert_eq!(san(passant, "e5d6"), "exd6");
    }

    #[test]
    fn reads_what_people_write() {
        let fen = "r3k2r/1P6/8/3pP3/8/8/6N1/R3K2R w KQkq d6 0 1";
        let position = Position::from_fen(fen).unwrap();
        for (text, uci) in [
            ("0-0", "e1h1"),
            ("O-O-O+", "e1a1"),
            ("b8Q", "b7b8q"),
            ("b8=N", "b7b8n"),
            ("b8(R)+", "b7b8r"),
            ("bxa8=Q!?", "b7a8q"),
            ("ba8q", "b7a8q"),
            ("exd6 e.p.", "e5d6"),
            ("exd6+ e.p.", "e5d6"),
            ("exd6 e.p.+!", "e5d6"),
            ("ed", ""),
            ("Ng2-f4", "g2f4"),
            ("Ngf4#", "g2f4"),
            ("e5-e6", "e5e6"),
            ("Pe6", "e5e6"),
        ] {
            let expected = position.parse_uci(uci).ok();
            assert_eq!(position.parse_san(text).ok(), expected, "{text}");
        }
    }

    #[test]
    fn faults_are_told_apart() {
        let fen = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
        let position = Position::from_fen(fen).unwrap();
        for text in
            ["", "+", "e", "Xe4", "Re", "R", "e4e4e4e4e4", "♔e2", "e8=K", "Re1=Q", "9", "aa"]
        {
            assert!(matches!(position.parse_san(text), Err(SanError::Syntax(_))), "{text}");
        }
        assert!(matches!(position.parse_san("Nf3"), Err(SanError::Illegal(_))));
        let rooks = Position::from_fen("4k3/8/8/8/8/8/4K3/R6R w - - 0 1").unwrap();
        let message = rooks.parse_san("Rd1").unwrap_err().to_string();
        assert_eq!(message, "'Rd1' may be any of Rad1, Rhd1");
    }
}
