//! EPD: a position and what is known of it, in one line.

mod operation;
mod reader;

use std::fmt;
use std::str::FromStr;

use chess::{FenError, Move, Position, SanError};
use thiserror::Error;

pub use operation::{Operand, Operands, Operation};
pub use reader::{EpdReadError, EpdReader};

use crate::params::MAX_EPD_LINE;

/// A position with operations: `bm Qd1+; id "BK.01";`.
///
/// ```
/// use pgn::Epd;
///
/// let epd: Epd = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01\";".parse()?;
/// assert_eq!(epd.text("id"), Some("BK.01"));
/// assert_eq!(epd.position.to_san(epd.moves("bm")[0]), "Qd1+");
/// # Ok::<(), pgn::EpdFault>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Epd {
    /// The position; its clocks come from `hmvc` and `fmvn`, or from the two
    /// more fields of a FEN.
    pub position: Position,
    /// What is known of it, but for the clocks.
    pub operations: Vec<Operation>,
}

/// What is wrong with a line of EPD.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EpdFault {
    /// The position makes no sense.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// An operation has no name.
    #[error("'{0}' is not the name of an operation (expected one like bm or id)")]
    Opcode(String),
    /// A move cannot be made.
    #[error("{opcode}: {source}")]
    Move {
        /// The operation that it is in.
        opcode: String,
        /// What is wrong with it.
        source: SanError,
    },
    /// A clock is no number that a position can have.
    #[error("{opcode}: '{text}' is not a number from 0 to {max}", max = chess::MAX_CLOCK)]
    Clock {
        /// `hmvc` or `fmvn`.
        opcode: String,
        /// What stands there.
        text: String,
    },
    /// A text in quotes has no end.
    #[error("a text in quotes does not end")]
    OpenQuote,
    /// A line without an end.
    #[error("the line is longer than {MAX_EPD_LINE} bytes")]
    TooLong,
}

impl Epd {
    /// A position of which nothing is known.
    pub fn new(position: Position) -> Epd {
        Epd { position, operations: Vec::new() }
    }

    /// The first operation of this name.
    pub fn operation(&self, opcode: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.opcode == opcode)
    }

    /// The first operand of an operation as text.
    pub fn text(&self, opcode: &str) -> Option<&str> {
        match &self.operation(opcode)?.operands {
            Operands::Values(values) => values.first().map(Operand::text),
            Operands::Moves(_) | Operands::Line(_) => None,
        }
    }

    /// The first operand of an operation as a number.
    pub fn number<N: FromStr>(&self, opcode: &str) -> Option<N> {
        self.text(opcode)?.parse().ok()
    }

    /// The moves of an operation: best ones (`bm`), bad ones (`am`), or a line
    /// (`pv`).
    pub fn moves(&self, opcode: &str) -> &[Move] {
        match self.operation(opcode).map(|operation| &operation.operands) {
            Some(Operands::Moves(moves) | Operands::Line(moves)) => moves,
            _ => &[],
        }
    }
}

impl FromStr for Epd {
    type Err = EpdFault;

    fn from_str(line: &str) -> Result<Epd, EpdFault> {
        if line.len() > MAX_EPD_LINE {
            return Err(EpdFault::TooLong);
        }
        let (fen, rest) = split(line);
        let position = Position::from_fen_tolerant(&fen)?;
        let mut epd = Epd::new(position);
        let mut setup = position.to_setup();
        for part in operation::parts(rest)? {
            match part.opcode.as_str() {
                "hmvc" => setup.halfmoves = part.clock()?,
                "fmvn" => setup.fullmoves = part.clock()?,
                _ => epd.operations.push(part.read(&epd.position)?),
            }
        }
        if (setup.halfmoves, setup.fullmoves) != (position.halfmoves(), position.fullmoves()) {
            // The same position with other clocks: the tolerant way, as above.
            epd.position = Position::from_fen_tolerant(&setup.fen())?;
        }
        Ok(epd)
    }
}

/// The position of a line as FEN, and the operations after it.
fn split(line: &str) -> (String, &str) {
    let mut rest = line;
    let mut fields = Vec::with_capacity(6);
    while fields.len() < 4 {
        let (field, after) = next_field(rest);
        if field.is_empty() {
            break;
        }
        fields.push(field);
        rest = after;
    }
    // Two clocks, if they are numbers: many files have FEN instead.
    let (halfmoves, after) = next_field(rest);
    let (fullmoves, after) = next_field(after);
    if [halfmoves, fullmoves].into_iter().all(is_number) {
        fields.extend([halfmoves, fullmoves]);
        rest = after;
    }
    (fields.join(" "), rest)
}

/// A word that a blank or the end of an operation ends.
fn next_field(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    let end = text.find(|letter: char| letter.is_whitespace() || letter == ';');
    text.split_at(end.unwrap_or(text.len()))
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// One line, without its end.
impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fen = self.position.fen();
        let fields: Vec<&str> = fen.split(' ').take(4).collect();
        f.write_str(&fields.join(" "))?;
        if self.position.halfmoves() != 0 {
            write!(f, " hmvc {};", self.position.halfmoves())?;
        }
        if self.position.fullmoves() != 1 {
            write!(f, " fmvn {};", self.position.fullmoves())?;
        }
        self.operations.iter().try_for_each(|operation| {
            f.write_str(" ")?;
            operation.write(&self.position, f)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

    #[track_caller]
    fn read(line: &str) -> Epd {
        let epd: Epd = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(epd.to_string().parse(), Ok(epd.clone()), "{epd}");
        epd
    }

    #[test]
    fn operations_of_all_kinds() {
        let text =
            "bm e4 d4; am a3; pv e4 e5 Nf3; id \"a; \\\"b\\\"\"; acd 12; c0 \"x\" \"y\"; noop;";
        let epd = read(&format!("{START} {text}"));
        assert_eq!(epd.moves("bm").len(), 2);
        assert_eq!(epd.moves("pv").len(), 3);
        assert_eq!(epd.text("id"), Some("a; \"b\""));
        assert_eq!(epd.number::<u32>("acd"), Some(12));
        assert_eq!(epd.to_string(), format!("{START} {text}"));
    }

    #[test]
    fn clocks_wherever_they_are() {
        for line in ["hmvc 3; fmvn 9;", "3 9", "3 9; id \"x\";", " 3 9 ;D1 20 ;D2 400"] {
            let epd = read(&format!("{START} {line}"));
            assert_eq!((epd.position.halfmoves(), epd.position.fullmoves()), (3, 9), "{line}");
        }
        let perft = read(&format!("{START} 0 1 ;D1 20 ;D2 400"));
        assert_eq!(perft.number::<u64>("D2"), Some(400));
        assert_eq!(perft.to_string(), format!("{START} D1 20; D2 400;"));
        assert_eq!(read(&format!("{START}  ")).operations, []);
    }

    #[test]
    fn what_is_no_move_may_be_a_distance() {
        let epd = read("4k3/8/4K3/8/8/8/8/R7 w - - bm #1;");
        assert_eq!((epd.moves("bm"), epd.text("bm")), (&[][..], Some("#1")));
    }

    #[test]
    fn faults() {
        for (line, expected) in [
            ("8/8 w - -", "column"),
            (&format!("{START} bm Qh5;"), "bm: no legal move is 'Qh5'"),
            (&format!("{START} pv e4 e4;"), "pv: no legal move is 'e4'"),
            (&format!("{START} id \"x;"), "a text in quotes does not end"),
            (&format!("{START} 0; bm e4;"), "'0' is not the name of an operation"),
            (&format!("{START} hmvc x;"), "hmvc: 'x' is not a number"),
            (&format!("{START} fmvn 99999;"), "fmvn: '99999' is not a number from 0 to 9999"),
            (&"x".repeat(MAX_EPD_LINE + 1), "the line is longer"),
        ] {
            let error = line.parse::<Epd>().unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }
}
