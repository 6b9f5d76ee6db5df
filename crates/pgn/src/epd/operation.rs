//! What is known of a position.

use std::fmt::{self, Write};

use chess::{Move, Position};

use super::EpdFault;

/// An operation: its name and what belongs to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation {
    /// Its name, such as `bm`.
    pub opcode: String,
    /// What follows.
    pub operands: Operands,
}

/// What follows the name of an operation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Operands {
    /// Moves of the position, one beside the other: `bm`, `am`, `sm`, `pm`.
    Moves(Vec<Move>),
    /// Moves one after the other: `pv`.
    Line(Vec<Move>),
    /// Anything else, as it stands there.
    Values(Vec<Operand>),
}

/// One of the things that follow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Operand {
    /// A text in quotes.
    Text(String),
    /// A number or a word.
    Word(String),
}

impl Operand {
    /// What it says, without quotes.
    pub fn text(&self) -> &str {
        match self {
            Operand::Text(text) | Operand::Word(text) => text,
        }
    }
}

impl Operation {
    /// An operation with a text, such as `id "BK.01"`.
    pub fn text(opcode: &str, text: &str) -> Operation {
        let operands = Operands::Values(vec![Operand::Text(text.to_owned())]);
        Operation { opcode: opcode.to_owned(), operands }
    }

    /// An operation with a number, such as `acd 12`.
    pub fn number(opcode: &str, number: impl Into<i64>) -> Operation {
        let operands = Operands::Values(vec![Operand::Word(number.into().to_string())]);
        Operation { opcode: opcode.to_owned(), operands }
    }

    /// Writes it so that it can be read back in `position`.
    pub(super) fn write(&self, position: &Position, f: &mut impl Write) -> fmt::Result {
        f.write_str(&plain(&self.opcode))?;
        match &self.operands {
            Operands::Moves(moves) => {
                moves.iter().try_for_each(|&mv| write!(f, " {}", position.to_san(mv)))?;
            }
            Operands::Line(moves) => {
                let mut position = *position;
                for &mv in moves {
                    write!(f, " {}", position.to_san(mv))?;
                    position.play(mv);
                }
            }
            Operands::Values(values) => {
                for value in values {
                    f.write_char(' ')?;
                    match value {
                        Operand::Word(word) if is_plain(word) => f.write_str(word)?,
                        value => quoted(value.text(), f)?,
                    }
                }
            }
        }
        f.write_char(';')
    }
}

fn is_plain(word: &str) -> bool {
    !word.is_empty() && plain(word) == word
}

/// A word without what would end it.
fn plain(word: &str) -> String {
    let is_bad =
        |letter: char| letter.is_whitespace() || letter.is_control() || matches!(letter, ';' | '"');
    word.chars().filter(|&letter| !is_bad(letter)).collect()
}

fn quoted(text: &str, f: &mut impl Write) -> fmt::Result {
    f.write_char('"')?;
    for letter in text.chars().filter(|letter| !letter.is_control()) {
        if matches!(letter, '"' | '\\') {
            f.write_char('\\')?;
        }
        f.write_char(letter)?;
    }
    f.write_char('"')
}

/// An operation as words.
pub(super) struct Part {
    pub(super) opcode: String,
    operands: Vec<Operand>,
}

/// The operations of a line, as words.
pub(super) fn parts(text: &str) -> Result<Vec<Part>, EpdFault> {
    let mut parts = Vec::new();
    let mut words: Vec<Operand> = Vec::new();
    let mut rest = text.chars().filter(|letter| !letter.is_control() || *letter == '\t').peekable();
    let mut end = |words: &mut Vec<Operand>| {
        let mut words = std::mem::take(words).into_iter();
        let Some(opcode) = words.next().map(|opcode| plain(opcode.text())) else { return Ok(()) };
        if !opcode.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
            return Err(EpdFault::Opcode(opcode.chars().take(16).collect()));
        }
        parts.push(Part { opcode, operands: words.collect() });
        Ok(())
    };
    while let Some(letter) = rest.next() {
        match letter {
            ';' => end(&mut words)?,
            '"' => {
                let mut text = String::new();
                loop {
                    match rest.next().ok_or(EpdFault::OpenQuote)? {
                        '"' => break,
                        '\\' => {
                            text.push(rest.next_if(|c| matches!(c, '"' | '\\')).unwrap_or('\\'))
                        }
                        '\t' => text.push(' '),
                        letter => text.push(letter),
                    }
                }
                words.push(Operand::Text(text));
            }
            letter if letter.is_whitespace() => {}
            letter => {
                let mut word = String::from(letter);
                while let Some(letter) =
                    rest.next_if(|&c| !c.is_whitespace() && !matches!(c, ';' | '"'))
                {
                    word.push(letter);
                }
                words.push(Operand::Word(word));
            }
        }
    }
    end(&mut words)?;
    Ok(parts)
}

impl Part {
    /// The number of a clock.
    pub(super) fn clock(&self) -> Result<u16, EpdFault> {
        let text = self.operands.first().map_or("", Operand::text);
        let number = text.parse().ok().filter(|&clock| clock <= chess::MAX_CLOCK);
        number.ok_or_else(|| EpdFault::Clock {
            opcode: self.opcode.clone(),
            text: text.chars().take(16).collect(),
        })
    }

    /// Finds the moves in it, if it should have any.
    pub(super) fn read(self, position: &Position) -> Result<Operation, EpdFault> {
        let is_distance = |operand: &Operand| operand.text().starts_with('#');
        let operands = match self.opcode.as_str() {
            "bm" | "am" | "sm" | "pm" if !self.operands.iter().any(is_distance) => {
                let moves = self.operands.iter().map(|operand| position.parse_san(operand.text()));
                Operands::Moves(
                    moves
                        .collect::<Result<_, _>>()
                        .map_err(|source| EpdFault::Move { opcode: self.opcode.clone(), source })?,
                )
            }
            "pv" => {
                let mut position = *position;
                let moves = self.operands.iter().map(|operand| {
                    let mv = position.parse_san(operand.text())?;
                    position.play(mv);
                    Ok(mv)
                });
                Operands::Line(
                    moves
                        .collect::<Result<_, _>>()
                        .map_err(|source| EpdFault::Move { opcode: self.opcode.clone(), source })?,
                )
            }
            _ => Operands::Values(self.operands),
        };
        Ok(Operation { opcode: self.opcode, operands })
    }
}
