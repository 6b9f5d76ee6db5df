//! Forsyth–Edwards Notation: positions as one line of text.
//!
//! *Strict* reading takes exactly what [`Position::fen`] (FEN and X-FEN) or
//! [`Position::shredder_fen`] writes, so text that it accepts comes back
//! unchanged. *Tolerant* reading takes what people and programs send:
//! missing clocks, odd spacing, castling letters in any order, rights that the
//! board does not allow, which it drops, and boards that no game leads to but
//! on which one can play.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::setup::MAX_CLOCK;
use crate::validity::{self, PositionError};
use crate::{
    Bitboard, CastlingRights, Color, File, Piece, Position, Rank, Role, Setup, Square, Wing,
};

/// Why a text is not the FEN of a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FenError {
    /// The text is not FEN.
    #[error("column {column}: {fault}")]
    Syntax {
        /// Where, counted in characters from 1.
        column: usize,
        /// What is wrong there.
        fault: FenFault,
    },
    /// The text is FEN, but of no possible position.
    #[error(transparent)]
    Position(#[from] PositionError),
}

/// What is wrong with a FEN text.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs)]
pub enum FenFault {
    #[error("the text ends where {0} was expected")]
    Missing(FenField),
    #[error("'{0}' is neither a piece letter nor a digit from 1 to 8")]
    Piece(char),
    #[error("rank {0} has more than eight squares")]
    LongRank(Rank),
    #[error("rank {0} has fewer than eight squares")]
    ShortRank(Rank),
    #[error("the board has more than eight ranks")]
    ManyRanks,
    #[error("the board ends after rank {0}")]
    FewRanks(Rank),
    #[error("two digits follow each other")]
    SplitGap,
    #[error("'{0}' is not {1}")]
    Field(String, FenField),
    #[error("castling letter '{0}' names no file beside the king where a rook could stand")]
    CastlingLetter(char),
    #[error("castling rights '{found}' are written '{expected}' for this board")]
    CastlingForm { found: String, expected: String },
    #[error("fields are parted by exactly one space")]
    Spacing,
    #[error("unexpected text '{0}' after the position")]
    Trailing(String),
}

/// A field of a FEN.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum FenField {
    Board,
    Turn,
    Castling,
    EnPassant,
    HalfmoveClock,
    MoveNumber,
}

impl fmt::Display for FenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenField::Board => f.write_str("the board"),
            FenField::Turn => f.write_str("the side to move ('w' or 'b')"),
            FenField::Castling => f.write_str("the castling rights ('KQkq', file letters or '-')"),
            FenField::EnPassant => f.write_str("the en-passant square (or '-')"),
            FenField::HalfmoveClock => write!(f, "the half-move clock (0 to {MAX_CLOCK})"),
            FenField::MoveNumber => write!(f, "the move number (1 to {MAX_CLOCK})"),
        }
    }
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum Reading {
    Strict,
    Tolerant,
}

/// A piece of the text and the column where it starts.
#[derive(Copy, Clone)]
struct Field<'a> {
    text: &'a str,
    column: usize,
}

impl Field<'_> {
    fn fault(&self, fault: FenFault) -> FenError {
        FenError::Syntax { column: self.column, fault }
    }

    fn is_not(&self, field: FenField) -> FenError {
        self.fault(FenFault::Field(excerpt(self.text), field))
    }
}

/// Enough of a text to recognise it in a message.
fn excerpt(text: &str) -> String {
    const LONGEST: usize = 24;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The fields of a text, cut at spaces.
struct Fields<'a> {
    rest: &'a str,
    column: usize,
    reading: Reading,
}

impl<'a> Fields<'a> {
    fn new(text: &'a str, reading: Reading) -> Fields<'a> {
        Fields { rest: text, column: 1, reading }
    }

    fn next(&mut self, field: FenField) -> Result<Field<'a>, FenError> {
        self.optional()?
            .ok_or(FenError::Syntax { column: self.column, fault: FenFault::Missing(field) })
    }

    fn optional(&mut self) -> Result<Option<Field<'a>>, FenError> {
        let first = self.column == 1;
        let text = self.rest.trim_start_matches(|c: char| c.is_ascii_whitespace());
        let gap = self.rest.len() - text.len();
        let lawful = match gap {
            0 => first || text.is_empty(),
            1 => !first && self.rest.starts_with(' ') && !text.is_empty(),
            _ => false,
        };
        if self.reading == Reading::Strict && !lawful {
            return Err(FenError::Syntax { column: self.column, fault: FenFault::Spacing });
        }
        self.column += gap;
        let end = text.find(|c: char| c.is_ascii_whitespace()).unwrap_or(text.len());
        let field = Field { text: &text[..end], column: self.column };
        self.rest = &text[end..];
        self.column += field.text.chars().count();
        Ok((end > 0).then_some(field))
    }
}

impl Setup {
    /// Reads a FEN exactly as it should be written.
    pub fn from_fen(text: &str) -> Result<Setup, FenError> {
        Setup::read(text, Reading::Strict)
    }

    /// Reads a FEN as people write it; see the head of this module's page.
    pub fn from_fen_tolerant(text: &str) -> Result<Setup, FenError> {
        let mut setup = Setup::read(text, Reading::Tolerant)?;
        setup.castling = validity::possible_castling(&setup);
        setup.en_passant =
            setup.en_passant.filter(|&square| validity::en_passant_fault(&setup, square).is_none());
        Ok(setup)
    }

    fn read(text: &str, reading: Reading) -> Result<Setup, FenError> {
        let strict = reading == Reading::Strict;
        let mut fields = Fields::new(text, reading);
        let mut setup = Setup::empty();

        read_board(fields.next(FenField::Board)?, strict, &mut setup)?;
        let turn = fields.next(FenField::Turn)?;
        setup.turn = match turn.text {
            "w" => Color::White,
            "b" => Color::Black,
            "W" if !strict => Color::White,
            "B" if !strict => Color::Black,
            _ => return Err(turn.is_not(FenField::Turn)),
        };

        let mut next = |field| {
            if strict { fields.next(field).map(Some) } else { fields.optional() }
        };
        if let Some(castling) = next(FenField::Castling)? {
            read_castling(castling, strict, &mut setup)?;
        }
        if let Some(square) = next(FenField::EnPassant)? {
            setup.en_passant = match square.text {
                "-" => None,
                name => Some(name.parse().map_err(|_| square.is_not(FenField::EnPassant))?),
            };
        }
        if let Some(clock) = next(FenField::HalfmoveClock)? {
            setup.halfmoves = read_number(clock, strict, FenField::HalfmoveClock)?;
        }
        if let Some(number) = next(FenField::MoveNumber)? {
            setup.fullmoves = read_number(number, strict, FenField::MoveNumber)?;
            if !strict {
                setup.fullmoves = setup.fullmoves.max(1);
            }
        }
        if let Some(junk) = fields.optional()? {
            return Err(junk.fault(FenFault::Trailing(excerpt(junk.text))));
        }
        Ok(setup)
    }

    /// The FEN of this set-up, with Chess960 rights as X-FEN writes them: by
    /// `KQkq` where that is clear, by file where not.
    pub fn fen(&self) -> String {
        write_fen(self, &x_fen_castling(self))
    }
}

fn read_board(field: Field<'_>, strict: bool, setup: &mut Setup) -> Result<(), FenError> {
    let mut rank = Rank::Eighth;
    let mut file = 0;
    let mut after_digit = false;
    for (index, c) in field.text.chars().enumerate() {
        let at = |fault| FenError::Syntax { column: field.column + index, fault };
        match c {
            '/' => {
                if file < 8 {
                    return Err(at(FenFault::ShortRank(rank)));
                }
                let below = (rank as u8).checked_sub(1).and_then(Rank::from_index);
                rank = below.ok_or_else(|| at(FenFault::ManyRanks))?;
                file = 0;
            }
            '1'..='8' => {
                if strict && after_digit {
                    return Err(at(FenFault::SplitGap));
                }
                file += c as u8 - b'0';
                if file > 8 {
                    return Err(at(FenFault::LongRank(rank)));
                }
            }
            _ => {
                let piece = Piece::from_letter(c).ok_or_else(|| at(FenFault::Piece(c)))?;
                let place = File::from_index(file).ok_or_else(|| at(FenFault::LongRank(rank)))?;
                setup.board.put(Square::new(place, rank), piece);
                file += 1;
            }
        }
        after_digit = c.is_ascii_digit();
    }
    let end = FenError::Syntax {
        column: field.column + field.text.chars().count(),
        fault: if file < 8 { FenFault::ShortRank(rank) } else { FenFault::FewRanks(rank) },
    };
    if file == 8 && rank == Rank::First { Ok(()) } else { Err(end) }
}

fn read_castling(field: Field<'_>, strict: bool, setup: &mut Setup) -> Result<(), FenError> {
    if field.text == "-" {
        return Ok(());
    }
    let mut rooks = Bitboard::EMPTY;
    for (index, letter) in field.text.chars().enumerate() {
        match castling_rook(setup, letter) {
            Some(rook) => rooks.insert(rook),
            // A right without its rook or king.
            None if !strict && letter.is_ascii_alphabetic() => {}
            None => {
                let fault = FenFault::CastlingLetter(letter);
                return Err(FenError::Syntax { column: field.column + index, fault });
            }
        }
    }
    setup.castling = CastlingRights::of_rooks(rooks);
    if strict {
        let expected = x_fen_castling(setup);
        if field.text != expected && field.text != shredder_castling(setup) {
            let found = excerpt(field.text);
            return Err(field.fault(FenFault::CastlingForm { found, expected }));
        }
    }
    Ok(())
}

/// The square of the rook that a castling letter speaks of. `K` and `Q` mean
/// the outermost rook on their side of the king.
fn castling_rook(setup: &Setup, letter: char) -> Option<Square> {
    let color = Color::from_white(letter.is_ascii_uppercase());
    let home = Rank::First.relative_to(color);
    let wing = match letter.to_ascii_lowercase() {
        'k' => Wing::KingSide,
        'q' => Wing::QueenSide,
        file => return Some(Square::new(File::from_char(file)?, home)),
    };
    outermost_rook(setup, color, wing)
}

fn outermost_rook(setup: &Setup, color: Color, wing: Wing) -> Option<Square> {
    let home = Rank::First.relative_to(color).into();
    let king = (setup.board.pieces(color, Role::King) & home).first()?;
    let rooks = setup.board.pieces(color, Role::Rook) & home;
    let outermost = match wing {
        Wing::KingSide => rooks.last(),
        Wing::QueenSide => rooks.first(),
    };
    outermost.filter(|&rook| Wing::of(king, rook) == wing)
}

fn read_number(field: Field<'_>, strict: bool, what: FenField) -> Result<u16, FenError> {
    if !strict && field.text == "-" {
        return Ok(0);
    }
    let digits = field.text.bytes().all(|b| b.is_ascii_digit());
    let padded = field.text.len() > 1 && field.text.starts_with('0');
    match field.text.parse::<u16>() {
        Ok(number) if digits && number <= MAX_CLOCK && !(strict && padded) => Ok(number),
        _ => Err(field.is_not(what)),
    }
}

fn x_fen_castling(setup: &Setup) -> String {
    castling_text(setup, |color, wing, rook| {
        let outermost = outermost_rook(setup, color, wing) == Some(rook);
        match wing {
            Wing::KingSide if outermost => 'k',
            Wing::QueenSide if outermost => 'q',
            _ => rook.file().to_char(),
        }
    })
}

fn shredder_castling(setup: &Setup) -> String {
    castling_text(setup, |_, _, rook| rook.file().to_char())
}

fn castling_text(setup: &Setup, letter: impl Fn(Color, Wing, Square) -> char) -> String {
    let mut text = String::new();
    for color in Color::ALL {
        // King side before queen side, that is from the h-file to the a-file.
        let mut rooks: Vec<Square> = setup.castling.rooks_of(color).into_iter().collect();
        rooks.reverse();
        let king = setup.board.pieces(color, Role::King).first();
        for rook in rooks {
            let wing = king.map_or(Wing::KingSide, |king| Wing::of(king, rook));
            let letter = letter(color, wing, rook);
            text.push(if color.is_white() { letter.to_ascii_uppercase() } else { letter });
        }
    }
    if text.is_empty() { "-".to_owned() } else { text }
}

fn write_fen(setup: &Setup, castling: &str) -> String {
    let mut text = String::with_capacity(90);
    for rank in Rank::ALL.into_iter().rev() {
        let mut gap = 0u8;
        for file in File::ALL {
            match setup.board.piece_at(Square::new(file, rank)) {
                None => gap += 1,
                Some(piece) => {
                    if gap > 0 {
                        text.push((b'0' + gap) as char);
                    }
                    gap = 0;
                    text.push(piece.letter());
                }
            }
        }
        if gap > 0 {
            text.push((b'0' + gap) as char);
        }
        if rank != Rank::First {
            text.push('/');
        }
    }
    let turn = setup.turn.letter();
    let en_passant = setup.en_passant.map_or_else(|| "-".to_owned(), |s| s.to_string());
    format!("{text} {turn} {castling} {en_passant} {} {}", setup.halfmoves, setup.fullmoves)
}

impl Position {
    /// Reads a FEN exactly as it should be written: FEN, X-FEN or
    /// Shredder-FEN with all six fields.
    pub fn from_fen(text: &str) -> Result<Position, FenError> {
        Ok(Position::try_from(Setup::from_fen(text)?)?)
    }

    /// Reads a FEN as people and programs write it. Clocks may be missing,
    /// rights that the board does not allow are dropped, and impossible checks
    /// or bishops are let pass; a board on which the rules make no sense is
    /// still an error.
    pub fn from_fen_tolerant(text: &str) -> Result<Position, FenError> {
        let setup = Setup::from_fen_tolerant(text)?;
        validity::playable(&setup)?;
        Ok(Position::from_playable(setup))
    }

    /// The position as FEN; Chess960 castling rights as X-FEN.
    pub fn fen(&self) -> String {
        self.to_setup().fen()
    }

    /// The position as FEN with castling rights by the files of the rooks
    /// (`HAha`), as Chess960 programs like it.
    pub fn shredder_fen(&self) -> String {
        let setup = self.to_setup();
        write_fen(&setup, &shredder_castling(&setup))
    }
}

impl FromStr for Position {
    type Err = FenError;

    /// As [`Position::from_fen`].
    fn from_str(text: &str) -> Result<Position, FenError> {
        Position::from_fen(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn fault(text: &str) -> (usize, FenFault) {
        match Setup::from_fen(text) {
            Err(FenError::Syntax { column, fault }) => (column, fault),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn texts_come_back_unchanged() {
        for text in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
            "4k3/8/8/8/8/8/8/QQQQKQQQ w - - 12 9999",
            // X-FEN: the inner rook castles, so it is named by its file.
            "4k3/8/8/8/8/8/8/R3KRR1 w FQ - 0 1",
        ] {
            assert_eq!(Position::from_fen(text).map(|p| p.fen()), Ok(text.to_owned()));
        }
        let shredder = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
        let position = Position::from_fen(shredder).unwrap();
        assert_eq!(position.shredder_fen(), shredder);
        assert_eq!(Position::from_fen(&position.fen()), Ok(position));
    }

    #[test]
    fn faults_name_their_column() {
        const BOARD: &str = "4k3/8/8/8/8/8/8/4K3";
        assert_eq!(fault("4k3/8/8/8/8/8/8/4X3 w - - 0 1"), (18, FenFault::Piece('X')));
        assert_eq!(fault("4k4/8/8/8/8/8/8/4K3 w - - 0 1"), (3, FenFault::LongRank(Rank::Eighth)));
        assert_eq!(fault("4k3/7/8/8/8/8/8/4K3 w - - 0 1"), (6, FenFault::ShortRank(Rank::Seventh)));
        assert_eq!(fault("4k3/8/8/8/8/8/4K3 w - - 0 1"), (18, FenFault::FewRanks(Rank::Second)));
        assert_eq!(fault("4k3/8/8/8/8/8/8/4K3/8 w - - 0 1"), (20, FenFault::ManyRanks));
        assert_eq!(fault("4k3/44/8/8/8/8/8/4K3 w - - 0 1"), (6, FenFault::SplitGap));
        assert_eq!(
            fault(&format!("{BOARD} x - - 0 1")),
            (21, FenFault::Field("x".into(), FenField::Turn))
        );
        assert_eq!(fault(&format!("{BOARD} w")), (22, FenFault::Missing(FenField::Castling)));
        assert_eq!(fault(&format!("{BOARD} w K - 0 1")), (23, FenFault::CastlingLetter('K')));
        assert_eq!(
            fault(&format!("{BOARD} w - e9 0 1")),
            (25, FenFault::Field("e9".into(), FenField::EnPassant))
        );
        for clock in ["-1", "+1", "007", "10000", "99999999999999999999", "x"] {
            let text = format!("{BOARD} w - - {clock} 1");
            assert_eq!(fault(&text), (27, FenFault::Field(clock.into(), FenField::HalfmoveClock)));
        }
        assert_eq!(
            fault(&format!("{BOARD} w - - 0 1 junk é")),
            (31, FenFault::Trailing("junk".into()))
        );
        assert_eq!(fault(&format!("{BOARD} w - - 0 1 ")), (30, FenFault::Spacing));
        assert_eq!(fault(&format!("{BOARD}  w - - 0 1")), (20, FenFault::Spacing));
        assert_eq!(fault(""), (1, FenFault::Missing(FenField::Board)));
        let qk = fault("r3k2r/8/8/8/8/8/8/R3K2R w QKkq - 0 1");
        assert_eq!(
            qk,
            (27, FenFault::CastlingForm { found: "QKkq".into(), expected: "KQkq".into() })
        );
    }

    #[test]
    fn tolerant_reading() {
        let start = Position::initial();
        for text in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w qkQK - 0 0",
            "  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\tw  HAha - - -\n",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkqKQkq e3 0 1",
            "rnbqkbnr/pppppppp/44/8/8/8/PPPPPPPP/RNBQKBNR w KQkqDd - 00 01",
        ] {
            assert_eq!(Position::from_fen_tolerant(text), Ok(start), "{text}");
            assert!(Position::from_fen(text).is_err(), "{text}");
        }
        let no_rook = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w KQkq - 0 1";
        assert!(Position::from_fen_tolerant(no_rook).unwrap().fen().contains(" w Kkq - "));
        assert!(Position::from_fen_tolerant("4k3/8/8/8/8/8/8/4K3 w - - 0 1 x").is_err());
        assert!(Position::from_fen_tolerant("4k3/8/8/8/8/8/8/4K3").is_err());
        assert!(Position::from_fen_tolerant("8/8/8/8/8/8/8/4K3 w - - 0 1").is_err());
        // Two checks on one line, and two bishops of one shade with all pawns.
        for problem in
            ["B6b/8/8/8/2K5/5k2/8/b6B b - - 0 1", "NBQKRBRN/PPPPPPPP/8/8/8/8/3k4/8 w - - 0 1"]
        {
            assert!(Position::from_fen_tolerant(problem).is_ok(), "{problem}");
            assert!(Position::from_fen(problem).is_err(), "{problem}");
        }
        assert!(Position::from_fen_tolerant("4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1").is_err());
    }
}
